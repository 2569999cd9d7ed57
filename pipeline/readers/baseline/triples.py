"""Finds (entity, verb phrase, entity) in a sentence and gives it a relation type by the word lists of `verbs`."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pipeline.readers.baseline.clauses import is_passive, negated, subjects
from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.conditions import breaks_in
from pipeline.readers.baseline.lexicon import NEGATIVE_ADVERBS, NEGATIVE_DETERMINERS, NO_WAY
from pipeline.readers.baseline.prepositions import but_before, denied_before, of_a_phrase, prepositions
from pipeline.readers.baseline.verbs import ADJECTIVES, AUTHORSHIP, INVERSE, LIGHT_VERBS, NOUNS, OF_TWO_OBJECTS, VERBS

OTHER = "RELATED_TO"
TURNED = "← "  # before words that the text says from the object to the subject
_COPULAS = frozenset({"be", "become", "remain"})
COPULA, TYPED_VERB, HAVING, OTHER_VERB = "copula", "typed verb", "having", "other verb"


class Triple(NamedTuple):
    """`negated` is what the type's own word says ("independent of"), beside the clause's negation; `nouns` are the
    tokens it is made of."""

    subject: str
    kind: str
    object: str
    predicate: str
    verb: Any
    negated: bool = False
    nouns: tuple[Any, ...] = ()

    @property
    def cue(self) -> str:
        """What the type was read from."""
        if self.verb.lemma_ in _COPULAS:
            return COPULA
        if self.kind == OTHER:
            return OTHER_VERB
        return HAVING if self.kind == "HAS_PROPERTY" else TYPED_VERB


class _Found(NamedTuple):
    subject: Any
    object: Any
    kind: str
    words: tuple[Any, ...]
    inverse: bool = False
    negated: bool = False


def triples(span: Any, concepts: Concepts) -> Iterator[Triple]:
    """In the order of the verbs."""
    for verb in span:
        if verb.pos_ not in {"VERB", "AUX"} or verb.dep_ in {"aux", "auxpass"} or "—" in verb.text:
            continue  # "I.—As" is no verb
        for found in (*_copula(verb), *_two_objects(verb), *_verbal(verb, concepts)):
            one, other = concepts.handle_of(found.subject), concepts.handle_of(found.object)
            if one is None or other is None or one == other:
                continue
            if found.inverse:
                one, other = other, one
            if _is_absolute(found.object):
                continue
            if breaks_in(verb) and found.subject.i < verb.i:
                continue  # "the method would, were the data known, …" does not say that the method were the data
            nouns = (found.subject, found.object, *found.words)
            words = _words(verb, found.words)
            predicate = f"{TURNED}{words}" if found.inverse else words
            turned = found.negated or _is_denied_within(found.object, concepts)
            yield Triple(one, found.kind, other, predicate, verb, turned, nouns)


def _verbal(verb: Any, concepts: Concepts) -> Iterator[_Found]:
    if verb.lemma_ == "be":
        return
    passive = is_passive(verb)
    for obj, preposition in _objects(verb):
        if passive and preposition is None:
            continue
        agent = passive and preposition is not None and _is_agent(preposition, verb)
        key = _key(verb, None if agent else preposition)
        if key in OF_TWO_OBJECTS and not passive and any(child.dep_ == "dobj" for child in verb.children):
            continue
        kind = INVERSE.get(key) or VERBS.get(key, OTHER)
        words = () if preposition is None else (preposition,)
        for subject in subjects(verb):
            doer = concepts.handle_of(obj if agent else subject)
            if key in AUTHORSHIP and doer is not None and concepts.is_speaker(doer):
                kind = AUTHORSHIP[key]
            if kind == OTHER and (verb.lemma_ in LIGHT_VERBS or (preposition is not None and not agent)):
                continue  # "falls on", "comes into": nearly always talk, not teaching
            if kind == "CAUSES" and doer is not None and concepts.is_speaker(doer):
                kind = OTHER
            turned = preposition is not None and _turned(verb, verb, preposition)
            yield _Found(subject, obj, kind, words, kind != OTHER and agent != (key in INVERSE), turned)


def _two_objects(verb: Any) -> Iterator[_Found]:
    """ "We distinguish A from B": of A and B, whoever distinguishes."""
    if is_passive(verb):
        return
    direct = [child for child in verb.children if child.dep_ == "dobj"]
    for obj, preposition in _objects(verb):
        key = _key(verb, preposition)
        if direct and preposition is not None and key in OF_TWO_OBJECTS:
            kind = INVERSE.get(key) or VERBS[key]
            yield _Found(direct[0], obj, kind, (preposition,), key in INVERSE, _turned(verb, verb, preposition))


def _copula(verb: Any) -> Iterator[_Found]:
    """ "X is a Y", "X is the cause of Y", "X is different from Y"."""
    if verb.lemma_ not in _COPULAS:
        return
    for child in verb.children:
        if child.dep_ == "attr" and child.pos_ in {"NOUN", "PROPN"}:
            yield from _attribute(verb, child)
        elif child.dep_ in {"acomp", "prep"}:
            for preposition in (child,) if child.dep_ == "prep" else prepositions(child):
                adjective = "" if child.dep_ == "prep" else child.lemma_.lower() + " "
                rule = ADJECTIVES.get(adjective + preposition.lower_)
                for obj in _pobjs(preposition) if rule else ():
                    kind, _, turn = (rule or "").partition(" ")
                    words = (preposition,) if child.dep_ == "prep" else (child, preposition)
                    turned = (turn == "not") != _turned(verb, child, preposition)
                    for subject in subjects(verb):
                        yield _Found(subject, obj, kind, words, turn == "inverse", turned)


def _attribute(verb: Any, noun: Any) -> Iterator[_Found]:
    of = next((child for child in noun.children if child.dep_ == "prep" and child.lower_ in {"of", "for"}), None)
    rule = NOUNS.get(noun.lemma_.lower())
    if rule is not None and of is not None:
        kind, _, turn = rule.partition(" ")
        article = [child for child in noun.children if child.dep_ == "det"]
        if kind == "IS_A" and any(child.lower_ == "the" for child in article):
            return  # "a form of" names a kind, "the form of" does not
        for beside in (of, *(other for other in prepositions(noun) if other.i != of.i and other.lower_ == of.lower_)):
            for obj in _pobjs(beside):
                for subject in subjects(verb):
                    words = (*article, noun, beside)
                    yield _Found(subject, obj, kind, words, turn == "inverse", _turned(verb, noun, beside))
        return
    determiners = {child.lower_ for child in noun.children if child.dep_ in {"det", "poss"}}
    superlative = any(child.tag_ == "JJS" or child.lower_ in {"most", "only", "first"} for child in noun.children)
    if verb.lemma_ != "be" or determiners - {"a", "an", "the", "no"}:
        return
    if any(child.dep_ == "relcl" for child in noun.children) and "the" in determiners:
        return  # "the thing which …" says something of the clause, not of the noun
    kind = "IDENTICAL_WITH" if "the" in determiners and not superlative else "IS_A"
    for subject in subjects(verb):
        named = noun.pos_ == "PROPN" and subject.pos_ == "NOUN"
        yield _Found(subject, noun, "IS_A" if named else kind, (), inverse=named)  # "the founder was Toth"
        for other in noun.conjuncts:
            denied = _is_denied(other, noun)
            if not (_is_negated(verb) and (denied or _is_but(other, noun))):
                yield _Found(subject, other, kind, (), negated=denied)


def _key(verb: Any, preposition: Any) -> str:
    particle = next((child.lower_ for child in verb.children if child.dep_ == "prt"), "")
    last = "" if preposition is None else preposition.lower_
    return " ".join(word for word in (verb.lemma_.lower(), particle, last) if word)


def _objects(verb: Any) -> Iterator[tuple[Any, Any]]:
    """Objects with their preposition or None; conjuncts included."""
    for child in verb.children:
        if child.dep_ == "dobj":
            yield from ((obj, None) for obj in (child, *_conjuncts(child)))
    for preposition in prepositions(verb):
        yield from ((obj, preposition) for obj in _pobjs(preposition))


def _is_agent(preposition: Any, verb: Any) -> bool:
    """The parser knows the first agent; what is joined to it, or stands behind "in no way", has the same word."""
    joined = preposition.dep_ == "conj" or preposition.head.i != verb.i
    return bool(preposition.dep_ == "agent" or (joined and preposition.lower_ == "by"))


def _turned(verb: Any, anchor: Any, preposition: Any) -> bool:
    """Whether the phrase is denied where the clause is not ("…, and not upon"), or the other way round ("…, but upon")."""
    if denied_before(preposition, anchor):
        return not negated(verb)
    return but_before(preposition) and negated(verb)


def _pobjs(preposition: Any) -> Iterator[Any]:
    for child in preposition.children:
        if child.dep_ == "pobj":
            yield child
            yield from _conjuncts(child)


def _conjuncts(noun: Any) -> Iterator[Any]:
    """What is said beside the noun, without what is denied."""
    return (other for other in noun.conjuncts if not _is_denied(other, noun))


def _is_denied(other: Any, noun: Any) -> bool:
    """ "A and not B", "A, never B", "A and by no means B"."""
    between = noun.doc[noun.i + 1 : max(noun.i + 1, other.i)]
    return any(
        token.lower_ in NEGATIVE_ADVERBS or (token.lower_ in NO_WAY and token.nbor(-1).lower_ in NEGATIVE_DETERMINERS)
        for token in between
    )


def _is_denied_within(noun: Any, concepts: Concepts) -> bool:
    """ "Are civil and not natural evils": of natural evils, where that is their name, it is denied."""
    modifiers = concepts.form_of(noun).count(" ")
    first = noun.i - modifiers
    return bool(
        noun.dep_ == "attr"
        and modifiers
        and noun.left_edge.i < first - 1
        and noun.doc[first - 1].lower_ in {"not", "never"}
    )


def _is_but(other: Any, noun: Any) -> bool:
    """ "not A but B"."""
    return noun.i < other.i and any(token.lower_ == "but" for token in noun.doc[noun.i + 1 : other.i])


def _is_absolute(noun: Any) -> bool:
    """ ", other things being equal,": a phrase beside the clause, with a participle of its own."""
    first, after = noun.left_edge, noun.i + 1
    parted = first.i > noun.sent.start and first.nbor(-1).is_punct
    return bool(parted and after < len(noun.doc) and noun.doc[after].lower_ in {"being", "having"})


def _is_negated(verb: Any) -> bool:
    return any(child.dep_ == "neg" for child in verb.children)


def _words(verb: Any, more: tuple[Any, ...]) -> str:
    """The text's own verb phrase: auxiliaries, negation, verb, particle, and what was added."""
    kept = [t for t in verb.children if t.dep_ in {"aux", "auxpass", "neg", "prt"}] + [verb, *more]
    affirmed = any(token.dep_ == "conj" and but_before(token) for token in more)
    kept = [t for t in kept if t.dep_ != "neg" or not (affirmed or of_a_phrase(t, verb))]  # another phrase's negation
    return " ".join(token.text for token in sorted(kept, key=lambda token: token.i))
