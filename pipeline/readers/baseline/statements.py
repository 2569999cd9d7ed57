"""Statements by markers, questions and verbs of saying; an inference only between two parts of one sentence."""

import re
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from pipeline.readers.baseline.clauses import has_clause, hedge, negated
from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.conditions import apodosis, is_condition
from pipeline.readers.baseline.embedding import embedding
from pipeline.readers.baseline.factuality import content, factuality
from pipeline.readers.baseline.markers import (
    CONCLUSION,
    DEFINITION,
    MARKS,
    PREMISE,
    QUESTION,
    SUPPOSITION,
    THESIS,
    Hit,
    hits,
)
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.predicates import SUPPOSING
from pipeline.readers.baseline.reports import Report, reports
from pipeline.readers.baseline.speakers import Speakers
from schemas.memory import AUTHOR
from schemas.reading import AttitudeItem, Cite, InferenceItem, NumberedSentence, StatementItem

MOST_ABOUT = 4
_TURNS = re.compile(r"(?:but|yet|and|or|nor)\b(?! (?:therefore|thus|hence|so|consequently))", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|not|merely|simply|just|partly|neither|nor|or)$", re.IGNORECASE)
_FIRST_NOUNS = frozenset({"nsubj", "nsubjpass", "expl", "pobj", "dobj", "attr"})
_QUOTES = " ”\"'’)_"


class _Piece(NamedTuple):
    """A part of a sentence with its tokens; the whole sentence has no letter."""

    letter: str
    text: str
    tokens: list[Any]


