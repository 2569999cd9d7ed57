"""The reference ledger's outcomes: what memory operations, evictions and a chapter's end do to open references."""

from collections.abc import Iterable

from pipeline.phases.phase2_entity_discovery.rows import Rows
from pipeline.phases.phase2_entity_discovery.session import SessionTier
from schemas.delta import OutcomeRow, ReferenceStatus, TargetKind
from schemas.ids import digest
from schemas.memory import Departure, Operation, Resolve


def settled_by_memory(operation: Operation, tier: SessionTier, rows: Rows, sentence: int) -> None:
    """Enters a resolution that came through the memory (a patch), once."""
    if not isinstance(operation, Resolve):
        return
    reference = tier.references.get(operation.reference)
    if reference is None or reference.status != "open":
        return
    target, kind = None, None
    statement, entity = tier.statements.get(operation.target or ""), tier.entity(operation.target or "")
    if statement is not None:
        target, kind = statement.id, TargetKind.STATEMENT
    elif entity is not None:
        target, kind = entity, TargetKind.ENTITY
    status = ReferenceStatus.CLOSED if target is None else ReferenceStatus.RESOLVED
    tier.settle(operation.reference, status.value)
    _enter(rows, reference.id, sentence, status, operation.reason, target, kind)


def departed(left: Iterable[Departure], tier: SessionTier, rows: Rows, sentence: int, reason: str) -> None:
    """Open references that the memory could not keep are handed on, never dropped."""
    for departure in left:
        reference = tier.references.get(departure.handle)
        if reference is not None and reference.status == "open":
            tier.settle(departure.handle, ReferenceStatus.HANDED_ON.value)
            _enter(rows, reference.id, sentence, ReferenceStatus.HANDED_ON, reason)


def handed_on(tier: SessionTier, rows: Rows, sentence: int) -> None:
    """At a chapter's end all that is still open is handed on to the phase that sees the other chapters."""
    for handle in tier.open_references():
        reference = tier.settle(handle, ReferenceStatus.HANDED_ON.value)
        _enter(rows, reference.id, sentence, ReferenceStatus.HANDED_ON, "chapter_end")


def _enter(
    rows: Rows,
    reference: str,
    sentence: int,
    status: ReferenceStatus,
    reason: str,
    target: str | None = None,
    kind: TargetKind | None = None,
) -> None:
    row = OutcomeRow(
        id=digest("outcome", reference, status.value, target),
        reference=reference,
        status=status,
        reason=reason,
        target=target,
        target_kind=kind,
    )
    rows.add("outcomes", sentence, row.id, row)
