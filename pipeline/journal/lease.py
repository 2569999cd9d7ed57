"""Who holds a chapter-reading: a process, known by host, pid and start, so that a dead one can be told."""

import os
import socket
import uuid

from pipeline.process_start import began, still_runs

FOREIGN_SILENCE_SECONDS = 900.0  # a holder on another host that was not seen for so long is taken for dead


def new_holder() -> str:
    """A name for one holder in this process: host, pid, start and a token of its own."""
    return f"{socket.gethostname()}|{os.getpid()}|{began(os.getpid())}|{uuid.uuid4().hex[:8]}"


def alive(holder: str, seen: float, now: float) -> bool:
    """Whether the holder's process still runs; of other hosts only the silence is known."""
    host, pid, since, _ = holder.split("|")
    if host != socket.gethostname():
        return now - seen < FOREIGN_SILENCE_SECONDS
    return still_runs(int(pid), since)
