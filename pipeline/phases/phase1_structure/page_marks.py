"""Page numbers of a printed edition that stand in the text ("[003]", "[p. 12]", "[A51/B75]", "[4:293]"): read, and taken
out of it."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import mean, pstdev

from pipeline.phases.phase1_structure.parsed import Block, Mark, ParsedBook
from pipeline.phases.phase1_structure.unit_labels import roman_value

_PAGE = r"(?P<named>(?:pp?|pg|page|seite|s)\.?\s*)?(?P<number>\d{1,4}|[ivxlc]{1,8})"
_EDITION = r"(?:[AB]\s?(?:\d{1,3}|[ivxlc]{1,7})(?:\s?[/=|]\s?[AB]\s?(?:\d{1,3}|[ivxlc]{1,7}))?|(?:AA\s?|Ak\.?\s?)?(?:\d{1,2}|[IVX]{1,4})\s?:\s?\d{1,3})"
_MARK = re.compile(rf"(?P<open>[\[{{])\s*(?:{_PAGE}|(?P<edition>{_EDITION}))\s*[\]}}]", re.IGNORECASE)
_IS_EDITION = re.compile(_EDITION, re.IGNORECASE)
FEWEST = 8  # marks; fewer may be anything
IN_ORDER = 0.8  # of the steps from mark to mark go up by one
EVEN = 0.6  # standard deviation of the words between marks by their mean: pages are even, notes' numbers are not
LEAST_APART = 60  # words between two marks on the average; a page has more


@dataclass(frozen=True, slots=True)
class _Found:
    block: int
    start: int
    end: int
    label: str
    kind: str  # what the marks of one series have in common
    value: int
    words: int  # before it, in the book


def is_edition_mark(label: str) -> bool:
    """A page that names its edition or volume is how the place is cited."""
    return bool(_IS_EDITION.fullmatch(label))


def with_page_marks(parsed: ParsedBook) -> ParsedBook:
    """The book without the page numbers in its text, which its blocks then carry in `printed`."""
    found = _marks_in(parsed.blocks)
    series = [
        one
        for kind in {one.kind for one in found}
        if _counts_pages(of := [f for f in found if f.kind == kind], parsed.blocks)
        for one in of
    ]
    if not series:
        return parsed
    by_block: dict[int, list[_Found]] = {}
    for one in series:
        by_block.setdefault(one.block, []).append(one)
    blocks = tuple(
        _without(block, sorted(by_block[at], key=lambda one: one.start)) if at in by_block else block
        for at, block in enumerate(parsed.blocks)
    )
    texts = {parsed.blocks[at].text[one.start : one.end] for at, ones in by_block.items() for one in ones}
    return replace(parsed, blocks=blocks, marks=tuple(_plain_title(mark, texts) for mark in parsed.marks))


def _marks_in(blocks: Sequence[Block]) -> list[_Found]:
    found: list[_Found] = []
    words = 0
    for at, block in enumerate(blocks):
        for one in _MARK.finditer(block.text):
            edition, number = one["edition"], one["number"]
            before = words + len(block.text[: one.start()].split())
            if edition:
                label = re.sub(r"\s", "", edition)
                value = int((re.findall(r"\d+", label) or ["0"])[-1])
                found.append(_Found(at, one.start(), one.end(), label, "edition", value, before))
            else:
                digits = number.isdecimal()
                kind = f"{one['open']}{(one['named'] or '').strip().lower()}"
                kind += "zero" if digits and number.startswith("0") else ""
                value = int(number) if digits else roman_value(number)
                found.append(_Found(at, one.start(), one.end(), number.lstrip("0") or number, kind, value, before))
        words += len(block.text.split())
    return _one_kind(found)


def _one_kind(found: list[_Found]) -> list[_Found]:
    """A series padded with zeros goes on without them: "[099]", "[100]"."""
    padded = {one.kind.removesuffix("zero") for one in found if one.kind.endswith("zero")}
    return [replace(one, kind=f"{one.kind}zero") if one.kind in padded else one for one in found]


def _counts_pages(series: Sequence[_Found], blocks: Sequence[Block]) -> bool:
    """Whether the marks count on and stand as far apart as pages do, and none of them begins a note."""
    if len(series) < FEWEST:
        return False
    pairs = list(itertools.pairwise(series))
    if sum(0 <= second.value - first.value <= 2 for first, second in pairs) < IN_ORDER * len(pairs):
        return False
    if series[0].kind == "edition" or series[0].kind.endswith("zero") or len(series[0].kind) > 1:
        return True
    heads = sum(not blocks[one.block].text[: one.start].strip() for one in series)
    values = [one.value for one in series]
    if heads > len(series) / 2 or len(set(values)) < 0.8 * len(values):
        return False  # the numbers of notes come twice, in the text and before the note
    apart = [second.words - first.words for first, second in pairs]
    return mean(apart) >= LEAST_APART and pstdev(apart) <= EVEN * mean(apart)


def _without(block: Block, marks: Sequence[_Found]) -> Block:
    """The block without these marks; where one stood between two spaces one of them goes, in a word nothing stays."""
    pieces: list[str] = []
    printed: list[tuple[int, str]] = []
    cuts: list[tuple[int, int]] = []
    position = length = 0
    for one in marks:
        end = one.end
        before, after = block.text[one.start - 1 : one.start], block.text[end : end + 1]
        if after == " " and (before in {" ", ""} or not before):
            end += 1
        pieces.append(block.text[position : one.start])
        length += one.start - position
        printed.append((length, one.label))
        cuts.append((one.start, end))
        position = end
    pieces.append(block.text[position:])

    def at(offset: int) -> int:
        return offset - sum(min(offset, end) - start for start, end in cuts if start < offset)

    return replace(
        block,
        text="".join(pieces),
        printed=tuple(sorted([*((at(offset), label) for offset, label in block.printed), *printed])),
        pages=tuple((at(offset), page) for offset, page in block.pages),
        calls=tuple((at(offset), label) for offset, label in block.calls),
    )


def _plain_title(mark: Mark, texts: set[str]) -> Mark:
    title = mark.title
    for text in texts:
        if text in title:
            title = " ".join(title.replace(text, " ").split())
    return replace(mark, title=title or mark.title)
