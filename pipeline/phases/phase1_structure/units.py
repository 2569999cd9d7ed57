"""Addressable units below the contents: propositions and what belongs to them, §§, numbered paragraphs and aphorisms."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pipeline.phases.phase1_structure.declared_units import declared_units, extent, with_wordings, words_of
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from pipeline.phases.phase1_structure.top_units import below_sections
from pipeline.phases.phase1_structure.unit_labels import (
    MAIN,
    PROVED,
    UnitLabel,
    decimal_label,
    heading_kind,
    heading_label,
    unit_label,
)
from pipeline.phases.phase1_structure.unit_rows import Numbered, counting_row, decimal_row, paragraph_rows
from schemas.text import SectionKind, UnitKind

FEWEST = 2  # labels of one word in a book; a single "Proposition 1." may be anything
SHORTEST_RUN = 5  # numbered paragraphs; fewer are a list
LEAST_COUNTED = 0.8  # of the numbers from a row's first to its last stand in it
MOST_CUT = 0.1  # of aphorisms' numbers stand in the middle of a sentence, whose stop was forgotten
_CUT = re.compile(r"[\w,-]$")
LEAST_SHARE = 0.8  # of a section's words stand in its numbered paragraphs, a list takes less


@dataclass(frozen=True, slots=True)
class _Found:
    at: int
    label: UnitLabel
    mark: int  # the section (index of its mark) it stands in


_Candidates = dict[int, list[_Found]]  # by section


def with_units(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> tuple[ParsedBook, tuple[SectionKind, ...]]:
    """The book with a mark for each unit in its body, and one kind for each mark."""
    parsed, marks = with_wordings(parsed, declared_units(parsed, kinds))
    kinds = [SectionKind.UNIT if mark.unit else kind for mark, kind in zip(marks, kinds, strict=True)]
    marks, kinds = below_sections(parsed, marks, kinds)
    parsed = replace(parsed, marks=tuple(marks))
    candidates = _candidates(parsed, marks, kinds, unit_label)
    numbered = _decimal(parsed, marks, kinds) or _numbered(parsed, marks, candidates)
    main = [*_worded(candidates, marks), *_paragraphs(parsed, marks, candidates), *numbered]
    found = _belonging(main, marks, candidates)
    deepest = _deepest(marks)
    blocks = list(parsed.blocks)
    for one in found:
        if one.label.alone:
            blocks[one.at] = replace(blocks[one.at], role=BlockRole.HEADING)
    printed = Counter(mark.level for mark in marks if mark.unit is UnitKind.PARAGRAPH)
    of_paragraphs = printed.most_common(1)[0][0] if printed else None
    added = [(_mark(one, parsed.blocks[one.at], deepest[one.mark], of_paragraphs), SectionKind.UNIT) for one in found]
    together = sorted([*zip(marks, kinds, strict=True), *added], key=lambda pair: pair[0].at)
    return (
        replace(parsed, blocks=tuple(blocks), marks=tuple(mark for mark, _ in together)),
        tuple(kind for _, kind in together),
    )


def _candidates(
    parsed: ParsedBook, marks: Sequence[Mark], kinds: Sequence[SectionKind], reads: Callable[[str], UnitLabel | None]
) -> _Candidates:
    """For each section that is read the paragraphs in it that a label begins."""
    found: _Candidates = {}
    for index, (mark, kind) in enumerate(zip(marks, kinds, strict=True)):
        if kind not in {SectionKind.BODY, SectionKind.UNIT}:
            continue
        first, last = extent(parsed, index)
        labels = (
            (at, reads(parsed.blocks[at].text) if parsed.blocks[at].role is BlockRole.TEXT else None)
            for at in range(first + mark.heading_blocks + bool(mark.run_in), last)
        )
        found[index] = [_Found(at, label, index) for at, label in labels if label]
    return found


def _worded(candidates: _Candidates, marks: Sequence[Mark]) -> list[_Found]:
    """Paragraphs that begin with a word and number, if the book has several of the kind."""
    found = [one for each in candidates.values() for one in each if one.label.kind in PROVED]
    declared = Counter(mark.unit for mark in marks if mark.unit)
    often = Counter(one.label.kind for one in found) + declared
    return [one for one in found if often[one.label.kind] >= FEWEST]


def _numbered(parsed: ParsedBook, marks: Sequence[Mark], candidates: _Candidates) -> list[_Found]:
    """Paragraphs of a number: all below "Definitions", elsewhere those of a row that goes through the section."""
    found: list[_Found] = []
    runs: list[list[_Found]] = []
    last = 0
    for index, inside in candidates.items():
        worded = next((one.at for one in inside if one.label.kind in PROVED | {UnitKind.PARAGRAPH}), len(parsed.blocks))
        numbers = _without_pages([one for one in inside if one.label.kind is UnitKind.NUMBER], parsed.blocks)
        kind = heading_kind(marks[index].title)
        if kind:
            _, row = _row([one for one in numbers if one.at < worded], parsed.blocks, 0)
            if row and _fills(parsed, index, row[0]):
                found.extend(replace(one, label=replace(one.label, kind=kind)) for one in row)
            continue
        anew, going_on = _row(numbers, parsed.blocks, 0), _row(numbers, parsed.blocks, last)
        goes_on = going_on[0] >= anew[0] and bool(runs)
        row = going_on[1] if goes_on else anew[1]
        if not row or not _fills(parsed, index, row[0]):
            continue
        if goes_on:
            runs[-1].extend(row)
        else:
            runs.append(row)
        last = row[-1].label.number
    return [*found, *(one for run in runs if len(run) >= SHORTEST_RUN for one in run)]


def _without_pages(numbers: Sequence[_Found], blocks: Sequence[Block]) -> list[_Found]:
    """Numbers that stand alone, without a stop, are a page's where they stand in the middle of sentences."""
    bare = [one for one in numbers if one.label.alone and one.label.title[-1].isalnum()]
    cut = sum(blocks[one.at - 1].role is BlockRole.TEXT and bool(_CUT.search(blocks[one.at - 1].text)) for one in bare)
    dropped = {one.at for one in bare} if cut > MOST_CUT * len(bare) else set()
    return [one for one in numbers if one.at not in dropped]


