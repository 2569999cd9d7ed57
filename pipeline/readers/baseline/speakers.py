"""Who says a clause: the subject of the verb of saying it hangs on, where that is a person, a school or "some say"."""

from typing import Any, NamedTuple

from pipeline.readers.baseline.clauses import negated, stands_apart
from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.lexicon import OTHERS_WHO_SPEAK, SAYING, TAKES_OBJECT
from schemas.memory import SOMEONE


class Report(NamedTuple):
    """`clause` is the token under which the reported words hang; `verb` the verb of saying, or "according"."""

    speaker: str
    attitude: str
    verb: Any
    clause: Any


def reports(span: Any, concepts: Concepts) -> list[Report]:
    """In the order of the text."""
    found = []
    for token in span:
        clause = _said(token) if token.pos_ == "VERB" and token.lemma_ in SAYING else None
        speaker = _speaker(token, concepts) if clause is not None and not negated(token) else None
        if speaker == SOMEONE and clause is not None and clause.dep_ == "dobj":
            speaker = None  # "though they deny matter, …" says nothing of the sentence
        if speaker is not None:
            found.append(Report(speaker, SAYING[token.lemma_], token, clause))
        elif token.lower_ == "according":
            found.extend(_according(token, concepts))
    return found


def reported_by(verb: Any, concepts: Concepts) -> str | None:
    """The speaker of the innermost report that the verb stands in; None: the author."""
    token = verb
    while token.head.i != token.i:
        if stands_apart(token):
            return None
        if token.dep_ == "ccomp" and token.head.lemma_ in SAYING:
            return _speaker(token.head, concepts)
        token = token.head
    return None


def _said(verb: Any) -> Any:
    """A clause with "that" or a finite one, or a noun for verbs such as "deny"."""
    clause = next((child for child in verb.children if child.dep_ == "ccomp" and not stands_apart(child)), None)
    if clause is None and verb.lemma_ in TAKES_OBJECT:
        clause = next((child for child in verb.children if child.dep_ == "dobj" and child.pos_ == "NOUN"), None)
    return clause


def _speaker(verb: Any, concepts: Concepts) -> str | None:
    for child in verb.children:
        if child.dep_ == "nsubj":
            handle = concepts.handle_of(child)
            if handle is not None and concepts.is_speaker(handle):
                return handle
            return SOMEONE if child.lemma_.lower() in OTHERS_WHO_SPEAK else None
        if child.dep_ == "nsubjpass" and child.lower_ == "it":
            return SOMEONE
    return None


def _according(token: Any, concepts: Concepts) -> list[Report]:
    """ "According to X": the verb it hangs on is what X says."""
    for to in token.children:
        for end in to.children if to.lower_ == "to" else ():
            handle = concepts.handle_of(end)
            if handle is not None and concepts.is_speaker(handle):
                return [Report(handle, "HOLDS", token, token.head)]
    return []
