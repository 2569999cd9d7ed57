"""Which of the numbers at the heads of paragraphs belong to one row: the longest that rises, small gaps allowed."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pipeline.phases.phase1_structure.unit_labels import UnitLabel

LARGEST_STEP = 3  # from number to number of a row; two in between may be missing or misread
SHORTEST_ROW = 5  # §§ without a stop behind the number; fewer are spoken of
LONG_ROW = 10  # decimal numbers in rising order at the heads of paragraphs are no accident


@dataclass(frozen=True, slots=True)
class Numbered:
    """A § at block `at`; `may_begin`: it is a heading or the first of its section, where a series may begin anew."""

    at: int
    label: UnitLabel
    may_begin: bool


def paragraph_rows(numbers: Sequence[Numbered]) -> frozenset[int]:
    """The blocks of the §§ that rise from one to the next; a series begins anew with a § 1 that a § 2 follows or that
    begins its section."""
    series: list[list[Numbered]] = [[]]
    for place, one in enumerate(numbers):
        followed = place + 1 < len(numbers) and numbers[place + 1].label.number == 2
        if one.label.number == 1 and not one.label.suffix and (followed or one.may_begin):
            series.append([])
        series[-1].append(one)
    return frozenset(at for each in series for at in _rising_paragraphs(each))


def _rising_paragraphs(series: Sequence[Numbered]) -> list[int]:
    row = [series[place] for place in rising_row([(one.label.number, one.label.suffix) for one in series])]
    near = {
        one.at for pair in pairwise(row) if pair[1].label.number - pair[0].label.number <= LARGEST_STEP for one in pair
    }
    return [one.at for one in row if one.label.firm or (len(row) >= SHORTEST_ROW and one.at in near)]


def counting_row(numbers: Sequence[int], prose: Sequence[int], after: int) -> tuple[float, tuple[int, ...]]:
    """The places of the row that counts on from `after`, and its weight: of rows of the same numbers that with more
    prose at its numbers, so that the items of a list don't take the place of aphorisms."""
    typical = max(sum(prose) / max(len(prose), 1), 1)
    weights: list[float] = []
    before: list[int | None] = []
    best: dict[int, int] = {}  # for a number the place where the heaviest row to it ends
    for place, (number, words) in enumerate(zip(numbers, prose, strict=True)):
        earlier = [best[number - step] for step in range(1, LARGEST_STEP + 1) if number - step in best]
        previous = max(earlier, key=lambda at: weights[at], default=None)
        before.append(previous)
        weights.append(min(words / typical, 1) + (weights[previous] if previous is not None else 0))
        begins = previous is not None or after < number <= after + LARGEST_STEP
        if begins and (number not in best or weights[best[number]] < weights[place]):
            best[number] = place
    last = max(best.values(), key=lambda at: weights[at], default=None)
    weight = weights[last] if last is not None else 0.0
    row: list[int] = []
    while last is not None:
        row.append(last)
        last = before[last]
    return weight, tuple(reversed(row))


def rising_row(keys: Sequence[Any]) -> tuple[int, ...]:
    """The places of the longest row of keys each of which is greater than the one before."""
    tails: list[Any] = []
    at: list[int] = []
    before: list[int | None] = []
    for place, key in enumerate(keys):
        length = bisect_left(tails, key)
        before.append(at[length - 1] if length else None)
        tails[length : length + 1] = [key]
        at[length : length + 1] = [place]
    last = at[-1] if at else None
    row: list[int] = []
    while last is not None:
        row.append(last)
        last = before[last]
    return tuple(reversed(row))


def decimal_row(numbers: Sequence[str]) -> tuple[int, ...]:
    """The places of a long row of decimal numbers, read as fractions ("1.11" before "1.2") or as dotted numbers ("1.9"
    before "1.10"); empty where there is none."""
    pieces = [number.split(".") for number in numbers]
    as_fractions = [(int(whole), *rest) for whole, *rest in pieces]
    as_numbers = [tuple(int(piece) for piece in each) for each in pieces]
    row = max((rising_row(as_fractions), rising_row(as_numbers)), key=len)
    kept: list[int] = []
    whole = 0
    for place in row:
        if int(pieces[place][0]) - whole <= LARGEST_STEP:
            whole = int(pieces[place][0])
            kept.append(place)
    with_point = sum(len(pieces[place]) > 1 for place in kept)
    return tuple(kept) if len(kept) >= LONG_ROW and 2 * with_point > len(kept) else ()
