"""Entries of a PDF's outline to the printed lines at which their sections begin."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.labels import label_of
from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page

LONGEST_HEADING = 8  # lines
_CONTENTS_LINE = re.compile(r"(?:[.…·]\s?){3,}|\s[\divxlc]+$")


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
    `in_toc`: the outline or the printed contents have it.
    """

    entry: OutlineEntry
    page: int
    line: int
    size: int
    declared: bool = True
    in_toc: bool = True


def placed_entries(entries: Sequence[OutlineEntry], pages: Sequence[Page]) -> tuple[list[Placed], list[OutlineEntry]]:
    """Every entry at its printed heading or where its destination points; the second list has those without a place."""
    found: list[Placed] = []
    lost: list[OutlineEntry] = []
    position = (0, 0)
    for index, entry in enumerate(entries):
        if entry.page is not None:
            place: Placed | None = _on_page(entry, entry.page, pages, position)
        else:
            last = next((other.page for other in entries[index + 1 :] if other.page is not None), len(pages) - 1)
            place = _searched(entry, position, max(last, position[0]), pages)
        if place is None:
            lost.append(entry)
            continue
        found.append(place)
        position = max(position, (place.page, place.line + place.size))
    return found, lost


def _on_page(entry: OutlineEntry, number: int, pages: Sequence[Page], position: tuple[int, int]) -> Placed:
    lines = pages[number].lines
    first = position[1] if position[0] == number else 0
    match = _matching(entry.title, lines, first) or _matching(entry.title, lines, 0)
    if match:
        return Placed(entry, number, *match)
    if entry.y is not None and entry.y > 1:
        below = [index for index, line in enumerate(lines) if line.y1 > entry.y + 1]
        if below:
            return Placed(entry, number, max(below[0], first), 0)
    return Placed(entry, number, first if position[0] == number else 0, 0)


def _searched(entry: OutlineEntry, start: tuple[int, int], last: int, pages: Sequence[Page]) -> Placed | None:
    """The printed heading of an entry without a destination; of several the one set largest."""
    best: tuple[float, Placed] | None = None
    for number in range(start[0], last + 1):
        lines = pages[number].lines
        match = _matching(entry.title, lines, start[1] if number == start[0] else 0, exact=True)
        if match and not _CONTENTS_LINE.search(lines[match[0]].text.removesuffix(entry.title[-1:])):
            size = lines[match[0]].size
            if best is None or size > best[0]:
                best = (size, Placed(entry, number, *match))
    return best[1] if best else None


def letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _matching(title: str, lines: Sequence[Line], first: int, exact: bool = False) -> tuple[int, int] | None:
    """The first lines from `first` on that spell the title: all of it, all but its number, or its beginning."""
    whole = letters(title)
    label = label_of(title)
    bare = letters(title.strip()[len(label) :]) if label else ""
    if not whole:
        return None
    texts = [letters(line.text) for line in lines]
    for wanted in (whole, bare if len(bare) > 3 else ""):
        match = _spelled(wanted, texts, first) if wanted else None
        if match:
            return _with_label_above(match, texts, lines, label, first) if wanted == bare else match
    if exact:
        return None
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
    match: tuple[int, int], texts: Sequence[str], lines: Sequence[Line], label: str | None, first: int
) -> tuple[int, int]:
    """Takes in the line above a title if it is its number: "CHAPTER IV" over "Of Ideas"."""
    index, size = match
    above = index - 1
    if label and above >= first and letters(label) in texts[above] and len(lines[above].text.split()) < 4:
        return above, size + 1
    return match
