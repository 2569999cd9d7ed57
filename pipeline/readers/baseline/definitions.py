"""Finds what a sentence defines: the noun phrase after "is called" or between "by" and "I mean"."""

import re
from typing import Any

from pipeline.readers.baseline.parsing import Parse

_AFTER = (
    r"\b(?:is|are|was|were|be|been)\s+called\b|(?<!what )\b(?:I|we)\s+(?:shall\s+|will\s+|may\s+)?call\b|\bgive the name(?: of)?\b"
    r"|\bgive (?:this|it|them) the name(?: of)?\b|\bunder the name(?: of)?\b"
)
_BY = r"\bby\s+(?:the\s+(?:word|term)\s+)?[“\"'‘]?[^,;:.]{1,60}?\s+(?:I|we)\s+(?:shall\s+)?(?:mean|understand)\b"
CUE = re.compile(rf"(?P<by>{_BY})|(?P<after>{_AFTER})", re.IGNORECASE)
_QUOTES = frozenset("“”\"‘’'")
NEAR = 8  # tokens within which the defined phrase must begin


def defined(parse: Parse) -> dict[int, int]:
    """Heads of defined phrases, each with its sentence's number."""
    heads = {chunk.root.i: chunk.start for chunk in parse.doc.noun_chunks if chunk.root.pos_ in {"NOUN", "PROPN"}}
    found: dict[int, int] = {}
    for number, span in enumerate(parse.sentences, 1):
        for match in CUE.finditer(span.text):
            head = _head(heads, span, match)
            if head is not None:
                found[head] = number
    return found


def _head(heads: dict[int, int], span: Any, match: "re.Match[str]") -> int | None:
    start = span[0].idx + (match.start() + 2 if match.group("by") else match.end())
    tokens = [token for token in span if token.idx >= start]
    if not tokens:
        return None
    quoted = _quoted(tokens)
    if quoted is not None:
        return quoted
    near = [i for i in heads if tokens[0].i <= heads[i] < tokens[0].i + NEAR and i <= span[-1].i]
    if match.group("by"):
        return min(near, default=None)
    if "call" in match.group().lower() and "called" not in match.group().lower() and len(near) > 1:
        return sorted(near)[1] if near[1] - near[0] < NEAR else None  # "we call the thing X": the second is the name
    return min(near, default=None)


def _quoted(tokens: list[Any]) -> int | None:
    """The last noun inside the quotation marks that follow at once: the name itself, whatever the parse makes of it."""
    opening = next((at for at, token in enumerate(tokens[:3]) if token.text in _QUOTES), None)
    if opening is None:
        return None
    inside = []
    for token in tokens[opening + 1 : opening + 1 + NEAR]:
        if token.text in _QUOTES:
            break
        inside.append(token)
    return next((token.i for token in reversed(inside) if token.pos_ in {"NOUN", "PROPN"}), None)
