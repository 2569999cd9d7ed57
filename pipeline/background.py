"""Programs that run in the background: a free port, a private file, the end of a log, an end by pid alone."""

import os
import socket
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.errors import PortTaken

if TYPE_CHECKING:
    import psutil

_GRACE_SECONDS = 60.0
_POLL_SECONDS = 0.1


def write_private(path: Path, text: str) -> None:
    """Writes a file only its owner may read (0600), whole or not at all."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    aside.replace(path)


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
