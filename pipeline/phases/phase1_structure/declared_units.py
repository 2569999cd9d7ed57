"""Sections of the contents, or headings, that are units: "PROP. II.", "§ 12", short leaves of a number."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from pipeline.phases.phase1_structure.labels import is_bare_label, unit_of
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from pipeline.phases.phase1_structure.unit_labels import MAIN, PROVED, UnitLabel, heading_label, unit_label, wording
from schemas.text import SectionKind, UnitKind

LEAST_PARAGRAPHS = 5  # §§ without titles; numbers alone may be chapters'
LONG_RUN, SHORT_LEAF = 20, 500  # declared sections of a number and few words (median) are units, not chapters


def declared_units(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> list[Mark]:
    """The marks with those told to be units whose titles are labels of such: "PROP. II.", and "§ 12" or a number where
    the contents don't list it or nothing but short leaves have it."""
    labels = [
        heading_label(mark.title) if kind is SectionKind.BODY else None
        for mark, kind in zip(parsed.marks, kinds, strict=True)
    ]
    short = _short_leaves(parsed, labels) | _short_titled(parsed, labels)
    found: list[Mark] = []
    open_units: list[Mark] = []  # main ones that a proof or a note may belong to
    for at, (mark, label) in enumerate(zip(parsed.marks, labels, strict=True)):
        while open_units and open_units[-1].level > mark.level:
            open_units.pop()
        if label is not None and _is_unit(label, mark, at in short, bool(open_units)):
            mark = replace(mark, unit=label.kind)
            open_units += [mark] if label.kind in PROVED else []
        elif open_units and open_units[-1].level == mark.level:
            open_units.pop()
        found.append(mark)
    return found


def with_wordings(parsed: ParsedBook, marks: Sequence[Mark]) -> tuple[ParsedBook, list[Mark]]:
    """The book with what a proposition set as a heading says as text behind its label: it is a sentence like others."""
    blocks = list(parsed.blocks)
    found: list[Mark] = []
    for mark in marks:
        if mark.unit in PROVED and mark.heading_blocks:
            label = unit_label(blocks[mark.at].text)
            if label and mark.heading_blocks == 1 and wording(blocks[mark.at].text, of_unit=True):
                blocks[mark.at] = replace(blocks[mark.at], role=BlockRole.TEXT)
                mark = replace(mark, heading_blocks=0, run_in=label.length, title=label.title)
            elif is_bare_label(blocks[mark.at].text) and wording(mark.title, of_unit=True):
                for at in range(mark.at + 1, mark.at + mark.heading_blocks):
                    blocks[at] = replace(blocks[at], role=BlockRole.TEXT)
                mark = replace(mark, heading_blocks=1, title=" ".join(blocks[mark.at].text.split()))
        found.append(mark)
    return replace(parsed, blocks=tuple(blocks)), found


def _is_unit(label: UnitLabel, mark: Mark, short: bool, belongs: bool) -> bool:
    if label.kind in PROVED:
        return label.alone or short
    if label.kind in MAIN:
        return short or (label.kind is UnitKind.PARAGRAPH and not mark.in_toc)
    return belongs


def _short_leaves(parsed: ParsedBook, labels: Sequence[UnitLabel | None]) -> frozenset[int]:
    by_level: defaultdict[int, list[int]] = defaultdict(list)
    for at, label in enumerate(labels):
        if label and label.kind in {UnitKind.PARAGRAPH, UnitKind.NUMBER}:
            by_level[parsed.marks[at].level].append(at)
    found: set[int] = set()
    run_in = _has_run_in(parsed)
    for run in by_level.values():
        lengths = [words_of(parsed.blocks[slice(*extent(parsed, at))]) for at in run]
        bare = sum(is_bare_label(parsed.marks[at].title) for at in run) > len(run) / 2
        of_paragraphs = 2 * sum(unit_of(parsed.marks[at].title) == "§" for at in run) > len(run)
        least = 1 if of_paragraphs and run_in else LEAST_PARAGRAPHS if of_paragraphs and bare else LONG_RUN
        if len(run) >= least and median(lengths) < (SHORT_LEAF if bare else SHORT_LEAF / 2):
            found.update(run)
    return frozenset(found)


def _has_run_in(parsed: ParsedBook) -> bool:
    """Whether other §§ of the book stand at the heads of their paragraphs."""
    texts = (block.text for block in parsed.blocks if block.role is BlockRole.TEXT and block.text.startswith("§"))
    labels = filter(None, map(unit_label, texts))
    return sum(label.kind is UnitKind.PARAGRAPH and label.firm and not label.alone for label in labels) > 1


def _short_titled(parsed: ParsedBook, labels: Sequence[UnitLabel | None]) -> frozenset[int]:
    """Propositions and their like with a title of their own ("Theorem 2: Of salt"), where those of their kind and level
    are short; long ones are chapters called so."""
    series: defaultdict[tuple[UnitKind, int], list[int]] = defaultdict(list)
    for at, label in enumerate(labels):
        if label and label.kind in PROVED and not label.alone:
            series[label.kind, parsed.marks[at].level].append(at)
    lengths = _lengths(parsed, labels)
    return frozenset(at for run in series.values() if median(lengths[at] for at in run) < SHORT_LEAF for at in run)


def _lengths(parsed: ParsedBook, labels: Sequence[UnitLabel | None]) -> list[int]:
    """The words of each section with those of the sections below it, proofs and notes aside."""
    lengths = [words_of(parsed.blocks[slice(*extent(parsed, at))]) for at in range(len(parsed.marks))]
    above: list[int] = []
    for at, mark in enumerate(parsed.marks):
        while above and parsed.marks[above[-1]].level >= mark.level:
            _add(lengths, above, labels)
        above.append(at)
    while above:
        _add(lengths, above, labels)
    return lengths


def _add(lengths: list[int], above: list[int], labels: Sequence[UnitLabel | None]) -> None:
    """Closes the last section of `above`: its words are counted with those of the section it stands in."""
    at = above.pop()
    label = labels[at]
    if above and not (label and label.kind not in MAIN):
        lengths[above[-1]] += lengths[at]


def extent(parsed: ParsedBook, at: int) -> tuple[int, int]:
    """The blocks between a mark and the next."""
    following = parsed.marks[at + 1].at if at + 1 < len(parsed.marks) else len(parsed.blocks)
    return parsed.marks[at].at, following


def words_of(blocks: Sequence[Block]) -> int:
    """Of the running text alone."""
    return sum(len(block.text.split()) for block in blocks if block.role is BlockRole.TEXT)
