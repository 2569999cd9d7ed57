"""Whether a clause is put forward as a fact, how and by whom: read from its verb up through all that embeds it."""

from typing import Any, NamedTuple

from pipeline.readers.baseline.clauses import hedge, modality, negated, stands_apart
from pipeline.readers.baseline.conditions import hypothetical, is_condition
from pipeline.readers.baseline.embedding import COMPLEMENTS, Embedding, embedding, is_impersonal
from pipeline.readers.baseline.speakers import Speakers
from schemas.memory import AUTHOR


class Factuality(NamedTuple):
    """`entertained`: supposed, asked, wanted, said under a condition, or not said at all. `speaker` None: the author."""

    negated: bool
    entertained: bool
    modality: str | None
    hedge: str | None
    speaker: str | None

    @property
    def asserted(self) -> bool:
        """Put forward as a plain fact."""
        return not (self.negated or self.entertained) and self.modality in {None, "necessary"}


def factuality(verb: Any, asked: bool, speakers: Speakers, top: Any = None) -> Factuality:
    """`asked` tells that the sentence is a question; with `top` only what stands up to that verb counts."""
    found = Factuality(negated(verb), hypothetical(verb), modality(verb), hedge(verb.children), speakers.beside(verb))
    token, aside = verb, False
    while True:
        if is_condition(token):
            found = found._replace(entertained=True)
        if top is not None and token.i == top.i:
            return found
        if stands_apart(token) and token.dep_ != "relcl":
            return found
        step = embedding(token, speakers)  # also of a root, where the parser made a "that" clause one
        if step is not None:
            found = _within(found, Embedding(opens=step.opens, speaker=step.speaker) if aside else step)
        elif token.dep_ not in COMPLEMENTS | {"conj", "pcomp"}:
            aside = True  # what is said in passing is not denied with the clause that it stands in
        if token.head.i == token.i:
            return found._replace(entertained=found.entertained or asked)
        token = token.head
        if found.speaker is None and step is not None:
            found = found._replace(speaker=speakers.beside(token))


def content(verb: Any) -> Any:
    """The verb of what is said: behind "it is false that", "it seems that", "I deny that", else the verb itself."""
    clause = next(
        (child for child in verb.children if child.dep_ in COMPLEMENTS and child.pos_ in {"VERB", "AUX"}), None
    )
    plain = clause is not None and not stands_apart(clause) and is_impersonal(clause)
    return content(clause) if plain else verb


def _within(inner: Factuality, outer: Embedding) -> Factuality:
    """What somebody else says is not turned round by the words about his saying it: it is only not asserted."""
    if inner.speaker is not None:
        return inner._replace(entertained=inner.entertained or outer.opens or outer.flips)
    return Factuality(
        negated=(inner.negated != outer.flips) or outer.modality == "impossible",
        entertained=inner.entertained or outer.opens,
        modality=outer.modality or inner.modality,
        hedge=outer.hedge or inner.hedge,
        speaker=None if outer.speaker == AUTHOR else outer.speaker,
    )
