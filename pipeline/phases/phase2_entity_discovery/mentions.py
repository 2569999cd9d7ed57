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


class _Surface(NamedTuple):
    """Its folded words, and what stands around them in the name as given ("`", "(", "?")."""

    words: tuple[str, ...]
    handle: str
    before: str
    after: str


class SurfaceIndex:
    """Surfaces of several things by their first word, ready to be searched for."""

    def __init__(self, surfaces: Mapping[str, Iterable[str]]) -> None:
        self._by_first: dict[str, list[_Surface]] = {}
        for handle, names in surfaces.items():
            for name in map(str.strip, names):
                words = _words(name)
                if words and len(name) >= SHORTEST_SURFACE:
                    folded_words = tuple(word.folded for word in words)
                    surface = _Surface(folded_words, handle, name[: words[0].start], name[words[-1].end :])
                    self._by_first.setdefault(folded_words[0], []).append(surface)
        for candidates in self._by_first.values():
            candidates.sort(key=lambda surface: (-len(surface.words), surface.handle))

    def find(self, text: str) -> tuple[Found, ...]:
        """All mentions in `text`, in order; at one place the longest surface wins."""
        words = _words(text)
        found, at = [], 0
        while at < len(words):
            match = self._match(words, at)
            if match is None:
                at += 1
                continue
            surface, possessive = match
            last = words[at + len(surface.words) - 1]
            start, end = words[at].start, last.end - (2 if possessive else 0)
            if text[:start].endswith(surface.before) and text[end:].startswith(surface.after):
                start, end = start - len(surface.before), end + len(surface.after)  # letter by letter as it is named
            found.append(Found(surface.handle, start, end))
            at += len(surface.words)
        return tuple(found)

    def _match(self, words: tuple[_Word, ...], at: int) -> tuple[_Surface, bool] | None:
        for first in dict.fromkeys((words[at].folded, _plain(words[at].folded))):
            for surface in self._by_first.get(first, ()):
                seen = tuple(word.folded for word in words[at : at + len(surface.words)])
                if seen == surface.words:
                    return surface, False
                if (*seen[:-1], _plain(seen[-1])) == surface.words:
                    return surface, True
        return None
