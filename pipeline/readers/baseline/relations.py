"""Relations from clauses whose two ends are accepted entities; a third of such edges were good when read by hand."""

from collections.abc import Iterator

from pipeline.readers.baseline.clauses import entertained, hedge, modality, negated
from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.speakers import reported_by
from pipeline.readers.baseline.triples import Triple, triples
from schemas.reading import Cite, RelationItem

CONFIDENCE = 0.33


def relations(parse: Parse, concepts: Concepts) -> Iterator[RelationItem]:
    """In the order of the text; the same triple is given once a sentence."""
    for number, span in enumerate(parse.sentences, 1):
        question = span.text.rstrip(" ”\"'’)").endswith("?")
        seen = set()
        for triple in triples(span, concepts):
            key = (triple.subject, triple.kind, triple.object, triple.predicate)
            if key not in seen:
                seen.add(key)
                yield _item(number, triple, question, concepts)


def _item(number: int, triple: Triple, question: bool, concepts: Concepts) -> RelationItem:
    verb = triple.verb
    clause = list(verb.children)
    speaker = reported_by(verb, concepts)
    return RelationItem(
        subject=triple.subject,
        type=triple.kind,
        object=triple.object,
        cites=(Cite(sentence=number),),
        predicate=triple.predicate,
        negated=triple.negated != negated(verb),
        entertained=entertained(verb, question),
        modality=modality(verb),
        hedge=hedge(clause),
        speaker=speaker,
        confidence=CONFIDENCE,
    )
