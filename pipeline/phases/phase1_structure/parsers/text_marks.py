"""Sections of plain text from its recognised headings: nested as the printed contents has them, or by their wording."""

import re
from collections import Counter
from collections.abc import Sequence

from pipeline.phases.phase1_structure.contents_list import levels, list_entries, matched
from pipeline.phases.phase1_structure.labels import is_bare_label, plain_title, unit_of
from pipeline.phases.phase1_structure.parsed import Mark
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, without_underline
from schemas.text import SectionKind

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
COMMON_TITLE = re.compile(
    r"(?:(?:author[’']?s |translator[’']?s |editor[’']?s |publishers?[’']? )?"
    r"(?:preface|introduction|foreword|note|advertisement)"
    r"(?: to .*)?|prologue|epilogue|conclusion|appendix.*|(?:table of )?contents|footnotes|endnotes|notes|"
    r"index|glossary|bibliography|references|dedication|postscript|vorwort|vorrede|einleitung|nachwort|anhang|schluss|schluß)"
)
_CALL = re.compile(r"\s?(?:\{\d{1,3}\}|\[\d{1,3}\]|[*†‡])+$")
CHAPTER_RANK, LOWER_RANK, PARAGRAPH_RANK, MINOR_RANK = 3, 5, 6, 7


def without_call(title: str) -> str:
    """The title without the mark of a note to it: "Of Salt.{30}"."""
    return _CALL.sub("", title) or title


def marks_of_text(paragraphs: Sequence[Paragraph], kept: Sequence[int], contents: tuple[int, int] | None) -> list[Mark]:
    titles = [without_call(without_underline(paragraphs[at]).text) for at in kept]
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
    return marks_by_wording(paragraphs, kept, titles)


def _by_contents(
    paragraphs: Sequence[Paragraph],
    kept: Sequence[int],
    titles: Sequence[str],
    declared: dict[int, int],
    contents: tuple[int, int],
) -> list[Mark]:
    """Sections as the printed contents has them; other headings in their own class's place, not in the contents."""
    marks: list[Mark] = []
    level = 0
    unlisted = [titles[index] for index in range(len(kept)) if index not in declared and kept[index] >= contents[1]]
    below = _levels_by_class(unlisted, [(titles[index], level) for index, level in declared.items()])
    for index, at in enumerate(kept):
        source = paragraphs[at].start
        if at == contents[0]:
            marks.append(Mark(titles[index], 1, at, 1, in_toc=False, kind=SectionKind.FRONT, source=source))
        elif index in declared:
            level = declared[index]
            marks.append(Mark(titles[index], level, at, 1, source=source))
        elif level and at > contents[1]:
            marks.append(
                Mark(titles[index], max(below[_class_of(titles[index])], 1), at, 1, in_toc=False, source=source)
            )
    return marks


def _levels_by_class(unlisted: Sequence[str], listed: Sequence[tuple[str, int]]) -> dict[tuple[int, bool], int]:
    """The level of each class of headings that the contents doesn't list: that of the deepest listed ones set in
    capitals as they are, if the contents goes into chapters at all; else below all that is listed, §§ above titles in
    small letters."""
    deepest = max((level for _, level in listed), default=0)
    in_capitals = max((level for title, level in listed if is_capitals(title)), default=0)
    found: dict[tuple[int, bool], int] = {}
    for kind in sorted({_class_of(title) for title in unlisted}):
        _, capitals = kind
        if capitals and in_capitals > 1:
            found[kind] = in_capitals
        else:
            deepest += 1
            found[kind] = deepest
    return found


def _class_of(title: str) -> tuple[int, bool]:
    """Rank by wording, and whether it is set in capitals; sorts from the highest to the lowest."""
    capitals = is_capitals(title)
    rank = _rank(title)
    return (LOWER_RANK if capitals else MINOR_RANK if rank == LOWER_RANK else rank, capitals)


def is_capitals(text: str) -> bool:
    """Set in capitals, as most headings of plain text are."""
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 2 and all(char.isupper() for char in letters)


def _rank(title: str) -> int:
    unit = unit_of(title)
    if unit in _RANKS:
        return _RANKS[unit]
    if unit == "§":
        return PARAGRAPH_RANK
    if unit == "number" or unit is None:
        return LOWER_RANK
    return CHAPTER_RANK


def marks_by_wording(paragraphs: Sequence[Paragraph], kept: Sequence[int], titles: Sequence[str]) -> list[Mark]:
    """Sections by the wording of their headings: volumes and parts above chapters, chapters above the rest."""
    ranks = [_rank(title) for title in titles]
    counts = Counter(rank for rank in ranks if rank < LOWER_RANK or rank == PARAGRAPH_RANK)
    first_labelled = next((at for at, rank in zip(kept, ranks, strict=True) if counts[rank]), None)
    used: list[tuple[int, int, str]] = []
    for at, rank, title in zip(kept, ranks, titles, strict=True):
        if COMMON_TITLE.fullmatch(plain_title(title)):
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


def _joined(used: list[tuple[int, int, str]], paragraphs: Sequence[Paragraph]) -> list[tuple[int, int, str]]:
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


def _sizes(used: list[tuple[int, int, str]], paragraphs: Sequence[Paragraph]) -> list[tuple[int, str]]:
    """Which headings took the paragraph below them in."""
    return [
        (at, "" if without_call(without_underline(paragraphs[at]).text) == title else "joined") for at, _, title in used
    ]


def _without_title_lines(
    used: list[tuple[int, int, str]], paragraphs: Sequence[Paragraph]
) -> list[tuple[int, int, str]]:
    """Drops the first headings in a row: with nothing numbered in the book they are its title page, save the last."""
    count = 0
    while count + 1 < len(used) and used[count + 1][0] == used[count][0] + 1:
        count += 1
    return used[count:] if used and used[0][0] < 3 else used
