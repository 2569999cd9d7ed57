"""Levels of headings by their type, their numbers and where they stand."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.label_values import values_of
from pipeline.phases.phase1_structure.labels import CONTAINER_UNITS, label_of, plain_title, unit_of
from pipeline.phases.phase1_structure.parsers.pdf_candidates import Form, PrintedHeading
from pipeline.phases.phase1_structure.parsers.pdf_headings import dotted

SAME_UNIT = 0.7  # of a unit's headings are set in one type; the others were set wrongly
FRAME = re.compile(
    r"preface|introduction|foreword|prologue|epilogue|conclusion|afterword|appendix|notes?|"
    r"vorwort|einleitung|nachwort|schluss|anhang|préface|avant-propos|introduction|conclusion"
)
_CHAPTERS = frozenset("chapter chap kapitel capitel hauptstück chapitre".split())

_Key: TypeAlias = tuple[tuple[Form, int, bool], int, bool]  # style, rank of the unit, whether it frames the book


@dataclass(frozen=True, slots=True)
class Ranked:
    """A heading to be placed: `declared` is the level its contents entry has; `heading` is what is printed of it."""

    heading: PrintedHeading | None
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class _Kind:
    rank: int
    scheme: str | None
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Open:
    kind: _Kind
    level: int


def levels(items: Sequence[Ranked]) -> list[int]:
    """One level for each, from 1: below the last heading of a higher type, beside those of its type and numbering."""
    ranks = iter(_ranks([one.heading for one in items if one.heading is not None]))
    kinds = [_kind(one, ranks) for one in items]
    nested: set[tuple[str, str]] = set()
    open_ones: list[_Open] = []
    found: list[int] = []
    for index, (one, kind) in enumerate(zip(items, kinds, strict=True)):
        if one.declared is not None:
            while open_ones and open_ones[-1].level >= one.declared:
                open_ones.pop()
            level = one.declared
        else:
            _close(open_ones, kind, kinds[index + 1 :], nested)
            level = open_ones[-1].level + 1 if open_ones else 1
        open_ones.append(_Open(kind, level))
        found.append(level)
    return found


def _kind(one: Ranked, ranks: Iterator[int]) -> _Kind:
    if one.heading is None:
        return _Kind(-1, None, ())
    scheme = scheme_of(one.heading.text)
    return _Kind(next(ranks), scheme, dotted(one.heading.text) if scheme == "1" else ())


def _close(open_ones: list[_Open], kind: _Kind, later: Sequence[_Kind], nested: set[tuple[str, str]]) -> None:
    """Closes what a heading of this kind does not stand in."""
    while open_ones and open_ones[-1].kind.rank > kind.rank:
        open_ones.pop()
    for one in [one for one in open_ones if one.kind.rank == kind.rank]:
        if not _stands_in(one.kind, kind, later, nested):
            del open_ones[open_ones.index(one) :]
            return


def _stands_in(one: _Kind, kind: _Kind, later: Sequence[_Kind], nested: set[tuple[str, str]]) -> bool:
    """Whether a heading lies below another of the same type: 1.2 below 1, (a) below II if a III follows."""
    if kind.numbers and one.numbers:
        return len(kind.numbers) > len(one.numbers)
    if one.scheme is None or kind.scheme in {None, one.scheme, "appendix"}:
        return False
    pair = (one.scheme, kind.scheme or "")
    if pair not in nested and any(other.rank == one.rank and other.scheme == one.scheme for other in later):
        nested.add(pair)
    return pair in nested


def scheme_of(text: str) -> str | None:
    """The kind of numbering: a unit's name, "1" for numbers, "(a)", "α.", "AA."; None without a number."""
    unit = unit_of(text)
    if unit not in {None, "number"}:
        return unit
    if dotted(text) and label_of(text):
        return "1"
    found = re.match(r"(\()?([a-z]{1,5}|[A-Z]{1,5}|[α-ω]{1,3})\.?([.)])(?:\s|$)", text.strip())
    if found is None:
        return None
    letters = found.group(2)
    if letters[0] in "αβγδεζηθικλμνξοπρστυφχψω":
        kind = "α" * len(letters)
    elif len(letters) > 1 and len(set(letters)) == 1 and letters[0] not in "iIxX":
        kind = ("a" if letters.islower() else "A") * len(letters)
    elif re.fullmatch(r"[ivxlc]+|[IVXLC]+", letters) and (len(letters) > 1 or letters in "ivIVX"):
        kind = "i" if letters.islower() else "I"
    elif len(letters) == 1:
        kind = "a" if letters.islower() else "A"
    elif len(set(letters)) == 1:
        kind = ("a" if letters.islower() else "A") * len(letters)
    else:
        return None
    return f"{found.group(1) or ''}{kind}{found.group(3)}"


