"""Retention: which entity leaves first and which is recalled first (Ebbinghaus 1885, R = exp(-t/S))."""

from math import exp

from schemas.memory import MemoryEntity

SENTENCES_PER_UNIT = 20  # t counts in units of 20 sentences since the last mention
FORGET_BELOW = 0.1
PINNED = 8  # at this importance and above an entity stays until the boundary, and leaves last under pressure


def retention(entity: MemoryEntity, now: int) -> float:
    """R in (0, 1]: t = sentences since the last mention / 20, S = 0.5 · accesses + 2 · importance."""
    elapsed = max(0, now - entity.last) / SENTENCES_PER_UNIT
    return exp(-elapsed / (0.5 * entity.accesses + 2 * entity.importance))


def leaving_order(entities: dict[str, MemoryEntity], now: int) -> list[str]:
    """Handles, the first to leave first: pinned ones last, then by retention; ties by age, then by handle."""
    return sorted(
        entities,
        key=lambda handle: (
            entities[handle].importance >= PINNED,
            retention(entities[handle], now),
            entities[handle].last,
            handle,
        ),
    )
