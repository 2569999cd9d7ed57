"""The form of a model's answer: lists of rows, and how a row is read; a bad row is refused by itself."""

import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model, model_validator

from schemas.memory import AUTHOR, BranchStep
from schemas.reading import (
    AttitudeItem,
    ChunkReading,
    Cite,
    EntityItem,
    InferenceItem,
    LinkItem,
    ReferenceItem,
    RelationItem,
    StatementItem,
)
from schemas.vocabulary import Vocabulary

MOST_ROWS = 400
LONGEST_ROW = 600
LONGEST_SHOWN = 120  # of a row that could not be read
_CITE = re.compile(r"(\d{1,5})([a-z]?)")
_RANGE = re.compile(r"(\d{1,5})[a-z]?\s*[-–]\s*(\d{1,5})")
LONGEST_RANGE = 50
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # neither graph nor journal takes a NUL or half a pair

MOST_OPERATIONS = 20
MOST_TURNS = 40
DEFINES = "defines:"
_PLAIN_MARKS = {"not", "supposed", "reported"}

# The limits stand in the schema that is sent, where they hold a model that is decoded under it; what comes all the same is
# taken as it is, so that one odd row sinks nothing but itself.
_ROWS = {"type": "array", "maxItems": MOST_ROWS, "items": {"type": "string", "maxLength": LONGEST_ROW}}
_TURNS = {"type": "array", "maxItems": MOST_TURNS, "items": {"type": "integer"}}
_PATCH = {"type": "array", "maxItems": MOST_OPERATIONS, "items": {"type": "object"}}
Item = TypeVar("Item")
Rows = Annotated[Any, WithJsonSchema(_ROWS), Field(default_factory=list)]


class RowsAnswer(BaseModel):
    """What the model sends: rows by kind. Unknown members are ignored, missing ones empty; a reply with none of them is
    no answer (an echoed schema is not "nothing found")."""

    model_config = ConfigDict(extra="ignore")

    e: Rows
    c: Rows
    r: Rows
    a: Rows
    i: Rows
    l: Rows  # noqa: E741 (the answer's own name)
    f: Rows
    b: Rows

    @model_validator(mode="before")
    @classmethod
    def _has_rows(cls, sent: Any) -> Any:
        if not isinstance(sent, dict) or not sent.keys() & RowsAnswer.model_fields.keys():
            raise ValueError("none of the lists of rows is there")
        wrong = [name for name in RowsAnswer.model_fields if name in sent and _is_no_list_of_rows(sent[name])]
        if wrong and not any(_has_a_row(sent.get(name)) for name in RowsAnswer.model_fields):
            raise ValueError(", ".join(wrong))
        return sent


def _is_no_list_of_rows(member: Any) -> bool:
    """A schema in a list's place, or objects in the rows' places."""
    rows = member if isinstance(member, list) else [member]
    return any(isinstance(row, dict) for row in rows)


def _has_a_row(member: Any) -> bool:
    return any(isinstance(row, str) for row in (member if isinstance(member, list) else [member]))


@cache
def answer_model(ask_boundary: bool, ask_memory: bool) -> type[RowsAnswer]:
    """The form with the members that this configuration asks for."""
    extra: dict[str, Any] = {}
    if ask_boundary:
        extra["d"] = (Annotated[Any, WithJsonSchema(_TURNS)], None)
    if ask_memory:
        extra["memory"] = (Annotated[Any, WithJsonSchema(_PATCH)], None)
    return create_model("ChunkAnswer", __base__=RowsAnswer, **extra) if extra else RowsAnswer


MOST_TAKEN = MOST_ROWS * len(RowsAnswer.model_fields)  # rows of a chunk: as many as the schema has room for


class BadRow(NamedTuple):
    """A row that can't be read, with the name of its list."""

    kind: str
    row: Any

    @property
    def told(self) -> str:
        """As it is asked for again: e: n1|salt."""
        row = self.row if isinstance(self.row, str) else json.dumps(self.row, ensure_ascii=False, default=str)
        return _UNSTORABLE.sub("?", f"{self.kind}: {' '.join(row.split())[:LONGEST_ROW]}")


