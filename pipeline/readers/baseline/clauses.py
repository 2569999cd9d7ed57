"""What a clause says of itself: whether it is negated, its modality, its hedge, its subjects."""

from collections.abc import Iterable, Iterator
from typing import Any

from pipeline.readers.baseline.lexicon import (
    HEDGES,
    HEDGING_VERBS,
    MODALS,
    NEGATIVE_ADVERBS,
    NEGATIVE_DETERMINERS,
    NEGATIVE_PRONOUNS,
    NO_WAY,
    NOWHERE,
)
from pipeline.readers.baseline.predicates import FAILING, REPORTED_AS_INFINITIVE, WANTING
from pipeline.readers.baseline.prepositions import of_a_phrase
from pipeline.readers.baseline.verbs import HABITUAL, RAISING

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})
_PLURALS = frozenset({"NNS", "NNPS"})
_NOUNS = _PLURALS | {"NN", "NNP"}
_RELATIVE = frozenset({"WDT", "WP", "WP$", "WRB"})
_ENDS = frozenset({"nsubj", "nsubjpass", "dobj", "attr"})


def stands_apart(token: Any) -> bool:
    """Whether a semicolon parts it from what the parser hangs it on, or a colon that it stands before: then it is a
    clause of its own."""
    first, last = sorted((token.i, token.head.i))
    stops = {";", ":"} if token.i < token.head.i else {";"}
    return any(between.text in stops for between in token.doc[first:last])


def negated(verb: Any) -> bool:
    """By its own negation, a negative subject or object, or a negative adverb; two of them are still a denial."""
    top = _chain(verb)[-1]
    if top.dep_ == "relcl" and _denied_antecedent(top.head):
        return True  # "there is no colour which …"
    if verb.dep_ == "conj" and _behind_nor(verb):
        return True
    after = verb.doc[verb.i + 1] if verb.i + 1 < len(verb.doc) else None
    if after is not None and after.lower_ == "not" and not _not_only(after):
        return True  # "it affects not the matter"
    own = {token.i for token in _chain(verb)}
    auxiliaries = (child for child in verb.children if child.dep_ == "aux")
    if any(child.dep_ == "neg" for auxiliary in auxiliaries for child in auxiliary.children):
        return True  # "never had it …"
    return any(
        _denies(child)
        for token in finite_chain(verb)
        for child in token.children
        if (token.i in own or child.dep_ not in {"dobj", "attr"}) and not of_a_phrase(child, token)
    )


def modality(verb: Any) -> str | None:
    """From its auxiliaries; a negated "can" is impossible. None: actual."""
    for token in finite_chain(verb):
        for child in token.children:
            if child.dep_ == "aux" and child.lower_ in MODALS:
                impossible = child.lower_ in {"can", "could"} and negated(verb)
                return "impossible" if impossible else MODALS[child.lower_]
        raises = token.i != verb.i and any(child.dep_ == "xcomp" for child in token.children)
        if raises and token.lemma_ in {"have", "need"}:
            return None if negated(verb) else "necessary"
        if raises and token.lemma_ == "ought":
            return "ought"
    return None


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
            yield _antecedent(verb)
        else:
            yield child
            yield from child.conjuncts
    habit = habitual(verb)
    if own or any(child.dep_ == "expl" for child in verb.children):
        return
    if habit is not None:
        yield from subjects(habit)
        return
    if verb.head.pos_ not in {"VERB", "AUX"}:
        return
    joined = verb.dep_ == "conj" and is_passive(verb) == is_passive(verb.head)
    if joined or (verb.dep_ == "xcomp" and _controls(verb.head)):
        yield from subjects(verb.head)


def has_clause(tokens: list[Any]) -> bool:
    """Whether a finite verb or an imperative is among them, outside what is only said of a noun."""
    inside = {token.i for token in tokens}
    return any(_is_finite(token) and not _in_relative(token, inside) for token in tokens)


def _is_finite(verb: Any) -> bool:
    """The parser takes some participles for a past tense: that needs a subject, or another verb's to share."""
    if verb.tag_ == "VB":
        if any(child.lower_ == "to" and child.dep_ == "aux" for child in verb.children):
            return False
        shared = verb.dep_ == "conj" and any(map(_is_finite, _with_auxiliaries(verb.head)))
        return shared or verb.dep_ in {"ROOT", "advcl"}  # an imperative, or a present that the parser takes for one
    if verb.tag_ == "VBD" and verb.dep_ in {"advcl", "acl", "amod"}:
        return any(child.dep_ in _SUBJECTS for child in verb.children)
    return verb.tag_ in {"VBD", "VBP", "VBZ", "MD"}


def _with_auxiliaries(verb: Any) -> list[Any]:
    return [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]


def _in_relative(verb: Any, inside: set[int]) -> bool:
    """In a clause with "which" that hangs on a noun of the same piece."""
    clause = verb.head if verb.dep_ in {"aux", "auxpass"} else verb
    return (
        clause.dep_ == "relcl"
        and clause.head.i in inside
        and not any(child.dep_ == "mark" for child in clause.children)
        and any(token.tag_ in _RELATIVE for token in clause.doc[clause.left_edge.i : clause.i])
    )


def is_passive(verb: Any) -> bool:
    return any(child.dep_ in {"nsubjpass", "auxpass"} for child in verb.children)


