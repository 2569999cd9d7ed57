"""Grounds a reading in the text: handles and numbers become ids and places, what has no ground is refused and counted."""

from collections.abc import Iterable

from pipeline.phases.phase2_entity_discovery.grounding_arguments import ground_arguments
from pipeline.phases.phase2_entity_discovery.grounding_references import ground_references
from pipeline.phases.phase2_entity_discovery.mentions import SurfaceIndex
from pipeline.phases.phase2_entity_discovery.rows import Rows
from pipeline.phases.phase2_entity_discovery.scope import Ground, Scope
from pipeline.phases.phase2_entity_discovery.session import SessionTier
from pipeline.phases.phase2_entity_discovery.working_memory.operations import LONGEST_NAME
from schemas.delta import MentionRow, RelationRow
from schemas.ids import entity_key, folded, mention_id, relation_id
from schemas.memory import AUTHOR, RESERVED, Notice
from schemas.reading import ChunkReading, EntityItem, RelationItem
from schemas.vocabulary import OTHER_ENTITY, OTHER_RELATION

BASE_IMPORTANCE, HEADING_BONUS, DEFINED_BONUS = 5, 2, 2


def ground(ground_: Ground, reading: ChunkReading, tier: SessionTier, order: int) -> Rows:
    """Rows, operations and refusals of one step; `tier` learns the new names. `order` is the last one given out."""
    rows = Rows(tier.said)
    scope = Scope(tier, rows, order, ground_.visible)
    for row in reading.unread:
        rows.refuse("row.unread", row)
    if reading.too_many:
        rows.refuse("row.too_many", f"{reading.too_many} rows beyond what one answer may hold", reading.too_many)
    for word in reading.unknown:
        rows.refuse("row.unknown_word", word)
    for turn in reading.turns:
        if not 1 <= turn <= ground_.window.last - ground_.window.first:
            rows.refuse("boundary.outside", str(turn))
    defined = {handle for statement in reading.statements for handle in statement.defines}
    types = _introduce(ground_, reading.entities, defined, scope)
    _mentions(ground_, reading.entities, types, scope)
    ground_arguments(ground_, reading, scope)
    for relation in reading.relations:
        _relation(ground_, relation, scope)
    ground_references(ground_, reading.references, scope)
    tier.said.update(dict.fromkeys(rows.said))
    return rows


def _introduce(
    ground_: Ground, items: Iterable[EntityItem], defined: set[str], scope: Scope
) -> dict[str, tuple[str, str | None]]:
    """Gives every usable item a handle of the chapter; returns the (type, given type) of the handles."""
    types: dict[str, tuple[str, str | None]] = {}
    for item in items:
        name = " ".join(item.name.split())
        places, outside = ground_.window.places(item.cites)
        if outside:
            scope.rows.refuse("entity.cites_outside", item.handle)
        known = scope.entity_handle(item.handle)
        if known is None and not entity_key(name):
            scope.rows.refuse("entity.name_empty", item.handle)
        elif known is None and len(name) > LONGEST_NAME:
            scope.rows.refuse("entity.name_too_long", name)
        elif known is None and not places:
            scope.rows.refuse("entity.uncited", name)
        else:
            in_vocabulary = item.type in ground_.vocabulary.entity_names
            kind = item.type if in_vocabulary else OTHER_ENTITY
            given = None if in_vocabulary or not item.type else item.type
            if known is None:
                known = scope.tier.introduce(name, kind, _importance(ground_, item, name, defined), places[0].sentence)
            scope.names[item.handle] = scope.tier.step_names[item.handle] = known
            if item.type:
                types[known] = (kind, given)
    return types


def _importance(ground_: Ground, item: EntityItem, name: str, defined: set[str]) -> int:
    in_heading = f" {folded(name)} " in f" {ground_.headings} "
    return BASE_IMPORTANCE + HEADING_BONUS * in_heading + DEFINED_BONUS * (item.handle in defined)


