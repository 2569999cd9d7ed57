"""Noun phrases of a parsed chunk: their head and the names they may go by, the longest first."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pipeline.readers.baseline.headwords import COUNT_NOUNS, COUNTING
from pipeline.readers.baseline.lexicon import LIGHT_HEADS, LIGHT_MODIFIERS, NO_HEADS
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.predicates import REPORTING

MOST_WORDS = 6
_MODIFIERS = frozenset({"amod", "compound", "nmod", "npadvmod", "quantmod"})
_ADVERBS = r"\b(?:there|here|where)(?:to|unto|of|in|into|by|from|with|on|upon|at|after|under|through|fore)\b"
_JUNK = re.compile(rf"[^\w\s'’\-‐‑.]|\d|^[ivxlc]+\.?$|^.$|{_ADVERBS}", re.IGNORECASE)


class Phrase(NamedTuple):
    """`forms` are its possible names as printed, longest first; `head` is a token."""

    head: Any
    forms: tuple[str, ...]


def phrases(parse: Parse, defined: Mapping[int, int]) -> Iterator[Phrase]:
    """Of noun chunks, of possessors and of what is being defined, in the order of the text."""
    heads = {chunk.root.i: chunk.start for chunk in parse.doc.noun_chunks}
    for token in parse.doc:
        if token.i in heads:
            first = heads[token.i]
        elif token.i in defined or (token.dep_ == "poss" and token.pos_ in {"NOUN", "PROPN"}) or _says(token):
            first = token.left_edge.i
        else:
            continue
        forms = tuple(_forms(parse, token, first)) if token.pos_ in {"NOUN", "PROPN"} else ()
        if forms:
            yield Phrase(token, forms)


def _says(name: Any) -> bool:
    """ ", Hume insists,": the parser takes the verb for a noun that the name is part of."""
    return name.pos_ == "PROPN" and name.dep_ == "compound" and name.head.lemma_.lower() in REPORTING


def _forms(parse: Parse, head: Any, first: int) -> Iterator[str]:
    """With an "of" or "between" phrase, without it, then one modifier less each time down to the head."""
    start = head.i
    while start > first and _modifies(parse.doc[start - 1], head):
        start -= 1
    light = not _weighs(head)
    tail = None if light else _tail(head)
    candidates = [parse.words(start, tail.i + 1)] if tail is not None else []
    candidates += [parse.words(one, head.i + 1) for one in range(start, head.i)]
    if not light:
        candidates.append(head.text)
    for form in candidates:
        if len(form.split()) <= MOST_WORDS and not _JUNK.search(form) and not (light and " " not in form):
            yield form


def _modifies(token: Any, head: Any) -> bool:
    if token.lower_ in LIGHT_MODIFIERS or token.pos_ in {"DET", "PRON", "NUM", "PUNCT", "SPACE", "CCONJ", "ADP"}:
        return False
    if token.dep_ == "advmod" and token.lower_ not in NO_HEADS:
        return False
    return token.lower_ in NO_HEADS or (token.dep_ in _MODIFIERS and (token.head.i == head.i or token.head.i > token.i))


def _weighs(head: Any) -> bool:
    """Not a light noun, a number, or "a reason", which is no faculty."""
    if (
        head.lower_ in NO_HEADS
        or head.lower_ in LIGHT_HEADS
        or head.lemma_.lower() in LIGHT_HEADS
        or len(head.text) < 3
    ):
        return False
    if head.lower_ in COUNT_NOUNS and any(c.lower_ in COUNTING for c in head.lefts):
        return False
    return not (head.lower_ == "reason" and any(c.lower_ in {"why", "for", "to"} for c in head.rights))


def _tail(head: Any) -> Any:
    """The last noun of an "of" phrase or of "between A and B" that follows the head at once."""
    after = next((t for t in head.rights if t.dep_ == "prep" and t.i == head.i + 1), None)
    inner = None if after is None else next((t for t in after.children if t.dep_ == "pobj"), None)
    if after is None or inner is None or inner.pos_ not in {"NOUN", "PROPN"} or inner.i - after.i > 4:
        return None
    if after.lower_ == "between":
        return next((t for t in inner.children if t.dep_ == "conj" and t.i - inner.i <= 3), None)
    return inner if after.lower_ == "of" and _weighs(inner) else None