class RowReader:
    """Reads rows with the closed sets of a vocabulary at hand; what can't be read goes to `bad`, and shortened to `unread`.
    Of one answer: rows beyond MOST_TAKEN are counted and not looked at."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._modalities = {term.name for term in vocabulary.modalities}
        self._hedges = {term.name for term in vocabulary.hedges}
        self._bases = {term.name for term in vocabulary.bases}
        self._takes = {term.name for term in vocabulary.takes}
        self._marks = self._modalities | self._hedges | self._bases | self._takes | _PLAIN_MARKS
        self.bad: list[BadRow] = []
        self.unknown: list[str] = []
        self._taken = self._too_many = 0

    @property
    def unread(self) -> tuple[str, ...]:
        return tuple(shown_row(bad.row) for bad in self.bad)

    def read(self, answer: RowsAnswer) -> ChunkReading:
        """Items of the answer, in order; usage, memory and boundary are the caller's to add."""
        return ChunkReading(
            entities=tuple(self._all(answer, "e", self._entity)),
            statements=tuple(self._all(answer, "c", self._statement)),
            relations=tuple(self._all(answer, "r", self._relation)),
            attitudes=tuple(self._all(answer, "a", self._attitude)),
            inferences=tuple(self._all(answer, "i", self._inference)),
            links=tuple(self._all(answer, "l", self._link)),
            references=tuple(self._all(answer, "f", self._reference)),
            branch=tuple(self._all(answer, "b", self._step)),
            unread=self.unread,
            unknown=tuple(self.unknown),
            too_many=self._too_many,
        )

    def _all(self, answer: RowsAnswer, kind: str, one: Callable[[list[str]], Item]) -> Iterable[Item]:
        rows = rows_of(getattr(answer, kind))
        taken = rows[: MOST_TAKEN - self._taken]
        self._taken += len(taken)
        self._too_many += len(rows) - len(taken)
        for row in taken:
            if not isinstance(row, str) or len(row) > LONGEST_ROW or _UNSTORABLE.search(row):
                self.bad.append(BadRow(kind, row))
                continue
            try:
                yield one([field.strip() for field in row.split("|")])
            except (IndexError, ValueError):
                self.bad.append(BadRow(kind, row))

    def _entity(self, fields: list[str]) -> EntityItem:
        handle, name, kind, sentences = _filled(fields, 4)
        return EntityItem(handle=handle, name=name, type=kind, cites=_cites(sentences))

    def _statement(self, fields: list[str]) -> StatementItem:
        handle, kind, speaker, sentences, about, *rest = [*fields, "", ""]
        _filled([handle, kind, sentences], 3)
        marks = self._known(rest)
        return StatementItem(
            handle=handle,
            kind=kind,
            speaker=speaker or AUTHOR,
            cites=_cites(sentences),
            about=_list(about),
            defines=tuple(mark.removeprefix(DEFINES) for mark in marks if mark.startswith(DEFINES)),
            modality=_one(marks, self._modalities),
            hedge=_one(marks, self._hedges),
            basis=_one(marks, self._bases),
            negated="not" in marks,
        )

    def _relation(self, fields: list[str]) -> RelationItem:
        subject, kind, obj, sentences, predicate, statement, *rest = _filled([*fields, "", "", ""], 4)
        marks = self._known(rest)
        return RelationItem(
            subject=subject,
            type=kind.lstrip("!"),
            object=obj,
            cites=_cites(sentences),
            predicate=predicate,
            statement=statement or None,
            negated="not" in marks or kind.startswith("!"),
            entertained="supposed" in marks,
            modality=_one(marks, self._modalities),
            hedge=_one(marks, self._hedges),
            basis=_one(marks, self._bases),
        )

    def _attitude(self, fields: list[str]) -> AttitudeItem:
        entity, kind, statement, *rest = [*fields, "", ""]
        _filled([kind, statement], 2)
        marks = self._known(rest)
        take = _one(marks, self._takes)
        reported = entity not in ("", AUTHOR) or "reported" in marks  # what another thinks is told by the author
        return AttitudeItem(entity=entity or AUTHOR, type=kind, statement=statement, reported=reported, take=take)

    def _inference(self, fields: list[str]) -> InferenceItem:
        handle, premises, conclusion, scheme, sentences, *more = _filled([*fields, "", ""], 3)
        self._beyond(more)
        return InferenceItem(
            handle=handle,
            premises=_list(premises),
            conclusion=conclusion,
            scheme=scheme or None,
            cites=_cites(sentences) if sentences else (),
        )

    def _link(self, fields: list[str]) -> LinkItem:
        source, kind, target, attack, *more = _filled([*fields, ""], 3)
        self._beyond(more)
        return LinkItem(source=source, type=kind, target=target, kind=attack or None)

    def _reference(self, fields: list[str]) -> ReferenceItem:
        place, surface, kind, target, *more = [*fields, "", ""]
        self._beyond(more)
        aim = None if target in {"", "?"} else target
        section = aim if kind == "section" else None
        if not place[:1].isdigit():
            if not place:
                raise ValueError("no place")
            return ReferenceItem(handle=place, kind=kind, target=None if section else aim, section=section)
        if not surface:
            raise ValueError("no surface")
        number = _cites(place)[0].sentence
        return ReferenceItem(
            sentence=number, surface=surface, kind=kind, target=None if section else aim, section=section
        )

    def _step(self, fields: list[str]) -> BranchStep:
        step, stance, *more = [*_filled(fields, 1), ""]
        self._beyond(more)
        return BranchStep(step=step, stance=stance or "asserted")

    def _known(self, rest: list[str]) -> tuple[str, ...]:
        """The marks in the fields `rest`; one that means nothing is told."""
        marks = tuple(mark for field in rest for mark in _list(field))
        self.unknown += [mark for mark in marks if mark not in self._marks and not mark.startswith(DEFINES)]
        return marks

    def _beyond(self, fields: list[str]) -> None:
        """What stands after an item's last field."""
        self.unknown += [field for field in fields if field]


