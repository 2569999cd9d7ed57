"""Printed headings that a PDF's outline leaves out, as sections below its entries."""

from collections.abc import Sequence

from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.parsers.pdf_candidates import Form, PrintedHeading
from pipeline.phases.phase1_structure.parsers.pdf_contents import PrintedContents
from pipeline.phases.phase1_structure.parsers.pdf_headings import printed_headings
from pipeline.phases.phase1_structure.parsers.pdf_levels import Ranked, levels
from pipeline.phases.phase1_structure.parsers.pdf_lines import Page
from pipeline.phases.phase1_structure.parsers.pdf_outline import OutlineEntry, Placed
from pipeline.phases.phase1_structure.parsers.pdf_paragraphs import Measure


def with_finer(
    placed: Sequence[Placed], pages: Sequence[Page], set_in: Measure, lists: Sequence[PrintedContents]
) -> list[Placed]:
    """The outline's entries as they are, with the headings printed between them."""
    skipped = {line for contents in lists for line in contents.lines}
    headings = printed_headings(pages, set_in, skipped)
    declared = sorted(placed, key=lambda one: (one.page, one.line))
    own = {id(one): _heading_of(one, headings) for one in declared}
    taken = {(one.page, one.line + step) for one in declared for step in range(max(one.size, 1))}
    taken |= {(one.page, one.line) for one in own.values() if one is not None}
    free = [one for one in headings if not any((one.page, one.line + step) in taken for step in range(one.size))]
    items: list[tuple[Placed | None, PrintedHeading | None]] = [(one, own[id(one)]) for one in declared]
    items += [(None, one) for one in free if _may_stand(one, declared, own)]
    items.sort(key=lambda item: _position(*item))
    found = levels([Ranked(heading, one.entry.level if one is not None else None) for one, heading in items])
    return [
        one if one is not None else undeclared(heading, level)
        for (one, heading), level in zip(items, found, strict=True)
        if one is not None or heading is not None
    ]


def undeclared(heading: PrintedHeading | None, level: int, in_toc: bool = False) -> Placed:
    """A section that begins at a printed heading."""
    assert heading is not None
    entry = OutlineEntry(heading.text, level, heading.page)
    return Placed(entry, heading.page, heading.line, heading.size, declared=False, in_toc=in_toc)


def _position(one: Placed | None, heading: PrintedHeading | None) -> tuple[int, int]:
    if one is not None:
        return one.page, one.line
    assert heading is not None
    return heading.page, heading.line


def _heading_of(one: Placed, headings: Sequence[PrintedHeading]) -> PrintedHeading | None:
    """The printed heading that an entry was placed at."""
    if not one.size:
        return None
    return next(
        (other for other in headings if other.page == one.page and other.line <= one.line < other.line + other.size),
        None,
    )


def _may_stand(heading: PrintedHeading, declared: Sequence[Placed], own: dict[int, PrintedHeading | None]) -> bool:
    """Inside an entry that is read, and not set larger than the entry's own heading."""
    inside = [one for one in declared if (one.page, one.line) <= (heading.page, heading.line)]
    if not inside:
        return False
    above = own[id(inside[-1])]
    if above is not None and above.form is Form.LARGE and heading.style < above.style and heading.form is Form.LARGE:
        return heading.style in {other.style for other in own.values() if other is not None}
    known = known_title(inside[-1].entry.title)
    return known is None or not known.sure
