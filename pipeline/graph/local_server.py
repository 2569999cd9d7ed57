"""The local Neo4j: started in the background from checked jars, asked for its state, ended; nothing of it is remote."""

import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pipeline.background import claim_port, end, last_lines
from pipeline.graph import server_process
from pipeline.graph.connection import Connection, LoginRefused, connect, open_connection, without_secrets
from pipeline.graph.jars import Progress, fetch
from pipeline.graph.server_files import ServerFiles, settle_password
from pipeline.graph.server_process import ServerProcess
from schemas.errors import GraphStartFailed, GraphUnavailable, SettingInvalid
from schemas.settings import Settings, check_password

_START_SECONDS = 180.0
_STOP_WAIT_SECONDS = 240.0
_POLL_SECONDS = 0.25


class ServerStatus(StrEnum):
    REMOTE = "remote"
    RUNNING = "running"
    STOPPED = "stopped"


@dataclass(frozen=True)
class ServerState:
    """What may be shown of the server; the password itself stands only in `password_file`.

    `stale` tells of a pid file whose process has ended without `stop`. For a remote Neo4j only `address` is known.
    """

    status: ServerStatus
    address: str | None = None
    browser: str | None = None
    username: str | None = None
    password_file: Path | None = None
    log: Path | None = None
    pid: int | None = None
    stale: bool = False


def state(settings: Settings) -> ServerState:
    """Looks at files and processes only; whether it answers is `connect`'s business."""
    if settings.graph.uri is not None:
        return ServerState(ServerStatus.REMOTE, address=without_secrets(settings.graph.uri))
    files = ServerFiles.below(settings.home)
    process = server_process.running(files)
    if process is None:
        return ServerState(ServerStatus.STOPPED, log=files.log, stale=files.process.exists())
    return ServerState(
        ServerStatus.RUNNING,
        address=f"bolt://127.0.0.1:{process.bolt_port}",
        browser=f"http://127.0.0.1:{process.http_port}/browser/",
        username="neo4j",
        password_file=files.password,
        log=files.log,
        pid=process.pid,
    )


def start(settings: Settings, progress: Progress, wait_seconds: float = _START_SECONDS) -> Connection:
    """A connection to the Neo4j in use, which is the configured one, the running local one or one now started
    (then `Connection.started` is true).

    Raises SettingInvalid, PortTaken, DownloadFailed, GraphStartFailed; then nothing new is left running.
    """
    from filelock import FileLock

    if settings.graph.uri is not None:
        return connect(settings)
    check_password(settings.graph.local_password)
    graph = settings.graph
    if graph.bolt_port == graph.http_port != 0:
        raise SettingInvalid(f"GLOSSATOR_BOLT_PORT and GLOSSATOR_HTTP_PORT are both {graph.bolt_port}.")
    files = ServerFiles.below(settings.home)
    try:
        files.create()
        with FileLock(files.lock, timeout=_START_SECONDS * 4):
            return _start_locked(settings, files, progress, wait_seconds)
    except OSError as error:
        raise GraphStartFailed(f"The local Neo4j's files in {files.root} can't be used: {error}.") from error


def stop(settings: Settings) -> bool:
    """Ends the local server and waits for its end; false if none ran. Raises SettingInvalid for a remote one."""
    from filelock import FileLock

    if settings.graph.uri is not None:
        raise SettingInvalid("NEO4J_URI is set: that Neo4j was not started here and is not ended here.")
    files = ServerFiles.below(settings.home)
    if not files.root.exists():
        return False
    with FileLock(files.lock, timeout=_STOP_WAIT_SECONDS):
        process = server_process.running(files)
        pid = server_process.stray(files) if process is None else process.pid
        if pid is not None:
            end(pid)
        files.process.unlink(missing_ok=True)
    return pid is not None


def _start_locked(settings: Settings, files: ServerFiles, progress: Progress, wait_seconds: float) -> Connection:
    process = server_process.running(files)
    if process is not None:
        settle_password(files, settings.graph)
        return _await_answer(files, process, wait_seconds)
    orphan = server_process.stray(files)
    if orphan is not None:
        end(orphan)
    graph = settings.graph
    bolt_port = claim_port(graph.bolt_port, "GLOSSATOR_BOLT_PORT")
    http_port = claim_port(graph.http_port, "GLOSSATOR_HTTP_PORT")
    jars = fetch(settings.cache_folder, progress)
    password = settle_password(files, graph)
    files.write_configuration(bolt_port, http_port)
    progress("Starting Neo4j", 0, 0)
    server_process.set_initial_password(files, jars, password)
    process = server_process.spawn(files, jars, graph.heap, bolt_port, http_port)
    try:
        connection = _await_answer(files, process, wait_seconds)
    except BaseException:
        end(process.pid)
        files.process.unlink(missing_ok=True)
        raise
    connection.started = True
    return connection


def _await_answer(files: ServerFiles, process: ServerProcess, wait_seconds: float) -> Connection:
    password = files.password.read_text(encoding="utf-8")
    until = time.monotonic() + wait_seconds
    while True:
        try:
            return open_connection(f"bolt://127.0.0.1:{process.bolt_port}", "neo4j", password, "neo4j")
        except LoginRefused as error:
            raise GraphStartFailed(
                f"The local Neo4j runs but refuses the password in {files.password}.",
                "Write the right password into that file.",
            ) from error
        except GraphUnavailable:
            if not process.alive():
                raise _failed(files, "ended while it started") from None
            if time.monotonic() > until:
                raise _failed(files, f"did not answer within {wait_seconds:.0f} seconds") from None
        time.sleep(_POLL_SECONDS)


def _failed(files: ServerFiles, how: str) -> GraphStartFailed:
    lines = "\n".join(last_lines(log) for log in (files.output, files.log)).strip()
    return GraphStartFailed(f"The local Neo4j {how}. The end of its log:\n{lines}\n", f"The whole log is {files.log}.")
