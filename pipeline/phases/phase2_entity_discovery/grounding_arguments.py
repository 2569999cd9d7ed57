"""Grounds statements, attitudes, inferences and links of one step."""

from pipeline.phases.phase2_entity_discovery.places import words_at
from pipeline.phases.phase2_entity_discovery.scope import Ground, Scope
from schemas.delta import (
    AttitudeRow,
    ConflictRow,
    InferenceRow,
    LinkRow,
    PremiseRow,
    StatementRow,
)
from schemas.ids import attitude_id, digest, inference_id, statement_id
from schemas.memory import AUTHOR, MemoryStatement, Record
from schemas.progress import SessionStatement
from schemas.reading import AttitudeItem, ChunkReading, InferenceItem, LinkItem, StatementItem

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
    if item.handle in scope.statements:
        return rows.refuse("statement.handle_twice", item.handle)
    sentences = tuple(window.sentence_id(place.sentence) for place in places)
    parts = tuple(place.part for place in places)
    ordinal = ordinals.get((sentences, parts), 0)
    ordinals[sentences, parts] = ordinal + 1
    text = words_at(window.book, places)
    gloss = " ".join((item.gloss or "").split())
    if len(gloss.split()) > CAPTION_WORDS:
        rows.refuse("statement.gloss_too_long", gloss)
        gloss = ""
    kind = scope.closed(item.kind, ground.vocabulary.statement_kinds, "statement.kind") or DEFAULT_KIND
    last = places[-1].sentence
    said_by = window.voiced(item.speaker or AUTHOR, last)
    speaker = scope.speaker(said_by, "statement") if item.speaker or said_by != AUTHOR else None
    row = StatementRow(
        id=statement_id(ground.owner, sentences, parts, ordinal),
        text=text,
        name=gloss or caption(text),
        glossed=bool(gloss),
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
    grounded = SessionStatement(
        id=row.id,
        last=last,
        speaker=speaker,
        negated=item.negated,
        modality=row.modality,
        entertained=kind in ENTERTAINED_KINDS,
    )
    handle = scope.tier.state(item.handle, grounded)
    scope.statements[item.handle] = grounded
    memory = MemoryStatement(
        id=row.id, text=caption(text), speaker=scope.entity_handle(said_by) or AUTHOR, sentence=last, kind=kind
    )
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
    statement = scope.statements.get(item.statement)
    entity = scope.entity_id(ground.window.voiced(item.entity, statement.last) if statement else item.entity)
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
    last = max(conclusion.last, *(premise.last for premise in known.values()), *(place.sentence for place in places))
    if not scope.rows.add("inferences", last, row.id, row):  # one said before can be undercut as well
        last = max(last, scope.rows.ends.get(row.id, ground.window.first))
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
    if item.type == ATTACKS and target is None and undercut is not None:
        return _conflict(ground, item, scope, source, undercut, "undercut")
    if target is None:
        return scope.rows.refuse("link.unknown_end", label)
    if target.id == source.id:
        return scope.rows.refuse("link.self_loop", label)
    if item.type in (ATTACKS, CONTRADICTS):
        return _conflict(ground, item, scope, source, (target.id, target.last), None)
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


def _conflict(
    ground: Ground, item: LinkItem, scope: Scope, source: SessionStatement, target: tuple[str, int], kind: str | None
) -> None:
    """An attack, or a contradiction, which is the same conflict from either end. `target` is an id with the sentence
    it ends in; `kind` is given for an attack on an inference."""
    end, last = target
    mutual = item.type == CONTRADICTS
    named = kind or (None if mutual else item.kind)
    conflict = ConflictRow(
        id=digest("conflict", ground.owner, *(sorted((source.id, end)) if mutual else (source.id, end)), item.type),
        source=source.id,
        target=end,
        target_is_inference=kind is not None,
        kind=scope.closed(named, ground.vocabulary.conflict_kinds, "link.conflict_kind") or "rebut",
        shortcut=item.type,
        confidence=item.confidence,
    )
    scope.rows.add("conflicts", max(source.last, last), conflict.id, conflict)
