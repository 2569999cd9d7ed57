"""Printed headings to section marks: joined labels, the title page left out, wrong heading levels mended."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pipeline.phases.phase1_structure.contents_list import is_contents_heading, letters
from pipeline.phases.phase1_structure.labels import is_bare_label, label_of, plain_title, unit_of
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark
from pipeline.phases.phase1_structure.parsers.label_titles import usual_titles
from pipeline.phases.phase1_structure.parsers.markup_elements import MarkupBlock
from pipeline.phases.phase1_structure.title_page import is_authors
from schemas.text import SectionKind

_BYLINE = re.compile(
    r"(?:by|von|par|di|door|(?:edited|translated|selected|illustrated|revised|with an? .*) (?:and .* )?(?:by|from)|"
    r"in .* (?:volumes|parts)|a .*)\b",
    re.IGNORECASE,
)
_COMMON = re.compile(
    r"(?:preface|introduction|foreword|prologue|epilogue|conclusion|appendix|contents|notes|definitions?|axioms?|"
    r"postulates?|propositions?|index|glossary|bibliography|vorwort|einleitung|inhalt|anhang)"
)
_SENTENCE_END = re.compile(r"[.!?][\"'”’»)\]]*$")
RARE = 0.3  # share of a pattern's headings that may be of another level by mistake


@dataclass(frozen=True, slots=True)
class Heading:
    """A printed heading of `size` blocks from `at`; `rank` is its tag's number."""

    title: str
    rank: int
    at: int
    size: int = 1


def heading_marks(blocks: Sequence[Block], markup: Sequence[MarkupBlock], book_title: str | None) -> list[Mark]:
    """The sections that the headings h1 to h6 declare; levels are dense from 1."""
    return marks_of(_grouped(blocks, markup), blocks, book_title)


def marks_of(headings: list[Heading], blocks: Sequence[Block], book_title: str | None) -> list[Mark]:
    """Marks for the printed headings of any format."""
    headings = _without_contents_lines(_joined(headings, blocks), blocks)
    front = _title_page(headings, blocks, book_title)
    marks: list[Mark] = []
    if front:
        first = headings[0]
        title = " ".join(first.title.split())
        marks.append(
            Mark(title, 1, first.at, first.size, in_toc=False, kind=SectionKind.FRONT, source=blocks[first.at].source,
                 href=blocks[first.at].file, page=blocks[first.at].page)
        )  # fmt: skip
    kept = _mended(_lowered(headings[front:]))
    ranks = sorted({heading.rank for heading in kept})
    for heading in kept:
        block = blocks[heading.at]
        level = ranks.index(heading.rank) + 1
        marks.append(
            Mark(heading.title, level, heading.at, heading.size, source=block.source, href=block.file, page=block.page)
        )
    return marks


def _grouped(blocks: Sequence[Block], markup: Sequence[MarkupBlock]) -> list[Heading]:
    """Each heading, or all lines of one heading group."""
    found: list[Heading] = []
    at = 0
    while at < len(blocks):
        size = 1
        if markup[at].group:
            while (
                at + size < len(blocks)
                and markup[at + size].group == markup[at].group
                and blocks[at].file == blocks[at + size].file
            ):
                size += 1
        rank = next((markup[at + step].heading for step in range(size) if markup[at + step].heading), 0)
        title = " ".join(blocks[at + step].text for step in range(size))
        if rank and any(char.isalnum() for char in title):
            found.append(Heading(_clean(title), rank, at, size))
        at += size
    return found


def _clean(title: str) -> str:
    return " ".join(title.split()).removesuffix(":").rstrip()


def _joined(headings: list[Heading], blocks: Sequence[Block]) -> list[Heading]:
    """A bare number ("PART II.") takes the heading printed right below it as its title."""
    repeated = Counter(plain_title(heading.title) for heading in headings)
    usual = usual_titles(
        [heading.title for heading in headings],
        [below.at == heading.at + heading.size for heading, below in pairwise(headings)],
    )
    found: list[Heading] = []
    index = 0
    while index < len(headings):
        heading = headings[index]
        following = headings[index + 1] if index + 1 < len(headings) else None
        if (
            following is not None
            and is_bare_label(heading.title)
            and following.at == heading.at + heading.size
            and blocks[following.at].file == blocks[heading.at].file
            and unit_of(following.title) is None
            and repeated[plain_title(following.title)] == 1
            and (index + 1 in usual or not _COMMON.fullmatch(plain_title(following.title)))
            and not _has_sibling(headings, index)
        ):
            text = " ".join(block.text for block in blocks[heading.at : following.at + following.size])
            found.append(Heading(_clean(text), heading.rank, heading.at, heading.size + following.size))
            index += 2
        else:
            found.append(heading)
            index += 1
    return found


