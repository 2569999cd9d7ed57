"""Sections of plain text from its recognised headings: nested as the printed contents has them, or by their wording."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise

from pipeline.phases.phase1_structure.contents_list import CONTAINER_RANKS, ListEntry, letters, levels
from pipeline.phases.phase1_structure.contents_matching import matched
from pipeline.phases.phase1_structure.label_values import depth_of, values_of
from pipeline.phases.phase1_structure.labels import is_bare_label, label_of, plain_title, unit_of
from pipeline.phases.phase1_structure.parsed import Mark
from pipeline.phases.phase1_structure.parsers.label_titles import usual_titles
from pipeline.phases.phase1_structure.parsers.text_lines import COMMON_TITLE, is_capitals, is_prose, without_call
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, without_underline
from pipeline.phases.phase1_structure.voice_titles import is_prefatory
from schemas.text import SectionKind

CHAPTER_RANK, NUMBER_RANK, LOWER_RANK, PARAGRAPH_RANK, MINOR_RANK = 3, 4, 5, 6, 7
TITLE_PAGE = 3  # paragraphs from the beginning; the first heading stands there or it is no title page's
EVERYWHERE = 0.4  # of the numbers with a heading below have the same one, which names a part of each
MATCHED = 0.6  # of a contents list's entries have headings, or the list is another text's

Rank = tuple[int, int]  # by wording; the depth of a decimal number


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of `size` paragraphs from `at` on: a number with its title below is one."""

    title: str
    at: int
    size: int = 1
    emphasised: bool = False
    number: str = ""  # of a heading of two paragraphs

    @property
    def unit(self) -> str | None:
        return unit_of(self.number or self.title)

    @property
    def label(self) -> str | None:
        return label_of(self.number)

    @property
    def numbered(self) -> str:
        """The title with a stop behind a number that stands by itself, "I. OF SALT" for "I OF SALT"."""
        return f"{self.number.rstrip('.')}. {self.title[len(self.number) :]}" if self.number else self.title


def headings_of(
    paragraphs: Sequence[Paragraph],
    kept: Sequence[int],
    titles: AbstractSet[int] = frozenset(),
    listed: AbstractSet[str] = frozenset(),
) -> list[Heading]:
    """A bare number takes the unnumbered heading right below it, or one of `titles`, as its title, save one that the
    contents lists by itself (`listed`, letters)."""
    found: list[Heading] = []
    everywhere = _titles_everywhere(paragraphs, kept)
    order = sorted({*kept, *titles})
    texts = [without_call(without_underline(paragraphs[at]).text) for at in order]
    usual = usual_titles(texts, [at + 1 == below for at, below in pairwise(order)])
    for index, (at, title) in enumerate(zip(order, texts, strict=True)):
        above = found[-1] if found else None
        joins = (
            above and above.size == 1 and above.at + 1 == at and is_bare_label(above.title) and unit_of(title) is None
        )
        own = index in usual or not _is_common(title)
        if above and joins and own and letters(title) not in listed | everywhere:
            found[-1] = replace(above, title=f"{above.title} {title}", size=2, number=above.title)
        else:
            found.append(Heading(title, at, 1, paragraphs[at].emphasised))
    return found


def _titles_everywhere(paragraphs: Sequence[Paragraph], kept: Sequence[int]) -> set[str]:
    """What stands below most numbers ("DEFINITIONS" below each part's) is a heading of its own there."""
    texts = {at: without_call(without_underline(paragraphs[at]).text) for at in kept}
    bare = [at for at, text in texts.items() if is_bare_label(text) and at + 1 in texts]
    below = Counter(letters(texts[at + 1]) for at in bare)
    return {title for title, count in below.items() if count > max(1, EVERYWHERE * len(bare))}


