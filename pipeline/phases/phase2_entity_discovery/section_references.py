"""Finds the section that words such as "§ 12", "chapter two", "the third section" or "our last chapter" mean."""

import re

from pipeline.numerals import number_of
from schemas.ids import folded
from schemas.text import Book, SectionKind

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_CARDINALS = "one two three four five six seven eight nine ten eleven twelve".split()
_KINDS = r"(?:chapter|section|part|book|essay|lecture|letter|appendix|§)"
_BEFORE = re.compile(rf"\b({'|'.join(_ORDINALS)})\s+({_KINDS})\b")
_AFTER = re.compile(rf"({_KINDS})\s*(\d+|[ivxlc]+|{'|'.join(_CARDINALS)})\b")
_STEPS = {
    "last": -1, "preceding": -1, "previous": -1, "foregoing": -1, "this": 0, "present": 0, "next": 1, "following": 1,
    "succeeding": 1, "subsequent": 1, "ensuing": 1,
}  # fmt: skip
_RELATIVE = re.compile(rf"\b({'|'.join(_STEPS)})\s+({_KINDS})\b")


def find_section(book: Book, words: str, near: int) -> int | None:
    """Index of the one section meant, seen from section `near`; None where none or several fit."""
    plain = folded(words)
    relative = _RELATIVE.search(plain)
    if relative is not None:
        return _beside(book, relative.group(2), _STEPS[relative.group(1)], near)
    match = _AFTER.search(plain)
    kind, number = (match.group(1), number_of(match.group(2))) if match else (None, None)
    if number is None:
        match = _BEFORE.search(plain)
        if match is None:
            return None
        kind, number = match.group(2), number_of(match.group(1))
    titled = [i for i, s in enumerate(book.sections) if _named(f"{s.label or ''} {s.title}", kind or "", number)]
    if len(titled) > 1:  # several parts may have a chapter two: the one in our own part
        parent = book.sections[near].path[:1]
        titled = [i for i in titled if book.sections[i].path[:1] == parent]
    if len(titled) == 1:
        return titled[0]
    if not titled and kind == "chapter" and number is not None:
        body = [
            c.section for c in book.chapters if not c.own_text and book.sections[c.section].kind is SectionKind.BODY
        ]
        numbered = [i for i in body if re.match(r"(chapter\s+)?[\divxlc]+[.:\s]", folded(book.sections[i].title))]
        if len(numbered) == len(body) and number <= len(body):
            return body[number - 1]
    return None


def _beside(book: Book, kind: str, step: int, near: int) -> int | None:
    """The section of that kind which is `step` away from the one that `near` lies in; None beyond the first or last.

    "The last chapter" is taken for the one before, which is what authors mean far more often than the book's final one.
    """
    of_kind = [
        i for i, section in enumerate(book.sections) if _is_called(f"{section.label or ''} {section.title}", kind)
    ]
    if not of_kind and kind in {"section", "§"}:
        of_kind = _beneath_chapters(book, near)
    elif not of_kind and kind not in {"part", "book", "appendix"}:
        of_kind = [chapter.section for chapter in book.chapters if not chapter.own_text]
    readable = [i for i in of_kind if book.sections[i].kind not in {SectionKind.NOTE, SectionKind.BOILERPLATE}]
    here = next((i for i in book.ancestors(near) if i in readable), None)
    at = -1 if here is None else readable.index(here) + step
    return readable[at] if 0 <= at < len(readable) else None


def _beneath_chapters(book: Book, near: int) -> list[int]:
    """Sections of the level of `near`, where that is below a chapter's: "section" is then what they are called."""
    chapters = {chapter.section for chapter in book.chapters}
    level = book.sections[near].level
    found = [i for i, section in enumerate(book.sections) if section.level == level and i not in chapters]
    return found if near in found and not set(book.ancestors(near)).isdisjoint(chapters) else []


def _is_called(title: str, kind: str) -> bool:
    return re.match(rf"\s*{kind}\b" if kind != "§" else r"\s*§", folded(title)) is not None


def _named(title: str, kind: str, number: int | None) -> bool:
    match = re.match(rf"\s*(?:({_KINDS})\s*)?(\d+|[ivxlc]+|{'|'.join(_CARDINALS)})\b", folded(title))
    return match is not None and match.group(1) == kind and number_of(match.group(2)) == number
