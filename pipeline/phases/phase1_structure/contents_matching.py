"""Where the text has the headings that a printed contents list names, by wording, by number or by likeness."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pipeline.phases.phase1_structure.contents_list import ListEntry, letters
from pipeline.phases.phase1_structure.label_values import values_of
from pipeline.phases.phase1_structure.labels import is_bare_label, is_container, plain_title, unit_of

SHORTEST_PLAIN, SHORTEST_START = 4, 9  # letters that say enough without a number; at the start of a longer title
LIKENESS = 0.8  # of letters shared, words sorted; a list words its entries freely, two chapters of a book share less
SHARED_WORDS = 0.5  # of the shorter one's words stand in the other, or the two aren't compared
SAME, SAME_WORDS, SAME_START, SAME_NUMBER, ALIKE = 4.0, 3.5, 2.5, 2.0, 1.0  # what a match counts


@dataclass(frozen=True, slots=True)
class _Title:
    whole: str  # letters
    plain: str  # letters without the number
    words: frozenset[str]
    unit: str | None
    values: tuple[int, ...]
    container: bool
    bare: bool


def _title(text: str) -> _Title:
    plain = plain_title(text)
    bare = is_bare_label(text)
    return _Title(
        letters(text),
        letters(plain),
        frozenset(re.findall(r"\w+", plain)),
        unit_of(text),
        values_of(text),
        is_container(text),
        bare,
    )


def matched(entries: Sequence[ListEntry], titles: Sequence[str]) -> list[int | None]:
    """For each entry the index of its heading among `titles`; both are in the same order, and of all ways to match them
    the one that fits best is taken."""
    rows = [_title(entry.title) for entry in entries]
    columns = [_title(title) for title in titles]
    scores = [_scores(entry, columns) for entry in rows]
    best = [[0.0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for row in reversed(range(len(rows))):
        for column in reversed(range(len(columns))):
            score = scores[row][column]
            with_it = score + best[row + 1][column + 1] if score else 0.0
            best[row][column] = max(with_it, best[row + 1][column], best[row][column + 1])
    found: list[int | None] = []
    column = 0
    for row in range(len(rows)):
        at = _chosen(scores[row], best, row, column)
        found.append(at)
        column = column if at is None else at + 1
    return found


def _chosen(scores: Sequence[float], best: Sequence[Sequence[float]], row: int, first: int) -> int | None:
    """The first heading from `first` on that belongs to a best match."""
    for column in range(first, len(scores)):
        if scores[column] and scores[column] + best[row + 1][column + 1] >= best[row][first]:
            return column
        if best[row][column + 1] < best[row][first]:
            return None
    return None


def _scores(entry: _Title, titles: Sequence[_Title]) -> list[float]:
    """Likeness counts only for an entry that no heading says the same as."""
    scores = [_score(entry, title) for title in titles]
    if any(scores):
        return scores
    return [0.0 if entry.values and title.values else ALIKE * _likeness(entry, title, LIKENESS) for title in titles]


def _score(entry: _Title, title: _Title) -> float:
    if entry.whole == title.whole:
        return SAME
    if entry.values and title.values and not _same_number(entry, title):
        return 0.0
    if len(entry.plain) >= SHORTEST_PLAIN and entry.plain == title.plain:
        return SAME_WORDS
    if min(len(entry.whole), len(title.whole)) >= SHORTEST_START and (
        title.whole.startswith(entry.whole) or entry.whole.startswith(title.whole)
    ):
        return SAME_START
    if entry.values and title.values:
        return SAME_NUMBER + (0.0 if entry.bare or title.bare else _likeness(entry, title, 0.0))
    return 0.0


def _same_number(entry: _Title, title: _Title) -> bool:
    """The same number of the same unit, which a list or a heading may leave out ("I." for "CHAPTER I.")."""
    if entry.values != title.values or entry.container != title.container:
        return False
    return entry.unit == title.unit or "number" in {entry.unit, title.unit} or entry.unit in _short(title.unit)


def _short(unit: str | None) -> set[str | None]:
    """Other spellings of a unit: "chap", "vol", "sect"."""
    families = (
        {"chapter", "chap"},
        {"volume", "vol"},
        {"section", "sect", "§"},
        {"teil", "theil"},
        {"kapitel", "capitel"},
    )
    return next((set[str | None](family) for family in families if unit in family), set())


def _likeness(entry: _Title, title: _Title, least: float) -> float:
    """The share of letters that agree, words sorted; 0 where it is below `least`."""
    shared = len(entry.words & title.words)
    if not shared or shared < SHARED_WORDS * min(len(entry.words), len(title.words)):
        return 0.0
    ratio = SequenceMatcher(None, " ".join(sorted(entry.words)), " ".join(sorted(title.words)), autojunk=False).ratio()
    return ratio if ratio >= least else 0.0
