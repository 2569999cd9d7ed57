"""Addressable units below the contents: propositions and what belongs to them, §§, numbered paragraphs and aphorisms."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from pipeline.phases.phase1_structure.labels import is_bare_label
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from pipeline.phases.phase1_structure.unit_labels import MAIN, UnitLabel, heading_kind, heading_label, unit_label
from schemas.text import SectionKind, UnitKind

FEWEST = 2  # labels of one word in a book; a single "Proposition 1." may be anything
SHORTEST_RUN = 5  # numbered paragraphs; fewer are a list
LEAST_SHARE = 0.8  # of a section's words stand in its numbered paragraphs, a list takes less
_PROVED = MAIN - {UnitKind.PARAGRAPH, UnitKind.NUMBER}  # they have proofs and notes
LONG_RUN, SHORT_LEAF = 20, 500  # declared sections of a number and few words (median) are units, not chapters


@dataclass(frozen=True, slots=True)
class _Found:
    at: int
    label: UnitLabel
    mark: int  # the section (index of its mark) it stands in


def with_units(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> tuple[ParsedBook, tuple[SectionKind, ...]]:
    """The book with a mark for each unit in its body, and one kind for each mark."""
    marks = _declared_units(parsed, kinds)
    kinds = [SectionKind.UNIT if mark.unit else kind for mark, kind in zip(marks, kinds, strict=True)]
    found = _belonging([*_worded(parsed, marks, kinds), *_numbered(parsed, marks, kinds)], parsed, marks, kinds)
    blocks = list(parsed.blocks)
    for one in found:
        if one.label.alone:
            blocks[one.at] = replace(blocks[one.at], role=BlockRole.HEADING)
    printed = Counter(mark.level for mark in marks if mark.unit is UnitKind.PARAGRAPH)
    of_paragraphs = printed.most_common(1)[0][0] if printed else None
    added = [(_mark(one, marks, parsed.blocks, of_paragraphs), SectionKind.UNIT) for one in found]
    together = sorted([*zip(marks, kinds, strict=True), *added], key=lambda pair: pair[0].at)
    return (
        replace(parsed, blocks=tuple(blocks), marks=tuple(mark for mark, _ in together)),
        tuple(kind for _, kind in together),
    )


def _declared_units(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> list[Mark]:
    """The marks with those told to be units whose titles are labels of such: "PROP. II.", and "§ 12" or a number where
    the contents don't list it or nothing but short leaves have it."""
    labels = [
        heading_label(mark.title) if kind is SectionKind.BODY else None
        for mark, kind in zip(parsed.marks, kinds, strict=True)
    ]
    numbered = [at for at, label in enumerate(labels) if label and label.kind in {UnitKind.PARAGRAPH, UnitKind.NUMBER}]
    short = _short_leaves(parsed, numbered)
    found: list[Mark] = []
    open_units: list[Mark] = []  # main ones that a proof or a note may belong to
    for at, (mark, label) in enumerate(zip(parsed.marks, labels, strict=True)):
        while open_units and open_units[-1].level > mark.level:
            open_units.pop()
        if label is not None and _is_unit(label, mark, at in short, bool(open_units)):
            mark = replace(mark, unit=label.kind)
            open_units += [mark] if label.kind in _PROVED else []
        elif open_units and open_units[-1].level == mark.level:
            open_units.pop()
        found.append(mark)
    return found


def _is_unit(label: UnitLabel, mark: Mark, short: bool, belongs: bool) -> bool:
    if label.kind in _PROVED:
        return True
    if label.kind in MAIN:
        return short or (label.kind is UnitKind.PARAGRAPH and not mark.in_toc)
    return belongs


def _short_leaves(parsed: ParsedBook, numbered: Sequence[int]) -> frozenset[int]:
    levels = Counter(parsed.marks[at].level for at in numbered)
    found: set[int] = set()
    for level in levels:
        run = [at for at in numbered if parsed.marks[at].level == level]
        lengths = [_words(parsed.blocks[slice(*_extent(parsed, at))]) for at in run]
        bare = sum(is_bare_label(parsed.marks[at].title) for at in run) > len(run) / 2
        if len(run) >= LONG_RUN and median(lengths) < (SHORT_LEAF if bare else SHORT_LEAF / 2):
            found.update(run)
    return frozenset(found)


def _extent(parsed: ParsedBook, at: int) -> tuple[int, int]:
    """The blocks between a mark and the next."""
    following = parsed.marks[at + 1].at if at + 1 < len(parsed.marks) else len(parsed.blocks)
    return parsed.marks[at].at, following


def _words(blocks: Sequence[Block]) -> int:
    return sum(len(block.text.split()) for block in blocks if block.role is BlockRole.TEXT)