class Statements:
    """What was found, and what references add to it later."""

    def __init__(
        self, sentences: tuple[NumberedSentence, ...], parse: Parse, concepts: Concepts, speakers: Speakers
    ) -> None:
        self.statements: list[StatementItem] = []
        self.inferences: list[InferenceItem] = []
        self.attitudes: list[AttitudeItem] = []
        self._parse, self._concepts, self._speakers = parse, concepts, speakers
        for sentence, span in zip(sentences, parse.sentences, strict=True):
            self._read(sentence, span)

    def refer_to(self, sentence: NumberedSentence, part: str = "") -> str:
        """The statement of a sentence that is spoken of later; it is made where no marker made one."""
        here = [s.handle for s in self.statements if s.cites[0].sentence == sentence.number]
        if here and not part:
            return here[-1]
        pieces = _pieces(sentence, self._parse, self._parse.sentences[sentence.number - 1])
        if part:
            return self._state(sentence, [p for p in pieces if p.letter == part], THESIS, "referred to", None)
        whole = _Piece("", sentence.text, [token for piece in pieces for token in piece.tokens])
        return self._state(sentence, [whole], THESIS, "referred to", None)

    def _read(self, sentence: NumberedSentence, span: Any) -> None:
        pieces = _pieces(sentence, self._parse, span)
        question = sentence.text.rstrip(_QUOTES).endswith("?")
        asked = _asked(pieces) if question else []
        if asked:
            self._attribute(AUTHOR, "ASKS", self._state(sentence, asked, QUESTION, "?", None))
        said = {piece.letter: report for report in reports(span, question, self._speakers) for piece in pieces
                if report.clause.i in {token.i for token in piece.tokens}}  # fmt: skip
        for at, piece in enumerate(pieces):
            if piece in asked:
                continue
            report = said.get(piece.letter)
            hit = next((hit for hit in hits(piece.text) if self._holds(hit, piece)), None)
            if hit is None and report is None:
                continue
            cue, confidence, kind = (hit.cue, hit.marker.confidence, hit.marker.kind) if hit else ("", None, THESIS)
            if report is not None:
                cue = cue or report.cue
            handle = self._state(sentence, _with_verb(pieces, at), kind, cue, confidence, said=report)
            if hit is not None:
                self._infer(sentence, pieces, at, hit, handle, said)
            if report is not None:
                self._attribute(report.speaker, report.attitude, handle)
            elif kind == SUPPOSITION:
                self._attribute(AUTHOR, "SUPPOSES", handle)

    def _holds(self, hit: Hit, piece: _Piece) -> bool:
        """Whether the parser agrees that "because", "since" or "for" opens a clause here."""
        if hit.cue not in MARKS:
            return True
        token = next((t for t in piece.tokens if t.lower_ == hit.cue), None)
        if token is None or token.dep_ in {"mark", "cc"} or token.pos_ in {"SCONJ", "CCONJ"}:
            return token is not None
        after = (t.dep_ for t in piece.tokens if t.i > token.i and t.dep_ in _FIRST_NOUNS)
        return hit.cue == "for" and next(after, "pobj") != "pobj"  # it is often taken for a preposition

    def _infer(
        self,
        sentence: NumberedSentence,
        pieces: list[_Piece],
        at: int,
        hit: Hit,
        handle: str,
        said: dict[str, Report],
    ) -> None:
        if hit.marker.role not in {CONCLUSION, PREMISE} or len(pieces) == 1:
            return
        if at > 0 and _TURNS.match(pieces[at].text):
            return  # "…, but it is therefore …" follows from neither side alone
        if at > 0:
            beside = pieces[at - 1]
        elif hit.marker.role == PREMISE and hit.cue != "for" and hit.start < 3 and not _TURNS.match(pieces[1].text):
            beside = pieces[1]  # "Since …, …": the main clause comes after
        else:
            return
        ends = (_main(beside.tokens), _main(pieces[at].tokens))
        if None in ends or not (has_clause(beside.tokens) and has_clause(pieces[at].tokens)):
            return  # "By night, therefore …", "…, because chosen."
        if hit.cue in MARKS and _is_elliptical(pieces[at], hit.cue):
            return
        if hit.cue == "because" and _explains(beside, ends[0]):
            return
        other = self._state(sentence, [beside], THESIS, hit.cue, hit.marker.confidence, said=said.get(beside.letter))
        premise, conclusion = (handle, other) if hit.marker.role == PREMISE else (other, handle)
        if premise == conclusion or any(
            i.premises == (premise,) and i.conclusion == conclusion for i in self.inferences
        ):
            return
        self.inferences.append(
            InferenceItem(
                handle=f"i{len(self.inferences) + 1}",
                premises=(premise,),
                conclusion=conclusion,
                cites=(Cite(sentence=sentence.number),),
                cue=hit.cue,
                confidence=hit.marker.confidence,
            )
        )

    def _attribute(self, entity: str, attitude: str, statement: str) -> None:
        own = entity == AUTHOR
        stance = AttitudeItem(
            entity=entity,
            type=attitude,
            statement=statement,
            reported=not own,
            take=None if own else "open",
        )
        if stance not in self.attitudes:
            self.attitudes.append(stance)

    def _state(
        self,
        sentence: NumberedSentence,
        pieces: list[_Piece],
        kind: str,
        cue: str,
        confidence: float | None,
        said: Report | None = None,
    ) -> str:
        """Makes the statement, or finds it where the same words were stated before; returns its handle."""
        cites = tuple(Cite(sentence=sentence.number, part=piece.letter) for piece in pieces)
        known = next((s.handle for s in self.statements if s.cites == cites), None)
        if known is not None:
            return known
        tokens = [token for piece in pieces for token in piece.tokens]
        main, inside = _main(tokens), {token.i for token in tokens}
        reported = said is not None and said.clause.pos_ in {"VERB", "AUX"}
        top = said.clause if said is not None and reported else main
        verb = top if top is None or content(top).i not in inside else content(top)
        marks = None if verb is None else factuality(verb, False, self._speakers, top)
        if kind == THESIS and top is not None and _supposed(top, self._speakers):
            kind = SUPPOSITION
        defines = [
            handle
            for token in tokens
            if token.i in self._concepts.defined
            for handle in [self._concepts.handle_of(token)]
            if handle is not None
        ]
        self.statements.append(
            StatementItem(
                handle=f"c{len(self.statements) + 1}",
                kind=kind,
                cites=cites,
                speaker=said.speaker if said is not None else AUTHOR,
                about=self._concepts.among(tokens)[:MOST_ABOUT],
                defines=tuple(dict.fromkeys(defines)) if kind == DEFINITION else (),
                modality=None if marks is None else marks.modality,
                hedge=None if marks is None else marks.hedge or hedge(t for t in tokens if _near(t, main, inside)),
                negated=marks is not None and marks.negated,
                cue=cue,
                confidence=confidence,
            )
        )
        return self.statements[-1].handle


