"""A chapter under way: what its checkpoint holds, and what of it is told to whoever watches."""

from schemas.base import Schema
from schemas.delta import (
    AttitudeRow,
    ChunkRow,
    ConflictRow,
    InferenceRow,
    LinkRow,
    MentionRow,
    OutcomeRow,
    ReferenceRow,
    RelationRow,
    StatementRow,
)
from schemas.memory import MemoryEntity, MemoryState


class Pending(Schema):
    """Rows of the open episode, and of what was read beyond a cut, each with the sentence (index in the book) of its
    last evidence."""

    chunks: tuple[tuple[int, ChunkRow], ...] = ()
    mentions: tuple[tuple[int, MentionRow], ...] = ()
    statements: tuple[tuple[int, StatementRow], ...] = ()
    relations: tuple[tuple[int, RelationRow], ...] = ()
    attitudes: tuple[tuple[int, AttitudeRow], ...] = ()
    inferences: tuple[tuple[int, InferenceRow], ...] = ()
    conflicts: tuple[tuple[int, ConflictRow], ...] = ()
    links: tuple[tuple[int, LinkRow], ...] = ()
    references: tuple[tuple[int, ReferenceRow], ...] = ()
    outcomes: tuple[tuple[int, OutcomeRow], ...] = ()


class SessionStatement(Schema):
    """What a later step needs of a statement: `speaker` is an entity id, `last` the sentence (index in the book) it
    ends in; `entertained` tells that it is only supposed or asked."""

    id: str
    last: int
    speaker: str | None = None
    negated: bool = False
    modality: str | None = None
    entertained: bool = False


class SessionReference(Schema):
    """A reference of this chapter's ledger; `status` is open or how it was settled."""

    id: str
    surface: str
    sentence: int
    status: str = "open"


class Session(Schema):
    """The session tier: what this chapter has named so far, by handle. Handles are never given twice.

    `keys` gives the entity id of a folded form that a merge sent elsewhere, `merged` the handle it went into; `facts` at most some short facts an entity,
    `said` the ids that a later step could make again (attitudes, inferences, conflicts, links).
    """

    entities: dict[str, MemoryEntity] = {}
    statements: dict[str, SessionStatement] = {}
    references: dict[str, SessionReference] = {}
    handles: dict[str, str] = {}
    merged: dict[str, str] = {}
    keys: dict[str, str] = {}
    entity_keys: dict[str, str] = {}
    facts: dict[str, tuple[str, ...]] = {}
    said: tuple[str, ...] = ()


class Tally(Schema):
    """Counts of one chapter-reading; computed, never guessed. Token sums stay None once a reply had no usage."""

    chunks: int = 0
    steps: int = 0
    gaps: dict[str, int] = {}
    episodes: dict[str, int] = {}
    items: dict[str, int] = {}
    refused: dict[str, int] = {}
    references: dict[str, int] = {}
    words: int = 0
    calls: int = 0
    prompt_tokens: int | None = 0
    completion_tokens: int | None = 0


class ChapterState(Schema):
    """Everything a chapter-reading carries from step to step: the checkpoint.

    `done` counts chunks read or given up, `halves` those of the halved chunk under way; the open episode has `episode_order` and begins at sentence `episode_first`.
    """

    done: int = 0
    halves: int = 0
    memory: MemoryState = MemoryState()
    session: Session = Session()
    pending: Pending = Pending()
    episode_order: int = 1
    episode_first: int = 0
    order: int = 0
    tally: Tally = Tally()


class ChapterProgress(Schema):
    """What a watcher is told at the beginning and after each step; `total` is the number of chunks, `entities` are the ids
    of those named so far in the chapter. `waiting` tells instead, once, that another process reads the chapter now;
    `waits_for` what is waited for: the budget, the endpoint's rate, the endpoint, or the graph."""

    book: str
    title: str
    chapter: int
    chapter_title: str
    done: int
    total: int
    tally: Tally
    entities: frozenset[str] = frozenset()
    complete: bool = False
    waiting: bool = False
    waits_for: str = ""
