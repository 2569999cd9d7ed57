"""Levels of the entries of a printed contents list, by their numbering, their indent and their type."""

import re
from collections.abc import Sequence
from typing import TypeAlias

from pipeline.phases.phase1_structure.labels import is_container, label_of, unit_of

SAME_INDENT = 0.6  # times the size: what begins within it begins at the same place
_DOTTED = re.compile(r"(\d{1,3}(?:\.\d{1,3})+)\.?\s|(\d{1,3})\.?\s")

Printed: TypeAlias = tuple[float, float, bool, str]  # x0, size, bold, title


def entry_levels(entries: Sequence[Printed]) -> list[int]:
    """One level for each entry, from 1."""
    indents = _steps([x0 for x0, *_ in entries], entries[0][1] if entries else 10.0)
    kinds = [
        (indent, -round(size), not bold) if len(set(indents)) == 1 else (indent, 0, False)
        for indent, (_, size, bold, _) in zip(indents, entries, strict=True)
    ]
    ranks = {kind: rank for rank, kind in enumerate(sorted(set(kinds)))}
    levels: list[int] = []
    open_ones: list[tuple[tuple[int, ...], int]] = []  # the key and level of what the next entry may lie in
    inside_part = False
    last_labelled = max((index for index, (*_, title) in enumerate(entries) if label_of(title)), default=-1)
    for index, ((*_, title), kind) in enumerate(zip(entries, kinds, strict=True)):
        part = is_container(title)
        # what follows the last numbered entry and has no number stands beside the parts: an index, an appendix
        beside_parts = part or (index > last_labelled and ranks[kind] == 0) or unit_of(title) == "appendix"
        inside_part = (inside_part or part) and (part or not beside_parts)
        key = (1 if inside_part and not part else 0, ranks[kind], _depth(title))
        while open_ones and open_ones[-1][0] >= key:
            open_ones.pop()
        level = open_ones[-1][1] + 1 if open_ones else 1
        open_ones.append((key, level))
        levels.append(level)
    return levels


def _steps(places: Sequence[float], size: float) -> list[int]:
    """The number of each place's step from the left."""
    steps: list[float] = []
    for place in sorted(places):
        if not steps or place > steps[-1] + SAME_INDENT * size:
            steps.append(place)
    return [sum(step <= place for step in steps) - 1 for place in places]


def _depth(title: str) -> int:
    """How many numbers "1.2.3" has; 0 without one."""
    found = _DOTTED.match(title)
    if found is None:
        return 0
    return (found.group(1) or "").count(".")
