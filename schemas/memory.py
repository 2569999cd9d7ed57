"""The working memory as data: its state, the operations that change it, and what came of them.

Handles ("e3", "s7", "r2") are short names given in order of appearance within one chapter; the model sees handles,
everything that is stored holds ids.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from schemas.base import Schema

AUTHOR, TRANSLATOR, EDITOR, SOMEONE = "author", "translator", "editor", "someone"
RESERVED = (AUTHOR, TRANSLATOR, EDITOR, SOMEONE)  # handles of the speakers every book has; SOMEONE: "one might say"


class MemoryEntity(Schema):
    """`last` is the sentence (index in the book) of the last mention, `count` the mentions in this chapter,
    `accesses` the steps in which it was mentioned or recalled."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    importance: int = Field(5, ge=1, le=10)
    last: int
    count: int = 1
    accesses: int = 1


class MemoryStatement(Schema):
    """`text` has at most 12 words of the statement's own; `speaker` is a handle or reserved word."""

    id: str
    text: str
    speaker: str
    sentence: int
    kind: str


class OpenReference(Schema):
    """A reference still open; `sentence` is the index in the book of the sentence that holds it."""

    id: str
    surface: str
    kind: str
    sentence: int


class BranchStep(Schema):
    """One step of the path from the thesis to what is being argued: a statement's handle or a short text."""

    step: str
    stance: str = "asserted"


class MemoryState(Schema):
    """What is carried from step to step. Keys are handles; `topic` is a section title or a thesis' exact words."""

    active_entities: dict[str, MemoryEntity] = {}
    recent_statements: dict[str, MemoryStatement] = {}
    unresolved_references: dict[str, OpenReference] = {}
    current_argument_branch: tuple[BranchStep, ...] = ()
    topic: str = ""


class SetBranch(Schema):
    op: Literal["set_branch"] = "set_branch"
    branch: tuple[BranchStep, ...]


class SetImportance(Schema):
    op: Literal["set_importance"] = "set_importance"
    entity: str
    importance: int


class Merge(Schema):
    """`entity` is the same as `into`, which keeps its name and gains the other's name and aliases."""

    op: Literal["merge"] = "merge"
    entity: str
    into: str


class Rename(Schema):
    op: Literal["rename"] = "rename"
    entity: str
    name: str


class Drop(Schema):
    """`handle` is an entity or a statement; references are never dropped."""

    op: Literal["drop"] = "drop"
    handle: str


class Resolve(Schema):
    """`target` is a handle; None closes the reference with `reason`."""

    op: Literal["resolve"] = "resolve"
    reference: str
    target: str | None
    reason: str = "model"


class Open(Schema):
    op: Literal["open"] = "open"
    handle: str
    reference: OpenReference


class Notice(Schema):
    """By rule: an entity mentioned in `sentence`; it enters the state if it wasn't there."""

    op: Literal["notice"] = "notice"
    handle: str
    entity: MemoryEntity


class Record(Schema):
    """By rule: a statement just made."""

    op: Literal["record"] = "record"
    handle: str
    statement: MemoryStatement


class SetTopic(Schema):
    """By rule: the section or thesis under way."""

    op: Literal["set_topic"] = "set_topic"
    topic: str


Operation: TypeAlias = Annotated[
    SetBranch | SetImportance | Merge | Rename | Drop | Resolve | Open | Notice | Record | SetTopic,
    Field(discriminator="op"),
]


Why: TypeAlias = Literal["drop", "merge", "resolve", "forget", "spill", "evict", "succeeded"]


class Refusal(Schema):
    """A refused item, with a code that is counted; it changed nothing."""

    code: str
    what: str


class Departure(Schema):
    """A thing that left the state: by an operation, `forget` (retention), `spill` (pressure), `evict` (a boundary) or
    because it was `succeeded` by later ones. The branch and the topic leave under these words as handles."""

    handle: str
    id: str
    why: Why


class Applied(Schema):
    """What came of a list of operations: those that took effect, those refused, and what left the state."""

    applied: tuple[Operation, ...] = ()
    refused: tuple[Refusal, ...] = ()
    left: tuple[Departure, ...] = ()
