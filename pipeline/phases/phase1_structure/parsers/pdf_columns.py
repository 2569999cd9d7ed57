"""The reading order of a page in columns whose file has its rows across them."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

FEWEST_ROWS = 5  # that go across the gutter, one piece after the other in the file
FEWEST_LETTERS = 12  # of a column's usual line; shorter pieces are numbers, names of speakers or cells of a table
MOST_ACROSS = 0.4  # of the lines may go across the gutter, as headings and notes do
EDGE_SHARE = 0.2  # of the rows begin at the column's left edge at least, the others are indented
LIKE = 3.0  # points within which lines begin at one edge


@dataclass(frozen=True, slots=True)
class _Piece:
    raw: dict[str, Any]
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def letters(self) -> int:
        return sum(len(span["text"].strip()) for span in self.raw["spans"])


def in_columns(content: dict[str, Any]) -> dict[str, Any]:
    """A page's dictionary with its lines column by column; as it is where the page has one column or the file has them
    in order."""
    pieces = [_Piece(line, *line["bbox"]) for block in content["blocks"] for line in block.get("lines", ())]
    ordered = _ordered(pieces)
    if ordered is None:
        return content
    return {**content, "blocks": [{"lines": [piece.raw for piece in group]} for group in ordered if group]}


def _ordered(pieces: Sequence[_Piece]) -> list[list[_Piece]] | None:
    """The groups in reading order: a column, or a line across all of them; None where nothing is to be done."""
    edge = _gutter(pieces)
    if edge is None:
        return None
    groups: list[list[_Piece]] = []
    band: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.y0):
        if piece.x1 <= edge or piece.x0 >= edge:
            band.append(piece)
        else:
            groups += [*_columns(band, edge), [piece]]
            band = []
    return [*groups, *_columns(band, edge)]


def _columns(band: Sequence[_Piece], edge: float) -> list[list[_Piece]]:
    right = [piece for piece in band if piece.x0 >= edge]
    return [[piece for piece in band if piece.x1 <= edge], *(_ordered(right) or [right])]


def _gutter(pieces: Sequence[_Piece]) -> float | None:
    """Where the second column begins, if the page has one and its rows go across."""
    rows = [right for left, right in itertools.pairwise(pieces) if _is_row(left, right)]
    if len(rows) < FEWEST_ROWS:
        return None
    places = Counter(round(right.x0 / LIKE) for right in rows)
    usual = [place for place, count in places.items() if count >= EDGE_SHARE * len(rows)]
    if not usual:
        return None
    edge = (min(usual) - 1) * LIKE
    left = [piece.letters for piece in pieces if piece.x1 <= edge]
    right = [piece.letters for piece in pieces if piece.x0 >= edge]
    across = len(pieces) - len(left) - len(right)
    if min(len(left), len(right)) < FEWEST_ROWS or across > MOST_ACROSS * len(pieces):
        return None
    return edge if min(median(left), median(right)) >= FEWEST_LETTERS else None


def _is_row(left: _Piece, right: _Piece) -> bool:
    lower = min(left.y1 - left.y0, right.y1 - right.y0)
    return right.x0 > left.x1 and min(left.y1, right.y1) - max(left.y0, right.y0) > 0.5 * lower
