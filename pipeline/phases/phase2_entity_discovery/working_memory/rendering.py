"""Renders a memory state for a prompt: as rows for reading, as JSON for patching."""

import json
from typing import Any

from schemas.memory import MemoryState

NAME_WORDS = 12  # a name longer than this is shown shortened; the graph keeps it whole
ALIASES_SHOWN = 3


def shortened(text: str, words: int = NAME_WORDS, characters: int = 80) -> str:
    """At most `words` words and `characters` characters, with … where something was left out."""
    kept = " ".join(text.split()[:words])
    kept = kept if len(kept) <= characters else kept[: characters - 1]
    return kept if kept == text else kept.rstrip() + "…"


def as_rows(state: MemoryState) -> str:
    """One line a thing, fields separated by a bar: the cheapest form that models read well."""
    lines = [f"topic: {shortened(state.topic, 20, 160)}"] if state.topic else []
    for handle, entity in state.active_entities.items():
        aliases = "; ".join(shortened(alias) for alias in entity.aliases[:ALIASES_SHOWN])
        lines.append(f"{handle}|{shortened(entity.name)}|{entity.type}" + (f"|{aliases}" if aliases else ""))
    for handle, statement in state.recent_statements.items():
        lines.append(f"{handle}|{statement.kind} by {statement.speaker}|{shortened(statement.text)}")
    for handle, reference in state.unresolved_references.items():
        lines.append(f"{handle}|open reference|{shortened(reference.surface)}")
    if state.current_argument_branch:
        steps = (f"{shortened(step.step)} ({step.stance})" for step in state.current_argument_branch)
        lines.append("branch: " + " > ".join(steps))
    return "\n".join(lines)


def as_document(state: MemoryState) -> dict[str, Any]:
    """The state as a JSON document whose collections are keyed objects: what a patch is applied to."""
    return {
        "active_entities": {
            handle: {
                "name": shortened(entity.name),
                "type": entity.type,
                "aliases": [shortened(alias) for alias in entity.aliases[:ALIASES_SHOWN]],
                "importance": entity.importance,
            }
            for handle, entity in state.active_entities.items()
        },
        "recent_statements": {
            handle: {"text": shortened(statement.text), "speaker": statement.speaker}
            for handle, statement in state.recent_statements.items()
        },
        "unresolved_references": {
            handle: {"surface": shortened(reference.surface), "target": None}
            for handle, reference in state.unresolved_references.items()
        },
        "current_argument_branch": [
            {"step": shortened(step.step), "stance": step.stance} for step in state.current_argument_branch
        ],
    }


def as_json(state: MemoryState) -> str:
    return json.dumps(as_document(state), ensure_ascii=False, separators=(",", ":"))
