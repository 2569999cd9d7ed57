"""What a Reader is asked and what it answers about one chunk.

In an answer, things are named by handles: "e3", "s2", "r1" as given in the request, new ones by the reader itself
("n1" entities, "c1" statements, "i1" inferences), speakers also by the reserved words of `schemas.memory`.
"""

from typing import Protocol

from schemas.base import Schema
from schemas.memory import BranchStep, MemoryState
from schemas.vocabulary import Vocabulary


class Cite(Schema):
    """A sentence of the chunk by its number from 1, and one of its parts by letter ("" = the whole sentence)."""

    sentence: int
    part: str = ""


class NumberedSentence(Schema):
    """`parts` are (letter, text); `marks` the headings that stand before it, outermost first; `paragraph` tells only
    where a new one begins."""

    number: int
    text: str
    parts: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    paragraph: int = 0


class RecalledEntity(Schema):
    """An entity of this chapter's earlier episodes whose name stands in the chunk again; `row` is what a model is shown
    of it: handle, name, type, aliases and what was said of it."""

    handle: str
    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    row: str


class AnswerForm(Schema):
    """What the memory format asks the model to send along: words for the prompt, and a JSON schema or None."""

    name: str
    instructions: str = ""
    json_schema: str | None = None


class ReadRequest(Schema):
    """Everything a reader may know. `contents` is the table of contents within its budget, `here` the place in it;
    `chapter_text` serves deterministic readers (frequency floors), never a prompt."""

    reading: str
    chapter: int
    step: str
    title: str
    author: str | None
    language: str
    contents: str
    here: str
    headings: tuple[str, ...]
    vocabulary: Vocabulary
    memory: MemoryState
    rendered: str
    recalled: tuple[RecalledEntity, ...] = ()
    transition: tuple[str, ...] = ()
    sentences: tuple[NumberedSentence, ...]
    chapter_text: str
    answer_form: AnswerForm
    ask_boundary: bool


class EntityItem(Schema):
    """A new entity ("n1") or further mentions of a known one; `surfaces` are the words used where they differ."""

    handle: str
    name: str
    type: str
    cites: tuple[Cite, ...]
    surfaces: tuple[str, ...] = ()
    confidence: float | None = None


class RelationItem(Schema):
    subject: str
    type: str
    object: str
    cites: tuple[Cite, ...]
    predicate: str = ""
    statement: str | None = None
    negated: bool = False
    entertained: bool = False
    modality: str | None = None
    hedge: str | None = None
    basis: str | None = None
    speaker: str | None = None
    confidence: float | None = None


class StatementItem(Schema):
    handle: str
    kind: str
    cites: tuple[Cite, ...]
    speaker: str = "author"
    about: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    modality: str | None = None
    hedge: str | None = None
    basis: str | None = None
    negated: bool = False
    gloss: str | None = None
    cue: str | None = None
    confidence: float | None = None


class AttitudeItem(Schema):
    entity: str
    type: str
    statement: str
    reported: bool = False
    take: str | None = None
    confidence: float | None = None


class InferenceItem(Schema):
    """`roles` runs parallel to `premises`; empty = no roles given."""

    handle: str
    premises: tuple[str, ...]
    conclusion: str
    scheme: str | None = None
    roles: tuple[str, ...] = ()
    cites: tuple[Cite, ...] = ()
    cue: str | None = None
    confidence: float | None = None


class LinkItem(Schema):
    """Between statements; `kind` is the kind of attack (rebut, undermine, undercut)."""

    source: str
    type: str
    target: str
    kind: str | None = None
    confidence: float | None = None


class ReferenceItem(Schema):
    """`target` is a handle, "§ 12"-like section words under `section`, or None: left open. With `handle` ("r2") the
    item settles a reference that was open; `sentence` and `surface` are then not looked at."""

    sentence: int = 0
    handle: str | None = None
    surface: str = ""
    kind: str = "demonstrative"
    target: str | None = None
    section: str | None = None
    confidence: float | None = None


class Usage(Schema):
    """Tokens as the endpoint counted them; None = unknown, which is not 0."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None

    def plus(self, other: "Usage") -> "Usage":
        """Unknown once a part is unknown: a total that lacks one is no total."""
        sums = {}
        for name, value in self:
            more = getattr(other, name)
            sums[name] = None if value is None or more is None else value + more
        return Usage(**sums)


class ChunkReading(Schema):
    """A reader's answer for one step. `turns` are the numbers of the sentences after which the argument
    turns; `memory` the memory part as it came, read by the format's codec; `unread` are rows that were no items, `unknown`
    marks and fields of items that mean nothing here, `too_many` counts rows beyond what one answer may hold."""

    entities: tuple[EntityItem, ...] = ()
    relations: tuple[RelationItem, ...] = ()
    statements: tuple[StatementItem, ...] = ()
    attitudes: tuple[AttitudeItem, ...] = ()
    inferences: tuple[InferenceItem, ...] = ()
    links: tuple[LinkItem, ...] = ()
    references: tuple[ReferenceItem, ...] = ()
    branch: tuple[BranchStep, ...] = ()
    turns: tuple[int, ...] = ()
    memory: str | None = None
    usage: Usage | None = None
    calls: int = 0
    unread: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    too_many: int = 0


NOTHING_SPENT = Usage(prompt_tokens=0, completion_tokens=0, cached_tokens=0)


class Reader(Protocol):
    """Turns one numbered chunk into items. Raises ReadingFault when this chunk can't be read (it becomes a gap),
    ServiceFault when nothing can be read now."""

    @property
    def identity(self) -> tuple[str, ...]:
        """What of the reader belongs into a reading's id: name, version, model, prompt digests."""
        ...

    @property
    def extractor(self) -> str: ...

    @property
    def model(self) -> str | None: ...

    @property
    def prompt(self) -> str | None: ...

    def read(self, request: ReadRequest) -> ChunkReading: ...
