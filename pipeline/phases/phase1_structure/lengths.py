"""How long a text is, and the bounded sentences of a passage in which no sentence ends."""

import re
from bisect import bisect_right

from pipeline.phases.phase1_structure.parts import part_ends

LONGEST_SENTENCE = 500  # words; the longest true ones in our books have some 230
LONGEST_WORD = 30  # code points; what is longer has no white space where other scripts or dashes have words' ends
WORD_LENGTH = 6  # code points that count for a word in it
_WORD = re.compile(r"\S+")


def word_count(text: str) -> int:
    """The words between white space; a run without any counts for as many as it would hold."""
    words = text.split()
    if len(text) <= LONGEST_WORD or max(map(len, words), default=0) <= LONGEST_WORD:
        return len(words)
    return sum(-(-len(word) // WORD_LENGTH) if len(word) > LONGEST_WORD else 1 for word in words)


def bounded_spans(text: str, begin: int, stop: int, language: str) -> list[tuple[int, int]]:
    """The sentence at [begin, stop), or pieces of it of at most LONGEST_SENTENCE words: cut at the end of a part where
    the second half of a piece has one, else between words, and inside a word only where it alone is too long."""
    if stop - begin <= LONGEST_SENTENCE or word_count(text[begin:stop]) <= LONGEST_SENTENCE:
        return [(begin, stop)]
    units = _units(text, begin, stop)
    ends = [begin + end for end in part_ends(text[begin:stop], language)]
    spans: list[tuple[int, int]] = []
    first = 0
    while first < len(units):
        last, words = first, 0
        half = first
        while last < len(units) and words + units[last][2] <= LONGEST_SENTENCE:
            words += units[last][2]
            last += 1
            if words <= LONGEST_SENTENCE // 2:
                half = last
        if last < len(units):
            at = bisect_right(ends, units[last][0]) - 1
            cut = bisect_right(units, ends[at] - 1, key=lambda unit: unit[0]) if at >= 0 else 0
            if cut > half:
                last = cut
        spans.append((units[first][0], units[last - 1][1]))
        first = last
    return spans


def _units(text: str, begin: int, stop: int) -> list[tuple[int, int, int]]:
    """Start, end and count of each word; a word beyond a sentence's length in pieces."""
    size = LONGEST_SENTENCE * WORD_LENGTH
    units: list[tuple[int, int, int]] = []
    for found in _WORD.finditer(text, begin, stop):
        for start in range(found.start(), found.end(), size):
            end = min(start + size, found.end())
            units.append((start, end, word_count(text[start:end])))
    return units
