"""Grounds statements, attitudes, inferences, links and references of one step."""

import re

from pipeline.phases.phase2_entity_discovery.places import Window, words_at
from pipeline.phases.phase2_entity_discovery.scope import Ground, GroundedStatement, Scope
from pipeline.phases.phase2_entity_discovery.section_references import find_section
from schemas.delta import (
    AttitudeRow,
    ConflictRow,
    InferenceRow,
    LinkRow,
    OutcomeRow,
    PremiseRow,
    ReferenceRow,
    ReferenceStatus,
    StatementRow,
    TargetKind,
)
from schemas.ids import attitude_id, digest, inference_id, reference_id, section_id, statement_id
from schemas.memory import MemoryStatement, Open, OpenReference, Record, Resolve
from schemas.reading import AttitudeItem, ChunkReading, InferenceItem, LinkItem, ReferenceItem, StatementItem

CAPTION_WORDS = 12
ENTERTAINED_KINDS = frozenset({"supposition", "question"})
DEFAULT_KIND = "thesis"
CONTRADICTS, ATTACKS = "CONTRADICTS", "ATTACKS"


def ground_arguments(ground: Ground, reading: ChunkReading, scope: Scope) -> None:
    ordinals: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for statement in reading.statements:
        _statement(ground, statement, scope, ordinals)
    for attitude in reading.attitudes:
        _attitude(ground, attitude, scope)
    for inference in reading.inferences:
        _inference(ground, inference, scope)
    for link in reading.links:
        _link(ground, link, scope)


def ground_references(ground: Ground, items: tuple[ReferenceItem, ...], scope: Scope) -> None:
    for item in items:
        if item.handle is not None:
            _settle(ground, item, scope)
        else:
            _reference(ground, item, scope)


def _statement(
    ground: Ground,
    item: StatementItem,
    scope: Scope,
    ordinals: dict[tuple[tuple[str, ...], tuple[str, ...]], int],
) -> None:
    window, rows = ground.window, scope.rows
    places, outside = window.places(item.cites)
    if outside:
        rows.refuse("statement.cites_outside", item.handle)
    if not places:
        return rows.refuse("statement.uncited", item.handle)
    if item.handle in scope.tier.step_handles:
        return rows.refuse("statement.handle_twice", item.handle)
    sentences = tuple(window.sentence_id(place.sentence) for place in places)
    parts = tuple(place.part for place in places)
    ordinal = ordinals.get((sentences, parts), 0)
    ordinals[sentences, parts] = ordinal + 1
    text = words_at(window.book, places)
    kind = scope.closed(item.kind, ground.vocabulary.statement_kinds, "statement.kind") or DEFAULT_KIND
    speaker = scope.speaker(item.speaker, "statement") if item.speaker else None
    last = places[-1].sentence
    row = StatementRow(
        id=statement_id(ground.owner, sentences, parts, ordinal),
        text=text,
        name=item.gloss[:200] if item.gloss else caption(text),
        glossed=bool(item.gloss),
        kind=kind,
        sentences=sentences,
        parts=parts,
        speaker=speaker,
        modality=scope.closed(item.modality, ground.vocabulary.modalities, "statement.modality") or "actual",
        hedge=scope.closed(item.hedge, ground.vocabulary.hedges, "statement.hedge"),
        basis=scope.closed(item.basis, ground.vocabulary.bases, "statement.basis") or "stated",
        negated=item.negated,
        cue=item.cue,
        confidence=item.confidence,
        about=_entities(item.about, scope, "statement.unknown_about"),
        defines=_entities(item.defines, scope, "statement.unknown_defines"),
        order=scope.next_order(ground.chapter),
        ref=window.book.sentences[places[0].sentence].ref,
    )
    rows.add("statements", last, row.id, row)
    said_by = scope.entity_handle(item.speaker) or "author"
    handle = scope.tier.state(item.handle, caption(text), kind, said_by, row.id, last)
    grounded = GroundedStatement(row.id, last, speaker, item.negated, row.modality, kind in ENTERTAINED_KINDS)
    scope.statements[item.handle] = scope.statements[handle] = grounded
    memory = MemoryStatement(id=row.id, text=caption(text), speaker=said_by, sentence=last, kind=kind)
    return rows.then(last, Record(handle=handle, statement=memory))


def caption(text: str) -> str:
    """The first 12 words, with … where more follow."""
    words = text.split()
    return " ".join(words[:CAPTION_WORDS]) + ("…" if len(words) > CAPTION_WORDS else "")


def _entities(handles: tuple[str, ...], scope: Scope, code: str) -> tuple[str, ...]:
    found = {handle: scope.entity_id(handle) for handle in handles}
    for handle, identifier in found.items():
        if identifier is None:
            scope.rows.refuse(code, handle)
    return tuple(dict.fromkeys(identifier for identifier in found.values() if identifier is not None))


def _attitude(ground: Ground, item: AttitudeItem, scope: Scope) -> None:
    entity, statement = scope.entity_id(item.entity), scope.statements.get(item.statement)
    label = f"{item.entity} {item.type} {item.statement}"
    if entity is None or statement is None:
        return scope.rows.refuse("attitude.unknown_end", label)
    if item.type not in ground.vocabulary.attitude_names:
        return scope.rows.refuse("attitude.type", label)
    row = AttitudeRow(
        id=attitude_id(ground.owner, entity, item.type, statement.id),
        entity=entity,
        type=item.type,
        statement=statement.id,
        reported=item.reported,
        take=scope.closed(item.take, ground.vocabulary.takes, "attitude.take"),
        confidence=item.confidence,
    )
    scope.rows.add("attitudes", statement.last, row.id, row)
    return None


