"""Which values a graph property can hold: plain ones, and lists of one plain type; anything else is refused, never written."""

import math
import re
from collections.abc import Iterator
from typing import Any

from schemas.delta import GraphDelta
from schemas.errors import InvariantBroken

_LARGEST = 2**63 - 1
_SURROGATE = re.compile("[\ud800-\udfff]")


def storable(value: Any) -> bool:
    """Null, booleans, 64-bit integers, finite floats, text that is valid UTF-8, and lists of such text or numbers."""
    match value:
        case None | bool():
            return True
        case int():
            return -_LARGEST - 1 <= value <= _LARGEST
        case float():
            return math.isfinite(value)
        case str():
            return value.isascii() or _SURROGATE.search(value) is None
        case list() | tuple():
            kinds = {type(item) for item in value}
            return len(kinds) <= 1 and kinds <= {str, int, float, bool} and all(map(storable, value))
    return False


def refuse_unstorable(delta: GraphDelta) -> None:
    """Raises InvariantBroken naming row and property: grounding lets no such value through."""
    for name, field, value in _values(delta):
        if not storable(value):
            raise InvariantBroken(
                f"The property {field} of a row of {name} can't be stored in the graph: {value!r:.80}."
            )


def _values(delta: GraphDelta) -> Iterator[tuple[str, str, Any]]:
    for name, rows in delta:
        if isinstance(rows, tuple):
            for row in rows:
                for field, value in row:
                    if field != "premises":
                        yield name, field, value
