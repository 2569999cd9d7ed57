"""The session tier of one chapter: gives handles, knows what each means, and keeps the reference ledger."""

from collections.abc import Iterable

from pipeline.phases.phase2_entity_discovery.working_memory.operations import ALIASES_KEPT, renamed, united
from schemas.ids import entity_id, entity_key, folded
from schemas.memory import RESERVED, MemoryEntity, Merge, Notice, Operation, Rename, SetImportance
from schemas.progress import Session, SessionReference, SessionStatement

FACTS_KEPT = 3
RESERVED_KEYS = {word: f"{word} " for word in RESERVED}  # as keys: no surface folds to one that ends in a space


class SessionTier:
    """A working copy of a `Session`; `freeze` gives the new one. The one it was made from never changes."""

    def __init__(self, session: Session, book: str) -> None:
        self.book = book
        self.entities = dict(session.entities)
        self.statements = dict(session.statements)
        self.references = dict(session.references)
        self.open_before = frozenset(h for h, r in self.references.items() if r.status == "open")
        self.said = dict.fromkeys(session.said)
        self.step_handles: dict[str, str] = {}  # the reader's names of this step's statements -> the chapter's
        self.step_names: dict[str, str] = {}  # and those of its entities
        self._handles = dict(session.handles)
        self._merged = dict(session.merged)
        self._keys = dict(session.keys)
        self._entity_keys = dict(session.entity_keys)
        self._facts = dict(session.facts)

    def freeze(self) -> Session:
        return Session(
            entities=self.entities,
            statements=self.statements,
            references=self.references,
            handles=self._handles,
            merged=self._merged,
            keys=self._keys,
            entity_keys=self._entity_keys,
            facts=self._facts,
            said=tuple(self.said),
        )

    def entity(self, handle: str) -> str | None:
        """The id that an entity's handle or a reserved word stands for."""
        if handle in RESERVED_KEYS:
            key = RESERVED_KEYS[handle]
            identifier = entity_id(self.book, key)
            self._entity_keys[identifier] = key
            return identifier
        known = self.entities.get(handle)
        return None if known is None else known.id

    def key(self, identifier: str) -> str:
        return self._entity_keys[identifier]

    def handle_for(self, name: str) -> str | None:
        """The handle that this name has in the chapter already."""
        key = entity_key(name)
        return self._handles.get(self._keys.get(key, entity_id(self.book, key)))

    def introduce(self, name: str, kind: str, importance: int, sentence: int) -> str:
        """The handle of the entity of that name, a new one if the chapter hasn't named it yet."""
        known = self.handle_for(name)
        if known is not None:
            return known
        key = entity_key(name)
        identifier = entity_id(self.book, key)
        handle = f"e{len(self.entities) + 1}"
        self.entities[handle] = MemoryEntity(
            id=identifier, name=name, type=kind, importance=importance, last=sentence, count=0, accesses=0
        )
        self._handles[identifier] = handle
        self._entity_keys[identifier] = key
        return handle

    def notice(self, handle: str, surfaces: Iterable[str], sentence: int, again: bool) -> MemoryEntity:
        """Counts a mention of a known entity, its first in a step or one `again`; what it was not yet called becomes
        an alias."""
        entity = self.entities[handle]
        seen = {folded(entity.name), *map(folded, entity.aliases)}
        aliases = list(entity.aliases)
        for surface in surfaces:
            if folded(surface) not in seen and len(aliases) < ALIASES_KEPT:
                aliases.append(surface)
                seen.add(folded(surface))
        self.entities[handle] = entity.model_copy(
            update={
                "aliases": tuple(aliases),
                "last": max(entity.last, sentence),
                "count": entity.count + 1,
                "accesses": entity.accesses + (not again),
            }
        )
        return self.entities[handle]

    def follow(self, operation: Operation) -> None:
        """What a memory operation that took effect means beyond the working memory: it outlasts the eviction."""
        match operation:
            case Merge():
                self._merge(operation.entity, operation.into)
            case Rename():
                self._update(operation.entity, **renamed(self.entities[operation.entity], operation.name))
            case SetImportance():
                self._update(operation.entity, importance=operation.importance)

    def redirected(self, operation: Operation) -> Operation:
        """A mention of what was merged into another counts for that one."""
        if not isinstance(operation, Notice) or operation.handle not in self._merged:
            return operation
        into = operation.handle
        while into in self._merged:
            into = self._merged[into]
        seen = operation.entity
        update = {"last": seen.last, "count": seen.count, "accesses": seen.accesses}
        return Notice(handle=into, entity=self.entities[into].model_copy(update=update))

    def _merge(self, handle: str, into: str) -> None:
        """From now on what folds to a name of `handle` is `into`; what was read before keeps its entity."""
        gone, kept = self.entities[handle], self.entities[into]
        for surface in (gone.name, *gone.aliases):
            self._keys[entity_key(surface)] = kept.id
        self._merged[handle] = into
        self._update(into, **united(kept, gone))

    def _update(self, handle: str, **fields: object) -> None:
        self.entities[handle] = self.entities[handle].model_copy(update=fields)

    def state(self, said: str, statement: SessionStatement) -> str:
        """The handle of a statement just made, which the reader calls `said`."""
        handle = f"s{len(self.statements) + 1}"
        self.statements[handle] = statement
        self.step_handles[said] = handle
        return handle

    def open(self, identifier: str, surface: str, sentence: int, status: str = "open") -> str:
        """The handle of a reference just entered into the ledger."""
        handle = f"r{len(self.references) + 1}"
        reference = SessionReference(id=identifier, surface=surface, sentence=sentence, status=status)
        self.references[handle] = reference
        return handle

    def settle(self, handle: str, status: str) -> SessionReference:
        reference = self.references[handle]
        self.references[handle] = reference.model_copy(update={"status": status})
        return reference

    def open_references(self) -> list[str]:
        return [handle for handle, reference in self.references.items() if reference.status == "open"]

    def say(self, handle: str, fact: str) -> None:
        """Keeps a short fact to be recalled with the entity; the newest FACTS_KEPT stay."""
        self._facts[handle] = (*self._facts.get(handle, ()), fact)[-FACTS_KEPT:]
