"""Printed lines to paragraphs, headings and notes, joined over line and page ends."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from statistics import median

from pipeline.phases.phase1_structure.hyphens import SOFT_HYPHEN, HyphenRules
from pipeline.phases.phase1_structure.note_calls import CALL_SIGNS, calls_in, lifted
from pipeline.phases.phase1_structure.parsed import Block, BlockRole
from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page

_ENDS = re.compile(rf"[.!?:;][\"'”’»)\]\d{CALL_SIGNS}]*$")
_NOTE_START = re.compile(
    r"[\[(]?(?:(?P<number>[1-9]\d{0,2})|[*†‡§¶‖]{1,3})[\])]?[.\s]|(?P<glued>[1-9]\d?)(?=[“\"‘]?[A-ZÄÖÜ][a-zäöüß])|[\[(][a-z][\])]\s|"
    r"[*†‡§¶‖]{1,3}\S"
)
# A formula's line in a note may begin like one: "1 · 2 + x".
_TEXT_BEHIND = re.compile(r"[\[(]?[\d*†‡§¶‖]+[\])]?[.\s]*[^\s·+=−×/<>,;.)|\d-]")
_WORDS_BEHIND = re.compile(rf"{_TEXT_BEHIND.pattern}.*[^\W\d_]{{2}}")
_ITEM_START = re.compile(r"(?:[•◦▪–—*-]|\(?[\divxlc]{1,4}[.)])\s")


@dataclass(slots=True)
class _Building:
    role: BlockRole
    text: str = ""
    pages: list[tuple[int, int]] = field(default_factory=list)
    printed: list[tuple[int, str]] = field(default_factory=list)
    last: Line | None = None
    heading: int | None = None
    first: int = 0


@dataclass(frozen=True, slots=True)
class Measure:
    """How the book is set: size and leading of the text."""

    size: float
    leading: float


def measure(pages: Sequence[Page], size: float) -> Measure:
    steps = [
        second.y0 - first.y0
        for page in pages
        for first, second in zip(page.lines, page.lines[1:], strict=False)
        if first.block == second.block and 0 < second.y0 - first.y0 < 3 * size
    ]
    return Measure(size, median(steps) if steps else 1.2 * size)


def note_lines(
    page: Page, size: float, headings: Mapping[int, int], goes_on: bool, called: Set[str] = frozenset()
) -> set[int]:
    """The lines (by id) of the notes at the page's foot: small print from a note's mark to the end.

    `goes_on`: the page before ended in a note, which the small print here may go on with. `called` are the notes that the
    page calls.
    """
    first = len(page.lines)
    while first and page.lines[first - 1].size < 0.92 * size and id(page.lines[first - 1]) not in headings:
        first -= 1
    if not (goes_on and 0 < first < len(page.lines) and page.lines[first].y0 > 0.5 * page.height):
        while first < len(page.lines) and not _begins_note(page.lines[first].text, called):
            first += 1
    if first == 0 or first == len(page.lines) or page.lines[first].y0 < 0.3 * page.height:
        return set()
    return {id(line) for line in page.lines[first:]}


def _begins_note(text: str, called: Set[str]) -> bool:
    found = _NOTE_START.match(text)
    if found is None or text[0] in "[(":
        return found is not None
    return (found["number"] or found["glued"]) in called or bool(_WORDS_BEHIND.match(text))


def _begins_another(note: str, text: str, called: Set[str], on_this_page: bool) -> bool:
    """Whether a line at a page's foot ends the note above it: a number that the page calls, or the next one. A new page
    may count anew."""
    found, above = _NOTE_START.match(text), _NOTE_START.match(note)
    number = found and (found["number"] or found["glued"])
    before = above and (above["number"] or above["glued"])
    if not number or not before:
        return _begins_note(text, called)
    if int(number) == int(before) + 1:
        return bool(_TEXT_BEHIND.match(text))
    return number in called and (int(number) > int(before) if on_this_page else bool(_WORDS_BEHIND.match(text)))


def paragraphs(
    pages: Sequence[Page],
    set_in: Measure,
    headings: Mapping[int, int],
    starts: Set[int],
    printed: Sequence[str | None],
) -> tuple[list[Block], dict[int, int]]:
    """Blocks in reading order, and the index of the block that each of the lines `starts` (ids) begins.

    `headings` maps a line's id to the number of the heading it belongs to.
    """
    rules = HyphenRules(line.text for page in pages for line in page.lines)
    done: list[_Building] = []
    waiting: list[_Building] = []  # notes, set after the paragraph that their page ends in
    current: _Building | None = None
    for number, page in enumerate(pages):
        called = {label for line in page.lines for label in calls_in(line.text)}
        notes = note_lines(page, set_in.size, headings, bool(waiting), called)
        right = max((line.x1 for line in page.lines if id(line) not in notes), default=0.0)
        left = _left_edge(page, set_in.size)
        note: _Building | None = waiting[-1] if waiting else None
        fresh_page = True
        for line in page.lines:
            if id(line) in notes:
                if note is None or _begins_another(note.text, line.text, called, note.pages[0][1] == number):
                    note = _Building(BlockRole.NOTE, printed=_first(printed[number]))
                    waiting.append(note)
                _append(note, line, rules)
                continue
            heading = headings.get(id(line))
            if (
                current is None
                or id(line) in starts
                or _breaks(current, line, heading, set_in, left, right, fresh_page)
            ):
                if current is not None:
                    done.append(current)
                    done.extend(waiting)
                    waiting = []
                current = _Building(BlockRole.TEXT if heading is None else BlockRole.HEADING, heading=heading)
                current.first = id(line)
            if fresh_page and printed[number] is not None:
                current.printed.append((len(current.text), printed[number] or ""))
            _append(current, line, rules)
            fresh_page = False
    done.extend([*([current] if current else []), *waiting])
    blocks = [
        lifted(Block(one.text.replace(SOFT_HYPHEN, ""), one.role, None, tuple(one.pages), tuple(one.printed)))
        for one in done
    ]
    return blocks, {one.first: index for index, one in enumerate(done) if one.first in starts}


def _first(label: str | None) -> list[tuple[int, str]]:
    """The page number that a note's page has."""
    return [] if label is None else [(0, label)]


