"""Prepositional phrases that stand side by side, each with its own denial: "upon the data, and not at all upon the aim"."""

import re
from collections.abc import Iterator
from typing import Any

from pipeline.readers.baseline.lexicon import NEGATIVE_DETERMINERS, NO_WAY

_WAYS = "|".join(sorted(NO_WAY))
_DENIAL = re.compile(
    rf"(?:not|never|neither|nor|nowise|nowhere|hardly|scarcely)(?: at all| in the least| in any (?:{_WAYS}))?"
    rf"|(?:by|in|on|under) no (?:{_WAYS})"
)
_LONGEST = 4  # words of a denial
_PARENTHESIS = 8  # words between commas that may part it from its preposition
_ADVERBIAL = re.compile(r"(?:at all|in the least|in any|(?:by|in|on|under) no)\b")
_OWN = frozenset({"prep", "agent", "dative"})


def prepositions(anchor: Any) -> Iterator[Any]:
    """Those of a verb, an adjective or a noun, with those that are joined to them."""
    for child in anchor.children:
        if child.dep_ in _OWN or (child.dep_ == "conj" and _is_preposition(child)):
            yield from _joined(child)


def denied_before(preposition: Any, anchor: Any) -> bool:
    """ "…, and not upon", "…, by no means from"; directly behind the anchor a denial is the clause's, save "neither"."""
    start = _denial(preposition)
    return start is not None and (start > anchor.i + 1 or preposition.doc[start].lower_ == "neither")


def but_before(preposition: Any) -> bool:
    """ "…, but upon", "…, but only upon"."""
    at = preposition.i - 1
    if preposition.head.i > at:
        return False  # "But from …"
    while at > 0 and preposition.doc[at].pos_ == "ADV":
        at -= 1
    return at >= 0 and bool(preposition.doc[at].lower_ == "but")


def of_a_phrase(negation: Any, verb: Any) -> bool:
    """Whether it denies only a phrase behind the verb; then the verb itself is not denied."""
    start = negation.left_edge.i
    if start <= verb.i + 1:
        return False
    return any(
        _is_preposition(token) and not _ADVERBIAL.match(_text(token.doc[token.i : token.i + 3]))
        for token in negation.doc[start + 1 : start + 1 + _LONGEST]
        if _denial(token) == start
    )


def _joined(preposition: Any) -> Iterator[Any]:
    noun = next((child for child in preposition.children if child.dep_ == "pobj"), None)
    if noun is not None and noun.lower_ in NO_WAY and any(c.lower_ in NEGATIVE_DETERMINERS for c in noun.children):
        yield from (child for child in noun.children if child.dep_ == "prep")  # "by no means from"
    else:
        yield preposition
    for child in preposition.children:
        if child.dep_ == "conj" and _is_preposition(child):
            yield from _joined(child)


def _denial(preposition: Any) -> int | None:
    """Where the denial begins that ends at the preposition, or at a parenthesis between commas before it."""
    doc, at = preposition.doc, preposition.i
    ends = [at]
    if at and doc[at - 1].text == ",":
        ends += [end for end in range(at - 1, max(0, at - _PARENTHESIS), -1) if doc[end].text == ","][:2]
    spans = ((start, end) for end in ends for start in range(max(0, end - _LONGEST), end))
    return next((start for start, end in spans if _DENIAL.fullmatch(_text(doc[start:end]))), None)


def _is_preposition(token: Any) -> bool:
    return token.tag_ in {"IN", "TO"}  # "upon" is a conjunction to the parser's other tags


def _text(span: Any) -> str:
    return " ".join(token.lower_ for token in span)
