"""Printed lines that are set as headings are: larger, bold, in capitals, or alone between paragraphs with a number."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from statistics import median

from pipeline.phases.phase1_structure.labels import ROMAN, is_bare_label, label_of, unit_of
from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page
from pipeline.phases.phase1_structure.parsers.pdf_paragraphs import Measure

LARGER = 1.12  # times the text's size
SMALLER = 0.8  # times the text's size: nothing smaller is a heading
LONGEST = 45  # words of a heading set larger
LONGEST_IN_TEXT_SIZE = 20  # words of a heading in the text's own size
LONGEST_ITEM = 10  # words of a heading that nothing but its letter and the space around it show
CLOSE, CLOSE_LARGE = 1.5, 1.8  # times leading, size: lines of one heading
APART, WIDE_APART = 1.2, 1.5  # times leading: space around a heading
WIDER = 1.15  # times the step between paragraphs, where these are set apart
FULL_LINE = 15  # times the size: the length of a line that is text
APART_PER_PAGE = 1.0  # so many steps a page are the paragraphs'
CENTRED = 0.9  # of the column a centred line may fill
LINES = 4  # of a heading in the text's own size
RUNNING_WORDS = 15  # a longer sentence in lower case is a quotation in large print

_ENDED = re.compile(r"[.!?:;][\"'”’»)\]\d¹²³⁰-⁹]*$")
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|plate|diagram|chart|listing|algorithm|box|abb(?:ildung|\.)?|tabelle|tafel|tableau)"
    r"\s*(?:\d|[IVXLC]+\b)",
    re.IGNORECASE,
)
_ENUNCIATION = re.compile(
    r"(?:theorem|lemma|corollary|proposition|prop\.?|definition|axiom|postulate|remark|example|exercise|problem|scholium|"
    r"conjecture|claim|observation|satz|hilfssatz|folgerung|beispiel|bemerkung|aufgabe|théorème|lemme|corollaire|"
    r"exemple|remarque)s?\s*(?:\d|[IVXLC]+\b|\()|(?:proof|beweis|preuve|démonstration|q\.\s?e\.\s?d)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+[^\W\d_a-z]")
_NUMERAL = re.compile(rf"[-–— ]*(?:\d{{1,3}}|{ROMAN})[-–—. ]*")
_ITEM = re.compile(r"(?:\([a-zα-ω]{1,5}\.?\)|(?:[a-z]|[A-Z]{1,2}|[α-ω]|[IVX]{1,5})[.)])\s+[“\"‘']?([^\W\d_])")
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u3400-\u9fff]{2,}")
_BULLETS = "•◦▪–—*-·"
_CLOSING_WORDS = re.compile(r"(?:the end|finis|ende|fin)\W*", re.IGNORECASE)


class Form(IntEnum):
    """What shows that a line is a heading, the surest first."""

    LARGE = 0
    BOLD = 1
    CAPITALS = 2
    LABEL = 3  # "CHAPTER IV" in the text's own type
    NUMBER = 4  # "1.2 Of Salt" in the text's own type
    ITEM = 5  # "(b) Of Salt" alone between paragraphs
    NUMERAL = 6  # "IV" alone in the middle


@dataclass(frozen=True, slots=True)
class PrintedHeading:
    """`size` lines from `line` of `page`; `points` is the whole size of a larger one."""

    page: int
    line: int
    size: int
    text: str
    form: Form
    points: int = 0
    bold: bool = False

    @property
    def style(self) -> tuple[Form, int, bool]:
        return self.form, -self.points, not self.bold if self.form is Form.LARGE else False


def candidates(pages: Sequence[Page], set_in: Measure, skipped: Set[int]) -> list[PrintedHeading]:
    """All lines that may be headings, grouped; `skipped` are ids of lines that are none, as a contents list's."""
    wide = max(WIDE_APART, WIDER * _paragraph_step(pages, set_in))
    found: list[PrintedHeading] = []
    for number, page in enumerate(pages):
        found.extend(_of_page(number, page, set_in, wide, skipped))
    return found


def _paragraph_step(pages: Sequence[Page], set_in: Measure) -> float:
    """The step between paragraphs in leadings where the book sets them apart; 0 where it indents them."""
    steps = [
        step
        for page in pages
        for above, line in zip(page.lines, page.lines[1:], strict=False)
        if APART < (step := (line.y0 - above.y0) / set_in.leading) < 2 * WIDE_APART and is_full_line(line)
    ]
    return median(steps) if len(steps) > APART_PER_PAGE * len(pages) else 0.0