def _left_edge(page: Page, size: float) -> float:
    edges = sorted(line.x0 for line in page.lines if abs(line.size - size) < 1)
    return edges[len(edges) // 4] if edges else 0.0


def _append(one: _Building, line: Line, rules: HyphenRules) -> None:
    joined = rules.join(one.text, line.text) if one.text else line.text
    begin = max(len(joined) - len(line.text), 0) if one.text else 0
    if not one.pages or one.pages[-1][1] != line.page:
        one.pages.append((begin, line.page))
    if line.marginal:
        one.printed.append((begin, _bare_number(line.marginal.split()[-1])))
    one.text, one.last = joined, line


def _bare_number(label: str) -> str:
    """ "8" of "008"."""
    return label.lstrip("0") or label


def _breaks(
    current: _Building, line: Line, heading: int | None, set_in: Measure, left: float, right: float, fresh_page: bool
) -> bool:
    """Whether a new block begins with this line."""
    last = current.last
    if last is None or heading != current.heading:
        return True
    if heading is not None:
        return False
    if abs(line.size - last.size) > 0.15 * set_in.size and (
        line.size > 1.15 * set_in.size or last.size > 1.15 * set_in.size
    ):
        return True
    ended = bool(_ENDS.search(current.text[-20:].rstrip()))
    indented = line.x0 > left + 0.6 * set_in.size
    short = last.x1 < right - 2.5 * set_in.size
    if fresh_page:
        return ended and (indented or short)
    gap = line.y0 - last.y0
    if gap < -set_in.leading:  # the next column
        return ended and (indented or short)
    if current.text.endswith(("-", SOFT_HYPHEN)):
        return False
    if gap > 1.45 * set_in.leading:
        return True
    if _ITEM_START.match(line.text) and (ended or short):
        return True
    step_in = line.x0 > last.x0 + 0.6 * set_in.size
    return ended and ((indented and step_in) or (short and line.x0 <= left + 0.6 * set_in.size))
