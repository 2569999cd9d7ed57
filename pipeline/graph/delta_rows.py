"""Turns a graph delta into the rows to create: which node and edge, with which properties."""

from collections.abc import Iterator

from pipeline.graph.batches import Edges, Nodes, Properties, edge, present
from schemas.base import Schema
from schemas.delta import GraphDelta, LinkRow, ReferenceStatus, RelationRow, TargetKind
from schemas.vocabulary import ENTERTAINED, NEGATED_PREFIX

_STATEMENT_ENDS = {"about", "defines"}


def episode_properties(delta: GraphDelta) -> Properties:
    return {**_plain(delta.episode), **_common(delta), "text": delta.text}


def batches(delta: GraphDelta) -> Iterator[Nodes | Edges]:
    """All that the delta owns besides its Episode: nodes first, then the edges between them and what stood before."""
    yield from _nodes(delta)
    yield from _structure_edges(delta)
    yield from _entity_edges(delta)
    yield from _argument_edges(delta)
    yield from _reference_edges(delta)


def undercuts(delta: GraphDelta) -> Edges:
    """Shortcuts of attacks on an inference: they are to lead to its conclusion, which the graph knows."""
    rows = [
        edge(row.source, "ATTACKS", row.target, {"kind": row.kind, "conflict": row.id, "inference": row.target})
        for row in delta.conflicts
        if row.target_is_inference
    ]
    return Edges("Statement", "Inference", rows, _owned(delta))


def stored_type(row: RelationRow) -> str:
    if row.entertained:
        return ENTERTAINED
    return f"{NEGATED_PREFIX}{row.type}" if row.negated else row.type


def _nodes(delta: GraphDelta) -> Iterator[Nodes]:
    common = _common(delta)
    yield Nodes("Chunk", [_plain(row, {"sentences"}) for row in delta.chunks], common)
    yield Nodes("Statement", [_plain(row, _STATEMENT_ENDS) for row in delta.statements], common)
    yield Nodes("Inference", [_plain(row, {"premises", "conclusion"}) for row in delta.inferences], common)
    ends = {"source", "target", "target_is_inference", "shortcut"}
    yield Nodes("Conflict", [_plain(row, ends) for row in delta.conflicts], common)
    yield Nodes("Reference", [_plain(row, {"sentence"}) for row in delta.references], common)


def _structure_edges(delta: GraphDelta) -> Iterator[Edges]:
    owned = _owned(delta)
    yield Edges("Section", "Episode", [edge(delta.section, "HAS_EPISODE", delta.episode.id)], owned)
    yield Edges("Section", "Chunk", [edge(delta.section, "HAS_CHUNK", row.id) for row in delta.chunks], owned)
    read = [edge(row.id, "HAS_SENTENCE", sentence) for row in delta.chunks for sentence in row.sentences]
    yield Edges("Chunk", "Sentence", read, owned)


def _entity_edges(delta: GraphDelta) -> Iterator[Edges]:
    common = _common(delta)
    ends = {"sentence", "entity"}
    mentions = [edge(row.sentence, "MENTIONS", row.entity, _plain(row, ends)) for row in delta.mentions]
    yield Edges("Sentence", "Entity", mentions, common)
    yield Edges("Entity", "Entity", [_relation(row) for row in delta.relations], common)
    ends = {"entity", "type", "statement"}
    attitudes = [edge(row.entity, row.type, row.statement, _plain(row, ends)) for row in delta.attitudes]
    yield Edges("Entity", "Statement", attitudes, common)


def _relation(row: RelationRow) -> Properties:
    left_out = {"subject", "object", "entertained"} if row.entertained else {"subject", "object", "entertained", "type"}
    return edge(row.subject, stored_type(row), row.object, _plain(row, left_out))


def _argument_edges(delta: GraphDelta) -> Iterator[Edges]:
    owned = _owned(delta)
    stated = [
        edge(row.id, "STATED_IN", sentence, {"part": part} if part else None)
        for row in delta.statements
        for sentence, part in zip(row.sentences, row.parts, strict=True)
    ]
    yield Edges("Statement", "Sentence", stated, owned)
    about = [edge(row.id, "ABOUT", entity) for row in delta.statements for entity in row.about]
    defines = [edge(row.id, "DEFINES", entity) for row in delta.statements for entity in row.defines]
    yield Edges("Statement", "Entity", about + defines, owned)
    premises = [
        edge(premise.statement, "PREMISE_OF", row.id, {"role": premise.role} if premise.role else None)
        for row in delta.inferences
        for premise in row.premises
    ]
    yield Edges("Statement", "Inference", premises, owned)
    concludes = [edge(row.id, "CONCLUDES", row.conclusion) for row in delta.inferences]
    yield Edges("Inference", "Statement", concludes, owned)
    attacks = [edge(row.source, "ATTACKS_VIA", row.id) for row in delta.conflicts]
    yield Edges("Statement", "Conflict", attacks, owned)
    at_statements = [row for row in delta.conflicts if not row.target_is_inference]
    yield Edges("Conflict", "Statement", [edge(row.id, "TARGETS", row.target) for row in at_statements], owned)
    at_inferences = [row for row in delta.conflicts if row.target_is_inference]
    yield Edges("Conflict", "Inference", [edge(row.id, "TARGETS", row.target) for row in at_inferences], owned)
    shortcuts = [
        edge(premise.statement, "SUPPORTS", row.conclusion, {"inference": row.id})
        for row in delta.inferences
        for premise in row.premises
    ]
    shortcuts += [
        edge(row.source, row.shortcut, row.target, {"kind": row.kind, "conflict": row.id}) for row in at_statements
    ]
    yield Edges("Statement", "Statement", shortcuts + [_link(row) for row in delta.links], owned)


def _link(row: LinkRow) -> Properties:
    return edge(row.source, row.type, row.target, _plain(row, {"source", "type", "target"}))


def _reference_edges(delta: GraphDelta) -> Iterator[Edges]:
    owned = _owned(delta)
    appears = [
        edge(row.id, "APPEARS_IN", row.sentence, {"start": row.start, "end": row.end}) for row in delta.references
    ]
    yield Edges("Reference", "Sentence", appears, owned)
    ends = {"reference", "target", "target_kind"}
    outcomes = [edge(row.reference, "OUTCOME", delta.episode.id, _plain(row, ends)) for row in delta.outcomes]
    yield Edges("Reference", "Episode", outcomes, owned)
    settled = [row for row in delta.outcomes if row.target and row.status is not ReferenceStatus.CLOSED]
    for kind in TargetKind:
        rows = [
            edge(row.reference, "REFERS_TO", row.target or "", {"outcome": row.id})
            for row in settled
            if row.target_kind is kind
        ]
        yield Edges("Reference", kind.value, rows, owned)


def _plain(row: Schema, left_out: set[str] | None = None) -> Properties:
    return present(row.model_dump(mode="json", exclude=left_out))


def _owned(delta: GraphDelta) -> Properties:
    made_by = delta.provenance
    return present(
        {"owner": delta.owner, "extractor": made_by.extractor, "model": made_by.model, "prompt": made_by.prompt}
    )


def _common(delta: GraphDelta) -> Properties:
    return {**_owned(delta), "book": delta.book, "chapter": delta.chapter}
