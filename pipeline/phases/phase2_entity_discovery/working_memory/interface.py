"""The interface of a working memory: what the model sees, what changes it, and what eviction leaves."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from schemas.memory import Applied, Departure, MemoryState, Operation


class WorkingMemoryState(ABC):
    """The structured state carried from step to step (ADR 0009); it is never written to the graph."""

    @abstractmethod
    def render(self) -> str:
        """The state as the model sees it; never more tokens than the budget."""

    @abstractmethod
    def apply(self, operations: Sequence[Operation], now: int) -> Applied:
        """Applies each operation by itself; a refused one changes nothing. `now` is the sentence reached."""

    @abstractmethod
    def evict(self) -> tuple[Departure, ...]:
        """Leaves only what an episode hands to the next: the topic line and the open references within their budget."""

    @abstractmethod
    def snapshot(self) -> MemoryState:
        """The state as data, for the checkpoint."""
