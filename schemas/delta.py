"""What one episode adds to the graph (ΔG), as rows with final ids; only a sealed one is ever written.

Ids are made by `schemas.ids`; `sentences` are sentence ids in book order, `parts` letters of parts or "" for a whole
sentence, parallel to `sentences`. `owner` is not repeated on rows: it is the delta's (the chapter-reading).
"""

from enum import StrEnum

from schemas.base import Schema


class BoundaryKind(StrEnum):
    STRUCTURAL = "structural"
    SEMANTIC = "semantic"
    PRESSURE = "pressure"
    CHAPTER_END = "chapter_end"


class ChunkStatus(StrEnum):
    READ = "read"
    GAP = "gap"
    SKIPPED = "skipped"


class ReferenceStatus(StrEnum):
    RESOLVED = "resolved"
    HANDED_ON = "handed_on"
    CLOSED = "closed"


class TargetKind(StrEnum):
    ENTITY = "Entity"
    STATEMENT = "Statement"
    SECTION = "Section"
    SENTENCE = "Sentence"


class Provenance(Schema):
    """What made the rows: the reader ("baseline 3", "llm 1"), the model and the prompt (id, version, digest)."""

    extractor: str
    model: str | None = None
    prompt: str | None = None


class EpisodeRow(Schema):
    """Sentences [first, last) of the book; `start` and `end` are offsets; `digest` covers all rows of the delta."""

    id: str
    order: int
    first: int
    last: int
    start: int
    end: int
    boundary: BoundaryKind
    reason: str | None = None
    digest: str = ""


class ChunkRow(Schema):
    """`order` is that of its first sentence in the book; `sentences` are sentence ids, `recalled` the ids of entities
    that came back from earlier episodes."""

    id: str
    step: str
    order: int
    start: int
    end: int
    text: str
    status: ChunkStatus
    reason: str | None = None
    sentences: tuple[str, ...]
    recalled: tuple[str, ...] = ()


class EntityRow(Schema):
    """An entity of one book; name, type and aliases are no business of a delta (they are rolled up from mentions)."""

    id: str
    key: str
    reserved: str | None = None


class MentionRow(Schema):
    id: str
    sentence: str
    entity: str
    start: int
    end: int
    surface: str
    exact: bool
    type: str
    type_given: str | None = None
    confidence: float | None = None


class RelationRow(Schema):
    """`type` is the relation's own type; code stores a negated one under NOT_<type> and an entertained one
    (supposed, asked) under ENTERTAINED with the type as property."""

    id: str
    subject: str
    type: str
    object: str
    predicate: str
    negated: bool = False
    entertained: bool = False
    sentences: tuple[str, ...]
    parts: tuple[str, ...]
    statement: str | None = None
    speaker: str | None = None
    modality: str = "actual"
    hedge: str | None = None
    basis: str = "stated"
    confidence: float | None = None
    order: int
    ref: str | None = None


class StatementRow(Schema):
    """`text` is the exact words; `name` a caption, marked `glossed` when a model worded it."""

    id: str
    text: str
    name: str
    glossed: bool = False
    kind: str
    sentences: tuple[str, ...]
    parts: tuple[str, ...]
    speaker: str | None = None
    modality: str = "actual"
    hedge: str | None = None
    basis: str = "stated"
    negated: bool = False
    cue: str | None = None
    confidence: float | None = None
    about: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    order: int
    ref: str | None = None


class AttitudeRow(Schema):
    id: str
    entity: str
    type: str
    statement: str
    reported: bool = False
    take: str | None = None
    confidence: float | None = None


class PremiseRow(Schema):
    statement: str
    role: str | None = None


class InferenceRow(Schema):
    """All premises are linked; convergent reasons are several rows."""

    id: str
    premises: tuple[PremiseRow, ...]
    conclusion: str
    scheme: str | None = None
    sentences: tuple[str, ...]
    cue: str | None = None
    confidence: float | None = None


class ConflictRow(Schema):
    """`source` attacks `target`, a statement's or (undercut) an inference's id; `shortcut` is the type of the edge
    between statements that says so: ATTACKS or CONTRADICTS."""

    id: str
    source: str
    target: str
    target_is_inference: bool = False
    kind: str
    shortcut: str = "ATTACKS"
    confidence: float | None = None


class LinkRow(Schema):
    """Between statements: ASSUMES, RESTATES, QUALIFIES, ANSWERS, ILLUSTRATES."""

    id: str
    source: str
    type: str
    target: str
    confidence: float | None = None


class ReferenceRow(Schema):
    id: str
    sentence: str
    start: int
    end: int
    surface: str
    kind: str
    ref: str | None = None


class OutcomeRow(Schema):
    """What became of a reference in this episode, which may have been opened by an earlier one."""

    id: str
    reference: str
    status: ReferenceStatus
    reason: str
    target: str | None = None
    target_kind: TargetKind | None = None
    confidence: float | None = None


class GraphDelta(Schema):
    """ΔG of one episode of one chapter-reading (`owner`) of one book; `section` is the chapter's section id."""

    owner: str
    book: str
    text: str
    chapter: int
    section: str
    provenance: Provenance
    episode: EpisodeRow
    chunks: tuple[ChunkRow, ...] = ()
    entities: tuple[EntityRow, ...] = ()
    mentions: tuple[MentionRow, ...] = ()
    statements: tuple[StatementRow, ...] = ()
    relations: tuple[RelationRow, ...] = ()
    attitudes: tuple[AttitudeRow, ...] = ()
    inferences: tuple[InferenceRow, ...] = ()
    conflicts: tuple[ConflictRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    references: tuple[ReferenceRow, ...] = ()
    outcomes: tuple[OutcomeRow, ...] = ()
