"""Entries of a PDF's outline to the printed lines at which their sections begin."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from pipeline.phases.phase1_structure.labels import label_of
from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page
from pipeline.phases.phase1_structure.parsers.pdf_search import LONGEST_HEADING, LineIndex, letters

STUCK_SHARE, STUCK_FEWEST = 0.8, 4  # of the entries point to one page, where they can't all be
NEAR = 2  # pages after its destination on which a heading may stand


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """An entry as the file has it: `page` 0-based or None where its destination can't be resolved, `y` from the top."""

    title: str
    level: int
    page: int | None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Where an entry's section begins: on `page` at the line `line`, whose `size` lines are its printed heading.

    `declared`: the outline has it, so its title is the outline's; else the printed heading is the title.
    `in_toc`: the outline or the printed contents have it. `moved`: it isn't where its destination points.
    """

    entry: OutlineEntry
    page: int
    line: int
    size: int
    declared: bool = True
    in_toc: bool = True
    moved: bool = False

    @property
    def shown_page(self) -> int:
        """The page that the outline names; an entry at a page's foot may have its first line on the next."""
        return self.page if self.moved or self.entry.page is None else self.entry.page


def placed_entries(
    entries: Sequence[OutlineEntry], pages: Sequence[Page], skipped: Set[int] = frozenset()
) -> tuple[list[Placed], list[OutlineEntry]]:
    """Every entry at its printed heading or where its destination points; the second list has those without a place.

    `skipped` are ids of lines that are no headings, as those of a printed contents list.
    """
    stuck = _stuck_page(entries, len(pages))
    own = _at_own_headings(entries, pages, stuck, skipped)
    search = _Search(pages, skipped)
    found: list[Placed] = []
    lost: list[OutlineEntry] = []
    position = (0, 0)
    for index, entry in enumerate(entries):
        place = own[index]
        if place is None:
            target = None if entry.page == stuck else entry.page
            later = [(one.page, one.line) for one in own[index + 1 :] if one is not None]
            end = next((spot for spot in later if spot > position), (len(pages), 0))
            place = search.heading(entry, target, position, end)
            if place is None and target is not None:
                place = _at_destination(entry, target, pages, position)
        if place is None:
            lost.append(entry)
            continue
        found.append(place)
        position = max(position, (place.page, place.line + place.size))
    if stuck is not None and not found:  # nothing is printed: they stay where they point
        return [_at_destination(entry, stuck, pages, (0, 0)) for entry in entries], []
    return found, lost


def _at_own_headings(
    entries: Sequence[OutlineEntry], pages: Sequence[Page], stuck: int | None, skipped: Set[int]
) -> list[Placed | None]:
    """For each entry its heading on the page that it points to, if that page prints it."""
    found: list[Placed | None] = []
    position = (0, 0)
    for entry in entries:
        known = entry.page is not None and entry.page != stuck
        place = _at_heading(entry, entry.page or 0, pages, position, skipped) if known else None
        found.append(place)
        if place is not None:
            position = max(position, (place.page, place.line + place.size))
    return found


def _stuck_page(entries: Sequence[OutlineEntry], count: int) -> int | None:
    """The page that nearly all entries point to; None where they point to their own."""
    page, times = Counter(entry.page for entry in entries).most_common(1)[0] if entries else (None, 0)
    return page if count > 1 and times >= max(STUCK_FEWEST, STUCK_SHARE * len(entries)) else None


def _at_heading(
    entry: OutlineEntry, number: int, pages: Sequence[Page], position: tuple[int, int], skipped: Set[int]
) -> Placed | None:
    """The entry's printed heading on the page that it points to."""
    free = [line if id(line) not in skipped else None for line in pages[number].lines]
    first = position[1] if position[0] == number else 0
    match = _matching(entry.title, free, first) or _matching(entry.title, free, 0)
    return Placed(entry, number, *match) if match else None


def _at_destination(entry: OutlineEntry, number: int, pages: Sequence[Page], position: tuple[int, int]) -> Placed:
    lines = pages[number].lines
    first = position[1] if position[0] == number else 0
    if entry.y is not None and entry.y > 1:
        below = [index for index, line in enumerate(lines) if line.y1 > entry.y + 1]
        if below:
            return Placed(entry, number, max(below[0], first), 0)
    return Placed(entry, number, first, 0)


