"""The scope of one step's handles: what the reader's names mean, together with the chapter's own."""

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.phases.phase2_entity_discovery.places import Window
from pipeline.phases.phase2_entity_discovery.rows import Rows
from pipeline.phases.phase2_entity_discovery.session import RESERVED_KEYS, SessionTier
from schemas.vocabulary import Term, Vocabulary

ORDERS_PER_CHAPTER = 1_000_000  # so that `order` runs through the book although chapters are read side by side


class Ground(NamedTuple):
    """What a reading is grounded in. `visible` are the handles the reader was shown, `headings` their folded words."""

    window: Window
    owner: str
    chapter: int
    vocabulary: Vocabulary
    visible: tuple[str, ...]
    headings: str


class Scope:
    """Maps the reader's handles to the chapter's while one step is grounded."""

    def __init__(self, tier: SessionTier, rows: Rows, order: int, shown: Iterable[str]) -> None:
        """Of the chapter's handles only those `shown` to the reader mean anything; a new name of the reader's own means
        what the reader introduced under it, whatever the chapter calls so."""
        self.tier, self.rows = tier, rows
        self.names: dict[str, str] = {}
        self._shown = frozenset(shown)
        self.statements = {handle: s for handle, s in tier.statements.items() if handle in self._shown}
        self.inferences: dict[str, tuple[str, int]] = {}
        self.order = order

    def entity_handle(self, handle: str) -> str | None:
        if handle in self.names:
            return self.names[handle]
        known = handle in RESERVED_KEYS or (handle in self._shown and handle in self.tier.entities)
        return handle if known else None

    def entity_id(self, handle: str) -> str | None:
        known = self.entity_handle(handle)
        return None if known is None else self.tier.entity(known)

    def name(self, handle: str) -> str:
        known = self.entity_handle(handle)
        return self.tier.entities[known].name if known in self.tier.entities else handle

    def speaker(self, handle: str, of: str) -> str | None:
        """The entity id of a speaker; an unknown one is counted and left out."""
        identifier = self.entity_id(handle)
        if identifier is None:
            self.rows.refuse(f"{of}.unknown_speaker", handle)
        return identifier

    def closed(self, value: str | None, terms: Iterable[Term], code: str) -> str | None:
        """The value if the closed set has it; else it is counted and left out."""
        if value is None or any(term.name == value for term in terms):
            return value
        self.rows.refuse(code, value)
        return None

    def next_order(self, chapter: int) -> int:
        self.order += 1
        return chapter * ORDERS_PER_CHAPTER + self.order