def _inference(ground: Ground, item: InferenceItem, scope: Scope) -> None:
    premises = {handle: scope.statements.get(handle) for handle in item.premises}
    conclusion = scope.statements.get(item.conclusion)
    label = f"{', '.join(item.premises)} > {item.conclusion}"
    known = {handle: premise for handle, premise in premises.items() if premise is not None}
    if conclusion is None or not known or len(known) < len(premises):
        return scope.rows.refuse("inference.unknown_end", label)
    if conclusion.id in {premise.id for premise in known.values()}:
        return scope.rows.refuse("inference.self_loop", label)
    places, outside = ground.window.places(item.cites)
    if outside:
        scope.rows.refuse("inference.cites_outside", label)
    roles = dict(zip(item.premises, item.roles, strict=False))
    row = InferenceRow(
        id=inference_id(ground.owner, "inference", (p.id for p in known.values()), conclusion.id),
        premises=tuple(
            PremiseRow(
                statement=premise.id,
                role=scope.closed(roles.get(handle) or None, ground.vocabulary.premise_roles, "inference.role"),
            )
            for handle, premise in known.items()
        ),
        conclusion=conclusion.id,
        scheme=scope.closed(item.scheme, ground.vocabulary.inference_schemes, "inference.scheme"),
        sentences=tuple(dict.fromkeys(ground.window.sentence_id(place.sentence) for place in places)),
        cue=item.cue,
        confidence=item.confidence,
    )
    last = max(conclusion.last, *(premise.last for premise in known.values()))
    if scope.rows.add("inferences", last, row.id, row):
        scope.inferences[item.handle] = (row.id, last)
    return None


def _link(ground: Ground, item: LinkItem, scope: Scope) -> None:
    source, label = scope.statements.get(item.source), f"{item.source} {item.type} {item.target}"
    if item.type not in ground.vocabulary.link_names:
        return scope.rows.refuse("link.type", label)
    target = scope.statements.get(item.target)
    undercut = scope.inferences.get(item.target)
    if source is None or (target is None and undercut is None):
        return scope.rows.refuse("link.unknown_end", label)
    if item.type == ATTACKS:
        end, last = (target.id, target.last) if target is not None else undercut or ("", 0)
        if end == source.id:
            return scope.rows.refuse("link.self_loop", label)
        kind = "undercut" if target is None else item.kind or "rebut"
        conflict = ConflictRow(
            id=digest("conflict", ground.owner, source.id, end),
            source=source.id,
            target=end,
            target_is_inference=target is None,
            kind=scope.closed(kind, ground.vocabulary.conflict_kinds, "link.conflict_kind") or "rebut",
            confidence=item.confidence,
        )
        scope.rows.add("conflicts", max(source.last, last), conflict.id, conflict)
        return None
    if target is None:
        return scope.rows.refuse("link.unknown_end", label)
    if target.id == source.id:
        return scope.rows.refuse("link.self_loop", label)
    if item.type == "SUPPORTS":  # a support is an inference with one premise; the shortcut follows from it
        handle = f"{item.source}>{item.target}"
        premise = InferenceItem(handle=handle, premises=(item.source,), conclusion=item.target)
        return _inference(ground, premise.model_copy(update={"confidence": item.confidence}), scope)
    row = LinkRow(
        id=digest("link", ground.owner, source.id, item.type, target.id),
        source=source.id,
        type=item.type,
        target=target.id,
        confidence=item.confidence,
    )
    scope.rows.add("links", max(source.last, target.last), row.id, row)
    return None


def _reference(ground: Ground, item: ReferenceItem, scope: Scope) -> None:
    window = ground.window
    index = window.first + item.sentence - 1
    if not window.first <= index < window.last:
        return scope.rows.refuse("reference.cites_outside", item.surface)
    start, end, exact = _find(window, index, item.surface)
    if not exact:
        scope.rows.refuse("reference.surface_not_found", item.surface)
    sentence = window.sentence_id(index)
    row = ReferenceRow(
        id=reference_id(ground.owner, sentence, start, item.surface),
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


def _find(window: Window, index: int, surface: str) -> tuple[int, int, bool]:
    """The span of the surface's first occurrence in the sentence; the whole sentence where it doesn't occur."""
    sentence = window.book.sentences[index]
    pattern = r"\s+".join(map(re.escape, surface.split()))
    match = re.search(rf"(?<!\w){pattern}(?!\w)", window.book.sentence_text(index), re.IGNORECASE) if pattern else None
    if match is None:
        return sentence.start, sentence.end, False
    return sentence.start + match.start(), sentence.start + match.end(), True


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
    if reference is None or reference.status != "open":
        return scope.rows.refuse("reference.not_open", item.handle or "")
    outcome = _outcome(ground, item, reference.id, ground.window.first, scope)
    if outcome is None:
        return None
    scope.tier.settle(item.handle or "", "resolved")
    scope.rows.add("outcomes", outcome[0], outcome[1].id, outcome[1])
    resolved = Resolve(reference=item.handle or "", target=item.target, reason=outcome[1].reason)
    return scope.rows.then(outcome[0], resolved)