def _paragraphs(parsed: ParsedBook, marks: Sequence[Mark], candidates: _Candidates) -> list[_Found]:
    """Paragraphs of a §, those aside that only speak of one: they stand in no rising row with the others."""
    inside = [one for each in candidates.values() for one in each if one.label.kind is UnitKind.PARAGRAPH]
    declared = {mark.at: heading_label(mark.title) for mark in marks if mark.unit is UnitKind.PARAGRAPH}
    first = {marks[index].at + marks[index].heading_blocks for index in candidates if marks[index].unit is None}
    numbers = [Numbered(one.at, one.label, one.at in first) for one in inside]
    numbers += [
        Numbered(at, label, True) for at, label in declared.items() if label and at not in {one.at for one in inside}
    ]
    kept = paragraph_rows(sorted(numbers, key=lambda one: one.at))
    found = [one for one in inside if one.at in kept]
    return found if len(found) + len(declared) >= FEWEST else []


def _row(numbers: Sequence[_Found], blocks: Sequence[Block], after: int) -> tuple[float, list[_Found]]:
    """The weightiest row of Roman or of Arabic numbers."""
    found: tuple[float, list[_Found]] = (0.0, [])
    for arabic in (True, False):
        series = [one for one in numbers if one.label.title[0].isdecimal() is arabic]
        weight, places = counting_row(
            [one.label.number for one in series], [_prose(blocks, one) for one in series], after
        )
        counted = series[places[-1]].label.number - series[places[0]].label.number + 1 if places else 0
        if weight > found[0] and len(places) >= LEAST_COUNTED * counted:
            found = weight, [series[place] for place in places]
    return found


def _prose(blocks: Sequence[Block], one: _Found) -> int:
    """The words of the paragraph that the label begins, or that stands below it."""
    return words_of(blocks[one.at : one.at + 1 + one.label.alone])


def _decimal(parsed: ParsedBook, marks: Sequence[Mark], kinds: Sequence[SectionKind]) -> list[_Found]:
    """Paragraphs of decimal numbers, where a long row of them goes through the book."""
    candidates = _candidates(parsed, marks, kinds, decimal_label)
    found = [one for inside in candidates.values() for one in inside]
    places = decimal_row([f"{one.label.number}{one.label.suffix}" for one in found])
    first: dict[int, _Found] = {}
    for place in places:
        first.setdefault(found[place].mark, found[place])
    filled = {index for index, one in first.items() if _fills(parsed, index, one)}
    return [found[place] for place in places if found[place].mark in filled]


def _fills(parsed: ParsedBook, index: int, first: _Found) -> bool:
    begin, end = extent(parsed, index)
    return words_of(parsed.blocks[first.at : end]) >= LEAST_SHARE * words_of(parsed.blocks[begin:end])


def _belonging(main: Sequence[_Found], marks: Sequence[Mark], candidates: _Candidates) -> list[_Found]:
    """With the proofs, corollaries and notes of each unit, which stand behind it in the same section."""
    mains = {one.at for one in main}
    first: dict[int, int] = {}
    for one in main:
        if one.label.kind is not UnitKind.NUMBER:
            first[one.mark] = min(one.at, first.get(one.mark, one.at))
    found = list(main)
    for index, inside in candidates.items():
        begins = -1 if marks[index].unit in PROVED else first.get(index)
        found.extend(
            one
            for one in inside
            if one.label.kind not in MAIN
            and one.at not in mains
            and begins is not None
            and one.at > begins
            and not (one.label.alone and marks[index].unit is UnitKind.PARAGRAPH)
        )
    return sorted(found, key=lambda one: one.at)


def _mark(one: _Found, block: Block, deepest: int, of_paragraphs: int | None) -> Mark:
    """`deepest` is the level of the deepest heading in its section, `of_paragraphs` that of the §§ that are headings."""
    return Mark(
        one.label.title,
        of_paragraphs
        if of_paragraphs and one.label.kind is UnitKind.PARAGRAPH
        else deepest + (1 if one.label.kind in MAIN else 2),
        one.at,
        heading_blocks=1 if one.label.alone else 0,
        run_in=0 if one.label.alone else one.label.length,
        in_toc=False,
        unit=one.label.kind,
        source=block.source,
        href=block.file,
        page=block.page,
    )


def _deepest(marks: Sequence[Mark]) -> list[int]:
    """For each section the level of the deepest heading in it: its units stand below, so that they take none in."""
    deepest = [mark.level for mark in marks]
    above: list[int] = []
    for at in [*range(len(marks)), None]:
        while above and (at is None or marks[above[-1]].level >= marks[at].level):
            closed = above.pop()
            if above:
                deepest[above[-1]] = max(deepest[above[-1]], deepest[closed])
        if at is not None:
            above.append(at)
    return deepest
