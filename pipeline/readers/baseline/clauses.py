"""What a clause says of itself: negated, its modality, its hedge, and whether it is only supposed or asked."""

from collections.abc import Iterable, Iterator
from typing import Any

from pipeline.readers.baseline.lexicon import (
    CONDITIONS,
    ENTERTAINING,
    HEDGES,
    HEDGING_VERBS,
    MODALS,
    NEGATIVE_ADVERBS,
    NEGATIVE_DETERMINERS,
    NEGATIVE_PRONOUNS,
    SAYING,
)
from pipeline.readers.baseline.verbs import RAISING

_SUPPOSED = frozenset("supposition assumption hypothesis question doubt notion opinion".split())
_CLAIMING = frozenset({*SAYING, "know", "mean", "prove", "show"})
_ENDS = frozenset({"nsubj", "nsubjpass", "dobj", "attr"})


def stands_apart(token: Any) -> bool:
    """Whether a semicolon parts it from what the parser hangs it on: then it is a clause of its own."""
    first, last = sorted((token.i, token.head.i))
    return any(between.text == ";" for between in token.doc[first:last])


def negated(verb: Any) -> bool:
    """By its own negation, a negative subject or object, or a negative adverb; two of them are still a denial."""
    top = _chain(verb)[-1]
    if top.dep_ == "relcl" and any(child.lower_ in NEGATIVE_DETERMINERS for child in top.head.children):
        return True  # "there is no colour which …"
    if verb.dep_ == "conj" and any(child.lower_ == "nor" for child in verb.head.children):
        return True
    after = verb.doc[verb.i + 1] if verb.i + 1 < len(verb.doc) else None
    if after is not None and after.lower_ == "not" and not _not_only(after):
        return True  # "it affects not the matter"
    return any(_denies(child) for token in _chain(verb) for child in token.children)


def modality(verb: Any) -> str | None:
    """From its auxiliaries; a negated "can" is impossible. None: actual."""
    for token in _chain(verb):
        for child in token.children:
            if child.dep_ == "aux" and child.lower_ in MODALS:
                impossible = child.lower_ in {"can", "could"} and negated(verb)
                return "impossible" if impossible else MODALS[child.lower_]
        if token.i != verb.i and token.lemma_ in {"have", "need"}:
            return None if negated(verb) else "necessary"
        if token.i != verb.i and token.lemma_ == "ought":
            return "ought"
    return None


def entertained(verb: Any, question: bool) -> bool:
    """In a condition, a question, or what somebody supposes, doubts, asks or denies."""
    for token in _upward(verb):
        if any(child.dep_ == "mark" and child.lower_ in CONDITIONS for child in token.children):
            return True
        if token.head.i == token.i:
            return question
        if stands_apart(token):
            return False
        if token.dep_ in {"ccomp", "xcomp", "acl", "advcl"} and token.head.lemma_ in ENTERTAINING:
            return True
        if token.dep_ in {"ccomp", "acl", "relcl"} and token.head.lemma_ in _SUPPOSED:
            return True
        if token.dep_ == "ccomp" and token.head.lemma_ in _CLAIMING and negated(token.head):
            return True  # "we cannot say that …"
    return False


def hedge(tokens: Iterable[Any]) -> str | None:
    """Of the first hedging adverb, or of "it seems"; "may" is a modality, not a hedge."""
    for token in tokens:
        if token.lower_ in HEDGES:
            return HEDGES[token.lower_]
        if token.lemma_ in HEDGING_VERBS and any(c.lower_ == "it" and c.dep_ == "nsubj" for c in token.children):
            return "doubtful"
    return None


def subjects(verb: Any) -> Iterator[Any]:
    """Its subjects with their conjuncts: its own, the antecedent of "which", or those of the verb it hangs on."""
    own = [child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}]
    for child in own:
        if child.lower_ in {"which", "that", "who"} and verb.dep_ == "relcl":
            yield verb.head
        else:
            yield child
            yield from child.conjuncts
    shared = verb.dep_ == "conj" or (verb.dep_ == "xcomp" and verb.head.lemma_ in RAISING)
    if not own and shared and verb.head.pos_ in {"VERB", "AUX"} and is_passive(verb) == is_passive(verb.head):
        yield from subjects(verb.head)


def is_passive(verb: Any) -> bool:
    return any(child.dep_ in {"nsubjpass", "auxpass"} for child in verb.children)


def _chain(verb: Any) -> list[Any]:
    """The verb and the verbs of which it is the infinitive: "does not seem to require"."""
    found = [verb]
    while found[-1].dep_ == "xcomp" and found[-1].head.lemma_ in RAISING:
        found.append(found[-1].head)
    return found


def _denies(child: Any) -> bool:
    if child.dep_ == "neg" or (child.lower_ in NEGATIVE_ADVERBS and child.dep_ in {"advmod", "preconj"}):
        return child.lower_ != "only" and not _not_only(child)
    if child.dep_ in _ENDS:
        return child.lower_ in NEGATIVE_PRONOUNS or any(c.lower_ in NEGATIVE_DETERMINERS for c in child.children)
    return False


def _not_only(negation: Any) -> bool:
    """ "not only A but B" and "not merely" deny nothing."""
    after = negation.doc[negation.i + 1] if negation.i + 1 < len(negation.doc) else None
    return after is not None and after.lower_ in {"only", "merely", "simply", "alone"}


def _upward(token: Any) -> Iterator[Any]:
    yield token
    while token.head.i != token.i:
        token = token.head
        yield token
