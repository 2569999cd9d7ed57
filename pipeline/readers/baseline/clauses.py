"""What a clause says of itself: negated, its modality, and whether it is only supposed or asked."""

from typing import Any

from pipeline.readers.baseline.lexicon import ENTERTAINING, HEDGES, MODALS, NEGATIONS

_CONDITIONS = frozenset({"if", "unless", "whether", "lest"})


def negated(verb: Any) -> bool:
    """By its own negation, a negative subject or object, or a negative adverb; two of them are still a denial."""
    for child in verb.children:
        if child.dep_ == "neg" or (child.lower_ in NEGATIONS and child.dep_ in {"advmod", "preconj", "cc"}):
            return True
        if child.dep_ in {"nsubj", "nsubjpass", "dobj", "attr"} and any(
            grandchild.lower_ in {"no", "neither"} for grandchild in child.children if grandchild.dep_ == "det"
        ):
            return True
    return False


def modality(verb: Any) -> str | None:
    """From its auxiliaries; a negated "can" is impossible. None: actual."""
    for child in verb.children:
        if child.dep_ == "aux" and child.lower_ in MODALS:
            found = MODALS[child.lower_]
            return "impossible" if child.lower_ in {"can", "could"} and negated(verb) else found
    return None


def entertained(verb: Any, question: bool) -> bool:
    """In a condition, a question, or what somebody supposes, doubts or asks."""
    token = verb
    while True:
        if any(child.dep_ == "mark" and child.lower_ in _CONDITIONS for child in token.children):
            return True
        if token.head.i == token.i:
            return question
        if token.dep_ in {"ccomp", "xcomp"} and token.head.lemma_ in ENTERTAINING:
            return True
        token = token.head


def hedge(tokens: Any) -> str | None:
    return next((HEDGES[token.lower_] for token in tokens if token.lower_ in HEDGES), None)
