"""Where the entries of a PDF's printed contents begin: at their printed headings, on the pages that the list names."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.phases.phase1_structure.labels import label_of, plain_title, unit_of
from pipeline.phases.phase1_structure.parsers.pdf_candidates import PrintedHeading
from pipeline.phases.phase1_structure.parsers.pdf_contents import ContentsEntry, PrintedContents
from pipeline.phases.phase1_structure.parsers.pdf_furniture import page_value
from pipeline.phases.phase1_structure.parsers.pdf_lines import Page
from pipeline.phases.phase1_structure.parsers.pdf_search import LineIndex, letters

FOUND_SHARE = 0.5  # of the entries have their headings in this book; else the list is another book's
COMMON_WORDS = 0.6  # of the shorter title's long words are in the other one
SHORTEST_BEGINNING = 8  # letters by which one title may be the beginning of the other

LIKELY = 3  # offsets of each kind that are tried; entries whose labels are looked for

Spot: TypeAlias = tuple[int, int, int]  # page, line, lines
Pages: TypeAlias = Callable[[str], int | None]  # a printed page number to a page


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """`size` lines from `line` are the printed heading; 0 where none was found and the page's top stands for it."""

    entry: ContentsEntry
    page: int
    line: int
    size: int


@dataclass(frozen=True, slots=True)
class Book:
    """What entries are looked up in; `printed` and `labels` are the page numbers at the pages' edges and in the file."""

    pages: Sequence[Page]
    headings: Sequence[PrintedHeading]
    printed: Sequence[str | None]
    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Numbered:
    """An entry with a page number, and the pages whose lines spell its title."""

    entry: ContentsEntry
    number: str
    value: int
    pages: frozenset[int]


def placed_contents(contents: PrintedContents, book: Book, index: LineIndex) -> list[PlacedEntry]:
    """The entries that have a place; empty for a list whose headings this book hasn't."""
    spots = [list(_spots(entry, contents, book, index)) for entry in contents.entries]
    number_pages = _best_pages(contents.entries, spots, book)
    by_page = _headings_by_page(book.headings)
    placed: list[PlacedEntry | None] = []
    for entry, found in zip(contents.entries, spots, strict=True):
        page = number_pages(entry.number) if entry.number is not None else None
        placed.append(_on_page(entry, page, found, by_page) if page is not None else None)
    if _share(placed, contents.entries) < FOUND_SHARE:
        placed = _in_order(contents.entries, spots, by_page)
        if _share(placed, contents.entries) < FOUND_SHARE:
            return []
        return [one for one in placed if one is not None]
    return _filled(placed, contents.entries, spots, number_pages, by_page, len(book.pages))


def _share(placed: Sequence[PlacedEntry | None], entries: Sequence[ContentsEntry]) -> float:
    numbered = [one for one, entry in zip(placed, entries, strict=True) if entry.number is not None]
    return sum(one is not None for one in numbered) / max(len(numbered), 1)


def _spots(entry: ContentsEntry, contents: PrintedContents, book: Book, index: LineIndex) -> Iterator[Spot]:
    """Where the book's lines spell the title, with or without its number."""
    label = label_of(entry.title)
    bare = letters(entry.title[len(label) :]) if label else ""
    for wanted in dict.fromkeys((letters(entry.title), bare if len(bare) > 3 else "")):
        for page, line, size in index.spelled(wanted) if wanted else ():
            if id(book.pages[page].lines[line]) not in contents.lines:
                yield page, line, size


def _headings_by_page(headings: Sequence[PrintedHeading]) -> Mapping[int, list[PrintedHeading]]:
    found: dict[int, list[PrintedHeading]] = {}
    for one in headings:
        found.setdefault(one.page, []).append(one)
    return found


def _best_pages(entries: Sequence[ContentsEntry], spots: Sequence[Sequence[Spot]], book: Book) -> Pages:
    """How this book's pages are numbered: of what its edges, its labels and the titles' places say, that which puts
    most titles on their pages."""
    by_page = _headings_by_page(book.headings)
    named: dict[str, int] = {}
    for page, label in enumerate(book.labels):
        named.setdefault(label, page)
    numbered = [
        _Numbered(entry, entry.number, page_value(entry.number) or 0, frozenset(page for page, _, _ in found))
        for entry, found in zip(entries, spots, strict=True)
        if entry.number is not None
    ]
    offsets = {
        roman: _best_offset([one for one in numbered if one.number.isalpha() is roman], roman, book, by_page)
        for roman in (False, True)
    }

    def counted_page(number: str) -> int | None:
        value, offset = page_value(number), offsets[number.isalpha()]
        return None if value is None or offset is None else value + offset

    by_count = sum(_is_there(one, counted_page(one.number), by_page) for one in numbered)
    by_label = sum(_is_there(one, named.get(one.number), by_page) for one in numbered)
    return named.get if by_label > by_count else counted_page


