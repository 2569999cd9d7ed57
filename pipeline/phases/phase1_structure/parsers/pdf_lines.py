"""The printed lines of a PDF's pages: text, place and size; raised note numbers and marginal page numbers taken out."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pipeline.phases.phase1_structure.letter_spacing import heading_words, spaced_words_joined
from pipeline.phases.phase1_structure.note_calls import call, ends_in_call, opening_call, raised_digits, without_calls

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00a0": " ", "\x00": " "}
)
_UNREADABLE = re.compile("[\ud800-\udfff\ufffd\ufffe\uffff\x01-\x08\x0b\x0c\x0e-\x1f]")
_SIGN = r"\s*(?:\d{1,3}|[*†‡§¶‖]{1,3}|[a-z])\s*"
_NOTE_MARK = re.compile(rf"\s*(?:\[{_SIGN}\]|\({_SIGN}\)|{_SIGN}[\])]?)\s*")  # "(1" begins an exponent
_MARGINAL = re.compile(r"[\[{|](?:p\.?\s*|pg\.?\s*)?(\d{1,4}|[ivxlcdm]{1,9})[\]}|]")
_BEFORE_EXPONENT = re.compile(r"(?:^|[^\w’'])[^\W\d]$|(?<!\d{3})\d$")  # a year has none
_A_WORD = re.compile(r"[^\W\d_]{2}|[AI]\s")  # a single letter goes on with a formula
BOLD = 16  # the flag of a bold span
_STOPS = frozenset(".!?:")
LONGEST_EXPONENT = 2  # digits; a longer raised number is a note's
LARGER_INITIAL = 1.5  # times the size of the line beside it
INITIAL_GAP, INITIAL_OVER = 0.6, 0.2  # times its size: the gap to its line, which may go under the slope of a "P"
SHORTEST_OPENED = 12  # letters of a line that an initial opens
_QUOTES = "“\"'‘„«"
BOLD_SHARE = 0.8  # of a line's letters are bold in a bold line; a bold word that opens a paragraph makes none


class Line(NamedTuple):
    """A printed line of one page (0-based); `marginal` has the original page numbers that stood beside or in it, the last one
    holds; `apart` are the words at its end that stand apart from the others, as a page number in a contents list does."""

    page: int
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    block: int
    marginal: str | None = None
    apart: str = ""

    @property
    def bare(self) -> str:
        """The text without the signs of calls of notes."""
        return without_calls(self.text)


@dataclass(frozen=True, slots=True)
class Page:
    lines: tuple[Line, ...]
    height: float
    unreadable: int = 0  # characters that had to be replaced
    sideways: bool = False  # there is sideways print, which is left out
    stray: str = ""  # original page numbers on a page without text


def page_lines(content: dict[str, Any], number: int) -> Page:
    """The lines of a page from pymupdf's dictionary of it."""
    lines: list[Line] = []
    unreadable = 0
    sideways = False
    for index, block in enumerate(content["blocks"]):
        for raw in itertools.chain.from_iterable(_parted(raw) for raw in block.get("lines", ()) if raw["spans"]):
            spans = raw["spans"]
            if abs(raw["dir"][1]) > 0.5:
                sideways = sideways or any(span["text"].strip() for span in spans)
                continue
            line = _line(spans, raw["bbox"], number, index)
            if line is None:
                continue
            if _UNREADABLE.search(line.text):
                unreadable += len(_UNREADABLE.findall(line.text))
                line = line._replace(text=_UNREADABLE.sub("\ufffd", line.text))
            lines.append(line)
    joined = tuple(_joined(lines))
    stray = " ".join(line.marginal for line in lines if line.marginal and not joined)
    return Page(joined, float(content["height"]), unreadable, sideways, stray)