def marks_of_text(
    paragraphs: Sequence[Paragraph],
    kept: Sequence[int],
    titles: AbstractSet[int],
    contents: tuple[int, int] | None,
    entries: Sequence[ListEntry],
) -> list[Mark]:
    headings = headings_of(paragraphs, kept, titles)
    if contents:
        headings = headings_of(paragraphs, kept, titles, {letters(entry.title) for entry in entries})
        behind = [index for index, one in enumerate(headings) if one.at >= contents[1] or _is_common(one.title)]
        places = matched(entries, [headings[index].numbered for index in behind])
        if sum(place is not None for place in places) >= max(2, MATCHED * len(entries)):
            declared = {
                behind[place]: level for place, level in zip(places, levels(entries), strict=True) if place is not None
            }
            return _by_contents(paragraphs, headings, declared, contents)
    marks = marks_by_wording(paragraphs, headings)
    return [
        replace(mark, level=1, in_toc=False, kind=SectionKind.FRONT) if contents and mark.at == contents[0] else mark
        for mark in marks
    ]


def _is_common(title: str) -> bool:
    return bool(COMMON_TITLE.fullmatch(plain_title(title)))


def _by_contents(
    paragraphs: Sequence[Paragraph],
    headings: Sequence[Heading],
    declared: dict[int, int],
    contents: tuple[int, int],
) -> list[Mark]:
    """Sections as the printed contents has them; other headings in their own class's place, not in the contents."""
    marks: list[Mark] = []
    level = 0
    unlisted = [one.title for index, one in enumerate(headings) if index not in declared and one.at >= contents[1]]
    below = _levels_by_class(unlisted, [(headings[index].title, level) for index, level in declared.items()])
    for index, one in enumerate(headings):
        source = paragraphs[one.at].start
        if one.at == contents[0]:
            marks.append(Mark(one.title, 1, one.at, 1, in_toc=False, kind=SectionKind.FRONT, source=source))
        elif index in declared:
            level = declared[index]
            marks.append(Mark(one.title, level, one.at, one.size, one.label, source=source))
        elif one.at >= contents[1] and (level or _is_common(one.title) or _has_prose(paragraphs, one)):
            place = max(below[_class_of(one.title)], 1) if level else 1
            marks.append(Mark(one.title, place, one.at, one.size, one.label, in_toc=False, source=source))
    return marks


def _has_prose(paragraphs: Sequence[Paragraph], one: Heading) -> bool:
    """Whether prose stands right below: a half-title has none."""
    below = one.at + one.size
    return below < len(paragraphs) and is_prose(paragraphs[below])


def _levels_by_class(unlisted: Sequence[str], listed: Sequence[tuple[str, int]]) -> dict[tuple[Rank, bool], int]:
    """The level of each class of headings that the contents doesn't list: that of the deepest listed ones set in
    capitals as they are, if the contents goes into chapters at all; else below all that is listed, §§ above titles in
    small letters."""
    deepest = max((level for _, level in listed), default=0)
    in_capitals = max((level for title, level in listed if is_capitals(title)), default=0)
    found: dict[tuple[Rank, bool], int] = {}
    for kind in sorted({_class_of(title) for title in unlisted}):
        _, capitals = kind
        if capitals and in_capitals > 1:
            found[kind] = in_capitals
        else:
            deepest += 1
            found[kind] = deepest
    return found


def _class_of(title: str) -> tuple[Rank, bool]:
    """Rank by wording, and whether it is set in capitals; sorts from the highest to the lowest."""
    capitals = is_capitals(title)
    rank, depth = _rank(title)
    return ((LOWER_RANK if capitals else MINOR_RANK if rank == LOWER_RANK else rank, depth), capitals)


def _rank(title: str) -> Rank:
    unit = unit_of(title)
    if unit in CONTAINER_RANKS:
        return (CONTAINER_RANKS[unit], 0)
    if unit in {"§", "prop", "proposition"}:
        return (PARAGRAPH_RANK, 0)
    if unit == "number" or unit is None:
        return (LOWER_RANK, depth_of(title) - 1)
    return (CHAPTER_RANK, 0)


