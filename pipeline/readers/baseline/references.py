"""References: shell nouns, demonstratives, former and latter, section words; resolved where something is at hand."""

import re
from collections.abc import Iterator
from typing import Any

from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.lexicon import SHELL_NOUNS
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.statements import Said
from schemas.memory import MemoryState
from schemas.reading import Cite, NumberedSentence, ReferenceItem, StatementItem

KIND_CONFIDENCE = 0.7  # a statement of the noun's own kind is at hand
PREVIOUS_CONFIDENCE = 0.6  # the sentence before: right in most of the 13 cases that were read
_NUMBERS = "first|second|third|fourth|fifth|last|next|preceding|previous|following"
_SHELL = re.compile(
    rf"\b(this|that|these|those|such an?|the (?:{_NUMBERS}))\s+(?:(?!(?:this|that|these|those|the|such)\b)\w+\s+)?({'|'.join(SHELL_NOUNS)})s?\b",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\b(?:chapter|section|part|book)\s+(?:\d+|[ivxlc]+|one|two|three|four|five|six|seven|eight|nine|ten)\b|§+\s*\d+"
    rf"|\b(?:the|our)\s+(?:{_NUMBERS})\s+(?:chapter|section|part)\b",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^[“\"'‘]?(This|That|These|Those)\s+(?:is|are|was|were|has|have|will|would|may|can|must|does|seems|shows|means)\b"
)
_FORMER = re.compile(r"\bthe (former|latter)\b", re.IGNORECASE)


def references(
    sentences: tuple[NumberedSentence, ...], memory: MemoryState, parse: Parse, concepts: Concepts, said: Said
) -> Iterator[ReferenceItem]:
    """In the order of the text; what has no clear target is given open."""
    for sentence, span in zip(sentences, parse.sentences, strict=True):
        number, text = sentence.number, sentence.text
        for match in _SECTION.finditer(text):
            yield ReferenceItem(sentence=number, surface=match.group(), kind="section", section=match.group())
        for match in _SHELL.finditer(text):
            yield _shell(number, match, sentences, memory, said)
        for match in _FORMER.finditer(text):
            target = _coordinated(match.group(1).lower(), number, span, parse, concepts)
            yield ReferenceItem(sentence=number, surface=match.group(), kind="former_latter", target=target)
        bare = _BARE.match(text)
        if bare is not None:
            yield ReferenceItem(sentence=number, surface=bare.group(1), kind="demonstrative")


def _shell(
    number: int, match: "re.Match[str]", sentences: tuple[NumberedSentence, ...], memory: MemoryState, said: Said
) -> ReferenceItem:
    determiner, noun = match.group(1).lower(), match.group(2).lower()
    if determiner.startswith("the "):  # "the second premise": which list is meant is not known here
        return ReferenceItem(sentence=number, surface=match.group(), kind="ordinal")
    target, confidence = _of_kind(SHELL_NOUNS[noun], number, memory, said), KIND_CONFIDENCE
    if target is None and number > 1 and not SHELL_NOUNS[noun]:
        target, confidence = _previous(number - 1, sentences, said), PREVIOUS_CONFIDENCE
    return ReferenceItem(
        sentence=number,
        surface=match.group(),
        kind="shell_noun",
        target=target,
        confidence=confidence if target is not None else None,
    )


def _of_kind(kind: str, number: int, memory: MemoryState, said: Said) -> str | None:
    """The nearest statement of that kind before the sentence, in the chunk or in the memory."""
    if not kind:
        return None
    here = [s for s in said.statements if s.kind == kind and s.cites[0].sentence < number]
    if here:
        return max(here, key=lambda statement: statement.cites[0].sentence).handle
    held = [handle for handle, statement in memory.recent_statements.items() if statement.kind == kind]
    return held[-1] if held else None


def _previous(number: int, sentences: tuple[NumberedSentence, ...], said: Said) -> str | None:
    """The statement of the sentence before; it is made where no marker did, since it is spoken of as a claim."""
    if sentences[number - 1].paragraph != sentences[number].paragraph and sentences[number].marks:
        return None
    here = [statement.handle for statement in said.statements if statement.cites[0].sentence == number]
    if here:
        return here[-1]
    handle = f"c{len(said.statements) + 1}"
    cite = Cite(sentence=number)
    said.statements.append(StatementItem(handle=handle, kind="thesis", cites=(cite,), cue="referred to"))
    return handle


def _coordinated(which: str, number: int, span: Any, parse: Parse, concepts: Concepts) -> str | None:
    """Of the last pair of accepted entities joined by "and" or "or" before the words; else it stays open."""
    first = parse.sentences[max(0, number - 2)][0].i
    pairs = []
    for token in parse.doc[first : span[-1].i + 1]:
        one = concepts.handle_of(token)
        for other in token.conjuncts if one is not None and token.dep_ != "conj" else ():
            two = concepts.handle_of(other)
            if two is not None and two != one and len(token.conjuncts) == 1:
                pairs.append((one, two))
    return None if not pairs else pairs[-1][0 if which == "former" else 1]
