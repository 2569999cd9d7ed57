"""Plain text: paragraphs between blank lines, headings recognised by wording, capitals, numbering and place."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.contents_list import is_contents_heading, letters, levels, list_entries, matched
from pipeline.phases.phase1_structure.encoding import decode
from pipeline.phases.phase1_structure.labels import is_bare_label, plain_title, unit_of
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, Metadata, ParsedBook
from schemas.text import SectionKind, StructureOptions

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_UNDERLINE = re.compile(r"\s*([=~*_^\"#-])\1{2,}\s*$")
_RULE = re.compile(r"[\s=~*_\-.+#•·—–]*$")
_COMMON = re.compile(
    r"(?:(?:author[’']?s |translator[’']?s |editor[’']?s |publishers?[’']? )?"
    r"(?:preface|introduction|foreword|note|advertisement)"
    r"(?: to .*)?|prologue|epilogue|conclusion|appendix.*|(?:table of )?contents|footnotes|endnotes|notes|"
    r"index|glossary|bibliography|references|dedication|postscript|vorwort|vorrede|einleitung|nachwort|anhang|schluss|schluß)"
)
_NOTE = re.compile(r"\s*[\[{(](?:footnote\s*)?[\d*†]{1,4}(?:[\]})]|:)", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[IVXLC]{1,7}[.)])\s+(?=[A-ZÄÖÜ“\"])")
LONGEST_HEADING = 18  # words
_RANKS = {
    "volume": 0,
    "vol": 0,
    "band": 0,
    "tome": 0,
    "book": 1,
    "buch": 1,
    "livre": 1,
    "part": 2,
    "teil": 2,
    "theil": 2,
    "partie": 2,
}
CHAPTER_RANK, LOWER_RANK, PARAGRAPH_RANK = 3, 5, 6


@dataclass(frozen=True, slots=True)
class _Paragraph:
    lines: tuple[str, ...]
    start: int
    gap_before: int  # blank lines above

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.lines).split())


class PlainTextParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:
        decoded = decode(source, name)
        paragraphs = _paragraphs(decoded.text)
        candidates = _candidates(paragraphs)
        contents = _contents(paragraphs, candidates)
        inside = range(contents[0] + 1, contents[1]) if contents else range(0)
        kept = [at for at in candidates if at not in inside]
        blocks = [
            Block(
                _without_underline(paragraph).text,
                BlockRole.HEADING if at in kept else BlockRole.NOTE if _NOTE.match(paragraph.text) else BlockRole.TEXT,
                paragraph.start,
            )
            for at, paragraph in enumerate(paragraphs)
        ]
        marks = _marks(paragraphs, kept, contents)
        headings = {mark.at + step for mark in marks for step in range(mark.heading_blocks)}
        blocks = [
            Block(block.text, BlockRole.TEXT, block.source)
            if block.role is BlockRole.HEADING and at not in headings
            else block
            for at, block in enumerate(blocks)
        ]
        return ParsedBook("text", tuple(blocks), tuple(marks), Metadata(), warnings=decoded.warnings)


def recognised(blocks: Sequence[Block]) -> tuple[list[Block], list[Mark]]:
    """Headings recognised among the paragraphs of another format that declares none."""
    paragraphs = [_Paragraph((block.text,), block.source or 0, 1) for block in blocks]
    marks = [mark for mark in _by_pattern(paragraphs, _candidates(paragraphs)) if _SURE.match(mark.title)]
    headings = {mark.at + step for mark in marks for step in range(mark.heading_blocks)}
    roles = [BlockRole.HEADING if at in headings else block.role for at, block in enumerate(blocks)]
    return [replace(block, role=role) for block, role in zip(blocks, roles, strict=True)], marks


def _paragraphs(text: str) -> list[_Paragraph]:
    rows = [(found.start(), found.group().rstrip("\r\n")) for found in _LINE.finditer(text) if found.group()]
    blank = sum(not row.strip() for _, row in rows)
    filled = [len(row) for _, row in rows if row.strip()]
    one_a_line = bool(filled) and (sum(filled) / len(filled) > 200 or (blank == 0 and max(filled) > 120))
    found: list[_Paragraph] = []
    lines: list[str] = []
    start = gap = 0
    for offset, row in rows:
        if not row.strip():
            if lines:
                found.append(_Paragraph(tuple(lines), start, gap))
                lines, gap = [], 0
            gap += 1
            continue
        if lines and one_a_line:
            found.append(_Paragraph(tuple(lines), start, gap))
            lines, gap = [], 0
        if not lines:
            start = offset + len(row) - len(row.lstrip())
        lines.append(row)
        if len(lines) == 2 and _UNDERLINE.match(row) and lines[0].strip() and not _RULE.fullmatch(lines[0]):
            found.append(_Paragraph(tuple(lines), start, gap))
            lines, gap = [], 0
    if lines:
        found.append(_Paragraph(tuple(lines), start, gap))
    return [paragraph for paragraph in found if not _RULE.fullmatch(paragraph.text)]


def _is_underlined(paragraph: _Paragraph) -> bool:
    return len(paragraph.lines) == 2 and bool(_UNDERLINE.match(paragraph.lines[1]))


def _without_underline(paragraph: _Paragraph) -> _Paragraph:
    return (
        _Paragraph(paragraph.lines[:1], paragraph.start, paragraph.gap_before)
        if _is_underlined(paragraph)
        else paragraph
    )


def _is_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 2 and all(char.isupper() for char in letters)


def _candidates(paragraphs: Sequence[_Paragraph]) -> list[int]:
    """Indices of the paragraphs that could be headings."""
    found: list[int] = []
    numbered: list[int] = []
    for at, paragraph in enumerate(paragraphs):
        text = _without_underline(paragraph).text
        words = len(text.split())
        if words > LONGEST_HEADING or len(paragraph.lines) > 4 or not any(char.isalnum() for char in text):
            continue
        if text[0] in "\"“'([{*" and not _is_underlined(paragraph) and not is_bare_label(text):
            continue
        unit = unit_of(text)
        common = _COMMON.fullmatch(plain_title(text)) and words <= 8 and text[:1].isupper()
        if (
            _is_underlined(paragraph)
            or _is_capitals(text)
            or common
            or unit == "§"
            or (unit not in {None, "number"} and _starts_like_heading(text))
        ):
            found.append(at)
        elif (is_bare_label(text) or (_LIST_NUMBER.match(text) and not re.search(r"[,;:]$", text))) and words <= 12:
            numbered.append(at)
    # numbers alone are headings only where prose stands between them
    apart = [
        at for at in numbered if at + 1 < len(paragraphs) and len(paragraphs[at + 1].text.split()) > LONGEST_HEADING
    ]
    if len(apart) > 1 and len(apart) > 0.6 * len(numbered):
        found.extend(apart)
    return sorted(found)


def _starts_like_heading(text: str) -> bool:
    """ "Chapter 1", "Part Two: Of Man", not "Part one of this was done by the clerks"."""
    if is_bare_label(text):
        return True
    rest = re.sub(r"^\S+\s+\S+\s*", "", text)
    return text[0].isupper() and (bool(re.match(r"^\S+\s+\S*[.:,—–-]", text)) or rest[:1].isupper())


def _contents(paragraphs: Sequence[_Paragraph], candidates: Sequence[int]) -> tuple[int, int] | None:
    """The printed contents list as [first, last) paragraphs, its heading first."""
    for at in candidates:
        if is_contents_heading(_without_underline(paragraphs[at]).text) and at < 0.3 * len(paragraphs) + 5:
            last = at + 1
            while last < len(paragraphs) and _is_list_part(paragraphs[last], first=last == at + 1):
                last += 1
            last = max(last, _first_repeated(paragraphs, at + 1))
            if last > at + 1:
                return at, last
    return None


def _first_repeated(paragraphs: Sequence[_Paragraph], start: int) -> int:
    """Where the first title comes again that a list of short paragraphs from `start` on has named; 0 if none does."""
    named: set[str] = set()
    for at in range(start, len(paragraphs)):
        text = _without_underline(paragraphs[at]).text
        if len(text.split()) > LONGEST_HEADING and len(paragraphs[at].lines) < 4:
            return 0
        for line in (text, *paragraphs[at].lines):
            if letters(line) in named and len(paragraphs[at].lines) < 4:
                return at
        named.update(letters(line) for line in (text, *paragraphs[at].lines) if letters(line))
    return 0


def _is_list_part(paragraph: _Paragraph, first: bool) -> bool:
    """A part of a contents list: several short lines, or one entry close below the others."""
    short = all(len(line.split()) <= LONGEST_HEADING for line in paragraph.lines)
    if not short or (paragraph.gap_before > 2 and not first):
        return False
    return len(paragraph.lines) > 1 or bool(re.search(r"[.\s]\d{1,4}\s*$", paragraph.lines[0])) or first


def _marks(paragraphs: Sequence[_Paragraph], kept: Sequence[int], contents: tuple[int, int] | None) -> list[Mark]:
    titles = [_without_underline(paragraphs[at]).text for at in kept]
    if contents:
        lines = [line for paragraph in paragraphs[contents[0] + 1 : contents[1]] for line in (*paragraph.lines, "")]
        entries = list_entries(lines)
        behind = [index for index, at in enumerate(kept) if at >= contents[1]]
        places = matched(entries, [titles[index] for index in behind])
        if sum(place is not None for place in places) >= max(2, 0.6 * len(entries)):
            declared = {
                behind[place]: level for place, level in zip(places, levels(entries), strict=True) if place is not None
            }
            return _by_contents(paragraphs, kept, titles, declared, contents)
    return _by_pattern(paragraphs, kept, titles)


def _by_contents(
    paragraphs: Sequence[_Paragraph],
    kept: Sequence[int],
    titles: Sequence[str],
    declared: dict[int, int],
    contents: tuple[int, int],
) -> list[Mark]:
    """Sections as the printed contents has them; other headings below them, not in the contents."""
    marks: list[Mark] = []
    level = 0
    ranks = sorted(
        {_rank(titles[index]) for index in range(len(kept)) if index not in declared and kept[index] >= contents[1]}
    )
    for index, at in enumerate(kept):
        source = paragraphs[at].start
        if at == contents[0]:
            marks.append(Mark(titles[index], 1, at, 1, in_toc=False, kind=SectionKind.FRONT, source=source))
        elif index in declared:
            level = declared[index]
            marks.append(Mark(titles[index], level, at, 1, source=source))
        elif level and at > contents[1]:
            lower = level + 1 + ranks.index(_rank(titles[index]))
            marks.append(Mark(titles[index], lower, at, 1, in_toc=False, source=source))
    return marks


def _rank(title: str) -> int:
    unit = unit_of(title)
    if unit in _RANKS:
        return _RANKS[unit]
    if unit == "§":
        return PARAGRAPH_RANK
    if unit == "number" or unit is None:
        return LOWER_RANK
    return CHAPTER_RANK


def _by_pattern(paragraphs: Sequence[_Paragraph], kept: Sequence[int], titles: Sequence[str]) -> list[Mark]:
    """Sections by the wording of their headings: volumes and parts above chapters, chapters above the rest."""
    ranks = [_rank(title) for title in titles]
    counts = Counter(rank for rank in ranks if rank < LOWER_RANK or rank == PARAGRAPH_RANK)
    first_labelled = next((at for at, rank in zip(kept, ranks, strict=True) if counts[rank]), None)
    used: list[tuple[int, int, str]] = []
    for at, rank, title in zip(kept, ranks, titles, strict=True):
        if _COMMON.fullmatch(plain_title(title)):
            rank = min(counts, default=LOWER_RANK)
        elif first_labelled is not None and at < first_labelled and rank == LOWER_RANK:
            continue  # the title page's lines
        used.append((at, rank, title))
    used = _joined(used, paragraphs)
    if first_labelled is None:
        used = _without_title_lines(used, paragraphs)
    steps = sorted({rank for _, rank, _ in used})
    sizes = {at: 2 if following == "joined" else 1 for at, following in _sizes(used, paragraphs)}
    return [Mark(title, steps.index(rank) + 1, at, sizes[at], source=paragraphs[at].start) for at, rank, title in used]


def _joined(used: list[tuple[int, int, str]], paragraphs: Sequence[_Paragraph]) -> list[tuple[int, int, str]]:
    """A bare number takes the unnumbered heading right below it, or a short line there, as its title."""
    found: list[tuple[int, int, str]] = []
    for at, rank, title in used:
        if (
            found
            and found[-1][0] + 1 == at
            and rank == LOWER_RANK
            and is_bare_label(found[-1][2])
            and unit_of(title) is None
        ):
            found[-1] = (found[-1][0], found[-1][1], f"{found[-1][2]} {title}")
        else:
            found.append((at, rank, title))
    return found


def _sizes(used: list[tuple[int, int, str]], paragraphs: Sequence[_Paragraph]) -> list[tuple[int, str]]:
    """Which headings took the paragraph below them in."""
    return [(at, "" if _without_underline(paragraphs[at]).text == title else "joined") for at, _, title in used]


def _without_title_lines(
    used: list[tuple[int, int, str]], paragraphs: Sequence[_Paragraph]
) -> list[tuple[int, int, str]]:
    """Drops the first headings in a row: with nothing numbered in the book they are its title page, save the last."""
    count = 0
    while count + 1 < len(used) and used[count + 1][0] == used[count][0] + 1:
        count += 1
    return used[count:] if used and used[0][0] < 3 else used
