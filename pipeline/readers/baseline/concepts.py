"""Concepts and persons from noun phrases, with a floor of frequency; known ones keep their handles."""

import re
from functools import lru_cache
from typing import Any, NamedTuple

from pipeline.readers.baseline.entity_types import OTHER, PERSON, entity_type
from pipeline.readers.baseline.lexicon import LIGHT_HEADS, LIGHT_MODIFIERS
from pipeline.readers.baseline.parsing import Parse
from schemas.ids import entity_key, folded
from schemas.reading import Cite, EntityItem, ReadRequest

FLOOR = 2  # occurrences in the chapter, unless the phrase stands in a heading
MOST_WORDS = 5
_JUNK = re.compile(r"[^\w\s'’\-]|\d|\b[ivxlc]+\b$", re.IGNORECASE)
_MODIFIERS = {"amod", "compound", "nmod", "poss"}


class Candidate(NamedTuple):
    """A noun phrase under one name; `head` and `last` are token indices."""

    surface: str
    head: int
    sentence: int


class Concepts:
    """The entities of a chunk: items for the answer, and the handle of each head token."""

    def __init__(self, request: ReadRequest, parse: Parse) -> None:
        self._handles = _known(request)
        self._floor = _floor(request.chapter_text, request.headings)
        self._names: dict[str, str] = {}
        self._types: dict[str, str] = {}
        self._cites: dict[str, dict[int, None]] = {}
        self._surfaces: dict[str, dict[str, None]] = {}
        self.by_head: dict[int, str] = {}
        self._new = 0
        for chunk in parse.doc.noun_chunks:
            self._take(chunk, parse)

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
        return self.by_head.get(token.i)

    def is_speaker(self, handle: str) -> bool:
        return self._types.get(handle) in {"Person", "School"}

    def near(self, first: int, last: int) -> tuple[str, ...]:
        """Handles whose heads stand among the tokens [first, last), in order."""
        return tuple(dict.fromkeys(self.by_head[i] for i in range(first, last) if i in self.by_head))

    def _take(self, chunk: Any, parse: Parse) -> None:
        head = chunk.root
        number = parse.number.get(head.i)
        if number is None or head.pos_ not in {"NOUN", "PROPN", "X", "ADJ"}:
            return
        for surface in _forms(chunk, parse):
            key = entity_key(surface)
            if key not in self._handles and not self._floor.passes(surface):
                continue
            handle = self._handles.get(key)
            if handle is None:
                self._new += 1
                handle = self._handles[key] = f"n{self._new}"
            kind = entity_type(surface, head, self._floor.is_name(surface))
            self._names.setdefault(handle, surface)
            if kind == PERSON or self._types.setdefault(handle, kind) == OTHER:
                self._types[handle] = kind  # one telling occurrence is enough
            self._cites.setdefault(handle, {})[number] = None
            self._surfaces.setdefault(handle, {})[surface] = None
            self.by_head[head.i] = handle
            return


def _known(request: ReadRequest) -> dict[str, str]:
    """Handles by folded name and alias: the state's first, then what was recalled."""
    known: dict[str, str] = {}
    for entity in request.recalled:
        known.update(dict.fromkeys(map(entity_key, (entity.name, *entity.aliases)), entity.handle))
    for handle, active in request.memory.active_entities.items():
        known.update(dict.fromkeys(map(entity_key, (active.name, *active.aliases)), handle))
    return known


class _Floor:
    """What is often enough in one chapter; kept for the chapter, since each of its chunks asks."""

    def __init__(self, chapter_text: str, headings: tuple[str, ...]) -> None:
        self._printed = frozenset(re.findall(r"\w+", chapter_text))
        self._text = f" {_spaced(chapter_text)} "
        self._headings = f" {_spaced(' '.join(headings))} "
        self._passed: dict[str, bool] = {}

    def passes(self, surface: str) -> bool:
        """Often enough in the chapter, or in a heading."""
        plain = _spaced(surface)
        if plain not in self._passed:
            forms = {plain, f"{plain}s", plain.removesuffix("s") if len(plain) > 4 else plain}
            count = sum(self._text.count(f" {form} ") for form in forms)
            heading = any(f" {form} " in self._headings for form in forms)
            self._passed[plain] = count >= FLOOR or heading
        return self._passed[plain]

    def is_name(self, surface: str) -> bool:
        """Printed in capitals and never in small letters: what a parser's tags often miss."""
        word = surface.split()[-1]
        return word[:1].isupper() and word.lower() not in self._printed


@lru_cache(maxsize=16)
def _floor(chapter_text: str, headings: tuple[str, ...]) -> _Floor:
    return _Floor(chapter_text, headings)


def _spaced(text: str) -> str:
    """Folded words with single spaces, punctuation gone: what occurrences are counted in."""
    return " ".join(re.findall(r"[^\W_]+(?:[-'’][^\W_]+)*", folded(text)))


def _forms(chunk: Any, parse: Parse) -> list[str]:
    """The phrase with an "of" phrase, without it, and its bare head; the longest that passes the floor is taken."""
    head = chunk.root
    words = [t for t in chunk if t.i <= head.i and _belongs(t, head)]
    if not words:
        return []
    base = _text(parse, words[0].i, head.i + 1)
    forms = []
    of = next((t for t in head.children if t.dep_ == "prep" and t.lower_ == "of" and t.i == head.i + 1), None)
    if of is not None:
        inner = next((t for t in of.children if t.dep_ == "pobj"), None)
        if inner is not None and inner.pos_ in {"NOUN", "PROPN"} and inner.i - of.i <= 3 and _good(inner):
            forms.append(_text(parse, words[0].i, inner.i + 1))
    if _good(head):
        forms.append(base)
        if len(words) > 1:
            forms.append(head.text)
    return [f for f in forms if len(f.split()) <= MOST_WORDS and len(f) > 2 and not _JUNK.search(f)]


def _belongs(token: Any, head: Any) -> bool:
    if token.i == head.i:
        return True
    if token.pos_ in {"DET", "PRON", "NUM", "PART", "PUNCT", "ADV", "SPACE", "CCONJ"}:
        return False
    return token.dep_ in _MODIFIERS and token.lower_ not in LIGHT_MODIFIERS and token.tag_ != "PRP$"


def _good(head: Any) -> bool:
    return head.lemma_.lower() not in LIGHT_HEADS and head.text.isascii() is not None and len(head.text) > 2


def _text(parse: Parse, first: int, last: int) -> str:
    return " ".join(parse.doc[first:last].text.split())