def _with_verb(pieces: list[_Piece], at: int) -> list[_Piece]:
    """The piece with those after it up to the first verb: "Thus our a priori knowledge," says nothing alone."""
    for end in range(at + 1, len(pieces) + 1):
        if _main([token for piece in pieces[at:end] for token in piece.tokens]) is not None:
            return pieces[at:end]
    return [pieces[at]]


def _pieces(sentence: NumberedSentence, parse: Parse, span: Any) -> list[_Piece]:
    if not sentence.parts:
        return [_Piece("", sentence.text, list(span))]
    found, at, tokens = [], 0, [(parse.offset(token), token) for token in span]
    bounds = []
    for letter, text in sentence.parts:
        start = max(sentence.text.find(text, at), at)
        bounds.append((letter, text, start))
        at = start + len(text)
    ends = [start for _, _, start in bounds[1:]] + [len(sentence.text) + 1]
    for (letter, text, start), end in zip(bounds, ends, strict=True):
        found.append(_Piece(letter, text, [token for offset, token in tokens if start <= offset < end]))
    return found


def _explains(piece: _Piece, verb: Any) -> bool:
    """ "Only because" tells why it is so, not why to think so; "not … because" without a comma may deny the reason."""
    text = piece.text.rstrip(_QUOTES)
    return bool(_ONLY.search(text)) or (not text.endswith((",", ";", ":")) and negated(verb))


def _is_elliptical(piece: _Piece, cue: str) -> bool:
    """ "…, because chosen, …": behind the marker, up to the comma, only a participle or an adjective."""
    behind = dropwhile(lambda token: token.lower_ != cue, piece.tokens)
    said = list(takewhile(lambda token: token.text not in {",", ";"}, list(behind)[1:]))
    word = next((token for token in said if token.pos_ != "ADV"), None)
    if word is None or word.tag_ not in {"VBN", "VBD", "JJ"} or has_clause(said):
        return False
    return word.head.i not in {token.i for token in said if token.i > word.i}


def _asked(pieces: list[_Piece]) -> list[_Piece]:
    """The pieces of a question: those after the last one that a semicolon, colon or dash closed."""
    first = 0
    for at, piece in enumerate(pieces[:-1], 1):
        if piece.text.rstrip(_QUOTES)[-1:] in {";", ":", "—"}:
            first = at
    return pieces[first:]


def _main(tokens: list[Any]) -> Any:
    """The verb that the piece is about: the root, or the highest verb whose head lies outside."""
    inside = {token.i for token in tokens}
    verbs = [token for token in tokens if token.pos_ in {"VERB", "AUX"} and token.dep_ not in {"aux", "auxpass"}]
    main = next((t for t in verbs if t.dep_ == "ROOT" or t.head.i not in inside), verbs[0] if verbs else None)
    then = apodosis(main) if main is not None and main.dep_ == "ROOT" and is_condition(main) else None
    return then if then is not None and then.i in inside else main


def _supposed(verb: Any, speakers: Speakers) -> bool:
    """The clause itself is a condition or what somebody supposes; the main clause of a condition is a thesis."""
    step = embedding(verb, speakers)
    return is_condition(verb) or (step is not None and step.opens and verb.head.lemma_ in SUPPOSING)


def _near(token: Any, verb: Any, inside: set[int]) -> bool:
    """An adverb of the main verb, or the verb itself: a hedge in a side clause is not the statement's."""
    return token.i in inside and (token.i == verb.i or token.head.i == verb.i or token.head.i == verb.head.i)
