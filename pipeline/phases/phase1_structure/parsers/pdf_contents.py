"""A PDF's printed contents: its pages, and its entries with their nesting and the page numbers they give."""

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from pipeline.phases.phase1_structure.contents_list import is_contents_heading
from pipeline.phases.phase1_structure.labels import is_bare_label, is_container, label_of, plain_title
from pipeline.phases.phase1_structure.parsers.pdf_contents_levels import Printed, entry_levels
from pipeline.phases.phase1_structure.parsers.pdf_furniture import page_value
from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page
from pipeline.phases.phase1_structure.title_page import is_written_out

FEWEST = 3  # entries; less is no list
NUMBERED_SHARE = 0.4  # of a contents page's rows end in a page number; the others are labels and titles of two lines
RISING_SHARE = 0.85  # of the page numbers rise; an index's or a table's don't
LONG_LINE = 0.75  # of the list's width: a row without a number that goes on in the next
LONGEST_TITLE = 60  # words
ALIGNED = 3.0  # points within which the page numbers end
_NUMBER_AT_END = re.compile(
    r"(?P<title>.*?[^\s.…·•_,;:-])?(?P<leader>[\s.…·•_,;:-]*)(?<!\w)(?:p(?:age|p?\.)\s*)?"
    r"(?P<number>\d{1,4}|[ivxlcdm]{1,9}|[IVXLCDM]{1,9})\.?$"
)
_LEADERS = re.compile(r"(?:[.…·•_]\s?){3,}|(?:[-–—]\s?){3,}|…{2,}|\t|\s{4,}")
_OTHER_LIST = re.compile(
    r"(?:(?:list|table) of )?(?:the )?(?:illustrations|figures|tables|plates|maps|diagrams|abbreviations)|"
    r"(?:abbildungs|tabellen|tafel)verzeichnis|table des (?:figures|illustrations|planches)"
)
_COLUMN_HEAD = re.compile(r"\W*(?:page|pages|seite|chapter|chap\.|kapitel|pag\.|p\.)(?:\s+page)?\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A printed row of the list; `number` is the page number at its end, `leader` whether dots or a gap lead to it."""

    text: str
    x0: float
    x1: float
    y0: float
    size: float
    bold: bool
    number: str | None = None
    leader: bool = False


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """`number` is the printed page; None where the list gives none."""

    title: str
    level: int
    number: str | None


@dataclass(frozen=True, slots=True)
class PrintedContents:
    """`lines` are the ids of the list's lines; `last` is its last page; a list of figures has no entries."""

    entries: tuple[ContentsEntry, ...]
    first: int
    last: int
    lines: Set[int]


def printed_contents(pages: Sequence[Page]) -> list[PrintedContents]:
    """The lists of the book; a heading "Contents" or rows with leaders begin one, which may go over several pages."""
    found: list[PrintedContents] = []
    number = 0
    while number < len(pages):
        start = _first_row(pages[number])
        one = _from(pages, number, start) if start is not None else None
        if one is not None:
            found.append(one)
        number = one.last + 1 if one is not None else number + 1
    return found


def _first_row(page: Page) -> int | None:
    """The line at which a list begins on this page; None where nothing says that one does."""
    for index, line in enumerate(page.lines):
        if len(line.text) < 40 and (is_contents_heading(line.text) or is_other_list(line.text)):
            return index + 1
    led = sum(any(leader in line.text for leader in ("...", ". .", "…", "- -")) for line in page.lines)
    return 0 if led >= FEWEST and led >= NUMBERED_SHARE * len(page.lines) else None


def is_other_list(title: str) -> bool:
    """The heading of a list whose entries are no sections."""
    return bool(_OTHER_LIST.fullmatch(plain_title(title)))


def _from(pages: Sequence[Page], first: int, start: int) -> PrintedContents | None:
    rows: list[Row] = []
    ids: set[int] = set()
    last = first
    for number in range(first, len(pages)):
        lines = pages[number].lines[start if number == first else 0 :]
        own = _rows(lines)
        own = own[: next((at for at, row in enumerate(own) if is_other_list(row.text)), len(own))]
        stop = _end_of_list(own, number == first, start > 0)
        if not stop and (lines or number == first):
            break
        rows.extend(own[:stop])
        foot = own[stop - 1].y0 if stop else 0.0
        ids.update(id(line) for line in lines if line.y1 - line.size <= foot + 1)
        last = number if lines else last
        if stop < len(own):
            break
    entries = _entries(rows)
    numbered = [entry.number for entry in entries if entry.number is not None]
    if len(numbered) < FEWEST or _rising(numbered) < RISING_SHARE * len(numbered):
        return None
    other = start > 0 and is_other_list(pages[first].lines[start - 1].text)
    return PrintedContents(() if other else tuple(entries), first, last, ids)


def _rows(lines: Sequence[Line]) -> list[Row]:
    """Rows from top to bottom; a page number that the file has as a line of its own joins its title."""
    rows: list[Row] = []
    for line in sorted(lines, key=lambda line: (round((line.y0 + line.y1) / 2), line.x0)):
        last = rows[-1] if rows else None
        if last is not None and abs((line.y1 - line.size / 2) - (last.y0 + last.size / 2)) < 0.6 * last.size:
            between = "\t" if line.x0 - last.x1 > line.size else " "
            rows[-1] = replace(last, text=last.text + between + _with_gap(line), x1=max(last.x1, line.x1))
        else:
            rows.append(Row(_with_gap(line), line.x0, line.x1, line.y1 - line.size, line.size, line.bold))
    edges = Counter(round(row.x1 / ALIGNED) for row in rows if row.text[-1:].isdigit())
    edge = edges.most_common(1)[0][0] * ALIGNED if edges else 0.0
    return [_with_number(row, edge) for row in rows]


def _with_gap(line: Line) -> str:
    """The line's text with a tab before what stands apart."""
    return f"{line.text.removesuffix(line.apart).rstrip()}\t{line.apart}" if line.apart else line.text


def _with_number(row: Row, edge: float) -> Row:
    """The row with its page number apart from its title, unless the number may belong to the title."""
    found = _NUMBER_AT_END.fullmatch(row.text.strip())
    if found is None:
        return row
    title, leader = found.group("title") or "", found.group("leader")
    led = bool(_LEADERS.search(leader))
    number = found.group("number")
    if page_value(number) is None or (number.isalpha() and not led and not leader.strip(" ") and not title):
        return row
    if is_bare_label(row.text) and not led and not row.text.strip().isdigit():
        return row  # "CHAPTER IV"
    aligned = abs(row.x1 - edge) <= ALIGNED
    if not (led or aligned or leader.strip()) or (number.isalpha() and not (led or (aligned and number.islower()))):
        return row
    return replace(row, text=title.strip(), number=number, leader=led)


def _end_of_list(rows: Sequence[Row], first: bool, headed: bool) -> int:
    """How many of a page's rows belong to the list."""
    numbered = [index for index, row in enumerate(rows) if row.number is not None]
    if not numbered:
        return 0
    last = numbered[-1] + 1
    prose = 0
    for index, row in enumerate(rows):
        prose = 0 if row.number is not None else prose + len(row.text.split())
        if prose > LONGEST_TITLE:  # the text of the book, in which a line may end in a number by chance
            last = max((one + 1 for one in numbered if one < index), default=0)
            break
    inside = [index for index in numbered if index < last]
    share = len(inside) / last if last else 0.0
    led = sum(rows[index].leader for index in inside)
    if share < (NUMBERED_SHARE if first and headed else 0.5 * NUMBERED_SHARE if led >= FEWEST else NUMBERED_SHARE):
        return 0
    if first and not headed:
        return last if len(inside) >= FEWEST else 0
    alone = not first and len(inside) == 1 and not led and last < len(rows)  # "Before 1789" over its chapter
    return 0 if alone else last


def _entries(rows: Sequence[Row]) -> list[ContentsEntry]:
    """One entry for each page number, with the rows above it that it goes on from, and titles that have no number."""
    rows = [row for row in rows if any(char.isalnum() for char in f"{row.text}{row.number}")]
    rows = [row for row in rows if not (_COLUMN_HEAD.fullmatch(row.text) or is_contents_heading(row.text))]
    width_left = min((row.x0 for row in rows), default=0.0)
    edge = max((row.x1 for row in rows), default=0.0)
    done: list[tuple[Row, str, str | None]] = []
    waiting: list[Row] = []
    for index, row in enumerate(rows):
        if row.number is None:
            if waiting and not _goes_on(waiting[-1], row, width_left, edge):
                done.extend(_standing(waiting))
                waiting = []
            waiting.append(row)
            following = rows[index + 1] if index + 1 < len(rows) else None
            if following is None or not _goes_on(row, following, width_left, edge):
                done.extend(_standing(waiting))
                waiting = []
            continue
        titled = next((one for one in waiting if not is_bare_label(one.text)), row)
        title = _title([*waiting, row])
        if title:
            done.append((titled if titled.text else row, title, row.number))
        waiting = []
    levels = entry_levels(
        [Printed(row.x0, row.size, row.bold, title, number is not None) for row, title, number in done]
    )
    return [
        ContentsEntry(title, level, number)
        for (_, title, number), level in zip(done, levels, strict=True)
        if len(title.split()) <= LONGEST_TITLE
    ]


def _standing(waiting: Sequence[Row]) -> list[tuple[Row, str, str | None]]:
    """A title without a page; sentences are a summary of the chapter above."""
    title = _title(waiting)
    return [(waiting[-1], title, None)] if title and not is_written_out(title) else []


def _goes_on(row: Row, following: Row, left: float, edge: float) -> bool:
    """Whether a row without a number and the next one are one title."""
    if not following.text and following.number:
        return True
    if following.y0 < row.y0 or following.y0 - row.y0 > 4 * row.size:
        return row.y0 > following.y0 and row.x1 - left > LONG_LINE * (edge - left)  # over a page's end
    if is_bare_label(row.text):
        return not (is_container(row.text) and following.number is not None and is_bare_label(following.text))
    if row.text.endswith(("-", ",", ":", "—")):
        return True
    if following.text[:1].islower():
        return True
    return row.x1 - left > LONG_LINE * (edge - left) and label_of(following.text) is None


def _title(rows: Sequence[Row]) -> str:
    title = ""
    for row in rows:
        text = " ".join(row.text.split()).strip(" .…·_") if row.number is not None else " ".join(row.text.split())
        hyphenated = title.endswith("-") and text[:1].islower()
        title = title[:-1] + text if hyphenated else f"{title} {text}".strip()
    return title.strip(" ,;")


def _rising(numbers: Sequence[str]) -> int:
    """How many of the numbers come in a rising order, roman ones before the others."""
    best: list[tuple[int, int]] = []
    for number in numbers:
        value = page_value(number) or 0
        key = (0 if number.isalpha() else 1, value)
        place = sum(1 for one in best if one <= key)
        best[place : place + 1] = [key]
    return len(best)
