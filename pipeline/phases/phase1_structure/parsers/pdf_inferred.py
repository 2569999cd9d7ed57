"""Sections of a PDF without an outline: its printed contents, its printed headings, or else its running heads."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.contents_list import is_contents_heading
from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.labels import label_of, plain_title
from pipeline.phases.phase1_structure.parsers.pdf_candidates import Form, PrintedHeading, heading_at, is_full_line
from pipeline.phases.phase1_structure.parsers.pdf_contents import ContentsEntry, PrintedContents, is_other_list
from pipeline.phases.phase1_structure.parsers.pdf_contents_places import Book, PlacedEntry, placed_contents
from pipeline.phases.phase1_structure.parsers.pdf_headings import printed_headings
from pipeline.phases.phase1_structure.parsers.pdf_levels import FRAME, Ranked, levels
from pipeline.phases.phase1_structure.parsers.pdf_lines import Page
from pipeline.phases.phase1_structure.parsers.pdf_outline import OutlineEntry, Placed
from pipeline.phases.phase1_structure.parsers.pdf_paragraphs import Measure
from pipeline.phases.phase1_structure.parsers.pdf_running_heads import headed_chapters
from pipeline.phases.phase1_structure.parsers.pdf_search import LineIndex

TITLE_PAGE_LINES = 8  # fewer full lines of text below a heading may be a title page's
PRINTED_SHARE = 0.8  # of a list's entries have headings whose type may tell their levels
CONTENTS = "Contents"


@dataclass(frozen=True, slots=True)
class Running:
    """What is printed at the pages' edges, and the file's own labels of the pages."""

    numbers: tuple[str | None, ...]
    heads: tuple[str | None, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inferred:
    """`without_heading`: contents entries and the pages at whose top they were placed; `foreign_contents`: pages of
    lists that are another text's."""

    placed: tuple[Placed, ...]
    book_title: str | None = None
    without_heading: tuple[tuple[str, int], ...] = ()
    foreign_contents: tuple[int, ...] = ()
    by_running_heads: bool = False


@dataclass(frozen=True, slots=True)
class _Item:
    """A section to be: a contents entry, a printed heading, or both."""

    page: int
    line: int
    size: int
    entry: ContentsEntry | None
    heading: PrintedHeading | None


def inferred_sections(
    pages: Sequence[Page], set_in: Measure, lists: Sequence[PrintedContents], running: Running
) -> Inferred:
    headings = printed_headings(pages, set_in, {line for one in lists for line in one.lines})
    entries: list[PlacedEntry] = []
    foreign: list[int] = []
    if lists:
        index = LineIndex(pages)
        book = Book(pages, headings, running.numbers, running.labels)
        for one in lists:
            placed = placed_contents(one, book, index)
            # a short list and a detailed one may name the same headings: the first that does is believed
            fresh = [other for other in placed if all((other.page, other.line) != (e.page, e.line) for e in entries)]
            entries.extend(fresh)
            if one.entries and not placed:
                foreign.append(one.first)
    items, title = _without_title_page(_items(entries, headings), pages)
    if not items:
        return _by_heads(pages, running, tuple(foreign))
    items = sorted([*items, *_lists(lists, pages, items)], key=lambda item: (item.page, item.line))
    typed = _levels_by_type(items, pages, set_in)
    found = levels([Ranked(item.heading, typed.get(id(item)) or _declared_level(item)) for item in items])
    return Inferred(
        tuple(_placed(item, level) for item, level in zip(items, found, strict=True)),
        title,
        tuple((one.entry.title, one.page) for one in entries if not one.size),
        tuple(foreign),
    )


def _levels_by_type(items: Sequence[_Item], pages: Sequence[Page], set_in: Measure) -> dict[int, int]:
    """Levels of the contents' entries (by the item's id) by the print they point to, where the list itself, which
    begins all of them alike, says nothing of levels."""
    listed = [item for item in items if item.entry is not None]
    if len({item.entry.level for item in listed if item.entry}) > 1:
        return {}
    printed = {
        id(item): item.heading or heading_at(item.page, item.line, item.size, pages[item.page], set_in)
        for item in listed
    }
    if sum(one is not None for one in printed.values()) < PRINTED_SHARE * len(listed):
        return {}
    return dict(zip(printed, levels([Ranked(one) for one in printed.values()]), strict=True))


