"""Where a plain text prints its contents list, one paragraph or many, with page numbers or without."""

import re
from collections.abc import Sequence

from pipeline.phases.phase1_structure.contents_list import (
    ListEntry,
    has_page,
    has_page_apart,
    is_column_head,
    is_contents_heading,
    letters,
    list_entries,
    without_page,
)
from pipeline.phases.phase1_structure.label_values import values_of
from pipeline.phases.phase1_structure.labels import is_container, unit_of
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, without_underline

_DASH = re.compile(r"--|[—–]| - ")
SHORTEST_NAME = 4  # letters of an entry that is known in the text by its words alone
LONGEST_TITLE_LINES = 4
LATEST = 0.3  # of the book's paragraphs stand before its contents list at most
LONGEST_LINE = 18  # words
LONG_ROW = 55  # letters; prose fills its lines, a list doesn't
DASHES = 3  # between the points of a chapter's summary, which a list may give
FEWEST_PAGES = 2  # page numbers by which a list is known
FIRST_ENTRIES = 3  # one of them begins the text behind the list
WIDE_GAP = 2  # blank lines; entries stand closer


def contents_of(paragraphs: Sequence[Paragraph]) -> tuple[int, int] | None:
    """The printed contents list as [first, last) paragraphs, its heading first."""
    for at, paragraph in enumerate(paragraphs[: int(LATEST * len(paragraphs)) + 5]):
        text = without_underline(paragraph).text
        if is_contents_heading(text) and text[:1].isupper():
            last = _end(paragraphs, at + 1)
            if last > at + 1:
                return at, last
    return None


def entries_of(paragraphs: Sequence[Paragraph], contents: tuple[int, int] | None) -> list[ListEntry]:
    first, last = contents or (0, 0)
    return list_entries([line for paragraph in paragraphs[first + 1 : last] for line in (*paragraph.lines, "")])


def named_in(
    paragraphs: Sequence[Paragraph], contents: tuple[int, int] | None, entries: Sequence[ListEntry]
) -> list[int]:
    """The paragraphs behind the list that say no more than one of its entries, in whatever type they are set."""
    names = {letters(entry.title) for entry in entries if len(letters(entry.title)) >= SHORTEST_NAME}
    behind = range(contents[1], len(paragraphs)) if contents else range(0)
    return [
        at
        for at in behind
        if len(paragraphs[at].lines) <= LONGEST_TITLE_LINES and letters(paragraphs[at].text) in names
    ]


def _end(paragraphs: Sequence[Paragraph], start: int) -> int:
    prose = next((at for at in range(start, len(paragraphs)) if _is_prose(paragraphs[at])), len(paragraphs))
    for is_paged in (has_page_apart, has_page):
        paged = [at for at in range(start, prose) if is_paged(paragraphs[at].lines[-1])]
        if sum(is_paged(line) for at in paged for line in paragraphs[at].lines) >= FEWEST_PAGES:
            return paged[-1] + 1
    last = start
    while last < prose and _is_list_part(paragraphs[last], first=last == start):
        last += 1
    return max(last, _first_repeated(paragraphs, start), _first_entry_again(paragraphs, start, prose))


def _is_prose(paragraph: Paragraph) -> bool:
    text = without_underline(paragraph).text
    if len(text.split()) <= LONGEST_LINE or _has_pages(paragraph) or len(_DASH.findall(text)) >= DASHES:
        return False
    return len(paragraph.lines) < 4 or len(text) > LONG_ROW * len(paragraph.lines)


def _has_pages(paragraph: Paragraph) -> bool:
    return has_page(paragraph.lines[-1]) and not is_column_head(paragraph.text)


def _first_entry_again(paragraphs: Sequence[Paragraph], start: int, prose: int) -> int:
    """Where one of the list's first entries heads the text, by its words or by its number; 0 where none does."""
    names: list[str] = []
    for paragraph in paragraphs[start:prose]:
        names.extend(filter(None, (_name(line) for line in paragraph.lines)))
        if len(names) >= FIRST_ENTRIES:
            break
    short = [at for at in range(start + 1, prose) if len(paragraphs[at].lines) < 4]
    for name in names[:FIRST_ENTRIES]:
        again = [at for at in short if _name(paragraphs[at].lines[0]) == name and paragraphs[at].gap_before]
        wide = [at for at in again if paragraphs[at].gap_before > WIDE_GAP]
        if again:
            return (wide or again)[0]
    return 0


def _name(line: str) -> str:
    """What a line is called by: its number and kind, or its letters."""
    title = without_page(line)
    values = values_of(title)
    return f"{unit_of(title) if is_container(title) else 'chapter'} {values}" if values else letters(title)


def _first_repeated(paragraphs: Sequence[Paragraph], start: int) -> int:
    """Where the first title comes again that a list of short paragraphs from `start` on has named; 0 if none does."""
    named: set[str] = set()
    for at in range(start, len(paragraphs)):
        text = without_underline(paragraphs[at]).text
        lines = paragraphs[at].lines
        if len(text.split()) > LONGEST_LINE and (len(lines) < 4 or len(text) > LONG_ROW * len(lines)):
            return 0  # prose
        for line in (text, *paragraphs[at].lines):
            if letters(line) in named and len(paragraphs[at].lines) < 4:
                return at
        named.update(letters(line) for line in (text, *paragraphs[at].lines) if letters(line))
    return 0


def _is_list_part(paragraph: Paragraph, first: bool) -> bool:
    """A part of a contents list: several short lines, or one entry close below the others."""
    short = all(len(line.split()) <= LONGEST_LINE for line in paragraph.lines)
    if not short or (paragraph.gap_before > WIDE_GAP and not first):
        return False
    return len(paragraph.lines) > 1 or has_page(paragraph.lines[0]) or first
