"""What is printed on every page beside the text: running heads and page numbers, found by repetition and place."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from pipeline.numerals import roman_value
from pipeline.phases.phase1_structure.labels import ROMAN, is_bare_label, is_label_in_two, unit_of
from pipeline.phases.phase1_structure.parsers.pdf_echoes import echoes
from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page

_NUMBER = re.compile(r"[-–—\[( ]*(?:page\s+)?(\d{1,4}|[ivxlcdm]{1,9})(?:\s*(?:of|/)\s*\d+)?[-–—\]) .]*", re.IGNORECASE)
_EDGE_NUMBER = re.compile(r"^(?:\d{1,4}|[ivxlcdm]{1,9})(?=\s)|(?<=\s)(?:\d{1,4}|[ivxlcdm]{1,9})$")
EDGE_LINES = 2  # at the top and at the bottom of a page
NEAR = 6  # pages: a running head comes again soon, a line that happens to be the same doesn't
LIST_ROWS, LIST_SHARE = 2, 0.3  # of a page's lines end in a number in a contents list or an index
LARGE = 1.1  # times the text's size
OFTEN, ALWAYS = 0.6, 0.9  # of the pages from its first to its last, of all: a running head in large print is there
BAND = 4.0  # points within which places on different pages count as the same
_ROMAN_NUMBER = re.compile(rf"{ROMAN}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Stripped:
    """Pages without furniture; the page number and the running head that were printed on each page, if any."""

    pages: tuple[Page, ...]
    printed: tuple[str | None, ...]
    heads: tuple[str | None, ...]
    removed: tuple[str, ...]


def without_furniture(pages: Sequence[Page], titles: Iterable[str], body: float, labels: Sequence[str]) -> Stripped:
    """Takes running heads and page numbers out; `titles` are contents entries, which running heads repeat, `labels` the
    file's own names of its pages, if it has any."""
    known = {_letters(title) for title in titles if len(title) > 2}
    edges = ((number, line, place) for number, page in enumerate(pages) for line, place in _edges(page))
    candidates = [one for one in edges if "=" not in one[1].text]  # an equation comes again, and is no running head
    lists = {number for number, page in enumerate(pages) if _is_list(page)}
    repeated = _repeated(candidates, known | _large_texts(pages, body), body, lists)
    repeated |= echoes(
        pages,
        [
            (number, line)
            for number, line, place in candidates
            if place == "top"
            and ((number, id(line)) not in repeated and number not in lists and line.size <= body + 0.6)
        ],
    )
    numbers = _page_numbers(candidates) | _labelled(candidates, labels)
    openings = _openings(pages, body)
    furniture = {(number, line) for number, line in repeated | numbers if line not in openings}
    removed: dict[int, set[int]] = defaultdict(set)
    printed: list[str | None] = [None] * len(pages)
    heads: list[str | None] = [None] * len(pages)
    for number, line, place in candidates:
        if (number, id(line)) in furniture:
            removed[number].add(id(line))
            found = _NUMBER.fullmatch(line.text) or _EDGE_NUMBER.search(line.text)
            if found:
                printed[number] = found.group(found.lastindex or 0)
            if place == "top" and _normal(line.text):
                heads[number] = _EDGE_NUMBER.sub("", _EDGE_NUMBER.sub("", line.text.strip())).strip()
    stripped = tuple(
        replace(page, lines=tuple(line for line in page.lines if id(line) not in removed[number]))
        if removed[number]
        else page
        for number, page in enumerate(pages)
    )
    printed = _counting(printed)
    taken = tuple(line.bare for number, line, _ in candidates if id(line) in removed[number])
    carried, left = _with_marginals(pages, stripped)
    return Stripped(carried, tuple(printed), tuple(heads), (*taken, *left))


def _with_marginals(pages: Sequence[Page], stripped: Sequence[Page]) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    """The stripped pages whose lines have the original page numbers that stood at a line taken out, or alone on a page,
    before them; and those behind which no line follows."""
    found: list[Page] = []
    waiting: list[str] = []
    for page, kept in zip(pages, stripped, strict=True):
        if not waiting and not page.stray and (page is kept or all(line.marginal is None for line in page.lines)):
            found.append(kept)
            continue
        ids = {id(line) for line in kept.lines}
        lines: list[Line] = []
        waiting.extend([page.stray] if page.stray else [])
        for line in page.lines:
            if id(line) not in ids:
                waiting.extend([line.marginal] if line.marginal else [])
            elif waiting:
                lines.append(line._replace(marginal=" ".join([*waiting, *([line.marginal] if line.marginal else [])])))
                waiting = []
            else:
                lines.append(line)
        found.append(replace(kept, lines=tuple(lines), stray=""))
    return tuple(found), tuple(waiting)


def _edges(page: Page) -> list[tuple[Line, str]]:
    """The lines at the page's edges, from outside in, as (line, "top" or "bottom")."""
    ordered = sorted(page.lines, key=lambda line: line.y0)
    top = [(line, "top") for line in ordered[:EDGE_LINES] if line.y0 < 0.25 * page.height]
    below = [line for line in reversed(ordered[-EDGE_LINES:]) if line.y1 > 0.75 * page.height]
    return [*top, *((line, "bottom") for line in below if all(line is not other for other, _ in top))]


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _normal(text: str) -> str:
    """The text without page numbers at its ends; the number of "CHAPTER IV" is none."""
    if is_bare_label(text) and unit_of(text) != "number":
        return _letters(text)
    return _letters(_EDGE_NUMBER.sub("", _EDGE_NUMBER.sub("", text.strip())))