def _declared_level(item: _Item) -> int | None:
    if item.entry is not None:
        return item.entry.level
    text = CONTENTS if item.heading is None else item.heading.text
    return 1 if is_contents_heading(text) or is_other_list(text) else None


def _placed(item: _Item, level: int) -> Placed:
    title = item.entry.title if item.entry is not None else item.heading.text if item.heading is not None else CONTENTS
    entry = OutlineEntry(title, level, item.page)
    return Placed(entry, item.page, item.line, item.size, declared=False, in_toc=item.entry is not None)


def _items(entries: Sequence[PlacedEntry], headings: Sequence[PrintedHeading]) -> list[_Item]:
    """The contents' entries and the other headings, in reading order."""
    own = {(one.page, one.line): one for one in headings}
    items = [
        _Item(one.page, one.line, one.size, one.entry, own.get((one.page, one.line)) if one.size else None)
        for one in entries
    ]
    taken = {(one.page, one.line + step) for one in entries for step in range(max(one.size, 1))}
    for one in headings:
        if not any((one.page, one.line + step) in taken for step in range(one.size)):
            items.append(_Item(one.page, one.line, one.size, None, one))
    return sorted(items, key=lambda item: (item.page, item.line))


def _lists(lists: Sequence[PrintedContents], pages: Sequence[Page], items: Sequence[_Item]) -> list[_Item]:
    """A section for each contents list, whose heading may be among the headings already."""
    found: list[_Item] = []
    for one in lists:
        lines = pages[one.first].lines
        first = next((index for index, line in enumerate(lines) if id(line) in one.lines), 0)
        if any(item.page == one.first and first - 2 < item.line + item.size - 1 < first for item in items):
            continue
        headed = first > 0 and (is_contents_heading(lines[first - 1].text) or is_other_list(lines[first - 1].text))
        heading = PrintedHeading(one.first, first - 1, 1, lines[first - 1].text, Form.LARGE) if headed else None
        found.append(_Item(one.first, first - headed, int(headed), None, heading))
    return found


def _without_title_page(items: list[_Item], pages: Sequence[Page]) -> tuple[list[_Item], str | None]:
    """The sections without a title page's lines, and the largest of these: the book's title."""
    run = 0
    while run + 1 < len(items) and _is_title_page(
        items[run], items[run + 1], pages, items[run - 1].page if run else None
    ):
        run += 1
    lines = [item.heading for item in items[:run] if item.heading is not None]
    title = min(lines, key=lambda one: one.style, default=None)
    return items[run:], title.text if title is not None else None


def _is_title_page(item: _Item, following: _Item, pages: Sequence[Page], title_page: int | None) -> bool:
    """Whether a heading is a line of a title page; `title_page` is the page on which the line before it is one."""
    if item.heading is None or item.entry is not None or label_of(item.heading.text):
        return False
    text = item.heading.text
    if known_title(text) is not None or FRAME.fullmatch(plain_title(text)):
        return False
    end = (following.page, following.line)
    if item.page == title_page:  # behind the title page's last line comes the next page's text
        end = min(end, (item.page + 1, 0))
    between = [
        line
        for number in range(item.page, min(following.page + 1, len(pages)))
        for index, line in enumerate(pages[number].lines)
        if (item.page, item.line + item.size) <= (number, index) < end
    ]
    return sum(is_full_line(line) for line in between) < TITLE_PAGE_LINES


def _by_heads(pages: Sequence[Page], running: Running, foreign: tuple[int, ...]) -> Inferred:
    chapters = headed_chapters(running.heads, LineIndex(pages))
    placed = tuple(
        Placed(OutlineEntry(one.title, 1, one.page), one.page, one.line, one.size, declared=False, in_toc=False)
        for one in chapters
    )
    return Inferred(placed, foreign_contents=foreign, by_running_heads=bool(chapters))