def rows_of(sent: Any) -> list[Any]:
    """What stands for a list alone is one of it."""
    return sent if isinstance(sent, list) else [] if sent is None else [sent]


def shown_row(row: Any) -> str:
    """A row that could not be read, as it is told."""
    return _UNSTORABLE.sub("?", str(row)[:LONGEST_SHOWN])


def _filled(fields: list[str], least: int) -> list[str]:
    if any(not field for field in fields[:least]) or len(fields) < least:
        raise ValueError("a field is missing")
    return fields


def _list(field: str) -> tuple[str, ...]:
    """Ids or marks, parted by commas; blanks and semicolons are taken too, since none of them holds any."""
    return tuple(re.split(r"[,;\s]+", field.strip(" ,;\t"))) if field.strip(" ,;\t") else ()


def _one(marks: tuple[str, ...], closed: set[str]) -> str | None:
    return next((mark for mark in marks if mark in closed), None)


def _cites(field: str) -> tuple[Cite, ...]:
    """Sentences as "3,7" or "12a" or "3-5"."""
    cites: list[Cite] = []
    for part in re.split(r"[,;]+|(?<=[\w\]])\s+(?=[\d\[])", field):
        span = _RANGE.fullmatch(part.strip())
        if span is not None:
            first, last = int(span.group(1)), int(span.group(2))
            if not first <= last <= first + LONGEST_RANGE:
                raise ValueError("a range of sentences that runs backwards or too far")
            cites.extend(Cite(sentence=number) for number in range(first, last + 1))
            continue
        match = _CITE.fullmatch(part.strip().strip("[]"))
        if match is None:
            raise ValueError("no sentence number")
        cites.append(Cite(sentence=int(match.group(1)), part=match.group(2)))
    return tuple(cites)