class _Search:
    """Printed headings by their titles, for entries that don't point to theirs."""

    def __init__(self, pages: Sequence[Page], skipped: Set[int]) -> None:
        self._pages = pages
        self._skipped = skipped
        self._index: LineIndex | None = None

    def heading(
        self, entry: OutlineEntry, target: int | None, position: tuple[int, int], end: tuple[int, int]
    ) -> Placed | None:
        """The heading beside the destination; without one the heading between those of the entries around it."""
        spots: list[tuple[int, int, int]] = []
        if target is not None:
            first = max(target - 1, 0)
            beside = LineIndex(self._pages[first : target + NEAR + 1])
            spots = [spot for spot in self._spots(entry.title, beside, first) if spot[:2] >= position]
        if not spots:
            self._index = self._index or LineIndex(self._pages)
            spots = [spot for spot in self._spots(entry.title, self._index) if position <= spot[:2] < end]
        if not spots:
            return None
        page, line, size = min(spots, key=lambda spot: (-self._emphasis(spot), spot))
        at_foot = target is not None and page == target + 1 and self._points_to_foot(entry, target)
        return Placed(entry, page, line, size, moved=not at_foot)

    def _points_to_foot(self, entry: OutlineEntry, page: int) -> bool:
        """Whether the destination is below all text of its page: the heading went over to the next."""
        lines = self._pages[page].lines
        return entry.y is not None and entry.y > max((line.y0 for line in lines), default=0.0)

    def _spots(self, title: str, index: LineIndex, first: int = 0) -> list[tuple[int, int, int]]:
        """Where the lines of `index`, whose pages begin with page `first`, spell the title."""
        label = label_of(title)
        bare = letters(title.strip()[len(label) :]) if label else ""
        for wanted in (letters(title), bare if len(bare) > 3 else ""):
            spots = [
                (first + page, line, size)
                for page, line, size in (index.spelled(wanted) if wanted else ())
                if id(self._pages[first + page].lines[line]) not in self._skipped
            ]
            if spots:
                return spots
        return []

    def _emphasis(self, spot: tuple[int, int, int]) -> float:
        """Of several lines that say the same the one in larger or bold print is the heading."""
        line = self._pages[spot[0]].lines[spot[1]]
        return round(line.size) + 0.5 * line.bold


def _matching(title: str, lines: Sequence[Line | None], first: int) -> tuple[int, int] | None:
    """The first lines from `first` on that spell the title: all of it, all but its number, or its beginning."""
    whole = letters(title)
    label = label_of(title)
    bare = letters(title.strip()[len(label) :]) if label else ""
    if not whole:
        return None
    texts = [letters(line.text) if line is not None else "" for line in lines]
    for wanted in (whole, bare if len(bare) > 3 else ""):
        match = _spelled(wanted, texts, first) if wanted else None
        if match:
            return _with_label_above(match, texts, lines, label, first) if wanted == bare else match
    for wanted in (whole, bare):
        if len(wanted) < 8:
            continue
        for index in range(first, len(texts)):
            # the outline is shorter than the printed heading, or the heading is the paragraph's first words
            if texts[index].startswith(wanted):
                size = 1 if len(texts[index]) < 2 * len(wanted) else 0
                return index, size
            if len(texts[index]) > 12 and wanted.startswith(texts[index]):
                return index, _lines_within(wanted, texts, index)
    return None


def _spelled(wanted: str, texts: Sequence[str], first: int) -> tuple[int, int] | None:
    for index in range(first, len(texts)):
        joined = ""
        for size in range(1, LONGEST_HEADING + 1):
            if index + size > len(texts):
                break
            joined += texts[index + size - 1]
            if joined == wanted and texts[index]:
                return index, size
            if not wanted.startswith(joined):
                break
    return None


def _lines_within(wanted: str, texts: Sequence[str], index: int) -> int:
    size, joined = 0, ""
    while index + size < len(texts) and wanted.startswith(joined + texts[index + size]) and texts[index + size]:
        joined += texts[index + size]
        size += 1
    return size


def _with_label_above(
    match: tuple[int, int], texts: Sequence[str], lines: Sequence[Line | None], label: str | None, first: int
) -> tuple[int, int]:
    """Takes in the line above a title if it is its number: "CHAPTER IV" over "Of Ideas"."""
    index, size = match
    above = index - 1
    line = lines[above] if above >= first else None
    if label and line is not None and letters(label) in texts[above] and len(line.text.split()) < 4:
        return above, size + 1
    return match