def marks_by_wording(paragraphs: Sequence[Paragraph], headings: Sequence[Heading]) -> list[Mark]:
    """Sections by the wording of their headings: volumes and parts above chapters, chapters above the rest."""
    headings = _without_list(headings)
    ranks = _ranks(headings)
    labelled = {rank for rank in ranks if rank[0] < LOWER_RANK or rank[0] == PARAGRAPH_RANK}
    first_labelled = next((one.at for one, rank in zip(headings, ranks, strict=True) if rank in labelled), None)
    often = Counter(letters(one.title) for one in headings)
    inside = {rank for rank in ranks if rank[0] >= CHAPTER_RANK}  # an introduction to each book stands in it
    used: list[tuple[Heading, Rank]] = []
    for index, (one, rank) in enumerate(zip(headings, ranks, strict=True)):
        if _is_common(one.title):
            is_inside = often[letters(one.title)] > 1 or _opens_container(headings, index)
            rank = min(inside if is_inside else labelled, default=(LOWER_RANK, 0))
        elif first_labelled is not None and one.at < first_labelled and rank[0] == LOWER_RANK:
            if not (is_prefatory(plain_title(one.title)) and _has_prose(paragraphs, one)):
                continue  # the title page's lines
            rank = min(labelled)
        used.append((one, rank))
    if first_labelled is None:
        used = _without_title_lines(used, paragraphs)
    steps = sorted({rank for _, rank in used})
    return [
        Mark(one.title, steps.index(rank) + 1, one.at, one.size, one.label, source=paragraphs[one.at].start)
        for one, rank in used
    ]


def _without_list(headings: Sequence[Heading]) -> list[Heading]:
    """Without labels in a row, one above the other, that come again: a contents list without a title of its own."""
    again = Counter((one.unit, values_of(one.numbered)) for one in headings)
    found: list[Heading] = []
    run: list[Heading] = []
    for one in [*headings, None]:
        if run and (one is None or not _counts_on(run[-1], one)):
            listed = len(run) > 1 and all(again[each.unit, values_of(each.numbered)] > 1 for each in run)
            found.extend([] if listed else run)
            run = []
        run.extend([one] if one else [])
    return found


def _counts_on(above: Heading, below: Heading) -> bool:
    """Whether it stands right below the other and has a higher number of the same unit."""
    counts = above.unit is not None and above.unit == below.unit
    return counts and _follows(above, below) and values_of(above.numbered) < values_of(below.numbered)


def _opens_container(headings: Sequence[Heading], index: int) -> bool:
    """Whether it stands right below the title of a part or book: that part's preface."""
    above = headings[index - 1] if index else None
    return above is not None and above.unit in CONTAINER_RANKS and _follows(above, headings[index])


def _ranks(headings: Sequence[Heading]) -> list[Rank]:
    """Numbers above titles are chapters'; numbers alone that begin anew are their parts, below titles in capitals."""
    numbers = [one for one in headings if one.unit == "number" and is_bare_label(one.title)]
    anew = sum(values_of(one.title) == (1,) for one in numbers) > 1
    return [_rank_among(one, anew) for one in headings]


def _rank_among(one: Heading, anew: bool) -> Rank:
    rank = _rank(one.numbered)
    if one.unit == "number" and one.size > 1:
        return (NUMBER_RANK, rank[1])
    if one.unit == "number" and is_bare_label(one.title):
        return (MINOR_RANK, 0) if anew else rank
    if one.emphasised and one.unit is None and not is_capitals(one.title):
        return (MINOR_RANK, 0)
    return rank


def _without_title_lines(
    used: list[tuple[Heading, Rank]], paragraphs: Sequence[Paragraph]
) -> list[tuple[Heading, Rank]]:
    """Drops what is set as headings on the title page: all above the first number and above any prose, save the title
    of the first of several series; with nothing numbered, the first headings in a row, save the last."""
    if not used or used[0][0].at >= TITLE_PAGE:
        return used
    number = next((at for at, (one, _) in enumerate(used) if one.unit is not None or _is_common(one.title)), None)
    if number is not None:
        first = used[number][0]
        if any(map(is_prose, paragraphs[used[0][0].at : first.at])):
            return used
        anew = sum(one.unit == "number" and values_of(one.numbered) == (1,) for one, _ in used) > 1
        names = anew and number > 0 and _follows(used[number - 1][0], first)
        return used[number - 1 if names else number :]
    count = 0
    while count + 1 < len(used) and _follows(used[count][0], used[count + 1][0]):
        count += 1
    return used[count:]


def _follows(above: Heading, below: Heading) -> bool:
    return above.at + above.size == below.at
