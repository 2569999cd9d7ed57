"""The format `derived`: the model sends nothing, operations follow from the reading by rule alone."""

from pipeline.phases.phase2_entity_discovery.working_memory.formats.protocol import Decoded
from pipeline.phases.phase2_entity_discovery.working_memory.rendering import as_rows
from schemas.memory import MemoryState
from schemas.reading import AnswerForm


class DerivedFormat:
    name = "derived"

    def render(self, state: MemoryState) -> str:
        return as_rows(state)

    def form(self) -> AnswerForm:
        return AnswerForm(name=self.name)

    def decode(self, raw: str | None, state: MemoryState) -> Decoded:
        return Decoded((), ())