def _antecedent(verb: Any) -> Any:
    """The noun of "which", by its number: "the modes of thought, which are …" are modes."""
    noun, several = verb.head, {"VBP": True, "VBZ": False}.get(verb.tag_)
    while several is not None and noun.tag_ in _NOUNS and (noun.tag_ in _PLURALS) != several:
        above = noun.head.head if noun.dep_ == "pobj" and noun.head.lower_ == "of" else None
        if above is None or above.tag_ not in _NOUNS or noun.conjuncts:
            return verb.head
        noun = above
    return noun


def habitual(verb: Any) -> Any:
    """The copula of "is wont to cause", whose subject and negation are the infinitive's, wherever the parser hangs it."""
    if verb.dep_ != "xcomp":
        return None
    if verb.head.pos_ == "ADJ":
        return verb.head.head if verb.head.lemma_ in HABITUAL else None
    wont = any(child.dep_ == "acomp" and child.lemma_ in HABITUAL for child in verb.head.children)
    return verb.head if wont else None


def finite_chain(verb: Any) -> list[Any]:
    """The verb and those whose auxiliaries are also its own: of which it is the infinitive ("does not seem to
    require") or with which it shares them ("would move and heat")."""
    found = _chain(verb)
    while _shares_auxiliaries(found[-1]):
        found.extend(_chain(found[-1].head))
    return found


def _chain(verb: Any) -> list[Any]:
    found = [verb]
    while (raising := _raising(found[-1])) is not None:
        found.append(raising)
    return found


def _raising(verb: Any) -> Any:
    if verb.dep_ == "xcomp" and (verb.head.lemma_ in RAISING or _is_to_be(verb)):
        return verb.head
    return habitual(verb)


def _is_to_be(verb: Any) -> bool:
    """ "It is not to be denied": the copula's negation is the infinitive's."""
    return verb.head.lemma_ == "be" and any(child.dep_ == "auxpass" for child in verb.children)


def _shares_auxiliaries(verb: Any) -> bool:
    """A bare form joined to a verb that has auxiliaries; what has a subject or an auxiliary of its own has its own."""
    own = {child.dep_ for child in verb.children} & {"nsubj", "nsubjpass", "aux", "auxpass", "neg"}
    return verb.dep_ == "conj" and verb.tag_ in {"VB", "VBN"} and not own and verb.head.pos_ in {"VERB", "AUX"}


def _controls(verb: Any) -> bool:
    """Whether its subject is also that of its infinitive: "seems to", "fails to", "tries to", "is said to"."""
    if is_passive(verb):
        return verb.lemma_ in REPORTED_AS_INFINITIVE
    return verb.lemma_ in RAISING or verb.lemma_ in FAILING or verb.lemma_ in WANTING


def _behind_nor(verb: Any) -> bool:
    """ "Nor" denies the verb that comes next, not one before it."""
    joined = [child.i for child in verb.head.children if child.dep_ == "conj"]
    nors = (child.i for child in verb.head.children if child.lower_ == "nor" and child.i < verb.i)
    return any(not any(nor < other < verb.i for other in joined) for nor in nors)


def _denied_antecedent(noun: Any) -> bool:
    """ "No colour which …", "do not find any colour which …", "is not a colour which …"."""
    determiners = {child.lower_ for child in noun.children}
    if "neither" in determiners:
        return False  # "neither that force, which …": of each of them it is said
    if determiners & NEGATIVE_DETERMINERS:
        return True
    of_none = ("any" in determiners and noun.dep_ in _ENDS) or (bool(determiners & {"a", "an"}) and noun.dep_ == "attr")
    return of_none and noun.head.dep_ != "relcl" and negated(noun.head)


def _denies(child: Any) -> bool:
    if child.lower_ == "nor" and child.i == child.head.left_edge.i:
        return True
    if child.dep_ == "neg" or (child.lower_ in NEGATIVE_ADVERBS and child.dep_ in {"advmod", "preconj"}):
        return child.lower_ != "only" and not _not_only(child)
    if child.lower_ == "all" and child.left_edge.lower_ == "not" and child.dep_ == "advmod":
        return True  # "not at all"
    if child.dep_ == "prep" and any(noun.lower_ in NO_WAY and _has_no(noun) for noun in child.children):
        return True  # "by no means", "in no way"
    if child.dep_ == "prep" and child.i == child.head.left_edge.i and any(map(_has_no, child.children)):
        return True  # "In no passage does he …"
    if child.dep_ in _ENDS and any(_denies(c) for c in child.children if c.dep_ == "prep" or c.lower_ in NOWHERE):
        return True  # the parser hangs them on the subject
    if child.dep_ in _ENDS and child.left_edge.lower_ == "not" and not _not_only(child.left_edge):
        return True  # "not every …"
    if child.dep_ in _ENDS:
        return child.lower_ in NEGATIVE_PRONOUNS or any(c.lower_ in NEGATIVE_DETERMINERS for c in child.children)
    return False


def _has_no(noun: Any) -> bool:
    return any(child.lower_ in NEGATIVE_DETERMINERS for child in noun.children)


def _not_only(negation: Any) -> bool:
    """ "not only A but B" and "not merely" deny nothing."""
    after = negation.doc[negation.i + 1] if negation.i + 1 < len(negation.doc) else None
    return after is not None and after.lower_ in {"only", "merely", "simply", "alone"}
