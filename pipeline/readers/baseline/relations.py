"""Relations from clauses whose two ends are accepted entities, with what the clause and all around it make of them."""

from collections.abc import Iterator

from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.factuality import factuality
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.predicates import QUESTIONING_ADJECTIVES
from pipeline.readers.baseline.speakers import Speakers
from pipeline.readers.baseline.triples import COPULA, HAVING, OTHER_VERB, TYPED_VERB, Triple, triples
from schemas.reading import Cite, RelationItem

# Shares of 120 relations, drawn from nineteen chapters of four books, whose ends, direction and type were what the sentence
# says; read by one person, marks not counted. Whether they are worth having is another matter: see the README.
CONFIDENCES = {
    COPULA: round(20 / 25, 2),
    TYPED_VERB: round(34 / 43, 2),
    HAVING: round(10 / 15, 2),
    OTHER_VERB: round(29 / 37, 2),
}
_MODIFIERS = frozenset({"amod", "compound", "nmod", "advmod"})


def relations(parse: Parse, concepts: Concepts, speakers: Speakers) -> Iterator[RelationItem]:
    """In the order of the text; the same triple is given once a sentence."""
    for number, span in enumerate(parse.sentences, 1):
        asked = is_question(span.text)
        seen = set()
        for triple in triples(span, concepts):
            key = (triple.subject, triple.kind, triple.object, triple.predicate)
            if key not in seen:
                seen.add(key)
                yield _item(number, triple, asked, concepts, speakers)


def is_question(text: str) -> bool:
    return text.rstrip(" ”\"'’)_").endswith("?")


def _item(number: int, triple: Triple, asked: bool, concepts: Concepts, speakers: Speakers) -> RelationItem:
    said = factuality(triple.verb, asked, speakers)
    return RelationItem(
        subject=triple.subject,
        type=triple.kind,
        object=triple.object,
        cites=(Cite(sentence=number),),
        predicate=triple.predicate,
        negated=triple.negated != said.negated,
        entertained=said.entertained or _called_in_question(triple, concepts),
        modality=said.modality,
        hedge=said.hedge,
        speaker=said.speaker,
        confidence=CONFIDENCES[triple.cue],
    )


def _called_in_question(triple: Triple, concepts: Concepts) -> bool:
    """ "The so-called faculty": the adjective is left out of the name, so nothing is asserted of what is named. Of
    "hypothetical grounds", named so, something is."""
    return any(
        child.dep_ in _MODIFIERS
        and child.lower_ in QUESTIONING_ADJECTIVES
        and child.lower_ not in concepts.form_of(noun).lower().split()
        for noun in triple.nouns
        for child in noun.children
    )
