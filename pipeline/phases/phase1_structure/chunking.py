"""Chunks: consecutive whole sentences of one chapter, about a target length, cut at section or paragraph ends."""

from collections.abc import Sequence
from itertools import accumulate

from schemas.text import Chapter, ChunkSpan, Section, SectionKind, Sentence

SHORTEST, LONGEST = 0.7, 1.3  # of the target: where a cut is looked for
# What a cut costs beside its distance from the target (in targets): a section end is worth a quarter of a target.
SECTION_COST, UNIT_COST, PARAGRAPH_COST, SENTENCE_COST = 0.0, 0.1, 0.25, 0.6
TAIL_COST = 0.5  # for leaving a rest shorter than SHORTEST


def chunks_of(
    chapters: Sequence[Chapter],
    sections: Sequence[Section],
    sentences: Sequence[Sentence],
    words: Sequence[int],
    target: int,
) -> tuple[ChunkSpan, ...]:
    """The chunks of all chapters in order; every sentence of a chapter is in exactly one."""
    sums = [0, *accumulate(words)]
    chunks: list[ChunkSpan] = []
    for chapter in chapters:
        first, number = chapter.first, 1
        while first < chapter.last:
            last = _cut(first, chapter.last, sections, sentences, sums, target)
            chunks.append(
                ChunkSpan(chapter=chapter.order, number=number, first=first, last=last, words=sums[last] - sums[first])
            )
            first, number = last, number + 1
    return tuple(chunks)


def _cut(
    first: int, stop: int, sections: Sequence[Section], sentences: Sequence[Sentence], sums: Sequence[int], target: int
) -> int:
    """The end of the chunk that begins at `first`."""
    if sums[stop] - sums[first] <= LONGEST * target:
        return stop
    best, best_cost = 0, float("inf")
    last = first + 1
    for at in range(first + 1, stop):
        size = sums[at] - sums[first]
        if size > LONGEST * target:
            break
        last = at
        if size < SHORTEST * target:
            continue
        if sections[sentences[at].section].kind is SectionKind.NOTE:
            continue  # it is read with the paragraph that calls it
        cost = abs(size - target) / target + _cut_cost(_running(at - 1, sentences, sections), sentences[at], sections)
        if sums[stop] - sums[at] < SHORTEST * target:
            cost += TAIL_COST
        if cost < best_cost:
            best, best_cost = at, cost
    return best or last  # no cut in the window: a huge sentence follows, or is this chunk


def _running(at: int, sentences: Sequence[Sentence], sections: Sequence[Section]) -> Sentence:
    """The sentence at `at`, or the last above it that is no note's."""
    while at and sections[sentences[at].section].kind is SectionKind.NOTE:
        at -= 1
    return sentences[at]


def _cut_cost(before: Sentence, after: Sentence, sections: Sequence[Section]) -> float:
    if before.section != after.section:
        section = sections[after.section]
        kind_cost = UNIT_COST if section.kind is SectionKind.UNIT else SECTION_COST
        return kind_cost + 0.02 * min(section.level, 5)  # the higher the section, the better
    return PARAGRAPH_COST if before.paragraph != after.paragraph else SENTENCE_COST
