"""The working memory itself: a budgeted state that operations change and boundaries evict."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from pipeline.phases.phase2_entity_discovery.working_memory.interface import WorkingMemoryState
from pipeline.phases.phase2_entity_discovery.working_memory.operations import Refused, changed
from pipeline.phases.phase2_entity_discovery.working_memory.retention import (
    FORGET_BELOW,
    PINNED,
    leaving_order,
    retention,
)
from pipeline.tokens import count_tokens
from schemas.memory import Applied, Departure, MemoryState, Operation, Refusal, Why

BUDGET_TOKENS = 700  # absolute; a trial's useful memory took 670
PRESSURE_AT, RELIEF_TO = 0.75, 0.5  # of the budget: here the least retained begin to leave, until there
REFERENCE_BUDGET_TOKENS = 120  # for the open references that an eviction hands on
RECENT_STATEMENTS = 8  # beside those of the open branch


class BudgetedMemory(WorkingMemoryState):
    """Keeps a `MemoryState` within `budget` tokens as `renderer` writes it."""

    def __init__(self, state: MemoryState, renderer: Callable[[MemoryState], str], budget: int = BUDGET_TOKENS) -> None:
        self._state, self._renderer, self._budget = state, renderer, budget

    def render(self) -> str:
        return self._renderer(self._state)

    def snapshot(self) -> MemoryState:
        return self._state

    def apply(self, operations: Sequence[Operation], now: int) -> Applied:
        applied: list[Operation] = []
        refused: list[Refusal] = []
        left: list[Departure] = []
        for operation in operations:
            outcome = changed(self._state, operation)
            if isinstance(outcome, Refused):
                refused.append(Refusal(code=f"memory.{operation.op}.{outcome.code}", what=outcome.what))
                continue
            self._state, departures = outcome
            applied.append(operation)
            left.extend(departures)
        left.extend(self._succeed())
        left.extend(self._forget(now))
        left.extend(self._relieve(now))
        return Applied(applied=tuple(applied), refused=tuple(refused), left=tuple(left))

    def evict(self) -> tuple[Departure, ...]:
        before = self._state
        left = [Departure(handle=h, id=e.id, why="evict") for h, e in before.active_entities.items()]
        left += [Departure(handle=h, id=s.id, why="evict") for h, s in before.recent_statements.items()]
        if before.current_argument_branch:
            left.append(Departure(handle="branch", id="", why="evict"))
        self._state = MemoryState(topic=before.topic, unresolved_references=before.unresolved_references)
        left += self._drop_references_over(min(REFERENCE_BUDGET_TOKENS, self._budget), "evict")
        if self._tokens() > self._budget:
            self._state = MemoryState()
            left.append(Departure(handle="topic", id="", why="evict"))
        return tuple(left)

    def _tokens(self) -> int:
        return count_tokens(self._renderer(self._state))

    def _fewest(self, field: str, handles: Sequence[str], budget: float) -> int:
        """How many of the `handles` have to leave, in their order, until the rest is within `budget`: all, where even
        that is not enough. Counting tokens costs more than the rest of the memory's work, so not one by one."""
        collection = getattr(self._state, field)

        def fits(leaving: int) -> bool:
            gone = set(handles[:leaving])
            kept = {handle: entry for handle, entry in collection.items() if handle not in gone}
            return count_tokens(self._renderer(self._state.model_copy(update={field: kept}))) <= budget

        return bisect_left(range(len(handles)), True, key=fits)

    def _drop(self, field: str, handles: Sequence[str], why: Why) -> list[Departure]:
        collection = dict(getattr(self._state, field))
        left = [Departure(handle=handle, id=collection.pop(handle).id, why=why) for handle in handles]
        if left:
            self._state = self._state.model_copy(update={field: collection})
        return left

    def _drop_references_over(self, budget: float, why: Why) -> list[Departure]:
        """The oldest open references leave first; the ledger hands them on."""
        oldest = list(self._state.unresolved_references)
        leaving = self._fewest("unresolved_references", oldest, budget)
        return self._drop("unresolved_references", oldest[:leaving], why)

    def _succeed(self) -> list[Departure]:
        """Statements make room for their successors: only the branch and the last ones stay."""
        branch = {step.step for step in self._state.current_argument_branch}
        others = [handle for handle in self._state.recent_statements if handle not in branch]
        return self._drop("recent_statements", others[:-RECENT_STATEMENTS], "succeeded")

    def _forget(self, now: int) -> list[Departure]:
        entities = self._state.active_entities
        faded = [
            handle
            for handle, entity in entities.items()
            if entity.importance < PINNED and retention(entity, now) < FORGET_BELOW
        ]
        return self._drop("active_entities", faded, "forget")

    def _relieve(self, now: int) -> list[Departure]:
        """Above 75 % of the budget the least retained leave until 50 %; then, if it must be, statements, references, the
        branch and the topic: the budget holds whatever comes in."""
        relief = RELIEF_TO * self._budget
        if self._tokens() <= PRESSURE_AT * self._budget:
            return []
        order = leaving_order(self._state.active_entities, now)
        leaving = self._fewest("active_entities", order, relief)
        left = self._drop("active_entities", order[:leaving], "spill")
        while self._state.recent_statements and self._tokens() > PRESSURE_AT * self._budget:
            left += self._drop("recent_statements", [next(iter(self._state.recent_statements))], "spill")
        left += self._drop_references_over(PRESSURE_AT * self._budget, "spill")
        if self._tokens() > self._budget:
            self._state = self._state.model_copy(update={"current_argument_branch": ()})
            left.append(Departure(handle="branch", id="", why="spill"))
        if self._tokens() > self._budget:
            self._state = self._state.model_copy(update={"topic": ""})
            left.append(Departure(handle="topic", id="", why="spill"))
        return left