def _best_offset(
    numbered: Sequence[_Numbered], roman: bool, book: Book, by_page: Mapping[int, Sequence[PrintedHeading]]
) -> int | None:
    """What to add to a printed number for its page."""
    edges = Counter(
        page - (page_value(number) or 0)
        for page, number in enumerate(book.printed)
        if number is not None and number.isalpha() is roman
    )
    titles = Counter(page - one.value for one in numbered for page in one.pages)
    likely = [offset for counted in (edges, titles) for offset, _ in counted.most_common(LIKELY)]
    likely += [
        heading.page - one.value
        for one in numbered[:LIKELY]
        for heading in book.headings
        if _same_label(one.entry.title, heading.text)
    ]
    hits = {offset: sum(_is_there(one, one.value + offset, by_page) for one in numbered) for offset in likely}
    return max(hits, key=lambda offset: hits[offset], default=None)


def _is_there(one: _Numbered, page: int | None, by_page: Mapping[int, Sequence[PrintedHeading]]) -> bool:
    if page is None:
        return False
    return page in one.pages or any(_says(one.entry.title, heading.text) for heading in by_page.get(page, ()))


def _on_page(
    entry: ContentsEntry,
    page: int,
    spots: Sequence[Spot],
    by_page: Mapping[int, Sequence[PrintedHeading]],
) -> PlacedEntry | None:
    """The entry's heading on its page or, by a misprint, on the next or the one before."""
    for number in (page, page + 1, page - 1):
        own = by_page.get(number, ())
        spelled = next((spot for spot in spots if spot[0] == number), None)
        if spelled is not None:
            around = next((one for one in own if one.line <= spelled[1] < one.line + one.size), None)
            if around is not None:
                return PlacedEntry(entry, number, around.line, around.size)
            return PlacedEntry(entry, *spelled)
        same = next((one for one in own if _says(entry.title, one.text)), None)
        if same is not None:
            return PlacedEntry(entry, number, same.line, same.size)
    return None


def _in_order(
    entries: Sequence[ContentsEntry],
    spots: Sequence[Sequence[Spot]],
    by_page: Mapping[int, Sequence[PrintedHeading]],
) -> list[PlacedEntry | None]:
    """Entries at headings that spell their titles in the list's order, where its page numbers are another edition's."""
    placed: list[PlacedEntry | None] = []
    position = (-1, 0)
    for entry, found in zip(entries, spots, strict=True):
        place: PlacedEntry | None = None
        for page, line, _ in found:
            around = next((one for one in by_page.get(page, ()) if one.line <= line < one.line + one.size), None)
            if around is not None and (page, around.line) > position:
                place = PlacedEntry(entry, page, around.line, around.size)
                position = (page, around.line)
                break
        placed.append(place)
    return placed


def _filled(
    placed: Sequence[PlacedEntry | None],
    entries: Sequence[ContentsEntry],
    spots: Sequence[Sequence[Spot]],
    number_pages: Pages,
    by_page: Mapping[int, Sequence[PrintedHeading]],
    count: int,
) -> list[PlacedEntry]:
    """The entries in order; one without a heading begins at the top of its page, one without a number at a heading
    between its neighbours."""
    done: list[PlacedEntry] = []
    for index, (one, entry) in enumerate(zip(placed, entries, strict=True)):
        before = (done[-1].page, done[-1].line) if done else (-1, 0)
        if one is None and entry.number is not None:
            page = number_pages(entry.number)
            if page is not None and 0 <= page < count and (page, 0) > before:
                taken = any(other is not None and other.page == page for other in placed)
                own = [] if taken else by_page.get(page, ())
                # the one heading of the page, which the contents give in other words
                one = PlacedEntry(entry, page, own[0].line, own[0].size) if len(own) == 1 else None
                one = one or PlacedEntry(entry, page, 0, 0)
        elif one is None:
            after = next(((other.page, other.line) for other in placed[index + 1 :] if other), (count, 0))
            ordered = _in_order([entry], [[spot for spot in spots[index] if before < spot[:2] < after]], by_page)
            one = ordered[0]
        if one is not None and (one.page, one.line) != before:
            done.append(one)
    return done


def _says(title: str, printed: str) -> bool:
    """Whether a printed heading is the entry's: its number, its beginning or most of its words."""
    if _same_label(title, printed):
        return True
    one, other = letters(plain_title(title)), letters(plain_title(printed))
    if not one or not other:
        return False
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= SHORTEST_BEGINNING and longer.startswith(shorter):
        return True
    begins = plain_title(title).split(), plain_title(printed).split()
    fewest = min(len(words) for words in begins)
    if _words(begins[0][:fewest]) == _words(begins[1][:fewest]):
        return True
    words, others = _long_words(title), _long_words(printed)
    fewest = min(len(words), len(others))
    return fewest > 1 and len(words & others) >= COMMON_WORDS * fewest


def _same_label(title: str, printed: str) -> bool:
    """Whether both have the same number of the same kind of unit, which is more than a number."""
    unit = unit_of(title)
    if unit is None or unit == "number" or unit != unit_of(printed):
        return False
    return letters(label_of(title) or "") == letters(label_of(printed) or "")


def _words(words: Sequence[str]) -> list[str]:
    return [letters(word) for word in words]


def _long_words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{4,}", plain_title(text)))
