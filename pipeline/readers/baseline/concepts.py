"""The entities of a chunk: noun phrases that pass the floor; known ones keep their handles."""

from typing import Any

from pipeline.readers.baseline.citations import names_a_place
from pipeline.readers.baseline.definitions import defined
from pipeline.readers.baseline.entity_types import (
    CONCEPT,
    OTHER,
    PERSON,
    SCHOOL,
    WORK,
    entity_type,
    is_person_name,
    speaks,
)
from pipeline.readers.baseline.floor import Floor, floor_of
from pipeline.readers.baseline.names import WORKS
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.persons import surnames
from pipeline.readers.baseline.phrases import Phrase, phrases
from schemas.ids import entity_key
from schemas.reading import Cite, EntityItem, ReadRequest


class Concepts:
    """Items for the answer, and the handle of each head token."""

    def __init__(self, request: ReadRequest, parse: Parse) -> None:
        self._handles, self._types = _known(request)
        self._floor: Floor = floor_of(request.chapter_text, request.headings)
        self._surnames = surnames(request.chapter_text)
        self._names: dict[str, str] = {}
        self._cites: dict[str, dict[int, None]] = {}
        self._surfaces: dict[str, dict[str, None]] = {}
        self._by_head: dict[int, str] = {}
        self._forms: dict[int, str] = {}
        self._new = 0
        self.defined = defined(parse)
        for phrase in phrases(parse, self.defined):
            self._take(phrase, parse)

    def items(self) -> tuple[EntityItem, ...]:
        return tuple(
            EntityItem(
                handle=handle,
                name=self._names[handle],
                type=self._types[handle],
                cites=tuple(Cite(sentence=number) for number in cites),
                surfaces=tuple(self._surfaces[handle]),
            )
            for handle, cites in self._cites.items()
        )

    def handle_of(self, token: Any) -> str | None:
        """Of the accepted phrase that this token is the head of."""
        return self._by_head.get(token.i)

    def form_of(self, token: Any) -> str:
        """The words that the phrase of this head was accepted with."""
        return self._forms.get(token.i, "")

    def type_of(self, handle: str) -> str:
        return self._types.get(handle, OTHER)

    def is_speaker(self, handle: str) -> bool:
        return self.type_of(handle) in {PERSON, SCHOOL}

    def among(self, tokens: list[Any]) -> tuple[str, ...]:
        """Handles whose heads are among the tokens, in order."""
        return tuple(dict.fromkeys(self._by_head[token.i] for token in tokens if token.i in self._by_head))

    def _take(self, phrase: Phrase, parse: Parse) -> None:
        head, number = phrase.head, parse.number[phrase.head.i]
        is_name = self._floor.is_name(head.text) and (not head.is_sent_start or head.pos_ == "PROPN")
        for form in phrase.forms:
            if not self._accepts(form, head, is_name):
                continue
            kind = entity_type(form, head, is_name, self._surnames)
            name = (
                form.split()[-1] if kind == PERSON and is_name else form if kind == WORK else self._uncapitalised(form)
            )
            handle = self._handle(name)  # "Bishop Berkeley" goes by his last word, which is how books go on
            known = self._types.get(handle, OTHER)
            if known == OTHER or (kind == PERSON and known == CONCEPT):
                self._types[handle] = kind  # one telling occurrence is enough
            self._names.setdefault(handle, name)
            self._cites.setdefault(handle, {})[number] = None
            self._surfaces.setdefault(handle, {})[form] = None
            self._by_head[head.i], self._forms[head.i] = handle, form
            return

    def _accepts(self, form: str, head: Any, is_name: bool) -> bool:
        if entity_key(form) in self._handles or form in WORKS:
            return True
        if names_a_place(form if is_name else form.lower()):
            return False
        if is_name and is_person_name(form.split()):
            return True  # a known philosopher needs no second mention
        if is_name and (speaks(head) or form.split()[-1] in self._surnames):
            return True  # nor does anyone whom the chapter shows to be a person
        if head.i in self.defined:
            return True
        return self._floor.passes(form) or (is_name and self._floor.occurs(form, 2))

    def _handle(self, name: str) -> str:
        key = entity_key(name)
        if key not in self._handles:
            self._new += 1
            self._handles[key] = f"n{self._new}"
        return self._handles[key]

    def _uncapitalised(self, name: str) -> str:
        """A phrase that opens a sentence or stands in a title, with the small letters that its words have elsewhere."""
        words = name.split()
        return " ".join(word if self._floor.is_name(word) else word.lower() for word in words)


def _known(request: ReadRequest) -> tuple[dict[str, str], dict[str, str]]:
    """Handles by folded name and alias, the state's before what was recalled, and the types of handles."""
    handles: dict[str, str] = {}
    types: dict[str, str] = {}
    for entity in request.recalled:
        handles.update(dict.fromkeys(map(entity_key, (entity.name, *entity.aliases)), entity.handle))
        types[entity.handle] = entity.type
    for handle, active in request.memory.active_entities.items():
        handles.update(dict.fromkeys(map(entity_key, (active.name, *active.aliases)), handle))
        types[handle] = active.type
    return handles, types
