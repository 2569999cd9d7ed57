"""Levels of the entries of a printed contents list, by their numbering, their indent and their type."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.labels import is_container, label_of, unit_of

SAME_INDENT = 0.6  # times the size: what begins within it begins at the same place
_DOTTED = re.compile(r"(\d{1,3}(?:\.\d{1,3})+)\.?\s|(\d{1,3})\.?\s")


@dataclass(frozen=True, slots=True)
class Printed:
    """How an entry is printed in the list."""

    x0: float
    size: float
    bold: bool
    title: str
    has_page: bool


def entry_levels(entries: Sequence[Printed]) -> list[int]:
    """One level for each entry, from 1."""
    indents = _steps(entries)
    ranks = _ranks(entries, indents)
    last_labelled = max((at for at, one in enumerate(entries) if label_of(one.title)), default=-1)
    levels: list[int] = []
    open_ones: list[tuple[tuple[int, ...], int]] = []  # the key and level of what the next entry may lie in
    in_part = False
    for at, (one, rank) in enumerate(zip(entries, ranks, strict=True)):
        # a title without a page of its own, over others with one, holds them as a part does
        part = is_container(one.title) or (not one.has_page and at < last_labelled)
        # what follows the last numbered entry and has no number stands beside the parts: an index, an appendix
        beside = (at > last_labelled and rank == min(ranks)) or unit_of(one.title) == "appendix"
        in_part = part or (in_part and not beside)
        key = (0, 0, 0) if part else (int(in_part), rank, _depth(one.title))
        while open_ones and open_ones[-1][0] >= key:
            open_ones.pop()
        level = open_ones[-1][1] + 1 if open_ones else 1
        open_ones.append((key, level))
        levels.append(level)
    return levels


def _ranks(entries: Sequence[Printed], indents: Sequence[int]) -> list[int]:
    """By indent; by type where all begin at the same place."""
    if len(set(indents)) > 1:
        return list(indents)
    types = sorted({(-round(one.size), not one.bold) for one in entries})
    return [types.index((-round(one.size), not one.bold)) for one in entries]


def _steps(entries: Sequence[Printed]) -> list[int]:
    """The number of each entry's step from the left; a part's title is centred and has none."""
    places = [one.x0 for one in entries if one.has_page] or [one.x0 for one in entries]
    steps: list[float] = []
    for place in sorted(places):
        if not steps or place > steps[-1] + SAME_INDENT * entries[0].size:
            steps.append(place)
    return [max(sum(step <= one.x0 for step in steps) - 1, 0) for one in entries]


def _depth(title: str) -> int:
    """How many numbers "1.2.3" has; 0 without one."""
    found = _DOTTED.match(title)
    if found is None:
        return 0
    return (found.group(1) or "").count(".")