def _mentions(
    ground_: Ground, items: Iterable[EntityItem], types: dict[str, tuple[str, str | None]], scope: Scope
) -> None:
    """Exact mentions wherever a known surface stands in the chunk; inexact ones where a reader cites an entity in a
    sentence that has none of its surfaces."""
    tier, window = scope.tier, ground_.window
    surfaces: dict[str, list[str]] = {}
    for handle in (*ground_.visible, *scope.names.values()):
        if handle in tier.entities:
            entity = tier.entities[handle]
            surfaces[handle] = [entity.name, *entity.aliases]
    confidence: dict[str, float | None] = {}
    cited: dict[tuple[str, int], tuple[EntityItem, int, int]] = {}
    for item in items:
        known = scope.names.get(item.handle)
        if known is None or known in RESERVED:
            continue
        surfaces.setdefault(known, []).extend([" ".join(item.name.split()), *item.surfaces])
        confidence[known] = item.confidence
        for place in window.places(item.cites)[0]:
            cited[known, place.sentence] = (item, place.start, place.end)
    index, met = SurfaceIndex(surfaces), set[str]()
    for sentence in range(window.first, window.last):
        base, sentence_id = window.book.sentences[sentence].start, window.sentence_id(sentence)
        text = window.book.sentence_text(sentence)
        found = index.find(text)
        exact = {match.handle for match in found}
        spans = [(m.handle, base + m.start, base + m.end, text[m.start : m.end], True) for m in found]
        for (handle, at), (item, start, end) in cited.items():
            if at == sentence and handle not in exact:
                spans.append((handle, start, end, (*item.surfaces, " ".join(item.name.split()))[0], False))
        for handle, start, end, surface, is_exact in spans:
            row_type, given = types.get(handle, (tier.entities[handle].type, None))
            row = MentionRow(
                id=mention_id(ground_.owner, sentence_id, tier.entities[handle].id, start, surface),
                sentence=sentence_id,
                entity=tier.entities[handle].id,
                start=start,
                end=end,
                surface=surface,
                exact=is_exact,
                type=row_type,
                type_given=given,
                confidence=confidence.get(handle),
            )
            if scope.rows.add("mentions", sentence, row.id, row):
                entity = tier.notice(handle, [surface] if is_exact else [], sentence, handle in met)
                seen = entity.model_copy(update={"last": sentence, "count": 1, "accesses": int(handle not in met)})
                met.add(handle)
                scope.rows.then(sentence, Notice(handle=handle, entity=seen))


def _relation(ground_: Ground, item: RelationItem, scope: Scope) -> None:
    rows, window = scope.rows, ground_.window
    places, outside = window.places(item.cites)
    at = places[0].sentence if places else window.first
    ends = (window.voiced(item.subject, at), window.voiced(item.object, at))
    subject, obj = map(scope.entity_id, ends)
    label = f"{item.subject} {item.type} {item.object}"
    if outside:
        rows.refuse("relation.cites_outside", label)
    if subject is None or obj is None:
        return rows.refuse("relation.unknown_end", label)
    if subject == obj:
        return rows.refuse("relation.self_loop", label)
    if not places:
        return rows.refuse("relation.uncited", label)
    kind, predicate = item.type, " ".join(item.predicate.split())
    if kind not in ground_.vocabulary.relation_names:
        kind, predicate = OTHER_RELATION, predicate or " ".join(item.type.split())
    statement = scope.statements.get(item.statement or "")
    if item.statement and statement is None:
        rows.refuse("relation.unknown_statement", label)
    said_by = window.voiced(item.speaker or AUTHOR, at)
    speaker = statement.speaker if statement and not item.speaker else None
    if item.speaker or (statement is None and said_by != AUTHOR):
        speaker = scope.speaker(said_by, "relation")
    sentences = tuple(window.sentence_id(place.sentence) for place in places)
    negated = item.negated or bool(statement and statement.negated)
    entertained = item.entertained or bool(statement and statement.entertained)
    polarity = ("not" if negated else "") + ("entertained" if entertained else "")
    modality = item.modality or (statement.modality if statement else None)
    last = max(place.sentence for place in places)
    first = window.book.sentences[places[0].sentence]
    row = RelationRow(
        id=relation_id(ground_.owner, subject, kind, obj, predicate, polarity, sentences),
        subject=subject,
        type=kind,
        object=obj,
        predicate=predicate,
        negated=negated,
        entertained=entertained,
        sentences=sentences,
        parts=tuple(place.part for place in places),
        statement=statement.id if statement else None,
        speaker=speaker,
        modality=scope.closed(modality, ground_.vocabulary.modalities, "relation.modality") or "actual",
        hedge=scope.closed(item.hedge, ground_.vocabulary.hedges, "relation.hedge"),
        basis=scope.closed(item.basis, ground_.vocabulary.bases, "relation.basis") or "stated",
        confidence=item.confidence,
        order=scope.next_order(ground_.chapter),
        ref=first.ref,
    )
    if rows.add("relations", last, row.id, row):
        no = "not " if negated else ""
        for handle in map(scope.entity_handle, ends):
            if handle in scope.tier.entities:
                names = (scope.name(ends[0]), scope.name(ends[1]))
                scope.tier.say(handle, f"{names[0]} {no}{predicate or kind} {names[1]}")
    return None
