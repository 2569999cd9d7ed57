"""Recall from this chapter's earlier episodes, without vectors: by exact folded surface in the chunk."""

from pipeline.phases.phase2_entity_discovery.mentions import SurfaceIndex
from pipeline.phases.phase2_entity_discovery.working_memory.retention import retention
from pipeline.tokens import count_tokens
from schemas.memory import MemoryState
from schemas.progress import Session
from schemas.reading import RecalledEntity

MOST_RECALLED = 20
BUDGET_TOKENS = 400
SESSION_TIER_ITEMS = 1_000  # the last named ones are searched


def recalled(session: Session, memory: MemoryState, sentences: list[str], now: int) -> tuple[RecalledEntity, ...]:
    """What the chapter named before, is not in the state and stands in `sentences` again: by importance, then by
    retention, within MOST_RECALLED and BUDGET_TOKENS."""
    outside = {h: e for h, e in session.entities.items() if h not in memory.active_entities}
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
        item = RecalledEntity(
            handle=handle,
            id=entity.id,
            name=entity.name,
            type=entity.type,
            aliases=entity.aliases[:3],
            facts=session.facts.get(handle, ()),
        )
        spent += count_tokens(as_row(item)) + 1
        if spent > BUDGET_TOKENS:
            break
        chosen.append(item)
    return tuple(chosen)


def as_row(item: RecalledEntity) -> str:
    """One line: handle, name, type, aliases, facts."""
    aliases = "; ".join(item.aliases)
    facts = "; ".join(item.facts)
    return "|".join(part for part in (item.handle, item.name[:80], item.type, aliases[:160], facts[:240]) if part)
