"""Brackets in a paragraph: inside a pair no sentence ends, unless whole sentences stand in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

REACH = 400  # code points from a bracket to the one that closes it; farther apart they are no pair: "a)", a slip
# Words on either side of a stop between two sentences in brackets; a citation's "(Encycl. § 554)" has fewer.
LEAST_SAID = 3
_BRACKET = re.compile(r"(?<![:;]-)[()\[\]]")  # ":-)" is none
_CLOSES = {")": "(", "]": "["}
_SENTENCE_BEFORE = re.compile(r"(?:^|[.!?:…][\"'”’»)\]*_]*)\s*$")
_STOP_WITHIN = re.compile(r"[.!?…][\"'”’»*_]*$")
_WORD = re.compile(r"(?!(?:[ivxlcdm]+|[IVXLCDM]+)\b)[^\W\d_]{2,}(?!\w|\.)")
LOOK_BACK = 8  # code points before a bracket that tell whether a sentence ended there


@dataclass(frozen=True, slots=True)
class Pair:
    """The places of a bracket and of the one that closes it."""

    opened: int
    closed: int


def pairs_in(text: str) -> list[Pair]:
    """The pairs of brackets, by the place where they open; a bracket without its other has no part in any."""
    return sorted(_pairs(text), key=lambda pair: pair.opened) if "(" in text or "[" in text else []


def _pairs(text: str) -> Iterator[Pair]:
    open_at: list[int] = []
    for found in _BRACKET.finditer(text):
        if found.group() in "([":
            open_at.append(found.start())
            continue
        while open_at and found.start() - open_at[0] > REACH:
            del open_at[0]
        place = next((at for at in reversed(open_at) if text[at] == _CLOSES[found.group()]), None)
        if place is not None:
            del open_at[open_at.index(place) :]  # what was opened in between and never closed
            yield Pair(place, found.start())


def holds_together(text: str, pairs: list[Pair], at: int) -> bool:
    """Whether a bracket that is open at `at` keeps what stands on both sides of it in one sentence."""
    return any(pair.opened < at <= pair.closed and not _parts_sentences(text, pair, at) for pair in pairs)


def _parts_sentences(text: str, pair: Pair, at: int) -> bool:
    """Whether sentences of their own stand in the brackets, and one ends here: "(She went. He stayed where he was.)"."""
    if not _SENTENCE_BEFORE.search(text[max(pair.opened - LOOK_BACK, 0) : pair.opened]):
        return False
    before, after = text[pair.opened + 1 : at].rstrip(), text[at : pair.closed].rstrip()
    return (
        bool(_STOP_WITHIN.search(before) and _STOP_WITHIN.search(after))
        and len(_WORD.findall(before)) >= LEAST_SAID
        and len(_WORD.findall(after)) >= LEAST_SAID
    )
