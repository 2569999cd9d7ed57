"""Relations from verbs whose two ends are accepted entities; a third of such edges were good when read by hand."""

from collections.abc import Iterator
from typing import Any

from pipeline.readers.baseline.clauses import entertained, modality, negated
from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.lexicon import INVERSE, RELATIONS
from pipeline.readers.baseline.parsing import Parse
from schemas.reading import Cite, RelationItem

CONFIDENCE = 0.33
OTHER = "RELATED_TO"
_SUBJECTS, _OBJECTS = {"nsubj", "nsubjpass"}, {"dobj", "attr"}


def relations(parse: Parse, concepts: Concepts) -> Iterator[RelationItem]:
    """In the order of the text; conjoined ends give a relation each."""
    for verb in parse.doc:
        if verb.pos_ not in {"VERB", "AUX"} or verb.i not in parse.number:
            continue
        for subject in _ends(verb, _SUBJECTS):
            for obj, preposition in _objects(verb):
                item = _relation(parse, concepts, verb, subject, obj, preposition)
                if item is not None:
                    yield item


def _relation(
    parse: Parse, concepts: Concepts, verb: Any, subject: Any, obj: Any, preposition: str
) -> RelationItem | None:
    one, other = concepts.handle_of(subject), concepts.handle_of(obj)
    if one is None or other is None or one == other:
        return None
    kind = _type(verb, obj, preposition)
    passive = subject.dep_ == "nsubjpass"
    if (verb.lemma_, preposition) in INVERSE or (passive and preposition == "by"):
        one, other = other, one
    number = parse.number[verb.i]
    question = parse.sentences[number - 1].text.rstrip().endswith("?")
    return RelationItem(
        subject=one,
        type=kind,
        object=other,
        cites=(Cite(sentence=number),),
        predicate=_words(verb, preposition),
        negated=negated(verb),
        entertained=entertained(verb, question),
        modality=modality(verb),
        confidence=CONFIDENCE,
    )


def _type(verb: Any, obj: Any, preposition: str) -> str:
    if verb.lemma_ == "be":
        if preposition:
            return OTHER
        definite = any(child.lower_ == "the" for child in obj.children if child.dep_ == "det")
        return "IDENTICAL_WITH" if definite and obj.dep_ == "attr" else "IS_A"
    key = (verb.lemma_, preposition if preposition != "by" else "")
    return INVERSE.get(key) or RELATIONS.get(key) or OTHER


def _ends(verb: Any, roles: set[str]) -> Iterator[Any]:
    for child in verb.children:
        if child.dep_ in roles:
            yield child
            yield from child.conjuncts


def _objects(verb: Any) -> Iterator[tuple[Any, str]]:
    yield from ((token, "") for token in _ends(verb, _OBJECTS))
    for child in verb.children:
        if child.dep_ in {"prep", "agent"}:
            for token in child.children:
                if token.dep_ == "pobj":
                    yield token, child.lower_
                    yield from ((other, child.lower_) for other in token.conjuncts)


def _words(verb: Any, preposition: str) -> str:
    """The text's own verb phrase: auxiliaries, negation, verb, preposition."""
    kept = [t for t in verb.children if t.dep_ in {"aux", "auxpass", "neg", "prt"}] + [verb]
    words = [token.text for token in sorted(kept, key=lambda token: token.i)]
    return " ".join([*words, preposition] if preposition else words)
