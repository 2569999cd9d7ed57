"""Grounds references: where each stands, what it was resolved to and by which memory, or that it stays open."""

import re

from pipeline.phases.phase2_entity_discovery.places import Window
from pipeline.phases.phase2_entity_discovery.scope import Ground, Scope
from pipeline.phases.phase2_entity_discovery.section_references import find_section
from schemas.delta import OutcomeRow, ReferenceRow, ReferenceStatus, TargetKind
from schemas.ids import digest, reference_id, section_id
from schemas.memory import Open, OpenReference, Resolve
from schemas.reading import ReferenceItem


def ground_references(ground: Ground, items: tuple[ReferenceItem, ...], scope: Scope) -> None:
    for item in items:
        if item.handle is not None:
            _settle(ground, item, scope)
        else:
            _reference(ground, item, scope)


def _reference(ground: Ground, item: ReferenceItem, scope: Scope) -> None:
    window = ground.window
    index = window.first + item.sentence - 1
    if not window.first <= index < window.last:
        return scope.rows.refuse("reference.cites_outside", item.surface)
    sentence = window.sentence_id(index)
    spans = _spans(window, index, item.surface)
    if not spans:
        scope.rows.refuse("reference.surface_not_found", item.surface)
        spans = [(window.book.sentences[index].start, window.book.sentences[index].end)]
    ids = [reference_id(ground.owner, sentence, start, item.surface) for start, _ in spans]
    at = next((n for n, identifier in enumerate(ids) if not scope.rows.has(identifier)), 0)
    start, end = spans[at]
    row = ReferenceRow(
        id=ids[at],
        sentence=sentence,
        start=start,
        end=end,
        surface=item.surface,
        kind=item.kind,
        ref=window.book.sentences[index].ref,
    )
    if not scope.rows.add("references", index, row.id, row):
        return None
    outcome = _outcome(ground, item, row.id, index, scope)
    if outcome is None:
        handle = scope.tier.open(row.id, item.surface, index)
        reference = OpenReference(id=row.id, surface=item.surface, kind=item.kind, sentence=index)
        return scope.rows.then(index, Open(handle=handle, reference=reference))
    scope.tier.open(row.id, item.surface, index, "resolved")
    last, found = outcome
    scope.rows.add("outcomes", last, found.id, found)
    return None


def _spans(window: Window, index: int, surface: str) -> list[tuple[int, int]]:
    """Where the surface stands in the sentence, in order: a second "this view" is the second one in the text."""
    pattern = r"\s+".join(map(re.escape, surface.split()))
    if not pattern:
        return []
    start = window.book.sentences[index].start
    found = re.finditer(rf"(?<!\w){pattern}(?!\w)", window.book.sentence_text(index), re.IGNORECASE)
    return [(start + match.start(), start + match.end()) for match in found]


def _outcome(
    ground: Ground, item: ReferenceItem, reference: str, index: int, scope: Scope
) -> tuple[int, OutcomeRow] | None:
    """The resolution and its last sentence, or None where the reference stays open. The reason says which memory
    answered: the chunk itself, the state or session tier, or the table of contents."""
    target: tuple[str, TargetKind, int, str] | None = None
    if item.section is not None:
        section = find_section(ground.window.book, item.section, ground.window.book.sentences[index].section)
        if section is not None:
            path = ground.window.book.sections[section].path
            target = (section_id(ground.window.book.text_id, path), TargetKind.SECTION, index, "contents")
    elif item.target is not None:
        statement, entity = scope.statements.get(item.target), scope.entity_id(item.target)
        tier = "chunk" if item.target in scope.names or item.target in scope.tier.step_handles else "memory"
        if statement is not None:
            target = (statement.id, TargetKind.STATEMENT, max(index, statement.last), tier)
        elif entity is not None:
            target = (entity, TargetKind.ENTITY, index, tier)
        else:
            scope.rows.refuse("reference.unknown_target", item.target)
    if target is None:
        return None
    identifier, kind, last, reason = target
    return last, OutcomeRow(
        id=digest("outcome", reference, "resolved", identifier),
        reference=reference,
        status=ReferenceStatus.RESOLVED,
        reason=reason,
        target=identifier,
        target_kind=kind,
        confidence=item.confidence,
    )


def _settle(ground: Ground, item: ReferenceItem, scope: Scope) -> None:
    """Resolves a reference that an earlier step left open."""
    reference = scope.tier.references.get(item.handle or "")
    if reference is None or item.handle not in scope.tier.open_before or reference.status != "open":
        return scope.rows.refuse("reference.not_open", item.handle or "")
    outcome = _outcome(ground, item, reference.id, ground.window.first, scope)
    if outcome is None:
        return None
    scope.tier.settle(item.handle or "", "resolved")
    scope.rows.add("outcomes", outcome[0], outcome[1].id, outcome[1])
    resolved = Resolve(reference=item.handle or "", target=item.target, reason=outcome[1].reason)
    return scope.rows.then(outcome[0], resolved)
