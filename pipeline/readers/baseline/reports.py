"""Reports: somebody's attitude to a clause, where the text puts it forward as a fact that he has it."""

from typing import Any, NamedTuple

from pipeline.readers.baseline.clauses import modality, negated, stands_apart
from pipeline.readers.baseline.factuality import factuality
from pipeline.readers.baseline.lexicon import SAYING, TAKES_OBJECT
from pipeline.readers.baseline.predicates import BELIEVING, DENYING, DOUBTING, GRANTING, SPEECH, SUPPOSING
from pipeline.readers.baseline.speakers import Speakers
from schemas.memory import AUTHOR, SOMEONE

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
HOLDS, DENIES, CONCEDES = "HOLDS", "DENIES", "CONCEDES"
ATTITUDES = {
    **dict.fromkeys(DENYING, DENIES), **dict.fromkeys(DOUBTING, "DOUBTS"), **dict.fromkeys(GRANTING, CONCEDES),
    **dict.fromkeys(SUPPOSING, "SUPPOSES"), **dict.fromkeys(BELIEVING, HOLDS), "wonder": "ASKS", "enquire": "ASKS", **SAYING,
}  # fmt: skip


class Report(NamedTuple):
    """`clause` is the token under which the reported words hang; `cue` the verb of saying, or "according to". The
    author's own attitudes are told, not reported."""

    speaker: str
    attitude: str
    cue: str
    clause: Any


def reports(span: Any, asked: bool, speakers: Speakers) -> list[Report]:
    """In the order of the text. What somebody does not say, might say or is only asked to have said is none."""
    found = []
    for token in span:
        if token.pos_ in {"VERB", "AUX"} and token.dep_ not in {"aux", "auxpass"}:
            report = _said(token, speakers) or _beside(token, speakers)
            if report is not None and _is_fact(token, report, asked, speakers):
                found.append(report)
    return found


def _said(verb: Any, speakers: Speakers) -> Report | None:
    """A clause with "that" or a finite one, or a noun for verbs such as "deny"."""
    if verb.lemma_ not in SPEECH:
        return None
    speaker, attitude = speakers.of(verb), ATTITUDES.get(verb.lemma_, HOLDS)
    if speaker == AUTHOR and attitude == DENIES and negated(verb):
        attitude = CONCEDES  # "I do not deny that"
    if attitude == CONCEDES and speaker == SOMEONE and modality(verb) is not None:
        speaker = AUTHOR  # "it must be admitted that"
    if speaker is None or (speaker == AUTHOR and attitude == HOLDS):
        return None
    clause = next((child for child in verb.children if child.dep_ == "ccomp" and not stands_apart(child)), None)
    if clause is not None:
        return Report(speaker, attitude, verb.lower_, clause)
    if verb.lemma_ in TAKES_OBJECT and speaker not in {
        SOMEONE,
        AUTHOR,
    }:  # "though they deny matter, …" says nothing of the sentence
        noun = next((child for child in verb.children if child.dep_ == "dobj" and child.pos_ == "NOUN"), None)
        return None if noun is None else Report(speaker, attitude, verb.lower_, noun)
    return None


def _beside(verb: Any, speakers: Speakers) -> Report | None:
    """ "According to Hume, …", "…, he says, …"."""
    speaker = speakers.beside(verb) if verb.dep_ == "ROOT" else None
    return None if speaker is None else Report(speaker, HOLDS, "according to", verb)


def _is_fact(verb: Any, report: Report, asked: bool, speakers: Speakers) -> bool:
    said = factuality(verb, asked, speakers)
    if report.clause.i == verb.i:
        return not said.entertained
    if report.speaker == AUTHOR:
        conceded = ATTITUDES.get(verb.lemma_) == DENIES  # "I do not deny that"; "I do not doubt that" is no attitude
        return not said.entertained and said.modality != "possible" and (conceded or not negated(verb))
    possible = said.modality is not None and not _at_large(verb)
    return not (said.negated or said.entertained or possible)


def _at_large(verb: Any) -> bool:
    """ "One might say", "it will be objected": the very words for what nobody in particular says."""
    return any(child.lower_ in {"it", "one", "some", "someone"} and child.dep_ in _SUBJECTS for child in verb.children)
