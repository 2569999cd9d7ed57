"""Which process a pid means: pids are given again, so a process is known by its pid and when it began."""

from pathlib import Path

_TOLERANCE_SECONDS = 1.0  # where only the clock tells when a process began
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def began(pid: int) -> str:
    """When the process began, in a form that no step of the clock moves: a boot's name and ticks since then (proc(5),
    field 22), elsewhere seconds. Raises psutil.Error where there is no such process."""
    import psutil

    if not _BOOT.exists():
        return f"{psutil.Process(pid).create_time():.2f}"
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return f"{_BOOT.read_text(encoding='utf-8').strip()}:{status.rpartition(')')[2].split()[19]}"
    except PermissionError as error:
        raise psutil.AccessDenied(pid) from error
    except OSError as error:
        raise psutil.NoSuchProcess(pid) from error


def still_runs(pid: int, since: str) -> bool:
    """Whether the process that began then is there and no zombie. One that may not be looked at is there."""
    import psutil

    try:
        return _same(since, began(pid)) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.AccessDenied:
        return True
    except psutil.Error:
        return False


def _same(one: str, other: str) -> bool:
    if ":" in one or ":" in other:
        return one == other
    try:
        return abs(float(one) - float(other)) < _TOLERANCE_SECONDS
    except ValueError:
        return False
