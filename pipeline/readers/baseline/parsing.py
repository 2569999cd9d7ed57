"""Parses a chunk: our sentence bounds, phrases merged before the parse, one model loaded once a process."""

import itertools
import re
import threading
from functools import lru_cache
from typing import Any

from pipeline.readers.baseline.lexicon import PHRASES
from schemas.reading import NumberedSentence

_LOCK = threading.Lock()  # chapters are read by several threads; a pipeline's vocabulary is not made for that
_PHRASE = re.compile(r"\b(?:" + "|".join(PHRASES) + r")\b", re.IGNORECASE)


@lru_cache(maxsize=2)
def load(name: str) -> Any:
    """The spaCy pipeline without its entity recogniser, whose labels are wrong for philosophers."""
    import spacy

    return spacy.load(name, exclude=["ner"])


class Parse:
    """A parsed chunk: `sentences[n - 1]` is the span of sentence n, whatever the parser thinks of bounds."""

    def __init__(self, doc: Any, starts: list[int]) -> None:
        self.doc = doc
        bounds = [*starts, len(doc)]
        self.sentences = [doc[one:other] for one, other in itertools.pairwise(bounds)]
        self.number = {token.i: n for n, span in enumerate(self.sentences, 1) for token in span}


def parse(sentences: tuple[NumberedSentence, ...], model: str) -> Parse:
    """Deterministic: the same sentences give the same parse."""
    texts = [sentence.text.replace("_", " ") for sentence in sentences]
    with _LOCK:
        pipeline = load(model)
        doc = pipeline.make_doc("\n".join(texts))
        with doc.retokenize() as retokenizer:
            for match in _PHRASE.finditer(doc.text):
                span = doc.char_span(*match.span())
                if span is not None and len(span) > 1 and "\n" not in span.text:
                    retokenizer.merge(span)
        starts, at = [], 0
        for text in texts:
            first = next(
                (t.i for t in doc if t.idx + len(t.text) > at and not t.is_space and t.idx >= at), len(doc) - 1
            )
            starts.append(first)
            at += len(text) + 1
        begins = set(starts)
        for token in doc:
            token.is_sent_start = token.i in begins or token.i == 0
        for _, component in pipeline.pipeline:
            doc = component(doc)
    return Parse(doc, starts)
