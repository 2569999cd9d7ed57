"""Boundary detector without a model: lexical cohesion across paragraph ends (TextTiling, Hearst 1997)."""

import re
from collections import Counter
from collections.abc import Iterable
from math import sqrt

from schemas.ids import entity_key
from schemas.text import Book, Chapter

WINDOW = 8  # sentences compared on either side of a paragraph's end
DEVIATIONS = 1.0  # a gap is a turn when its depth is this many standard deviations above the chapter's mean
LEAST_GAPS = 5  # a chapter with fewer paragraph ends has no statistics to speak of
_WORD = re.compile(r"[^\W\d_]{4,}")


def cohesion_turns(book: Book, chapter: Chapter) -> tuple[int, ...]:
    """Sentences (indices) after which vocabulary changes most; a function of the text alone, cut only at paragraphs."""
    span = range(chapter.first, chapter.last)
    ends = [i for i in span[:-1] if book.sentences[i].paragraph != book.sentences[i + 1].paragraph]
    gaps = [i for i in ends if not book.is_note(i + 1)]
    if len(gaps) < LEAST_GAPS:
        return ()
    bags = {index: Counter(map(entity_key, _WORD.findall(book.sentence_text(index)))) for index in span}
    frequent = _frequent(bags.values(), len(span))
    cohesion = [
        _cosine(
            _sum((bags[i] for i in range(max(span.start, gap - WINDOW + 1), gap + 1)), frequent),
            _sum((bags[i] for i in range(gap + 1, min(span.stop, gap + 1 + WINDOW))), frequent),
        )
        for gap in gaps
    ]
    depths = [_depth(cohesion, place) for place in range(len(gaps))]
    mean = sum(depths) / len(depths)
    deviation = sqrt(sum((depth - mean) ** 2 for depth in depths) / len(depths))
    return tuple(g for g, depth in zip(gaps, depths, strict=True) if depth > mean + DEVIATIONS * deviation)


def _frequent(bags: Iterable[Counter[str]], sentences: int) -> frozenset[str]:
    """Words in more than a tenth of the sentences tell nothing about a turn (a stop list made by the text itself)."""
    spread = Counter(word for bag in bags for word in bag)
    return frozenset(word for word, count in spread.items() if count > max(3, sentences / 10))


def _sum(bags: Iterable[Counter[str]], without: frozenset[str]) -> Counter[str]:
    total: Counter[str] = Counter()
    for bag in bags:
        total.update({word: count for word, count in bag.items() if word not in without})
    return total


def _cosine(left: Counter[str], right: Counter[str]) -> float:
    norm = sqrt(sum(n * n for n in left.values()) * sum(n * n for n in right.values()))
    return sum(count * right[word] for word, count in left.items()) / norm if norm else 0.0


def _depth(cohesion: list[float], place: int) -> float:
    """How far the cohesion falls from the nearest peaks on both sides."""
    left = right = cohesion[place]
    for value in reversed(cohesion[:place]):
        if value < left:
            break
        left = value
    for value in cohesion[place + 1 :]:
        if value < right:
            break
        right = value
    return (left - cohesion[place]) + (right - cohesion[place])
