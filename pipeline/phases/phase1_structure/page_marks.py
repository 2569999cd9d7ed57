"""Page numbers of a printed edition that stand in the text ("[003]", "[p. 12]", "[A51/B75]", "[4:293]"): read, and taken
out of it."""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import mean, pstdev

from pipeline.numerals import roman_value
from pipeline.phases.phase1_structure.parsed import Block, Mark, ParsedBook
from pipeline.phases.phase1_structure.unit_rows import rising_row

_PAGE = r"(?P<named>(?:pp?|pg|page|seite|s)\.?\s*)?(?P<number>\d{1,4}|[ivxlc]{1,8})"
_EDITION = r"(?:[AB]\s?(?:\d{1,3}|[ivxlc]{1,7})(?:\s?[/=|]\s?[AB]\s?(?:\d{1,3}|[ivxlc]{1,7}))?|(?:AA\s?|Ak\.?\s?)?(?:\d{1,2}|[IVX]{1,4})\s?:\s?\d{1,3})"
_COLUMN = r"\d{1,4}\s?[a-e]"  # Stephanus
_MARK = re.compile(
    rf"(?P<open>[\[{{])\s*(?:{_PAGE}|(?P<column>{_COLUMN})|(?P<edition>{_EDITION}))\s*[\]}}]", re.IGNORECASE
)
_IS_EDITION = re.compile(rf"{_EDITION}|{_COLUMN}", re.IGNORECASE)
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
    series = [one for kind in sorted({one.kind for one in found}) for one in _pages(found, kind, parsed.blocks)]
    if not series:
        return parsed
    by_block: dict[int, list[_Found]] = {}
    for one in series:
        by_block.setdefault(one.block, []).append(one)
    blocks = tuple(
        _without(block, sorted(by_block[at], key=lambda one: one.start)) if at in by_block else block
        for at, block in enumerate(parsed.blocks)
    )
    taken = [parsed.blocks[one.block].text[one.start : one.end] for one in series]
    marks = tuple(_plain_title(mark, set(taken)) for mark in parsed.marks)
    return replace(parsed, blocks=blocks, marks=marks, furniture=(*parsed.furniture, *taken))


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
            elif one["column"]:
                label = re.sub(r"\s", "", one["column"]).lower()
                found.append(_Found(at, one.start(), one.end(), label, "column", int(label[:-1]), before))
            else:
                digits = number.isdecimal()
                kind = f"{one['open']}{(one['named'] or '').strip().lower()}"
                kind += "zero" if digits and number.startswith("0") else ""
                value = int(number) if digits else roman_value(number)
                found.append(_Found(at, one.start(), one.end(), number.lstrip("0") or number, kind, value, before))
        words += len(block.text.split())
    return _with_columns(_one_kind(found))


def _with_columns(found: list[_Found]) -> list[_Found]:
    """Columns are counted through: "17e", the last of its page, is followed by "18a"."""
    letters = {ord(one.label[-1]) - ord("a") for one in found if one.kind == "column"}
    columns = max(letters, default=0) + 1
    return [
        replace(one, value=one.value * columns + ord(one.label[-1]) - ord("a")) if one.kind == "column" else one
        for one in found
    ]


def _one_kind(found: list[_Found]) -> list[_Found]:
    """A series padded with zeros goes on without them: "[099]", "[100]"."""
    padded = {one.kind.removesuffix("zero") for one in found if one.kind.endswith("zero")}
    return [replace(one, kind=f"{one.kind}zero") if one.kind in padded else one for one in found]


def _pages(found: Sequence[_Found], kind: str, blocks: Sequence[Block]) -> list[_Found]:
    """The marks of a kind that are pages; of "[A50] … [B74]" either edition may be one series."""
    of_kind = [one for one in found if one.kind == kind]
    if _counts_pages(of_kind, blocks):
        return _without_citations(of_kind)
    if kind != "edition":
        return []
    editions = [[one for one in of_kind if one.label[:1].upper() == letter and "/" not in one.label] for letter in "AB"]
    return [one for each in editions if _counts_pages(each, blocks) for one in _without_citations(each)]


def _counts_pages(series: Sequence[_Found], blocks: Sequence[Block]) -> bool:
    """Whether the marks count on and stand as far apart as pages do, and none of them begins a note."""
    if len(series) < FEWEST:
        return False
    pairs = list(itertools.pairwise(series))
    counting = [(first, second) for first, second in pairs if _counts_on(first, second)]
    if len(counting) < IN_ORDER * len(pairs):
        return False
    plain = len(series[0].kind) == 1
    if plain:
        heads = sum(not blocks[one.block].text[: one.start].strip() for one in series)
        values = [one.value for one in series]
        if heads > len(series) / 2 or len(set(values)) < 0.8 * len(values):
            return False  # the numbers of notes come twice, in the text and before the note
    apart = [second.words - first.words for first, second in (pairs if plain else counting)]
    return mean(apart) >= LEAST_APART and pstdev(apart) <= EVEN * mean(apart)


def _counts_on(first: _Found, second: _Found) -> bool:
    """A number that comes again is a citation."""
    return 0 <= second.value - first.value <= 2 and first.label != second.label


def _without_citations(series: Sequence[_Found]) -> list[_Found]:
    """Those marks out of a series of pages that are no citations: a page that comes again counts where it stands in
    order. A volume begins anew."""
    volumes: list[list[_Found]] = [[]]
    for one in series:
        if volumes[-1] and one.value <= 2 and volumes[-1][-1].value >= FEWEST:
            volumes.append([])
        volumes[-1].append(one)
    return [one for volume in volumes for one in _once(volume)]


def _once(volume: Sequence[_Found]) -> list[_Found]:
    in_order = {volume[place] for place in rising_row([(one.value, one.label) for one in volume])}
    often = Counter(one.label for one in volume)
    return [one for one in volume if often[one.label] == 1 or one in in_order]


def _without(block: Block, marks: Sequence[_Found]) -> Block:
    """The block without these marks; where one stood between two spaces one of them goes, in a word nothing stays."""
    spans = [
        (
            one.start,
            one.end + (block.text[one.start - 1 : one.start] in {" ", ""} and block.text[one.end : one.end + 1] == " "),
        )
        for one in marks
    ]
    printed = sorted([*block.printed, *((one.start, one.label) for one in marks)])
    return replace(block, printed=tuple(printed)).without(spans)


def _plain_title(mark: Mark, texts: set[str]) -> Mark:
    title = _MARK.sub(lambda found: " " if found.group() in texts else found.group(), mark.title)
    if title == mark.title:
        return mark
    return replace(mark, title=" ".join(title.split()) or mark.title)
