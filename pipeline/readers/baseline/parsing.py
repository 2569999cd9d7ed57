"""Parses a chunk: our sentence bounds, phrases merged before the parse, one model loaded once a process."""

import re
import threading
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from pipeline.readers.baseline.citations import citations
from pipeline.readers.baseline.lexicon import PHRASES
from pipeline.readers.baseline.names import WORKS
from schemas.reading import NumberedSentence

_LOCK = threading.Lock()  # chapters are read by several threads; a pipeline is not made for that
_LOADING = threading.Lock()
_MERGED = re.compile(
    rf"(?i:\b(?:{'|'.join(PHRASES)})\b)|\b(?:{'|'.join(WORKS)})\b|\b[^\W\d_]{{2,}}(?:[-‐‑][^\W\d_]{{2,}})+\b"
)
_SKIPPED = re.compile(r"_+|\s+")
_STOPPED_DASH = (r"[;:](?=[—–])", r"(?<=[;:])[—–]+")  # "the order;—not the right" is no single word
# Words that the English tokenizer cuts as if their apostrophe were lost ("wo|nt", "i|d"); "dont" and "isnt" are no words
# and stay what they are meant for.
_WHOLE = "wont cant id wed hows whys whens wheres".split()


@lru_cache(maxsize=2)
def _loaded(name: str) -> Any:
    """The spaCy pipeline without its entity recogniser, whose labels are wrong for philosophers."""
    import spacy

    pipeline = spacy.load(name, exclude=["ner"])
    tokenizer: Any = pipeline.tokenizer
    infixes = [*(pipeline.Defaults.infixes or ()), *_STOPPED_DASH]
    tokenizer.infix_finditer = spacy.util.compile_infix_regex(infixes).finditer
    for word in _WHOLE:
        for printed in (word, word.capitalize()):
            tokenizer.add_special_case(printed, [{"ORTH": printed}])
    return pipeline


def load(name: str) -> Any:
    with _LOADING:  # lru_cache alone lets two threads load it side by side
        return _loaded(name)


class Parse:
    """A parsed chunk: `sentences[n - 1]` is the span of sentence n, whatever the parser thinks of bounds."""

    def __init__(self, doc: Any, starts: list[int], offsets: list[list[int]]) -> None:
        self.doc = doc
        self.sentences = [doc[one:other] for one, other in pairwise([*starts, len(doc)])]
        self.number = {token.i: n for n, span in enumerate(self.sentences, 1) for token in span}
        self._offsets = offsets

    def offset(self, token: Any) -> int:
        """Where the token begins in its sentence's text as it was given."""
        number = self.number[token.i]
        places = self._offsets[number - 1]
        at = token.idx - self.sentences[number - 1][0].idx
        return places[min(at, len(places) - 1)] if places else 0

    def words(self, first: int, last: int) -> str:
        """The text of tokens [first, last) with single spaces."""
        return " ".join(self.doc[first:last].text.split())


def plain(text: str) -> tuple[str, list[int]]:
    """The text without bracketed citations and underscores (italics of plain text) and with single spaces, and each
    character's old offset."""
    for start, end in citations(text):
        text = f"{text[:start]}{'_' * (end - start)}{text[end:]}"
    characters: list[str] = []
    offsets: list[int] = []
    at = 0
    for match in _SKIPPED.finditer(text):
        characters.extend(text[at : match.start()])
        offsets.extend(range(at, match.start()))
        if match.group().isspace() and characters and characters[-1] != " ":
            characters.append(" ")
            offsets.append(match.start())
        at = match.end()
    characters.extend(text[at:])
    offsets.extend(range(at, len(text)))
    return "".join(characters), offsets


def parse(sentences: tuple[NumberedSentence, ...], model: str) -> Parse:
    """Deterministic: the same sentences give the same parse."""
    cleaned = [plain(sentence.text) for sentence in sentences]
    texts = [text.rstrip() or "." for text, _ in cleaned]
    pipeline = load(model)
    with _LOCK:
        doc = pipeline.make_doc(" ".join(texts))
        begins = [0, *accumulate(len(text) + 1 for text in texts[:-1])]
        with doc.retokenize() as retokenizer:
            for begin, text in zip(begins, texts, strict=True):  # never across two sentences
                for match in _MERGED.finditer(text):
                    span = doc.char_span(begin + match.start(), begin + match.end())
                    if span is not None and len(span) > 1:
                        retokenizer.merge(span)
        at_begin = set(begins)
        starts = [token.i for token in doc if token.idx in at_begin]
        if len(starts) != len(texts):
            raise AssertionError("a token runs across two sentences")
        for token in doc:
            token.is_sent_start = token.idx in at_begin
        for _, component in pipeline.pipeline:
            doc = component(doc)
    return Parse(doc, starts, [offsets for _, offsets in cleaned])