def _line(spans: Sequence[dict[str, Any]], box: Sequence[float], page: int, block: int) -> Line | None:
    if len(spans) == 1:
        only = spans[0]
        text, size, flags = only["text"], only["size"], only["flags"]
    else:
        text, size, flags = _spans_text(spans)
    text = text.translate(_LIGATURES)
    bare = text.strip()
    if not bare:
        return None
    marginal = None
    found = _MARGINAL.fullmatch(bare)
    if found:
        marginal, text = found.group(1), ""
    return Line(page, text.strip(), box[0], box[1], box[2], box[3], size, bool(flags & BOLD), block, marginal)


def _spans_text(spans: Sequence[dict[str, Any]]) -> tuple[str, float, int]:
    """The text of several spans with the size and style of most of it."""
    first = spans[0]
    if len({(span["size"], span["flags"]) for span in spans}) == 1:
        return "".join([span["text"] for span in spans]), first["size"], first["flags"]
    sizes: dict[float, int] = {}
    bold = letters = 0
    for span in spans:
        length = len(span["text"].strip())
        sizes[span["size"]] = sizes.get(span["size"], 0) + length
        letters += length
        if span["flags"] & BOLD:
            bold += length
    size = max(sizes, key=lambda key: sizes[key])
    pieces: list[str] = []
    for span in spans:
        text = span["text"]
        if span["size"] < 0.9 * size and _NOTE_MARK.fullmatch(text) and (not pieces or _is_raised(span, spans, size)):
            text = _raised("".join(pieces), text)
        elif pieces and ends_in_call(pieces[-1]) and _A_WORD.match(text):
            text = f" {text}"  # the narrow blank behind a call may be no character of the file
        pieces.append(text)
    return "".join(pieces), size, BOLD if bold >= BOLD_SHARE * letters else 0


def _is_raised(span: dict[str, Any], spans: Sequence[dict[str, Any]], size: float) -> bool:
    """MuPDF doesn't always say it: then the base lines of the print tell."""
    if span["flags"] & 1:
        return True
    base = [one["origin"][1] for one in spans if one["size"] == size and one["text"].strip()]
    return bool(span["text"].strip().isdigit() and span["origin"][1] < min(base) - 0.2 * size)


def _raised(before: str, mark: str) -> str:
    """A raised number is an exponent after a single letter or a digit, else it may call a note."""
    bare = mark.strip()
    exponent = len(bare) <= LONGEST_EXPONENT and _BEFORE_EXPONENT.search(before)
    if bare.isdigit() and (exponent or bare.startswith("0")):
        return raised_digits(bare)
    if bare.isalpha() and not re.search(r"[.,;:!?”’\"]$", before):
        return mark
    if not before.strip() and bare.isalpha():
        return f"{bare} "
    return call(bare.strip("[]()")) + (" " if mark[-1:].isspace() else "")


def _joined(lines: list[Line]) -> Iterator[Line]:
    """Pieces of one printed line become one; marginal numbers join their line."""
    kept: list[Line] = []
    marginal: str | None = None
    for line in lines:
        if line.marginal and not line.text:
            if kept and abs(kept[-1].y0 - line.y0) < 0.6 * line.size:
                kept[-1] = kept[-1]._replace(marginal=_both(kept[-1].marginal, line.marginal))
            else:
                marginal = _both(marginal, line.marginal)
            continue
        if marginal:
            line, marginal = line._replace(marginal=_both(marginal, line.marginal)), None
        before = kept[-1] if kept else None
        if before is not None and _is_raised_mark(before, line):
            kept[-1] = before._replace(text=before.text + _raised(before.text, line.text.strip()))
        elif before is not None and _same_line(before, line) and not may_open(before, line):
            mark, rest = opening_call(line.text)
            raised = _raised(before.text, mark) if mark else " "
            kept[-1] = _together(before, line._replace(text=rest), raised)
        else:
            kept.append(line)
    if marginal and kept:
        kept[-1] = kept[-1]._replace(marginal=_both(kept[-1].marginal, marginal))
    return (_opened(line, before) for line, before in zip(kept, [None, *kept], strict=False))


