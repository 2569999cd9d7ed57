"""Reports: somebody's attitude to a clause, where the text puts it forward as a fact that he has it."""

from typing import Any, NamedTuple

from pipeline.readers.baseline.clauses import stands_apart
from pipeline.readers.baseline.embedding import REPORTING
from pipeline.readers.baseline.factuality import factuality
from pipeline.readers.baseline.lexicon import SAYING, TAKES_OBJECT
from pipeline.readers.baseline.speakers import Speakers
from schemas.memory import AUTHOR, SOMEONE

HOLDS = "HOLDS"


class Report(NamedTuple):
    """`clause` is the token under which the reported words hang; `cue` the verb of saying, or "according"."""

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
    if verb.lemma_ not in REPORTING:
        return None
    speaker = speakers.of(verb)
    if speaker is None or speaker == AUTHOR:
        return None
    attitude = SAYING.get(verb.lemma_, HOLDS)
    clause = next((child for child in verb.children if child.dep_ == "ccomp" and not stands_apart(child)), None)
    if clause is not None:
        return Report(speaker, attitude, verb.lower_, clause)
    if verb.lemma_ in TAKES_OBJECT and speaker != SOMEONE:  # "though they deny matter, …" says nothing of the sentence
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
    possible = said.modality is not None and report.speaker != SOMEONE  # "one might say" is how SOMEONE speaks
    return not (said.negated or said.entertained or possible)
