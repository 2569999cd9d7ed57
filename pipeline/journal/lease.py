"""Who holds a chapter-reading: a process, known by host, pid and start time, so that a dead one can be told."""

import os
import socket
import uuid

FOREIGN_SILENCE_SECONDS = 900.0  # a holder on another host that was not seen for so long is taken for dead
_START_TOLERANCE_SECONDS = 1.0


def new_holder() -> str:
    """A name for one holder in this process: host, pid, start time and a token of its own."""
    import psutil

    started = psutil.Process().create_time()
    return f"{socket.gethostname()}|{os.getpid()}|{started:.2f}|{uuid.uuid4().hex[:8]}"


def alive(holder: str, seen: float, now: float) -> bool:
    """Whether the holder's process still runs; of other hosts only the silence is known."""
    import psutil

    host, pid, started, _ = holder.split("|")
    if host != socket.gethostname():
        return now - seen < FOREIGN_SILENCE_SECONDS
    try:
        process = psutil.Process(int(pid))
        same = abs(process.create_time() - float(started)) < _START_TOLERANCE_SECONDS
        return bool(same and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.AccessDenied:
        return True  # another user's process is one that lives
    except psutil.Error:
        return False
