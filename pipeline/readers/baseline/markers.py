"""Words that mark a statement, each with the share of good ones among those read by hand (notes: nlp)."""

import re
from typing import NamedTuple

from pipeline.readers.baseline.definitions import CUE

THESIS, DEFINITION, SUPPOSITION, QUESTION, EXAMPLE, PROGRAMME, DISTINCTION = (
    "thesis", "definition", "supposition", "question", "example", "programme", "distinction"
)  # fmt: skip
CONCLUSION, PREMISE = "conclusion", "premise"
CONCLUDING_CUES = frozenset({"therefore", "hence", "thus", "so that", "it follows that", "consequently"})


class Marker(NamedTuple):
    """`confidence` is None where the marker was found good but not counted. `role` says what the marked clause is to
    the one beside it; `opens` that it counts only at the beginning of a clause."""

    pattern: "re.Pattern[str]"
    kind: str
    confidence: float | None
    role: str = ""
    opens: bool = False


def _marker(
    pattern: str, kind: str, confidence: float | None, role: str = "", opens: bool = False, case: bool = False
) -> Marker:
    return Marker(re.compile(pattern, 0 if case else re.IGNORECASE), kind, confidence, role, opens)


MARKERS = (
    Marker(CUE, DEFINITION, None),
    _marker(r"(?:let (?:us|it be) |we may |if we )?(?:now )?(?:suppose|assume|assumed)(?:,[^,]*,)? that\b|let us (?:suppose|assume)\b|suppose\b",
            SUPPOSITION, None, "", True),
    _marker(r"\bin (?:this|the present|the following) (?:chapter|section|book|essay|lecture)\b.*\b(?:shall|will|must)\b"
            r"|\b(?:I|we) (?:shall|will) (?:now |then |next )?(?:show|argue|consider|prove|examine|discuss|deal with)\b",
            PROGRAMME, None),
    _marker(r"\bfor (?:example|instance)\b", EXAMPLE, None),
    _marker(r"\b(?:it|from this it|hence it|whence it) (?:would )?follows? that\b", THESIS, None, CONCLUSION),
    _marker(r"\btherefore\b|\bhence(?!forth|forward)\b", THESIS, 0.875, CONCLUSION),
    _marker(r"(?:and )?thus\b", THESIS, 0.75, CONCLUSION, True),
    _marker(r"so that\b", THESIS, 0.5, CONCLUSION, True),
    _marker(r"\bbecause\b(?! of)", THESIS, None, PREMISE),
    _marker(r"since\b", THESIS, None, PREMISE, True),
    _marker(r"for\b(?! (?:example|instance|the sake|ever|this reason|these reasons|my part|a moment|the present))",
            THESIS, 0.25, PREMISE, True),
    _marker(r"\b(?:we|I) (?:must|shall|may|ought to) distinguish\b|\b(?:a|the|this) distinction between\b",
            DISTINCTION, None),
    _marker(r"But\b", THESIS, 0.375, "", True, True),
)  # fmt: skip
MARKS = frozenset({"because", "since", "for"})  # are markers only where the parser sees a subordinate clause


class Hit(NamedTuple):
    """A marker found in a piece of text; `start` is its offset there."""

    marker: Marker
    cue: str
    start: int


_OPENING = re.compile(r"[\s“\"'‘(—–\-]*")


def hits(text: str) -> list[Hit]:
    """All markers of a piece, in order of the list; one that must open a clause counts only at its beginning."""
    begin = _OPENING.match(text)
    first = begin.end() if begin is not None else 0
    found = []
    for marker in MARKERS:
        match = marker.pattern.match(text, first) if marker.opens else marker.pattern.search(text)
        if match is not None:
            found.append(Hit(marker, " ".join(match.group().lower().split())[:40], match.start()))
    return found
