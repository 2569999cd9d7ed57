"""The floor of frequency: how often a phrase stands in the chapter, and whether it is printed as a name."""

import re
from functools import lru_cache
from typing import NamedTuple

from schemas.ids import entity_key, folded

FLOOR = 2  # occurrences in the chapter
BARE_FLOOR = 3  # of a single word: with 2, everyday nouns were most of what came in
_WORD = re.compile(r"[^\W_]+(?:[-‐‑'’][^\W_]+)*")


class Floor(NamedTuple):
    """The chapter's and the headings' words in singular, and the chapter's words as printed."""

    text: str
    headings: str
    printed: frozenset[str]

    def passes(self, phrase: str) -> bool:
        """Often enough in the chapter, or in a heading."""
        key = _padded(spaced(phrase))
        return key in self.headings or self.text.count(key) >= (FLOOR if " " in key.strip() else BARE_FLOOR)

    def occurs(self, phrase: str, times: int) -> bool:
        return self.text.count(_padded(spaced(phrase))) >= times

    def is_name(self, word: str) -> bool:
        """Printed with a capital and never in small letters, not even in the singular."""
        low = word.lower()
        return word[:1].isupper() and low not in self.printed and _singular(low) not in self.printed


@lru_cache(maxsize=8)
def floor_of(chapter_text: str, headings: tuple[str, ...]) -> Floor:
    return Floor(
        _padded(spaced(chapter_text)),
        _padded(" | ".join(spaced(heading) for heading in headings)),
        frozenset(_WORD.findall(chapter_text.replace("_", " "))),
    )


def spaced(text: str) -> str:
    """Folded words in the singular with single spaces: the form that occurrences are counted in; "sense-data" counts
    as "sense data"."""
    words = (word.removesuffix("'s").removesuffix("’s") for word in _WORD.findall(folded(text.replace("_", " "))))
    return " ".join(_singular(part) for word in words for part in re.split(r"[-‐‑]", word) if part)


def _padded(words: str) -> str:
    """With two spaces between words, so that neighbouring occurrences don't share one."""
    return f" {words.replace(' ', '  ')} "


@lru_cache(maxsize=50_000)
def _singular(word: str) -> str:
    return entity_key(word)
