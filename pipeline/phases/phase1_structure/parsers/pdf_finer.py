"""Printed headings that a PDF's outline leaves out, as sections below its entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.parsers.pdf_candidates import Form, PrintedHeading
from pipeline.phases.phase1_structure.parsers.pdf_contents import PrintedContents
from pipeline.phases.phase1_structure.parsers.pdf_headings import printed_headings
from pipeline.phases.phase1_structure.parsers.pdf_levels import Ranked, levels
from pipeline.phases.phase1_structure.parsers.pdf_lines import Page
from pipeline.phases.phase1_structure.parsers.pdf_outline import OutlineEntry, Placed
from pipeline.phases.phase1_structure.parsers.pdf_paragraphs import Measure
from schemas.text import SectionKind


@dataclass(frozen=True, slots=True)
class _Section:
    """An outline's entry with the printed heading it was placed at, or a heading that the outline leaves out."""

    place: Placed
    heading: PrintedHeading | None

    @property
    def position(self) -> tuple[int, int]:
        return self.place.page, self.place.line


def with_finer(
    placed: Sequence[Placed], pages: Sequence[Page], set_in: Measure, lists: Sequence[PrintedContents]
) -> list[Placed]:
    """The outline's entries as they are, with the headings printed between them."""
    headings = printed_headings(pages, set_in, {line for one in lists for line in one.lines})
    declared = sorted((_Section(one, _heading_of(one, headings)) for one in placed), key=lambda one: one.position)
    own = {id(one.heading) for one in declared}
    taken = {(one.place.page, one.place.line + step) for one in declared for step in range(max(one.place.size, 1))}
    free = [
        _Section(_undeclared(one, 1), one)
        for one in headings
        if id(one) not in own
        and not any((one.page, one.line + step) in taken for step in range(one.size))
        and _may_stand(one, declared)
    ]
    sections = sorted([*declared, *free], key=lambda one: one.position)
    found = levels([Ranked(one.heading, one.place.entry.level if one.place.declared else None) for one in sections])
    return [
        one.place if one.place.declared or one.heading is None else _undeclared(one.heading, level)
        for one, level in zip(sections, found, strict=True)
    ]


def _undeclared(heading: PrintedHeading, level: int) -> Placed:
    entry = OutlineEntry(heading.text, level, heading.page)
    return Placed(entry, heading.page, heading.line, heading.size, declared=False, in_toc=False)


def _heading_of(one: Placed, headings: Sequence[PrintedHeading]) -> PrintedHeading | None:
    """The printed heading that an entry was placed at."""
    if not one.size:
        return None
    return next(
        (other for other in headings if other.page == one.page and other.line <= one.line < other.line + other.size),
        None,
    )


def _may_stand(heading: PrintedHeading, declared: Sequence[_Section]) -> bool:
    """Inside an entry that is read, and not set larger than the entry's own heading unless other entries are so too."""
    inside = [one for one in declared if one.position <= (heading.page, heading.line)]
    if not inside:
        return False
    known = known_title(inside[-1].place.entry.title)
    if known is not None and known.sure and known.kind in {SectionKind.BACK, SectionKind.BOILERPLATE}:
        return False
    above = inside[-1].heading
    larger = above is not None and above.form is Form.LARGE is heading.form and heading.style < above.style
    return not larger or heading.style in {one.heading.style for one in declared if one.heading is not None}
