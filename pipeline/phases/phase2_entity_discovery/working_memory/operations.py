"""What each operation does to a memory state: a pure function that changes it or refuses, never half of either."""

from typing import Any, NamedTuple

from schemas.memory import (
    RESERVED,
    Departure,
    Drop,
    MemoryEntity,
    MemoryState,
    Merge,
    Notice,
    Open,
    Operation,
    Record,
    Rename,
    Resolve,
    SetBranch,
    SetImportance,
    SetTopic,
)

LONGEST_BRANCH = 8
LONGEST_NAME = 300  # characters; longer ones are no names
ALIASES_KEPT = 12


class Refused(NamedTuple):
    code: str
    what: str


Outcome = tuple[MemoryState, tuple[Departure, ...]] | Refused


def changed(state: MemoryState, operation: Operation) -> Outcome:
    """The state after `operation` with what left it, or why it is refused."""
    match operation:
        case SetBranch():
            return _set_branch(state, operation)
        case SetImportance():
            return _set_importance(state, operation)
        case Merge():
            return _merge(state, operation)
        case Rename():
            return _rename(state, operation)
        case Drop():
            return _drop(state, operation)
        case Resolve():
            return _resolve(state, operation)
        case Open():
            references = {**state.unresolved_references, operation.handle: operation.reference}
            return state.model_copy(update={"unresolved_references": references}), ()
        case Notice():
            return _notice(state, operation), ()
        case Record():
            statements = {**state.recent_statements, operation.handle: operation.statement}
            return state.model_copy(update={"recent_statements": statements}), ()
        case SetTopic():
            return state.model_copy(update={"topic": operation.topic}), ()


def _unknown(handle: str) -> Refused:
    return Refused("unknown", f"{handle!r} is not in the memory")


def _set_branch(state: MemoryState, operation: SetBranch) -> Outcome:
    if len(operation.branch) > LONGEST_BRANCH:
        return Refused("too_long", f"a branch has at most {LONGEST_BRANCH} steps, not {len(operation.branch)}")
    if any(not step.step.strip() for step in operation.branch):
        return Refused("empty", "a step of the branch is empty")
    return state.model_copy(update={"current_argument_branch": operation.branch}), ()


def _set_importance(state: MemoryState, operation: SetImportance) -> Outcome:
    entity = state.active_entities.get(operation.entity)
    if entity is None:
        return _unknown(operation.entity)
    if not 1 <= operation.importance <= 10:
        return Refused("out_of_range", f"importance is 1 to 10, not {operation.importance}")
    changed_entity = entity.model_copy(update={"importance": operation.importance})
    entities = {**state.active_entities, operation.entity: changed_entity}
    return state.model_copy(update={"active_entities": entities}), ()


def _merge(state: MemoryState, operation: Merge) -> Outcome:
    if operation.entity == operation.into:
        return Refused("itself", f"{operation.entity!r} can't be merged into itself")
    gone, kept = state.active_entities.get(operation.entity), state.active_entities.get(operation.into)
    if gone is None or kept is None:
        return _unknown(operation.entity if gone is None else operation.into)
    union = kept.model_copy(update=united(kept, gone))
    entities = {handle: entity for handle, entity in state.active_entities.items() if handle != operation.entity}
    entities[operation.into] = union
    departure = Departure(handle=operation.entity, id=gone.id, why="merge")
    return state.model_copy(update={"active_entities": entities}), (departure,)


def united(kept: MemoryEntity, gone: MemoryEntity) -> dict[str, Any]:
    """The fields of `kept` that change when `gone` is merged into it."""
    names = dict.fromkeys((*kept.aliases, gone.name, *gone.aliases))
    names.pop(kept.name, None)
    return {
        "aliases": tuple(names)[:ALIASES_KEPT],
        "importance": max(kept.importance, gone.importance),
        "last": max(kept.last, gone.last),
        "count": kept.count + gone.count,
        "accesses": kept.accesses + gone.accesses,
    }


def renamed(entity: MemoryEntity, name: str) -> dict[str, Any]:
    """The fields that change when `entity` gets a name: the old one becomes an alias."""
    name = " ".join(name.split())
    if name == entity.name:
        return {}
    others = dict.fromkeys((entity.name, *(alias for alias in entity.aliases if alias != name)))
    return {"name": name, "aliases": tuple(others)[:ALIASES_KEPT]}


def _rename(state: MemoryState, operation: Rename) -> Outcome:
    entity = state.active_entities.get(operation.entity)
    if entity is None:
        return _unknown(operation.entity)
    name = " ".join(operation.name.split())
    if not name or len(name) > LONGEST_NAME:
        return Refused("name", f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    entities = {**state.active_entities, operation.entity: entity.model_copy(update=renamed(entity, name))}
    return state.model_copy(update={"active_entities": entities}), ()


def _drop(state: MemoryState, operation: Drop) -> Outcome:
    if operation.handle in RESERVED:
        return Refused("reserved", f"{operation.handle!r} is no entry of the memory")
    for field in ("active_entities", "recent_statements"):
        collection = dict(getattr(state, field))
        if operation.handle in collection:
            gone = collection.pop(operation.handle)
            departure = Departure(handle=operation.handle, id=gone.id, why="drop")
            return state.model_copy(update={field: collection}), (departure,)
    if operation.handle in state.unresolved_references:
        return Refused("reference", f"{operation.handle!r} is an open reference; resolve it or leave it open")
    return _unknown(operation.handle)


def _resolve(state: MemoryState, operation: Resolve) -> Outcome:
    references = dict(state.unresolved_references)
    if operation.reference not in references:
        return _unknown(operation.reference)
    gone = references.pop(operation.reference)
    departure = Departure(handle=operation.reference, id=gone.id, why="resolve")
    return state.model_copy(update={"unresolved_references": references}), (departure,)


def _notice(state: MemoryState, operation: Notice) -> MemoryState:
    """A known entity keeps name, type and aliases; its place, counts and importance go on."""
    known, new = state.active_entities.get(operation.handle), operation.entity
    if known is not None:
        new = known.model_copy(
            update={
                "last": max(known.last, new.last),
                "count": known.count + new.count,
                "accesses": known.accesses + new.accesses,
                "importance": max(known.importance, new.importance),
                "aliases": known.aliases if new.aliases == known.aliases else _all_aliases(known, new),
            }
        )
    return state.model_copy(update={"active_entities": {**state.active_entities, operation.handle: new}})


def _all_aliases(known: MemoryEntity, new: MemoryEntity) -> tuple[str, ...]:
    others = (alias for alias in new.aliases if alias != known.name)
    return tuple(dict.fromkeys((*known.aliases, *others)))[:ALIASES_KEPT]
