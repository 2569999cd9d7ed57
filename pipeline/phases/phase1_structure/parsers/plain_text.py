"""Plain text: paragraphs between blank lines, headings recognised by wording, capitals, numbering and place."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.contents_list import is_contents_heading, letters
from pipeline.phases.phase1_structure.encoding import decode
from pipeline.phases.phase1_structure.labels import is_bare_label, plain_title, unit_of
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, Metadata, ParsedBook
from pipeline.phases.phase1_structure.parsers.text_marks import (
    COMMON_TITLE,
    is_capitals,
    marks_by_wording,
    marks_of_text,
    without_call,
)
from pipeline.phases.phase1_structure.parsers.text_paragraphs import (
    Paragraph,
    is_underlined,
    paragraphs_of,
    without_underline,
)
from schemas.text import StructureOptions

_NOTE = re.compile(r"\s*[\[{(](?:footnote\s*)?[\d*†]{1,4}(?:[\]})]|:)", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[IVXLC]{1,7}[.)])\s+(?=[A-ZÄÖÜ“\"])")
_LAST_WORD = re.compile(r"(?:the )?(?:end|fin|finis|ende)(?: of .{1,60})?[.!]?", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’»)\]]*$")
LONGEST_HEADING = 18  # words
FEW_PAGES = 2  # a line at the top of more pages is their running head


class PlainTextParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:
        decoded = decode(source, name)
        paragraphs = _over_pages(paragraphs_of(decoded.text))
        candidates = candidates_of(paragraphs)
        contents = _contents(paragraphs, candidates)
        inside = range(contents[0] + 1, contents[1]) if contents else range(0)
        kept = [at for at in candidates if at not in inside]
        blocks = [
            Block(
                without_underline(paragraph).text,
                BlockRole.HEADING if at in kept else BlockRole.NOTE if _NOTE.match(paragraph.text) else BlockRole.TEXT,
                paragraph.start,
            )
            for at, paragraph in enumerate(paragraphs)
        ]
        marks = marks_of_text(paragraphs, kept, contents)
        return ParsedBook("text", tuple(blocks), tuple(marks), Metadata(), warnings=decoded.warnings)


def _over_pages(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs with those whole again that run over a page's end, which a heading or a new sentence doesn't."""
    headings = _headings_on_new_pages(paragraphs)
    found: list[Paragraph] = []
    for at, paragraph in enumerate(paragraphs):
        if not paragraph.on_new_page or {at - 1, at} & headings or _begins_anew(paragraphs[at - 1], paragraph):
            found.append(paragraph)
        else:
            found[-1] = replace(found[-1], lines=found[-1].lines + paragraph.lines)
    return found


def _headings_on_new_pages(paragraphs: Sequence[Paragraph]) -> set[int]:
    """All that could be headings, save running heads and page numbers."""
    heads = {at: letters(_without_number(paragraphs[at].text)) for at in candidates_of(paragraphs)}
    tops = Counter(head for at, head in heads.items() if paragraphs[at].on_new_page)
    return {at for at, head in heads.items() if not paragraphs[at].on_new_page or (head and tops[head] <= FEW_PAGES)}


def _without_number(text: str) -> str:
    return text if unit_of(text) not in {None, "number"} else re.sub(r"\d+", "", text)


def _begins_anew(above: Paragraph, below: Paragraph) -> bool:
    return bool(_SENTENCE_END.search(above.text)) and not below.text[:1].islower()


def recognised(blocks: Sequence[Block]) -> tuple[list[Block], list[Mark]]:
    """Headings recognised among the paragraphs of another format that declares none."""
    paragraphs = [Paragraph((block.text,), block.source or 0, 1) for block in blocks]
    sure = [at for at in candidates_of(paragraphs) if unit_of(blocks[at].text) not in {None, "number"}]
    marks = marks_by_wording(paragraphs, sure, [blocks[at].text for at in sure])
    headings = {mark.at + step for mark in marks for step in range(mark.heading_blocks)}
    roles = [BlockRole.HEADING if at in headings else block.role for at, block in enumerate(blocks)]
    return [replace(block, role=role) for block, role in zip(blocks, roles, strict=True)], marks


