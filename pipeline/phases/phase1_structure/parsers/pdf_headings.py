"""The headings of a PDF without an outline: lines set larger than the text."""

from collections.abc import Sequence

from pipeline.phases.phase1_structure.labels import is_bare_label
from pipeline.phases.phase1_structure.parsed import Block, Mark
from pipeline.phases.phase1_structure.parsers.headings import Heading, marks_of
from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page
from pipeline.phases.phase1_structure.parsers.pdf_paragraphs import Measure, paragraphs

LARGER = 1.12  # times the text's size
LONGEST = 45  # words of a heading


def printed_headings(
    pages: Sequence[Page], set_in: Measure, printed: Sequence[str | None], book_title: str | None
) -> tuple[list[Block], list[Mark]]:
    """Blocks and marks of a book whose sections begin where the print is larger."""
    groups = _groups(pages, set_in)
    numbers = {id(line): number for number, group in enumerate(groups) for line in group}
    starts = {id(group[0]) for group in groups}
    blocks, places = paragraphs(pages, set_in, numbers, starts, printed)
    sizes = sorted({_size(group) for group in groups}, reverse=True)
    headings = [
        Heading(blocks[places[id(group[0])]].text, sizes.index(_size(group)) + 1, places[id(group[0])])
        for group in groups
        if id(group[0]) in places
    ]
    return blocks, marks_of(headings, blocks, book_title)


def _size(group: Sequence[Line]) -> int:
    """The size in whole points: the same heading is set a little larger or smaller now and then."""
    return round(group[0].size)


def _groups(pages: Sequence[Page], set_in: Measure) -> list[list[Line]]:
    """Lines of a heading: of one size and close together."""
    groups: list[list[Line]] = []
    for page in pages:
        open_group: list[Line] | None = None
        for line in page.lines:
            if line.size < LARGER * set_in.size or not any(char.isalnum() for char in line.text):
                open_group = None
                continue
            close = open_group is not None and line.y0 - open_group[-1].y0 < 2.2 * line.size
            if (
                open_group is not None
                and close
                and _size([line]) == _size(open_group)
                and not is_bare_label(open_group[-1].text)
            ):
                open_group.append(line)
            else:
                open_group = [line]
                groups.append(open_group)
    return [group for group in groups if sum(len(line.text.split()) for line in group) <= LONGEST]
