"""Which files of a folder are complete: those that have not changed for a while, each told once for each content."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple


class Seen(NamedTuple):
    """A file as it looked, and since when (seconds of a clock that only runs forward) it has looked so."""

    size: int
    modified: int
    since: float


class Arrivals:
    """Looked at now and then; a file that changes again after it was told is told again."""

    def __init__(self, settle_seconds: float) -> None:
        self._settle = settle_seconds
        self._seen: dict[Path, Seen] = {}
        self._told: dict[Path, tuple[int, int]] = {}

    def complete(self, files: Mapping[Path, tuple[int, int]], now: float) -> list[Path]:
        """Of `files` (path to size in bytes and time of change) those to be read now. Empty ones are never complete."""
        self._seen = {path: self._look(path, *files[path], now) for path in files}
        ready = [
            path
            for path, seen in sorted(self._seen.items())
            if seen.size > 0 and now - seen.since >= self._settle and self._told.get(path) != (seen.size, seen.modified)
        ]
        self._told.update({path: files[path] for path in ready})
        return ready

    def again(self, paths: Iterable[Path], at: float) -> None:
        """Tells these once more, from then on (seconds of the same clock)."""
        for path in paths:
            self._told.pop(path, None)
            if path in self._seen:
                self._seen[path] = self._seen[path]._replace(since=at - self._settle)

    def _look(self, path: Path, size: int, modified: int, now: float) -> Seen:
        before = self._seen.get(path)
        same = before is not None and (before.size, before.modified) == (size, modified)
        return Seen(size, modified, before.since if before is not None and same else now)