def _opened(line: Line, before: Line | None) -> Line:
    """The line with the number of a note that it opens as text; a call may stand at a line's head too: there the
    sentence goes on."""
    mark, rest = opening_call(line.text)
    rest = rest.lstrip()
    if not mark:
        return line
    goes_on = (
        before is not None
        and rest[:1].islower()
        and before.text[-1:] not in _STOPS
        and abs(line.size - before.size) < 0.5
    )
    return line._replace(text=call(mark) + rest if goes_on else f"{mark} {rest}")


def _both(first: str | None, second: str | None) -> str | None:
    """Two page numbers at one line: the later holds, neither is forgotten."""
    return " ".join(filter(None, (first, second))) or None


def _is_raised_mark(before: Line, mark: Line) -> bool:
    """A note's number that the file has as a line of its own, raised beside the text."""
    return (
        mark.size < 0.8 * before.size
        and bool(_NOTE_MARK.fullmatch(mark.text))
        and not mark.text.strip().isalpha()
        and mark.y0 < before.y1 - 0.4 * before.size
        and mark.y1 > before.y0
        and -1 < mark.x0 - before.x1 < before.size
    )


def _same_line(left: Line, right: Line) -> bool:
    overlap = min(left.y1, right.y1) - max(left.y0, right.y0)
    if overlap < 0.5 * min(left.y1 - left.y0, right.y1 - right.y0) or right.x0 < left.x1 - 2:
        return False
    return left.block == right.block or right.x0 - left.x1 < 3 * right.size


def _together(left: Line, right: Line, between: str) -> Line:
    wide = left if len(left.text) >= len(right.text) else right
    return wide._replace(
        text=left.text + between + right.text,
        x0=min(left.x0, right.x0),
        y0=min(left.y0, right.y0),
        x1=max(left.x1, right.x1),
        y1=max(left.y1, right.y1),
        block=left.block,
        marginal=_both(left.marginal, right.marginal),
        apart=right.text if right.x0 - left.x1 > right.size else left.apart and f"{left.apart}{between}{right.text}",
    )


def is_initial(text: str) -> bool:
    """A letter alone, with or without a quotation mark before it; a sum's sign is none."""
    if len(text) > 2:
        return False  # nearly all lines
    bare = text.strip(_QUOTES)
    return len(bare) == 1 and bare.isupper() and bare not in "ΣΠ"


def may_open(letter: Line, line: Line) -> bool:
    """Whether a line stands beside a large initial and goes on from it; "I" before "Of Sense" is a number."""
    return (
        is_initial(letter.text)
        and letter.size > LARGER_INITIAL * line.size
        and -INITIAL_OVER * letter.size < line.x0 - letter.x1 < INITIAL_GAP * letter.size
        and letter.y0 - 2 <= line.y0 <= letter.y1
        and len(line.text) >= SHORTEST_OPENED
        and line.text[0].isalpha()
        and not (line.text[0].isupper() and line.text[1].islower())
    )


def _parted(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """MuPDF's line in two where it begins with an initial, which may share its base line with another than its own."""
    first, *rest = raw["spans"]
    if not rest or first["size"] <= LARGER_INITIAL * rest[0]["size"] or not is_initial(first["text"].strip()):
        return [raw]
    boxes = [span["bbox"] for span in rest]
    box = [*(min(box[at] for box in boxes) for at in (0, 1)), *(max(box[at] for box in boxes) for at in (2, 3))]
    return [{**raw, "spans": [first], "bbox": first["bbox"]}, {**raw, "spans": rest, "bbox": box}]


def without_letter_spacing(pages: Sequence[Page]) -> list[Page]:
    """The pages with words whole whose letters are set apart."""
    lines = [heading_words(line.text) for page in pages for line in page.lines]
    words = iter(spaced_words_joined(lines))
    return [replace(page, lines=tuple(_saying(line, next(words)) for line in page.lines)) for page in pages]


def _saying(line: Line, text: str) -> Line:
    return line if line.text == text else line._replace(text=text)


def body_size(pages: Sequence[Page]) -> float:
    """The size in which most of the text is set."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0
