"""A printed contents list: its entries with their nesting."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.labels import CONTAINER_UNITS, is_bare_label, label_of, plain_title, unit_of
from schemas.text import SectionKind

_HEADING = re.compile(r"(?:table of )?contents|inhalt(?:sverzeichnis)?|table des matières")
_PAGE = re.compile(
    r"(?:(?:[.…·_]\s?){2,}|\s{2,}|\t)\s*(?:p(?:age|\.)?\s*)?(?:\d{1,4}|[ivxlc]{1,8})\.?\s*$|\s+\d{1,4}\s*$",
    re.IGNORECASE,
)
_PAGE_APART = re.compile(r"(?:(?:[.…·_]\s?){2,}|\s{2,}|\t)\s*(?:p(?:age|\.)?\s*)?\w{1,8}\.?\s*$")
_FAR_PAGE = re.compile(r"(?<=\w)(?:\s{5,}|\s?(?:[.…·]\s?){3,}\s*)\d{1,4}\.?$")  # the number of no "Appendix 20"
_LEADERS = re.compile(r"[\s.…·_]+$")
_COLUMN = r"(?:page|pages|seite|chapter|chap\.|chap|no\.|kapitel|kap\.|pag\.|p\.|s\.)"
_COLUMN_HEAD = re.compile(rf"\s*{_COLUMN}(?:\s+{_COLUMN})*\s*", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:the\s+)?(?:chapter|chap|part|book|volume|vol|section|essay|lecture|kapitel|teil|theil|buch|band|chapitre|partie|"
    r"livre)\b|\d+(?:\.\d+)*[.)]?\s|[IVXLC]+[.)]|[IVXLC]+\s|§",
    re.IGNORECASE,
)
LONGEST_ENTRY = 40  # words of an entry without a number
LONGEST_ROW = 400  # letters; a longer line is a paragraph's
FULL_LINE = 50  # letters; a shorter line in a list without pages ends because its entry does
MANY_PAGES = 0.4  # of a list's lines end in a page number: then every entry does, and what has none goes on


@dataclass(frozen=True, slots=True)
class ListEntry:
    title: str
    indent: int


def is_contents_heading(title: str) -> bool:
    return bool(_HEADING.fullmatch(plain_title(title)))


def letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def without_page(line: str) -> str:
    """An entry's line without leaders and page number; the number of "Chapter 1" is none."""
    text = line.strip()
    if len(text) > LONGEST_ROW:
        return text
    if _FAR_PAGE.search(text):
        return _LEADERS.sub("", _FAR_PAGE.sub("", text))
    return text if is_bare_label(" ".join(text.split())) else _LEADERS.sub("", _PAGE.sub("", line)).strip()


def has_page(line: str) -> bool:
    text = line.strip()
    if len(text) > LONGEST_ROW:
        return False
    return without_page(line) != text.rstrip(". ") and without_page(line) != text


def has_page_apart(line: str) -> bool:
    """Whether leaders or a wide space stand before the page number, which then is no part of a title."""
    return has_page(line) and bool(_PAGE_APART.search(line))


def is_column_head(line: str) -> bool:
    return bool(_COLUMN_HEAD.fullmatch(line))


def list_entries(lines: Sequence[str]) -> list[ListEntry]:
    """The entries of a contents list; a line that begins further in and in the middle of a phrase goes on with the
    entry above it, over an empty line where that is a bare number or has yet to come to its page."""
    filled = [line.rstrip() for line in lines if line.strip() and not is_column_head(line)]
    paged = sum(map(has_page, filled)) >= MANY_PAGES * len(filled)
    entries: list[ListEntry] = []
    open_entry = False  # the entry so far has no page number and no closing stop
    awaits_title = False
    above = ""
    for line in lines:
        text = line.rstrip()
        if is_column_head(text):
            continue
        if not text.strip():
            open_entry = awaits_title
            continue
        indent = len(text.expandtabs()) - len(text.expandtabs().lstrip())
        bare = without_page(text)
        goes_on = open_entry and entries and not numbered_start(bare) and not _is_behind(bare)
        inside = indent > entries[-1].indent if entries else False
        if goes_on and (awaits_title or inside or (indent == entries[-1].indent and (paged or _is_cut(above, bare)))):
            entries[-1] = ListEntry(f"{entries[-1].title} {bare}", entries[-1].indent)
        elif bare:
            entries.append(ListEntry(bare, indent))
        open_entry = not has_page(text) and not re.search(r"[.?!”\"]$", text)
        above = text.strip()
        title = entries[-1].title if entries else ""
        awaits_title = not has_page(text) and (is_bare_label(title) or (paged and label_of(title) is not None))
        open_entry = open_entry or awaits_title
    return [entry for entry in entries if len(entry.title.split()) <= LONGEST_ENTRY or label_of(entry.title)]


def _is_behind(title: str) -> bool:
    """What stands behind all parts and is no part's title: "Anmerkungen", "Index", "Appendix"."""
    known = known_title(title)
    return (known is not None and known.kind is SectionKind.BACK) or plain_title(title) in {"appendix", "anhang"}


def _is_cut(above: str, below: str) -> bool:
    """Whether a line that begins as far out as the one above goes on with it."""
    return len(above) >= FULL_LINE or above[-1:] in ",;:-—" or below[:1].islower()


def numbered_start(text: str) -> bool:
    return bool(_NUMBERED.match(text)) or is_bare_label(text) or unit_of(text) not in {None, "number"}


def levels(entries: Sequence[ListEntry]) -> list[int]:
    """Levels from 1: by the wording of the numbers where lines are centred or all begin alike, else by indentation."""
    steps = _by_indentation(entries)
    ranks = [_rank(entry.title) for entry in entries]
    labelled = {rank for rank in ranks if rank is not None}
    torn = any(len({step for step, other in zip(steps, ranks, strict=True) if other == rank}) > 1 for rank in labelled)
    numbered = sorted((rank, step) for rank, step in zip(ranks, steps, strict=True) if rank is not None)
    centred = any(one[1] > other[1] for one, other in pairwise(numbered))
    if not torn and not centred and (len(set(steps)) > 1 or len(labelled) < 2):
        return steps
    order = sorted(labelled)
    found: list[int] = []
    began = False  # a numbered entry has come; what has no number stands at the top before, beside the last one after
    for entry, rank in zip(entries, ranks, strict=True):
        if rank is not None:
            found.append(order.index(rank) + 1)
            began = True
        else:
            found.append(found[-1] if began and found and not _is_outside(entry.title) else 1)
    return found


def _is_outside(title: str) -> bool:
    """A preface, an appendix: beside the books and parts, not in them."""
    return bool(
        re.match(r"preface|introduction|conclusion|appendix|index|notes|vorwort|einleitung|anhang", plain_title(title))
    )


def _by_indentation(entries: Sequence[ListEntry]) -> list[int]:
    """Differences of a single space don't count."""
    steps: list[int] = []
    for indent in sorted({entry.indent for entry in entries}):
        if not steps or indent > steps[-1] + 1:
            steps.append(indent)
    return [sum(step <= entry.indent for step in steps) for entry in entries]


def _rank(title: str) -> tuple[int, int] | None:
    """Volumes above books above parts above what else is numbered, decimals by their depth."""
    unit = unit_of(title)
    if unit is None:
        return None
    if unit == "number":
        label = label_of(title) or ""
        return (4, label.count("."))
    if unit not in CONTAINER_UNITS:
        return (3, 0)
    return (CONTAINER_RANKS[unit], 0)


CONTAINER_RANKS = {
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
