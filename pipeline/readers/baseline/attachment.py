"""What a clause with "that" belongs to: the noun or the verb before it, wherever the parser hangs it."""

from typing import Any

from pipeline.readers.baseline import predicates as words

_PARENTHESIS = 8  # words between commas that may part "that" from its noun
_NO_COMPLEMENT = frozenset("so order now except but such".split())  # before "that"


def content_noun(clause: Any) -> Any:
    """ "The supposition that …", also where the parser hangs the clause elsewhere."""
    named = clause.dep_ in {"acl", "relcl"} and clause.head.lemma_.lower() in words.CONTENT_NOUNS
    that = clause.left_edge
    if named and that.lower_ == "that" and that.dep_ not in {"nsubj", "nsubjpass"}:
        objects = [child for child in clause.children if child.dep_ in {"dobj", "prep", "attr", "acomp"}]
        if that.dep_ != "dobj" or len(objects) > 1:  # "the hypothesis that he framed" is only a relative clause
            return clause.head
    return _noun_before(clause)


def governor(clause: Any) -> Any:
    """The verb of saying above it; for a clause that was made the root, the last one before its "that"."""
    above = next((token for token in clause.ancestors if token.lemma_ in words.SPEECH), None)
    that = that_of(clause)
    if above is not None or clause.dep_ != "ROOT" or that is None:
        return above
    before = clause.doc[clause.sent.start : that.i]
    return next((token for token in reversed(before) if token.pos_ == "VERB" and token.lemma_ in words.SPEECH), None)


def introduced_by_that(clause: Any) -> bool:
    that = that_of(clause)
    if that is None or clause.dep_ not in {"advcl", "relcl", "acl", "ROOT"}:
        return False
    return that.i == 0 or clause.doc[that.i - 1].lower_ not in _NO_COMPLEMENT


def _noun_before(clause: Any) -> Any:
    """ "The supposition that", and "the supposition, that" or "the supposition, made before, that" where no verb takes
    the clause."""
    that = that_of(clause)
    if that is None:
        return None
    doc, at = clause.doc, that.i - 1
    while at > 0 and doc[at].lower_ in {"only", "merely", "simply", "namely", "viz"}:
        at -= 1
    ends = [at]
    if at > 0 and doc[at].text == "," and not _governed(clause, that):
        ends = [at - 1, *(end - 1 for end in range(at - 1, max(1, at - _PARENTHESIS), -1) if doc[end].text == ",")]
    nouns = (doc[end] for end in ends if end >= clause.sent.start)
    return next((noun for noun in nouns if noun.pos_ == "NOUN" and noun.lemma_.lower() in words.CONTENT_NOUNS), None)


def _governed(clause: Any, that: Any) -> bool:
    """ "We infer from the hypothesis, that": the verb, or "evident", stands before the noun and takes a clause."""
    taking = words.SPEECH | words.FACTIVE | words.TRUE_WORDS | words.FALSE_WORDS | words.OPEN_WORDS
    taking |= words.MODAL_WORDS.keys() | words.HEDGING_WORDS.keys()
    before = (token for token in clause.doc[clause.sent.start : that.i] if token.pos_ in {"VERB", "ADJ"})
    return any(token.lemma_.lower() in taking for token in before)


def that_of(clause: Any) -> Any:
    return next((child for child in clause.children if child.lower_ == "that" and child.dep_ == "mark"), None)
