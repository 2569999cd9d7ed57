"""A printed contents list: its entries with their nesting, and where the text has their headings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.labels import plain_title

_HEADING = re.compile(r"(?:table of )?contents|inhalt(?:sverzeichnis)?|table des matières")
_PAGE = re.compile(
    r"(?:(?:[.…·_]\s?){2,}|\s{2,}|\t)\s*(?:p(?:age|\.)?\s*)?(?:\d{1,4}|[ivxlc]{1,8})\.?\s*$|\s+\d{1,4}\s*$",
    re.IGNORECASE,
)
_LEADERS = re.compile(r"[\s.…·_]+$")
LONGEST_ENTRY = 40  # words


@dataclass(frozen=True, slots=True)
class ListEntry:
    title: str
    indent: int


def is_contents_heading(title: str) -> bool:
    return bool(_HEADING.fullmatch(plain_title(title)))


def letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def list_entries(lines: Sequence[str]) -> list[ListEntry]:
    """The entries of a contents list; a line that begins further in and in the middle of a phrase goes on with the
    entry above it."""
    entries: list[ListEntry] = []
    open_entry = False  # the entry so far has no page number and no closing stop
    for line in lines:
        text = line.rstrip()
        if not text.strip() or re.fullmatch(r"\s*(?:page|seite|chapter|chap\.)\s*", text, re.IGNORECASE):
            open_entry = False
            continue
        indent = len(text.expandtabs()) - len(text.expandtabs().lstrip())
        bare = _LEADERS.sub("", _PAGE.sub("", text)).strip()
        numbered = bare != text.strip().rstrip(". ")
        if open_entry and entries and indent >= entries[-1].indent and not numbered_start(bare):
            entries[-1] = ListEntry(f"{entries[-1].title} {bare}", entries[-1].indent)
        elif bare:
            entries.append(ListEntry(bare, indent))
        open_entry = not numbered and not re.search(r"[.?!”\"]$", text)
    return [entry for entry in entries if len(entry.title.split()) <= LONGEST_ENTRY]


def numbered_start(text: str) -> bool:
    return bool(re.match(r"(?:chapter|part|book|section|essay|lecture)\b|\d+[.)]|[IVXLC]+[.)]|§", text, re.IGNORECASE))


def levels(entries: Sequence[ListEntry]) -> list[int]:
    """Levels from 1 by indentation; differences of a single space don't count."""
    steps: list[int] = []
    for indent in sorted({entry.indent for entry in entries}):
        if not steps or indent > steps[-1] + 1:
            steps.append(indent)
    return [sum(step <= entry.indent for step in steps) for entry in entries]


def matched(entries: Sequence[ListEntry], titles: Sequence[str]) -> list[int | None]:
    """For each entry the index of its heading among `titles`, in order; None where no heading says the same."""
    found: list[int | None] = []
    spelled = [letters(title) for title in titles]
    bare = [letters(plain_title(title)) for title in titles]
    position = 0
    for entry in entries:
        whole, plain = letters(entry.title), letters(plain_title(entry.title))
        at = next((index for index in range(position, len(titles)) if spelled[index] == whole), None)
        if at is None and len(plain) > 3:
            at = next((index for index in range(position, len(titles)) if bare[index] == plain), None)
        if at is None and len(whole) > 8:
            at = next(
                (
                    index
                    for index in range(position, len(titles))
                    if len(spelled[index]) > 8
                    and (spelled[index].startswith(whole) or whole.startswith(spelled[index]))
                ),
                None,
            )
        found.append(at)
        if at is not None:
            position = at + 1
    return found