def is_full_line(line: Line) -> bool:
    """Whether a line is as long as one of text, not a title's or a verse."""
    return line.x1 - line.x0 > FULL_LINE * line.size


def is_short(line: Line, right: float, size: float) -> bool:
    return line.x1 < right - 2.5 * size


def column_edges(page: Page, line: Line, size: float) -> tuple[float, float]:
    """Left and right edge of the text that stands over or under the line."""
    beside = [one for one in page.lines if one.x0 < line.x1 and one.x1 > line.x0 and one.size > SMALLER * size]
    lefts, rights = sorted(one.x0 for one in beside), sorted(one.x1 for one in beside)
    return lefts[len(lefts) // 4], rights[(3 * len(rights)) // 4]


def _of_page(number: int, page: Page, set_in: Measure, wide: float, skipped: Set[int]) -> Iterator[PrintedHeading]:
    index = 0
    while index < len(page.lines):
        line = page.lines[index]
        form = None if id(line) in skipped else _form(line, set_in.size)
        size = _group_size(page.lines, index, form, set_in) if form is not None else 0
        if form is None or not size or not _stands_as(form, page, index, size, set_in, wide):
            index += 1 if form is not Form.LARGE else max(size, 1)
            continue
        yield _heading(number, index, size, page, form)
        index += size


def _heading(number: int, index: int, size: int, page: Page, form: Form) -> PrintedHeading:
    first = page.lines[index]
    text = " ".join(line.bare for line in page.lines[index : index + size])
    return PrintedHeading(number, index, size, text, form, round(first.size) if form is Form.LARGE else 0, first.bold)


def heading_at(number: int, index: int, size: int, page: Page, set_in: Measure) -> PrintedHeading | None:
    """What is known to be a heading, for its type; None where the type shows nothing."""
    form = _form(page.lines[index], set_in.size) if size else None
    return None if form is None else _heading(number, index, size, page, form)


def _form(line: Line, size: float) -> Form | None:
    """What the line by itself may be."""
    if line.size >= LARGER * size:
        return Form.LARGE
    text = line.bare
    if line.size < SMALLER * size or not text:
        return None
    if line.bold:
        return None if _is_caption(text) else Form.BOLD
    if (text[0].islower() and text[1:2] not in {".", ")"}) or len(text.split()) > LONGEST_IN_TEXT_SIZE:
        return None  # nearly all lines
    if _NUMERAL.fullmatch(text):
        return Form.NUMERAL
    if _is_caption(text):
        return None
    if unit_of(text) not in {None, "number"}:
        return Form.LABEL
    if text.isupper() and _WORD.search(text):
        return Form.CAPITALS
    if _NUMBERED.match(text):
        return Form.NUMBER
    item = _ITEM.match(text)
    if item and item.group(1).isupper() and len(text.split()) <= LONGEST_ITEM:
        return Form.ITEM
    return None


def _is_caption(text: str) -> bool:
    """A figure's or a table's, or the name of a theorem, which is text."""
    return bool(_CAPTION.match(text) or _ENUNCIATION.match(text))


def _group_size(lines: Sequence[Line], index: int, form: Form, set_in: Measure) -> int:
    """How many lines from `index` on are one heading."""
    first = lines[index]
    if form not in {Form.LARGE, Form.BOLD, Form.CAPITALS}:
        return 1
    size = 1
    while index + size < len(lines):
        last, line = lines[index + size - 1], lines[index + size]
        limit = CLOSE_LARGE * line.size if form is Form.LARGE else CLOSE * set_in.leading
        gap = line.y0 - last.y0
        if not 0 <= gap < limit or is_bare_label(last.bare) or _form(line, set_in.size) is not form:
            break
        if round(line.size) != round(first.size) or (label_of(line.bare) and gap > APART * set_in.leading):
            break
        size += 1
    return size


def _stands_as(form: Form, page: Page, index: int, size: int, set_in: Measure, wide: float) -> bool:
    """Whether the lines say something and stand as a heading of their form does."""
    lines = page.lines[index : index + size]
    text = " ".join(line.bare for line in lines)
    words = text.split()
    if len(words) > LONGEST or not _says_something(text) or _is_in_a_row(page, index, size, form):
        return False
    if form is Form.LARGE:
        return not (_CAPTION.match(text) or _is_running(words))
    if size > LINES or len(words) > LONGEST_IN_TEXT_SIZE or text[-1] in ",;" or text[0] in _BULLETS:
        return False
    if text[0].islower() and form is not Form.ITEM:
        return False
    left, right = column_edges(page, lines[0], set_in.size)
    above, below = _space_above(page, index, set_in), _space_below(page, index + size - 1, set_in)
    short = is_short(lines[-1], right, set_in.size)
    before = page.lines[index - 1] if index else None
    match form:
        case Form.NUMERAL:
            return above > APART and below > APART and is_centred(lines[0], left, right, set_in.size)
        case Form.BOLD:
            free = above > APART or before is None or bool(_ENDED.search(before.bare)) or before.bold
            return free and (short or below > APART)
        case Form.CAPITALS:
            ended = before is None or bool(_ENDED.search(before.bare)) or is_bare_label(before.bare)
            ended = ended or (before is not None and before.size >= LARGER * set_in.size)
            return ended and above > APART and below > APART and not _CLOSING_WORDS.fullmatch(text)
        case Form.LABEL:
            return above > APART and ((short and below > APART) or is_bare_label(text))
        case Form.NUMBER:
            # a numbered paragraph of one line ends as a sentence does
            in_list = before is not None and bool(_NUMBERED.match(before.bare)) and _depth(before.bare) == _depth(text)
            return short and text[-1] not in ".!?:" and (above > APART or below > APART) and not in_list
        case _:
            aligned = lines[0].x0 < left + 0.6 * set_in.size or is_centred(lines[0], left, right, set_in.size)
            ended = before is None or bool(_ENDED.search(before.bare))
            return short and aligned and ended and above > wide and below > wide


def _depth(text: str) -> int:
    """How many numbers "1.2.3" has."""
    return text.split()[0].rstrip(".").count(".")


def is_centred(line: Line, left: float, right: float, size: float) -> bool:
    """Whether as much is free on both sides; a paragraph's first line, which is set in, fills the rest."""
    even = abs((line.x0 - left) - (right - line.x1)) < 1.5 * size
    return even and line.x0 > left + size and line.x1 - line.x0 < CENTRED * (right - left)


def _says_something(text: str) -> bool:
    """Words and no formula: a bare number, or letters for the most part."""
    if is_bare_label(text):
        return True
    text = text[len(label_of(text) or "") :]
    signs = sum(not char.isspace() for char in text)
    return bool(_WORD.search(text)) and sum(char.isalpha() for char in text) > 0.6 * signs


def _is_running(words: Sequence[str]) -> bool:
    """A sentence of some length: large print of the text itself, as a motto or a quotation."""
    long = [word for word in words if len(word) > 3 and word[0].isalpha()]
    lower = sum(word[0].islower() for word in long)
    return len(words) > RUNNING_WORDS and lower > 0.5 * len(long) and bool(_ENDED.search(words[-1]))


def _is_in_a_row(page: Page, index: int, size: int, form: Form) -> bool:
    """Whether another piece of the same type stands at the same height: the head of a table."""
    first, last = page.lines[index], page.lines[index + size - 1]
    for other in (*page.lines[max(index - 2, 0) : index], *page.lines[index + size : index + size + 2]):
        level = min(other.y1, last.y1) - max(other.y0, first.y0) > 0.5 * (other.y1 - other.y0)
        near = other.x0 - last.x1 < 6 * first.size and first.x0 - other.x1 < 6 * first.size
        if level and near and (form in {Form.NUMBER, Form.ITEM} or other.bold == first.bold):
            return True
    return False


def _space_above(page: Page, index: int, set_in: Measure) -> float:
    """The step from the line above in leadings; large at the top of a page or column."""
    if index == 0:
        return 9.0
    gap = page.lines[index].y0 - page.lines[index - 1].y0
    return gap / set_in.leading if gap > 0 else 9.0


def _space_below(page: Page, index: int, set_in: Measure) -> float:
    """The step to the line below in leadings; large at the foot of a page or column and above the notes."""
    if index + 1 == len(page.lines):
        return 9.0
    below = page.lines[index + 1]
    gap = below.y0 - page.lines[index].y0
    return gap / set_in.leading if gap > 0 and below.size > 0.92 * set_in.size else 9.0
