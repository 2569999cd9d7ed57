"""Finds the surfaces of known names in sentences: exact, by folded words, the longest first, never overlapping."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from schemas.ids import folded

SHORTEST_SURFACE = 3  # characters; shorter names are mentioned only where a reader cites them
_WORD = re.compile(r"[^\W_]+(?:[’'\-‐‑][^\W_]+)*", re.UNICODE)


class Found(NamedTuple):
    """`start` and `end` are offsets in the sentence's text."""

    handle: str
    start: int
    end: int


class _Word(NamedTuple):
    folded: str
    start: int
    end: int


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[_Word, ...]:
    return tuple(_Word(folded(match.group()), match.start(), match.end()) for match in _WORD.finditer(text))


def _plain(word: str) -> str:
    """A word without a possessive ending."""
    return word[:-2] if word.endswith(("'s", "’s")) else word


class SurfaceIndex:
    """Surfaces of several things by their first word, ready to be searched for."""

    def __init__(self, surfaces: Mapping[str, Iterable[str]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for handle, names in surfaces.items():
            for name in names:
                words = tuple(word.folded for word in _words(name))
                if words and len(name.strip()) >= SHORTEST_SURFACE:
                    self._by_first.setdefault(words[0], []).append((words, handle))
        for candidates in self._by_first.values():
            candidates.sort(key=lambda candidate: (-len(candidate[0]), candidate[1]))

    def find(self, text: str) -> tuple[Found, ...]:
        """All mentions in `text`, in order; at one place the longest surface wins."""
        words = _words(text)
        found, at = [], 0
        while at < len(words):
            match = self._match(words, at)
            if match is None:
                at += 1
                continue
            length, handle, possessive = match
            end = words[at + length - 1].end - (2 if possessive else 0)
            found.append(Found(handle, words[at].start, end))
            at += length
        return tuple(found)

    def _match(self, words: tuple[_Word, ...], at: int) -> tuple[int, str, bool] | None:
        for first in dict.fromkeys((words[at].folded, _plain(words[at].folded))):
            for surface, handle in self._by_first.get(first, ()):
                seen = [word.folded for word in words[at : at + len(surface)]]
                if seen == list(surface):
                    return len(surface), handle, False
                if [*seen[:-1], _plain(seen[-1])] == list(surface):
                    return len(surface), handle, True
        return None
