"""Statements by markers, with the confidence that was measured for each; an inference only inside one sentence."""

import re
from typing import Any, NamedTuple

from pipeline.readers.baseline.clauses import hedge, modality, negated
from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.lexicon import SAYING
from pipeline.readers.baseline.parsing import Parse
from schemas.reading import AttitudeItem, Cite, InferenceItem, NumberedSentence, StatementItem

MOST_ABOUT = 4


class Marker(NamedTuple):
    """`confidence` is the share of good ones among those read by hand; None where they were good but not counted.
    `role` says what the marked clause is to the one beside it: a conclusion, a premise, or neither."""

    pattern: str
    kind: str
    confidence: float | None
    role: str = ""
    opens: bool = False


MARKERS = (
    Marker(r"\b(?:it|from this it|hence it|whence it) follows that\b", "thesis", None, "conclusion"),
    Marker(r"\b(?:therefore|hence)\b", "thesis", 0.875, "conclusion"),
    Marker(r"\bthus\b", "thesis", 0.75, "conclusion", True),
    Marker(r"\bso that\b", "thesis", 0.5, "conclusion", True),
    Marker(r"\b(?:because|since)\b", "thesis", None, "premise"),
    Marker(r"^(?:for)\b(?! (?:example|instance|the sake|ever))", "thesis", 0.25, "premise", True),
    Marker(r"\b(?:is|are|shall be|may be) called\b|\bgive the name\b|\b(?:I|we) (?:shall )?(?:call|mean by)\b|\bby \w+ (?:I|we) (?:mean|understand)\b",
           "definition", None),
    Marker(r"^(?:let us )?(?:suppose|assume)\b|\b(?:let us|we may|if we) (?:suppose|assume)\b", "supposition", None),
    Marker(r"\bfor (?:example|instance)\b", "example", None),
    Marker(r"\bin this (?:chapter|section|book|essay)\b.*\b(?:shall|will|have to)\b|\bI (?:shall|will) (?:now )?(?:show|argue|consider|prove)\b",
           "programme", None),
    Marker(r"^but\b", "thesis", 0.375, "", True),
)  # fmt: skip
_COMPILED = tuple((marker, re.compile(marker.pattern, re.IGNORECASE)) for marker in MARKERS)


class Said(NamedTuple):
    statements: list[StatementItem]
    inferences: list[InferenceItem]
    attitudes: list[AttitudeItem]


def statements(sentences: tuple[NumberedSentence, ...], parse: Parse, concepts: Concepts) -> Said:
    """What markers, questions and verbs of saying tell, in the order of the text."""
    said = Said([], [], [])
    for sentence, span in zip(sentences, parse.sentences, strict=True):
        _read(sentence, span, concepts, said)
    return said


def _read(sentence: NumberedSentence, span: Any, concepts: Concepts, said: Said) -> None:
    speaker, attitude = _speaker(span, concepts)
    marked = [found for text, part in _pieces(sentence) for found in [_marker(text, part)] if found is not None]
    if sentence.text.rstrip(" ”\"'’)").endswith("?"):
        _state(sentence, span, concepts, said, "", "question", "?", None, speaker)
    elif not marked and attitude:
        _state(sentence, span, concepts, said, "", "thesis", attitude.lower(), None, speaker)
    for marker, cue, part in marked[:2]:
        made = _state(sentence, span, concepts, said, part, marker.kind, cue, marker.confidence, speaker)
        other = _beside(sentence, part) if marker.role and part else None
        if other is not None:
            beside = _state(sentence, span, concepts, said, other, "thesis", cue, marker.confidence, speaker)
            premise, conclusion = (made, beside) if marker.role == "premise" else (beside, made)
            said.inferences.append(
                InferenceItem(
                    handle=f"i{len(said.inferences) + 1}",
                    premises=(premise,),
                    conclusion=conclusion,
                    cites=(Cite(sentence=sentence.number),),
                    cue=cue,
                    confidence=marker.confidence,
                )
            )
    if attitude and said.statements and said.statements[-1].cites[0].sentence == sentence.number:
        said.attitudes.append(
            AttitudeItem(
                entity=speaker, type=attitude, statement=said.statements[-1].handle, reported=True, take="open"
            )
        )


def _pieces(sentence: NumberedSentence) -> list[tuple[str, str]]:
    """(text, letter) of the parts, or the whole sentence under no letter."""
    return [(text, letter) for letter, text in sentence.parts] or [(sentence.text, "")]


def _marker(text: str, part: str) -> tuple[Marker, str, str] | None:
    """The first marker of a piece; one that must open a clause counts only at the piece's beginning."""
    plain = text.strip().lstrip("“\"'‘(—–- ")
    for marker, pattern in _COMPILED:
        match = pattern.search(plain)
        if match is not None and (not marker.opens or match.start() == 0):
            return marker, " ".join(match.group().lower().split())[:40], part
    return None


def _beside(sentence: NumberedSentence, part: str) -> str | None:
    """The part before the marked one, or after it when the marked one opens the sentence."""
    letters = [letter for letter, _ in sentence.parts]
    at = letters.index(part)
    if at > 0:
        return letters[at - 1]
    return letters[1] if len(letters) > 1 else None


def _state(
    sentence: NumberedSentence,
    span: Any,
    concepts: Concepts,
    said: Said,
    part: str,
    kind: str,
    cue: str,
    confidence: float | None,
    speaker: str,
) -> str:
    """Makes the statement, or finds it where the same part was stated before; returns its handle."""
    cite = Cite(sentence=sentence.number, part=part)
    known = next((s.handle for s in said.statements if s.cites == (cite,)), None)
    if known is not None:
        return known
    tokens = _tokens(sentence, span, part)
    about = concepts.near(tokens[0].i, tokens[-1].i + 1) if tokens else ()
    verb = next((token for token in tokens if token.dep_ == "ROOT"), None)
    verb = verb or next((token for token in tokens if token.pos_ in {"VERB", "AUX"}), None)
    handle = f"c{len(said.statements) + 1}"
    said.statements.append(
        StatementItem(
            handle=handle,
            kind=kind,
            cites=(cite,),
            speaker=speaker,
            about=about[:MOST_ABOUT],
            defines=about[-1:] if kind == "definition" else (),
            modality=modality(verb) if verb is not None else None,
            hedge=hedge(tokens),
            negated=verb is not None and negated(verb),
            cue=cue,
            confidence=confidence,
        )
    )
    return handle


def _tokens(sentence: NumberedSentence, span: Any, part: str) -> list[Any]:
    if not part:
        return list(span)
    text = next(text for letter, text in sentence.parts if letter == part)
    at = sentence.text.find(text)
    base = span[0].idx
    return [token for token in span if at <= token.idx - base < at + len(text)]


def _speaker(span: Any, concepts: Concepts) -> tuple[str, str]:
    """(speaker, attitude): the subject of a verb of saying that is a person or school, else the author, without one."""
    for token in span:
        if token.lemma_ not in SAYING or token.pos_ != "VERB":
            continue
        complement = any(child.dep_ in {"ccomp", "dobj"} for child in token.children)
        for child in token.children:
            handle = concepts.handle_of(child) if child.dep_ == "nsubj" else None
            if handle is not None and complement and concepts.is_speaker(handle):
                return handle, SAYING[token.lemma_]
            if child.dep_ == "nsubjpass" and child.lower_ == "it" and complement:
                return "someone", ""
    return "author", ""