def _has_sibling(headings: list[Heading], index: int) -> bool:
    """Whether the heading after the bare number has others of its rank beside it: then it is a section, no title."""
    label, candidate = headings[index], headings[index + 1]
    for other in headings[index + 2 :]:
        if unit_of(other.title) == unit_of(label.title) or other.rank < min(label.rank, candidate.rank):
            return False
        if other.rank == candidate.rank and candidate.rank > label.rank and unit_of(other.title) is None:
            return True
    return False


def _without_contents_lines(headings: list[Heading], blocks: Sequence[Block]) -> list[Heading]:
    """Without those headings of a printed contents list that are set like headings: no prose follows them."""
    kept: list[Heading] = []
    in_contents = False
    for index, heading in enumerate(headings):
        following = headings[index + 1] if index + 1 < len(headings) else None
        if is_contents_heading(heading.title):
            in_contents = True
        elif in_contents:
            spelled = letters(label_of(heading.title) or heading.title)
            again = any(letters(other.title).startswith(spelled) for other in headings[index + 1 :])
            if again and following is not None and not _has_prose(heading, following, blocks):
                continue
            in_contents = False
        kept.append(heading)
    return kept


def _title_page(headings: list[Heading], blocks: Sequence[Block], book_title: str | None) -> int:
    """How many of the first headings are the title page's."""
    run = 0
    while run < len(headings) and (run == 0 or not _is_read(headings[run - 1], headings[run], blocks)):
        if unit_of(headings[run].title) or _COMMON.fullmatch(plain_title(headings[run].title)):
            break
        run += 1
    if not run or run == len(headings):
        return 0
    if not _is_read(headings[run - 1], headings[run], blocks):
        first_rank = headings[0].rank
        alone = (
            sum(heading.rank == first_rank for heading in headings) == 1
            or run > 1
            or _same(headings[0].title, book_title)
        )
        return run if (alone and headings[run].rank >= first_rank) or run > 1 else 0
    if headings[0].rank == 1 and run > 1 and sum(heading.rank == 1 for heading in headings) == 1:
        count = 1
        while count < run - 1 and _BYLINE.match(headings[count].title):
            count += 1
        return count
    return 0


def _same(title: str, other: str | None) -> bool:
    return bool(other) and plain_title(title) == plain_title(other or "")


def _has_prose(heading: Heading, following: Heading, blocks: Sequence[Block]) -> bool:
    between = blocks[heading.at + heading.size : following.at]
    texts = [block.text for block in between if block.role is BlockRole.TEXT]
    return any(len(text.split()) >= 12 and _SENTENCE_END.search(text.rstrip()) for text in texts)


def _is_read(heading: Heading, following: Heading, blocks: Sequence[Block]) -> bool:
    return is_authors(blocks[heading.at + heading.size : following.at])


def _lowered(headings: list[Heading]) -> list[Heading]:
    """A preface or a contents list set larger than all chapters is no part that holds them."""
    others = [heading.rank for heading in headings if not _COMMON.fullmatch(plain_title(heading.title))]
    top = min(others, default=0)
    return [replace(heading, rank=max(heading.rank, top)) for heading in headings]


def _mended(headings: list[Heading]) -> list[Heading]:
    """Headings of one pattern ("PART n", or the same title again and again) share a level where nearly all do."""
    by_pattern: dict[str, list[int]] = {}
    for index, heading in enumerate(headings):
        by_pattern.setdefault(_pattern(heading), []).append(index)
    for pattern, members in by_pattern.items():
        ranks = Counter(headings[index].rank for index in members)
        usual, count = ranks.most_common(1)[0]
        wrong = [index for index in members if headings[index].rank != usual]
        if not wrong or count < 2 or len(wrong) > RARE * len(members):
            continue
        parents = {_parent_pattern(headings, index, usual) for index in members if index not in wrong}
        for index in wrong:
            if pattern.startswith("unit ") or _parent_pattern(headings, index, usual) in parents - {None}:
                headings[index] = replace(headings[index], rank=usual)
    return headings


def _pattern(heading: Heading) -> str:
    unit = unit_of(heading.title)
    return f"unit {unit}" if unit not in {None, "number", "§"} else plain_title(heading.title)


def _parent_pattern(headings: list[Heading], index: int, rank: int) -> str | None:
    return next((_pattern(other) for other in reversed(headings[:index]) if other.rank < rank), None)
