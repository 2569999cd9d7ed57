"""Which files of a folder are complete: those that have not changed for a while, each told once for each content."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

Look = tuple[int, ...]  # of a file: its size in bytes, then what else tells one content from another


class Seen(NamedTuple):
    """A file as it looked, and since when (seconds of a clock that only runs forward) it has looked so."""

    look: Look
    since: float


class Arrivals:
    """Looked at now and then; a file that changes again after it was told is told again."""

    def __init__(self, settle_seconds: float) -> None:
        self._settle = settle_seconds
        self._seen: dict[Path, Seen] = {}
        self._told: dict[Path, Look] = {}

    def complete(self, files: Mapping[Path, Look], now: float) -> list[Path]:
        """Of `files` those to be read now. Empty ones are never complete."""
        self._seen = {path: self._look(path, look, now) for path, look in files.items()}
        ready = [
            path
            for path in self._settled(now)
            if self._seen[path].look[0] > 0 and self._told.get(path) != self._seen[path].look
        ]
        self._told.update({path: files[path] for path in ready})
        return ready

    def empty(self, now: float) -> list[Path]:
        """Those of the last look that stay empty."""
        return [path for path in self._settled(now) if self._seen[path].look[0] == 0]

    def again(self, paths: Iterable[Path], at: float) -> None:
        """Tells these once more, from then on (seconds of the same clock)."""
        for path in paths:
            self._told.pop(path, None)
            if path in self._seen:
                self._seen[path] = self._seen[path]._replace(since=at - self._settle)

    def _settled(self, now: float) -> list[Path]:
        return [path for path, seen in sorted(self._seen.items()) if now - seen.since >= self._settle]

    def _look(self, path: Path, look: Look, now: float) -> Seen:
        before = self._seen.get(path)
        return before if before is not None and before.look == look else Seen(look, now)


class Remarks:
    """Says each thing once for as long as it lasts."""

    def __init__(self) -> None:
        self._said: frozenset[str] = frozenset()

    def new(self, remarks: Iterable[str]) -> list[str]:
        """Those that didn't hold at the last look."""
        now = list(dict.fromkeys(remarks))
        fresh = [remark for remark in now if remark not in self._said]
        self._said = frozenset(now)
        return fresh