def _key(heading: PrintedHeading) -> _Key:
    """What headings of one rank share."""
    return heading.style, _unit_rank(heading.text), _is_frame(heading.text)


def _unit_rank(text: str) -> int:
    unit = unit_of(text)
    if unit in CONTAINER_UNITS:
        return 0
    return 1 if unit in _CHAPTERS else 2


def _is_frame(text: str) -> bool:
    """A preface or an index, whose type says nothing of its rank."""
    return known_title(text) is not None or bool(FRAME.fullmatch(plain_title(text)))


def _ranks(headings: Sequence[PrintedHeading]) -> list[int]:
    """A rank for each heading, 0 the highest: by size, then parts before chapters before what is rarer."""
    counts = Counter(_key(one) for one in headings)

    def order(key: _Key) -> tuple[int, ...]:
        (form, points, light), unit_rank, _ = key
        if form is Form.LARGE:
            return 0, points, light, unit_rank
        return 1, unit_rank, counts[key], form

    plain = _by_depth(sorted((key for key in counts if not key[2]), key=order), headings)
    ranks = {key: position for position, key in enumerate(plain)}
    for key in counts:
        if key[2]:  # beside what is set in its type, else beside the first that is set smaller
            beside = [ranks[other] for other in plain if other[0] == key[0]]
            below = [ranks[other] for other in plain if order(other) > order(key)]
            ranks[key] = min(beside or below or [len(plain)])
    usual = _usual_keys(headings)
    return [ranks[usual.get(unit_of(one.text) or "", _key(one))] for one in headings]


def _by_depth(keys: Sequence[_Key], headings: Sequence[PrintedHeading]) -> list[_Key]:
    """The keys in their order, but those of "1" before those of "1.1" in whatever type these are set."""
    depths = _depths(headings)
    numbered = iter(sorted((key for key in keys if key in depths), key=lambda key: depths[key]))
    return [next(numbered) if key in depths else key for key in keys]


def _depths(headings: Sequence[PrintedHeading]) -> dict[_Key, int]:
    """How many numbers the headings of a key begin with, at least, where most begin with some; empty where 2.1 doesn't
    come behind 2."""
    found: dict[_Key, list[int]] = {}
    inside: list[bool] = []
    last: int | None = None
    for one in headings:
        numbers = _numbers(one.text)
        found.setdefault(_key(one), []).append(len(numbers))
        if len(numbers) == 1:
            last = numbers[0]
        elif numbers and last is not None:
            inside.append(numbers[0] == last)
    if not inside or sum(inside) < SAME_UNIT * len(inside):
        return {}
    return {
        key: min(filter(None, depths))
        for key, depths in found.items()
        if sum(depth > 0 for depth in depths) >= SAME_UNIT * len(depths)
    }


def _numbers(text: str) -> tuple[int, ...]:
    """Those of "2.1 Ice", or of "Chapter II", under which 2.1 stands."""
    if unit_of(text) in _CHAPTERS:
        return values_of(text)
    return dotted(text) if label_of(text) else ()


def _usual_keys(headings: Sequence[PrintedHeading]) -> dict[str, _Key]:
    """For each kind of unit the key that nearly all of its headings have."""
    by_unit: dict[str, Counter[_Key]] = {}
    for one in headings:
        unit = unit_of(one.text)
        if unit not in {None, "number", "§"}:
            by_unit.setdefault(unit or "", Counter())[_key(one)] += 1
    tops = {unit: (*keys.most_common(1)[0], keys.total()) for unit, keys in by_unit.items()}
    return {unit: key for unit, (key, count, total) in tops.items() if count >= SAME_UNIT * total}
