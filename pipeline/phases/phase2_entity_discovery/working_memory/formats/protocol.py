"""What a memory format is: how the state is shown, what is asked of the model, how its answer is read."""

from typing import NamedTuple, Protocol

from schemas.memory import MemoryState, Operation, Refusal
from schemas.reading import AnswerForm


class Decoded(NamedTuple):
    operations: tuple[Operation, ...]
    refused: tuple[Refusal, ...]


class MemoryFormat(Protocol):
    name: str

    def render(self, state: MemoryState) -> str: ...

    def form(self) -> AnswerForm: ...

    def decode(self, raw: str | None, state: MemoryState) -> Decoded:
        """Operations from the memory part of a reply, given the state that the model saw; never raises."""
        ...
