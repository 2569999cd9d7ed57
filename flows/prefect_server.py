"""The local Prefect: its server and the process that serves the deployments, started in the background and ended by pid."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from flows.underway import FLOW_RUNS
from pipeline.background import claim_port, end, last_lines, write_private
from pipeline.process_start import began, still_runs
from pipeline.urls import same_api, shown_url
from schemas.errors import FlowServerFailed
from schemas.settings import Settings

LOCAL = "local"  # the deployment's name on the local server; on a shared one it is the host's
START_SECONDS = 240.0
_SAID_EVERY = 20.0
_POLL_SECONDS = 0.25
_LOCK_SECONDS = START_SECONDS * 3

Say = Callable[[str], None]

# Measured defaults: without batches the recorder falls a minute behind a thousand tasks, and SQLite is "locked".
_SERVER = {
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "200",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "1",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_BATCH_SIZE": "200",
    "PREFECT_SERVER_SERVICES_DB_VACUUM_ENABLED": "events,flow_runs",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false",
}
HEARTBEAT_SECONDS = 30
_CLIENT = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "false",
    "PREFECT_TELEMETRY_ENABLE_RESOURCE_METRICS": "false",
    "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": str(HEARTBEAT_SECONDS),
    "PREFECT_CLIENT_MAX_RETRIES": "3",  # a server that is gone costs 14 s a call, not minutes
    "PREFECT_RUNNER_POLL_FREQUENCY": "3",
    "PYTHONSAFEPATH": "1",
}


@dataclass(frozen=True)
class _Process:
    """`started` tells when it began: a pid alone may by now be someone else's. `url` is the API it serves or serves for,
    `name` the deployment that it serves."""

    pid: int
    started: str
    url: str
    name: str = ""


@dataclass(frozen=True)
class PrefectFiles:
    """Paths below `root`, which is PREFECT_HOME and private as the home is."""

    root: Path

    @classmethod
    def below(cls, home: Path) -> "PrefectFiles":
        return cls(home / "prefect")

    def process(self, name: str) -> Path:
        return self.root / f"{name}.json"

    def log(self, name: str) -> Path:
        return self.root / f"{name}.log"

    @property
    def lock(self) -> Path:
        return self.root / "start.lock"

    @property
    def marks(self) -> Path:
        """A file for each run under way, which says what process runs it."""
        return self.root.parent / FLOW_RUNS

    @property
    def served(self) -> Path:
        """Written by the process that serves, once its deployments are registered: its pid."""
        return self.root / "served"


@dataclass(frozen=True)
class PrefectState:
    """`url` is the API's; None where none is configured and none runs here. `serves` tells of the deployments."""

    url: str | None
    serves: bool

    @property
    def ui(self) -> str | None:
        return None if self.url is None else shown_url(self.url.removesuffix("/").removesuffix("/api"))


def state(settings: Settings) -> PrefectState:
    """Looks at files and processes only."""
    files = PrefectFiles.below(settings.home)
    serving, server = _running(files, "serve"), _running(files, "server")
    url = settings.prefect_url or (None if server is None else server.url)
    return PrefectState(url, serving is not None and url is not None and same_api(serving.url, url))


def client_environment(settings: Settings, url: str) -> dict[str, str]:
    """What a process needs to run flows against that API."""
    return _CLIENT | {"PREFECT_HOME": str(PrefectFiles.below(settings.home).root), "PREFECT_API_URL": url}


def start(settings: Settings, say: Say, environment: Mapping[str, str], wait_seconds: float = START_SECONDS) -> bool:
    """Starts what doesn't run yet of the server and the process that serves; false where both ran.

    `environment` is what the served flows see: the model's key, the graph's address. Raises PortTaken,
    FlowServerFailed; then nothing new is left running.
    """
    from filelock import FileLock

    files = PrefectFiles.below(settings.home)
    try:
        files.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(files.lock, timeout=_LOCK_SECONDS):
            return _start_locked(settings, files, say, environment, wait_seconds)
    except OSError as error:
        raise FlowServerFailed(f"Prefect's files in {files.root} can't be used: {error}.") from error


def stop(settings: Settings) -> bool:
    """Ends both and waits; runs under way stop at a checkpoint first. False if none ran."""
    from filelock import FileLock

    files = PrefectFiles.below(settings.home)
    if not files.root.exists():
        return False
    with FileLock(files.lock, timeout=_LOCK_SECONDS):
        found = [_end(files, name) for name in ("serve", "server")]
    return any(found)


