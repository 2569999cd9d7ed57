"""Rows under construction: what grounding one step adds, what it refuses, and what it means for the memory."""

from collections import Counter
from collections.abc import Iterable

from schemas.base import Schema
from schemas.memory import Operation
from schemas.progress import Pending

_KINDS = tuple(Pending.model_fields)
_SAYABLE_AGAIN = frozenset({"attitudes", "inferences", "conflicts", "links"})  # their ids hold no sentence of the step


class Rows:
    """Collects timed rows by kind, each id once, with timed operations and counted refusals.

    `said` are ids that earlier steps made and this one must not make again.
    """

    def __init__(self, said: Iterable[str] = ()) -> None:
        self._rows: dict[str, list[tuple[int, Schema]]] = {kind: [] for kind in _KINDS}
        self._ids: set[str] = set(said)
        self.ends: dict[str, int] = {}  # the last sentence of each row of this step, by its id
        self.operations: list[tuple[int, Operation]] = []
        self.said: list[str] = []
        self.refused: Counter[str] = Counter()
        self.examples: dict[str, str] = {}

    def add(self, kind: str, last: int, identifier: str, row: Schema) -> bool:
        """False, and counted, where a row of that id is there already."""
        if identifier in self._ids:
            self.refuse(f"{kind}.duplicate", identifier)
            return False
        self._ids.add(identifier)
        self._rows[kind].append((last, row))
        self.ends[identifier] = last
        if kind in _SAYABLE_AGAIN:
            self.said.append(identifier)
        return True

    def has(self, identifier: str) -> bool:
        return identifier in self._ids

    def refuse(self, code: str, what: str, count: int = 1) -> None:
        """Counts what is refused; the first of each code is kept as an example."""
        self.refused[code] += count
        self.examples.setdefault(code, what[:200])

    def then(self, sentence: int, operation: Operation) -> None:
        self.operations.append((sentence, operation))

    def counts(self) -> dict[str, int]:
        return {kind: len(rows) for kind, rows in self._rows.items() if rows}

    def joined(self, pending: Pending) -> Pending:
        """`pending` with the collected rows after its own."""
        grown = {kind: (*getattr(pending, kind), *rows) for kind, rows in self._rows.items() if rows}
        return pending.model_copy(update=grown)