def _candidates(
    parsed: ParsedBook, marks: Sequence[Mark], kinds: Sequence[SectionKind]
) -> Iterator[tuple[int, list[_Found]]]:
    """Each section that is read with the paragraphs in it that a label begins."""
    for index, (mark, kind) in enumerate(zip(marks, kinds, strict=True)):
        if kind not in {SectionKind.BODY, SectionKind.UNIT}:
            continue
        first, last = _extent(parsed, index)
        found: list[_Found] = []
        for at in range(first + mark.heading_blocks, last):
            label = unit_label(parsed.blocks[at].text) if parsed.blocks[at].role is BlockRole.TEXT else None
            if label:
                found.append(_Found(at, label, index))
        yield index, found


def _worded(parsed: ParsedBook, marks: Sequence[Mark], kinds: Sequence[SectionKind]) -> list[_Found]:
    """Paragraphs that begin with a § or with a word and number, if the book has several of the kind."""
    found = [
        one
        for _, candidates in _candidates(parsed, marks, kinds)
        for one in candidates
        if one.label.kind in MAIN and one.label.kind is not UnitKind.NUMBER
    ]
    declared = Counter(mark.unit for mark in marks if mark.unit)
    often = Counter(one.label.kind for one in found) + declared
    return [one for one in found if often[one.label.kind] >= FEWEST]


def _numbered(parsed: ParsedBook, marks: Sequence[Mark], kinds: Sequence[SectionKind]) -> list[_Found]:
    """Paragraphs of a number: all below "Definitions", elsewhere those of a run that goes through the section."""
    found: list[_Found] = []
    runs: list[list[_Found]] = []
    last = 0
    for index, candidates in _candidates(parsed, marks, kinds):
        worded = [one for one in candidates if one.label.kind in _PROVED | {UnitKind.PARAGRAPH}]
        numbers = [one for one in candidates if one.label.kind is UnitKind.NUMBER]
        kind = heading_kind(marks[index].title)
        if kind and numbers:
            chain = _chain([one for one in numbers if not worded or one.at < worded[0].at], 1)
            found.extend(_Found(one.at, replace(one.label, kind=kind), index) for one in chain)
            continue
        if not numbers:
            continue
        goes_on = numbers[0].label.number == last + 1 and last > 0
        chain = _chain(numbers, last + 1 if goes_on else 1)
        if not chain or not _fills(parsed, index, chain[0]):
            continue
        if goes_on and runs:
            runs[-1].extend(chain)
        else:
            runs.append(chain)
        last = chain[-1].label.number
    return [*found, *(one for run in runs if len(run) >= SHORTEST_RUN for one in run)]


def _chain(numbers: Sequence[_Found], first: int) -> list[_Found]:
    """Those that count on from `first` by one."""
    chain: list[_Found] = []
    for one in numbers:
        if one.label.number == first + len(chain):
            chain.append(one)
    return chain


def _fills(parsed: ParsedBook, index: int, first: _Found) -> bool:
    begin, end = _extent(parsed, index)
    return _words(parsed.blocks[first.at : end]) >= LEAST_SHARE * _words(parsed.blocks[begin:end])


def _belonging(
    main: Sequence[_Found], parsed: ParsedBook, marks: Sequence[Mark], kinds: Sequence[SectionKind]
) -> list[_Found]:
    """With the proofs, corollaries and notes of each unit, which stand behind it in the same section."""
    mains = {one.at for one in main}
    found = list(main)
    for index, candidates in _candidates(parsed, marks, kinds):
        first = min(
            (one.at for one in main if one.mark == index and one.label.kind is not UnitKind.NUMBER), default=None
        )
        inside = marks[index].unit in _PROVED
        found.extend(
            one
            for one in candidates
            if one.label.kind not in MAIN
            and one.at not in mains
            and (inside or (first is not None and one.at > first))
            and not (one.label.alone and marks[index].unit is UnitKind.PARAGRAPH)
        )
    return sorted(found, key=lambda one: one.at)


def _mark(one: _Found, marks: Sequence[Mark], blocks: Sequence[Block], of_paragraphs: int | None) -> Mark:
    """`of_paragraphs` is the level of the §§ that are headings."""
    block = blocks[one.at]
    return Mark(
        one.label.title,
        of_paragraphs if of_paragraphs and one.label.kind is UnitKind.PARAGRAPH else _level(one, marks),
        one.at,
        heading_blocks=1 if one.label.alone else 0,
        run_in=0 if one.label.alone else one.label.length,
        in_toc=False,
        unit=one.label.kind,
        source=block.source,
        href=block.file,
        page=block.pages[0][1] + 1 if block.pages else None,
    )


def _level(one: _Found, marks: Sequence[Mark]) -> int:
    """Below all headings of the section it stands in, so that it takes none of them in."""
    section = marks[one.mark]
    deepest = section.level
    for mark in marks[one.mark + 1 :]:
        if mark.level <= section.level:
            break
        deepest = max(deepest, mark.level)
    return deepest + (1 if one.label.kind in MAIN else 2)