def _start_locked(
    settings: Settings, files: PrefectFiles, say: Say, environment: Mapping[str, str], wait_seconds: float
) -> bool:
    new: list[str] = []
    try:
        other = _other(settings, _running(files, "server"))
        url, name = (
            (other, socket.gethostname().lower())
            if other
            else (_server(settings, files, say, wait_seconds, new), LOCAL)
        )
        serving = _running(files, "serve")
        if serving is not None and (serving.name != name or not same_api(serving.url, url)):  # meant no more
            _end(files, "serve")
            serving = None
        if serving is None:
            new.append("serve")
            files.served.unlink(missing_ok=True)
            seen = {**environment, **client_environment(settings, url), "GLOSSATOR_HOME": str(settings.home)}
            process = _spawn(files, "serve", ["-m", "flows.deployments", name], seen, url, name)
            say("Registering the flows …")
            _await(files, "serve", process, lambda: files.served.exists(), say, wait_seconds)
    except BaseException:
        for process_name in new:
            _end(files, process_name)
        raise
    return bool(new)


def _other(settings: Settings, server: _Process | None) -> str | None:
    """The API of the server that PREFECT_API_URL names, unless that is ours, which runs or would run there. Raises
    FlowServerFailed where nothing is."""
    url = settings.prefect_url
    if url is None or (server is not None and same_api(server.url, url)):
        return None
    if _is_there(url):
        return url
    if server is None and same_api(f"http://127.0.0.1:{settings.prefect_port}/api", url):
        return None
    raise FlowServerFailed(
        f"Prefect doesn't answer at {shown_url(url)}, which PREFECT_API_URL names.",
        "Start that server, or unset PREFECT_API_URL for one of this machine's own.",
    )


def _is_there(url: str) -> bool:
    """Whether something answers, whatever it says: a server may want a key for this too."""
    try:
        urlopen(f"{url.removesuffix('/')}/health", timeout=5).close()
    except HTTPError:
        return True
    except (OSError, ValueError):
        return False
    return True


def _server(settings: Settings, files: PrefectFiles, say: Say, wait_seconds: float, new: list[str]) -> str:
    """The running server's API, or a new one's."""
    process = _running(files, "server")
    if process is None:
        port = claim_port(settings.prefect_port, "GLOSSATOR_PREFECT_PORT")
        new.append("server")
        url = f"http://127.0.0.1:{port}/api"
        seen = dict(os.environ) | _SERVER | client_environment(settings, url)
        command = ["-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
        process = _spawn(files, "server", command, seen, url)
        say("Starting Prefect …")
    url = process.url
    _await(files, "server", process, lambda: answers(url), say, wait_seconds)
    return url


def answers(url: str) -> bool:
    try:
        with urlopen(f"{url.removesuffix('/')}/health", timeout=5) as reply:
            return bool(reply.status == 200)
    except (URLError, OSError, ValueError):
        return False


def _await(
    files: PrefectFiles, name: str, process: _Process, ready: Callable[[], bool], say: Say, wait_seconds: float
) -> None:
    began_at = time.monotonic()
    said = 0
    while not ready():
        waited = time.monotonic() - began_at
        if not still_runs(process.pid, process.started):
            raise _failed(files, name, "ended while it started")
        if waited > wait_seconds:
            raise _failed(files, name, f"did not answer within {wait_seconds:.0f} seconds")
        if waited > (said + 1) * _SAID_EVERY:
            said += 1
            say(f"Prefect still starts ({waited:.0f} s); its log is {files.log(name)}.")
        time.sleep(_POLL_SECONDS)


def _spawn(
    files: PrefectFiles, name: str, command: Sequence[str], environment: Mapping[str, str], url: str, served: str = ""
) -> _Process:
    with files.log(name).open("wb") as log:
        started = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=files.root,
            env=dict(environment),
            start_new_session=True,
        )
    process = _Process(started.pid, began(started.pid), url, served)
    write_private(files.process(name), json.dumps(asdict(process)))
    return process


def _running(files: PrefectFiles, name: str) -> _Process | None:
    try:
        process = _Process(**json.loads(files.process(name).read_text(encoding="utf-8")))
        return process if still_runs(process.pid, process.started) else None
    except (FileNotFoundError, NotADirectoryError, ValueError, TypeError, OverflowError):
        return None


def _end(files: PrefectFiles, name: str) -> bool:
    process = _running(files, name)
    if process is not None:
        end(process.pid)
    files.process(name).unlink(missing_ok=True)
    return process is not None


def _failed(files: PrefectFiles, name: str, how: str) -> FlowServerFailed:
    log = files.log(name)
    return FlowServerFailed(
        f"The local Prefect ({name}) {how}. The end of its log:\n{last_lines(log)}\n",
        f"The whole log is {log}; `glossator up --no-prefect` starts without it.",
    )