def _large_texts(pages: Sequence[Page], body: float) -> set[str]:
    return {_letters(line.text) for page in pages for line in page.lines if line.size > LARGE * body}


def _openings(pages: Sequence[Page], body: float) -> set[int]:
    """Lines (ids) that come again at the head of chapters: "LECTURE" over "I"; in large print also what comes seldom or
    over other headings, for a running head stands over the text of nearly every page."""
    places: dict[str, list[tuple[int, Line, bool]]] = defaultdict(list)
    found: set[int] = set()
    for number, page in enumerate(pages):
        for line, below in zip(page.lines[:EDGE_LINES], page.lines[1:], strict=False):
            if is_label_in_two(line.text, below.text):
                found.update((id(line), id(below)))
            elif line.size > LARGE * body:
                over = below.size > LARGE * body and _letters(below.text) != _letters(line.text)
                places[_normal(line.text)].append((number, line, over))
    for members in places.values():
        span = members[-1][0] - members[0][0] + 1
        often = sum(over for _, _, over in members)
        if len(members) <= OFTEN * span or (2 * often >= len(members) and len(members) < ALWAYS * len(pages)):
            found.update(id(line) for _, line, _ in members)
    return found


def _is_list(page: Page) -> bool:
    """A page of a contents list or an index, whose entries repeat headings."""
    numbered = sum(line.text[-1].isdigit() for line in page.lines)
    return numbered >= LIST_ROWS and numbered > LIST_SHARE * len(page.lines)


def _repeated(
    candidates: Sequence[tuple[int, Line, str]], known: set[str], body: float, lists: Set[int]
) -> set[tuple[int, int]]:
    """Lines at one height of several pages that say the same, or repeat a heading, in a small size."""
    bands: dict[tuple[str, int], list[tuple[int, Line, str]]] = defaultdict(list)
    for number, line, place in candidates:
        text = _normal(line.text)
        for step in (0, 1) if text else ():  # two grids, so that no border parts neighbours
            bands[place, 2 * int((line.y0 + step * BAND) // (2 * BAND)) + step].append((number, line, text))
    found: set[tuple[int, int]] = set()
    for members in bands.values():
        pages_of: dict[str, list[int]] = defaultdict(list)
        for number, _, text in members:
            pages_of[text].append(number)
        if len({number for number, _, _ in members}) < 3:
            continue
        sizes = Counter(round(line.size * 2) / 2 for _, line, text in members if len(pages_of[text]) > 1)
        usual = sizes.most_common(1)[0][0] if sizes else body
        for number, line, text in members:
            if line.size > usual + 0.6:
                continue
            same = pages_of[text]
            near = bisect_right(same, number + NEAR) - bisect_left(same, number - NEAR)
            repeats_heading = number not in lists and text in known and bool(sizes) and line.size <= body + 0.6
            if near >= 3 or repeats_heading or (near == 2 and line.size < 0.95 * body):
                found.add((number, id(line)))
    return found


def _page_numbers(candidates: Sequence[tuple[int, Line, str]]) -> set[tuple[int, int]]:
    """Lines that are a number only, counting with the pages."""
    offsets: dict[tuple[str, bool, int], list[tuple[int, int]]] = defaultdict(list)
    for number, line, place in candidates:
        match = _NUMBER.fullmatch(line.text)
        if match:
            value = page_value(match.group(1))
            if value is not None:
                offsets[place, match.group(1).isalpha(), value - number].append((number, id(line)))
    return {member for members in offsets.values() if len(members) > 1 for member in members}


def _counting(printed: Sequence[str | None]) -> list[str | None]:
    """Of the numbers at the edges those that count with the pages: a year at the foot of each page is none of them."""
    values = [None if text is None else page_value(text.lower()) for text in printed]
    offsets = Counter(
        (text.isalpha(), value - number)
        for number, (text, value) in enumerate(zip(printed, values, strict=True))
        if text is not None and value is not None
    )
    often = Counter(printed)
    return [
        text
        if text is not None and value is not None and (often[text] == 1 or offsets[text.isalpha(), value - number] > 1)
        else None
        for number, (text, value) in enumerate(zip(printed, values, strict=True))
    ]


def _labelled(candidates: Sequence[tuple[int, Line, str]], labels: Sequence[str]) -> set[tuple[int, int]]:
    """Feet of pages that say no more than the page's own label: a preface of two pages has one number to count by."""
    feet = [(number, line) for number, line, place in candidates if place == "bottom"] if labels else []
    return {(number, id(line)) for number, line in feet if line.text.strip() == labels[number]}


def page_value(text: str) -> int | None:
    """The number that a page number's digits or roman letters say; None for letters that are none."""
    if text.isdigit():
        return int(text)
    return roman_value(text) if _ROMAN_NUMBER.fullmatch(text) else None