def candidates_of(paragraphs: Sequence[Paragraph]) -> list[int]:
    """Indices of the paragraphs that could be headings."""
    found: list[int] = []
    numbered: list[int] = []
    for at, paragraph in enumerate(paragraphs):
        text = without_call(without_underline(paragraph).text)
        words = len(text.split())
        if _NOTE.match(text):
            continue
        if words > LONGEST_HEADING or len(paragraph.lines) > 4 or not any(char.isalnum() for char in text):
            continue
        if text[0] in "\"“'([{*" and not is_underlined(paragraph) and not is_bare_label(text):
            continue
        if _LAST_WORD.fullmatch(text):
            continue
        unit = unit_of(text)
        common = COMMON_TITLE.fullmatch(plain_title(text)) and words <= 8 and text[:1].isupper()
        if (
            is_underlined(paragraph)
            or is_capitals(text)
            or common
            or unit == "§"
            or (unit not in {None, "number"} and _starts_like_heading(text))
        ):
            found.append(at)
        elif (is_bare_label(text) or (_LIST_NUMBER.match(text) and not re.search(r"[,;:]$", text))) and words <= 12:
            numbered.append(at)
    return sorted([*found, *_numbers_apart(paragraphs, numbered)])


def _numbers_apart(paragraphs: Sequence[Paragraph], numbered: Sequence[int]) -> list[int]:
    """Numbers are headings only where prose stands between them; each kind of numeral is a series of its own."""
    found: list[int] = []
    for roman in (True, False):
        series = [at for at in numbered if paragraphs[at].text[0].isalpha() is roman]
        apart = [at for at in series if _prose_follows(paragraphs, at)]
        if len(apart) > 1 and len(apart) > 0.6 * len(series):
            found.extend(apart)
    return found


def _prose_follows(paragraphs: Sequence[Paragraph], at: int) -> bool:
    """Whether a long paragraph stands below, perhaps behind the heading's note."""
    below = next((one.text for one in paragraphs[at + 1 : at + 4] if not _is_note(one)), "")
    return len(below.split()) > LONGEST_HEADING


def _is_note(paragraph: Paragraph) -> bool:
    return bool(_NOTE.match(paragraph.text)) or set(paragraph.lines[0].strip()) <= set("=-_*~")


def _starts_like_heading(text: str) -> bool:
    """ "Chapter 1", "Part Two: Of Man", not "Part one of this was done by the clerks"."""
    if is_bare_label(text):
        return True
    rest = re.sub(r"^\S+\s+\S+\s*", "", text)
    return text[0].isupper() and (bool(re.match(r"^\S+\s+\S*[.:,—–-]", text)) or rest[:1].isupper())


def _contents(paragraphs: Sequence[Paragraph], candidates: Sequence[int]) -> tuple[int, int] | None:
    """The printed contents list as [first, last) paragraphs, its heading first."""
    for at in candidates:
        if is_contents_heading(without_underline(paragraphs[at]).text) and at < 0.3 * len(paragraphs) + 5:
            last = at + 1
            while last < len(paragraphs) and _is_list_part(paragraphs[last], first=last == at + 1):
                last += 1
            last = max(last, _first_repeated(paragraphs, at + 1))
            if last > at + 1:
                return at, last
    return None


def _first_repeated(paragraphs: Sequence[Paragraph], start: int) -> int:
    """Where the first title comes again that a list of short paragraphs from `start` on has named; 0 if none does."""
    named: set[str] = set()
    for at in range(start, len(paragraphs)):
        text = without_underline(paragraphs[at]).text
        lines = paragraphs[at].lines
        if len(text.split()) > LONGEST_HEADING and (len(lines) < 4 or len(text) > 55 * len(lines)):
            return 0  # prose
        for line in (text, *paragraphs[at].lines):
            if letters(line) in named and len(paragraphs[at].lines) < 4:
                return at
        named.update(letters(line) for line in (text, *paragraphs[at].lines) if letters(line))
    return 0


def _is_list_part(paragraph: Paragraph, first: bool) -> bool:
    """A part of a contents list: several short lines, or one entry close below the others."""
    short = all(len(line.split()) <= LONGEST_HEADING for line in paragraph.lines)
    if not short or (paragraph.gap_before > 2 and not first):
        return False
    return len(paragraph.lines) > 1 or bool(re.search(r"[.\s]\d{1,4}\s*$", paragraph.lines[0])) or first
