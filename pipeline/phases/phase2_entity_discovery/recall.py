"""Recall from this chapter's earlier episodes, without vectors: by exact folded surface in the chunk."""

from pipeline.phases.phase2_entity_discovery.mentions import SurfaceIndex
from pipeline.phases.phase2_entity_discovery.working_memory.rendering import ALIASES_SHOWN, shortened
from pipeline.phases.phase2_entity_discovery.working_memory.retention import retention
from pipeline.tokens import count_tokens
from schemas.memory import MemoryEntity, MemoryState
from schemas.progress import Session
from schemas.reading import RecalledEntity

MOST_RECALLED = 12
BUDGET_TOKENS = 120
SESSION_TIER_ITEMS = 1_000  # the last named ones are searched


def recalled(session: Session, memory: MemoryState, sentences: list[str], now: int) -> tuple[RecalledEntity, ...]:
    """What the chapter named before, is not in the state and stands in `sentences` again: by importance, then by
    retention, within MOST_RECALLED and BUDGET_TOKENS."""
    outside = {h: e for h, e in session.entities.items() if h not in memory.active_entities and h not in session.merged}
    if len(outside) > SESSION_TIER_ITEMS:
        newest = sorted(outside, key=lambda handle: outside[handle].last)[-SESSION_TIER_ITEMS:]
        outside = {handle: outside[handle] for handle in sorted(newest)}
    index = SurfaceIndex({handle: (entity.name, *entity.aliases) for handle, entity in outside.items()})
    found = dict.fromkeys(match.handle for text in sentences for match in index.find(text))
    ranked = sorted(found, key=lambda h: (-outside[h].importance, -retention(outside[h], now), h))
    chosen: list[RecalledEntity] = []
    spent = 0
    for handle in ranked[:MOST_RECALLED]:
        entity = outside[handle]
        row = as_row(handle, entity, session.facts.get(handle, ()))
        item = RecalledEntity(
            handle=handle, id=entity.id, name=entity.name, type=entity.type, aliases=entity.aliases, row=row
        )
        spent += count_tokens(row) + 1
        if spent > BUDGET_TOKENS:
            break
        chosen.append(item)
    return tuple(chosen)


def as_row(handle: str, entity: MemoryEntity, facts: tuple[str, ...]) -> str:
    """One line: handle, name, type, aliases, facts."""
    aliases = "; ".join(map(shortened, entity.aliases[:ALIASES_SHOWN]))
    fields = (
        handle,
        shortened(entity.name),
        entity.type,
        aliases,
        "; ".join(shortened(fact, 20, 120) for fact in facts),
    )
    return "|".join(field for field in fields if field)
