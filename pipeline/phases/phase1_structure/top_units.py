"""Sections above units that stand at the top of a book: units divide nothing, so they are no chapters."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.boundaries import UNTITLED
from pipeline.phases.phase1_structure.declared_units import extent, words_of
from pipeline.phases.phase1_structure.parsed import Mark, ParsedBook
from schemas.text import SectionKind


def below_sections(
    parsed: ParsedBook, marks: Sequence[Mark], kinds: Sequence[SectionKind]
) -> tuple[list[Mark], list[SectionKind]]:
    """The marks with each run of units at the top one level lower: below the title above it that has no text of its own,
    else below a section with the book's title."""
    found: list[tuple[Mark, SectionKind]] = []
    top = marks[0].level
    lower = False
    empty = False  # the last section at the top is a title alone
    for at, (mark, kind) in enumerate(zip(marks, kinds, strict=True)):
        is_top = mark.level <= top
        top = min(mark.level, top)
        if is_top and kind is SectionKind.UNIT and not lower and not empty:
            found.append((_above(mark, parsed.metadata.title), SectionKind.BODY))
        if is_top:
            lower = kind is SectionKind.UNIT
        if not lower:
            empty = is_top and kind is SectionKind.BODY and not words_of(parsed.blocks[slice(*extent(parsed, at))])
        found.append((replace(mark, level=mark.level + 1) if lower else mark, kind))
    return [mark for mark, _ in found], [kind for _, kind in found]


def _above(first: Mark, title: str | None) -> Mark:
    return Mark(
        title or UNTITLED, first.level, first.at, in_toc=False, source=first.source, href=first.href, page=first.page
    )
