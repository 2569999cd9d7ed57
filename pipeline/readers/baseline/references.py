"""References: shell nouns, demonstratives, former and latter, section words; resolved where something is at hand."""

import re
from collections.abc import Iterator

from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.headwords import CONCLUSION, PREVIOUS, QUESTION, SHELL_NOUNS
from pipeline.readers.baseline.markers import CONCLUDING_CUES
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.statements import Statements
from schemas.memory import MemoryState
from schemas.reading import NumberedSentence, ReferenceItem

KIND_CONFIDENCE = None  # a statement of the noun's own kind is at hand: plausible, but not counted
PREVIOUS_CONFIDENCE = 0.6  # the sentence before: right in most of the 13 cases that were read
FARTHEST = 8  # sentences back in the chunk within which a statement of the noun's kind is taken
NEAR_START = 3  # only a sentence this near to the chunk's beginning may mean a statement of the memory

_NOUNS = "|".join(SHELL_NOUNS)
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_PLACES = "last|next|preceding|previous|following|foregoing|present|succeeding|subsequent|ensuing"
_UNITS = "chapter|section|lecture|essay|letter|part|book"
_NO_ADJECTIVES = (
    "is|was|are|were|the|an?|this|that|these|those|it|its|we|our|he|his|she|her|they|their|every|each|all|no|some|any"
)
_SHELL = re.compile(
    rf"\b(this|that|these|those|such an?)\s+(?:(?!(?:{_NO_ADJECTIVES})\b)\w+\s+)?({_NOUNS})(s?)\b", re.IGNORECASE
)
_ORDINAL = re.compile(rf"\bthe\s+({'|'.join(_ORDINALS)}|last)\s+(?:of these\s+)?({_NOUNS})\b", re.IGNORECASE)
_COUNT = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_ROMAN = r"[IVXLC]+\b|[ivxlc]{2,}\b|\d+"
_SECTION = re.compile(
    rf"\b(?i:chapters?|sections?|part|book|chap\.|sect?\.)\s+(?:(?i:{_COUNT})\b|{_ROMAN})|§+\s*\d+\w*"
    rf"|\b(?i:(?:the|our|my)\s+(?:{'|'.join(_ORDINALS)}|{_PLACES})\s+(?:{_UNITS})|this\s+(?:chapter|section|lecture|essay))\b"
)
_BARE = re.compile(
    r"[“\"'‘_]?(This|That)\s+(?:is|was|has|had|will|would|may|might|can|cannot|could|must|should|does|did|seems|shows|"
    r"means|follows|implies|proves|appears|depends|leads|makes|gives|becomes|explains|amounts)\b"
)
_FORMER = re.compile(r"\bthe (former|latter)\b(?!\s+(?:part|half|case|of))", re.IGNORECASE)
_ENUMERATED = re.compile(
    r"[\s“\"'‘(]*(?:(?:and |but )?(first|second|third|fourth|fifth)(?:ly)?\s*[,:)]|in the (first|second|third) place\b"
    r"|\(?([1-5])[.)])",
    re.IGNORECASE,
)


class References:
    """Finds references in the order of the text; what has no clear target is given open."""

    def __init__(
        self,
        sentences: tuple[NumberedSentence, ...],
        memory: MemoryState,
        parse: Parse,
        concepts: Concepts,
        said: Statements,
    ) -> None:
        self._sentences, self._memory, self._parse, self._concepts, self._said = (
            sentences,
            memory,
            parse,
            concepts,
            said,
        )

        self._targets: dict[tuple[int, str], str] = {}

    def items(self) -> Iterator[ReferenceItem]:
        for sentence in self._sentences:
            number, text = sentence.number, sentence.text
            for match in _SECTION.finditer(text):
                if _is_own_label(match):
                    continue
                yield ReferenceItem(sentence=number, surface=match.group(), kind="section", section=match.group())
            for match in _SHELL.finditer(text):
                if match.group(1).lower() not in {"this", "that"} or not match.group(3):
                    yield self._shell(sentence, match)
            for match in _ORDINAL.finditer(text):
                target = self._enumerated(match.group(1).lower(), number)
                yield ReferenceItem(sentence=number, surface=match.group(), kind="ordinal", target=target)
            for match in _FORMER.finditer(text):
                if self._describes(number, match):
                    continue  # "the former occupant"
                target = self._coordinated(match.group(1).lower(), number, match)
                yield ReferenceItem(sentence=number, surface=match.group(), kind="former_latter", target=target)
            bare = _BARE.match(text)
            if bare is not None:
                yield ReferenceItem(sentence=number, surface=bare.group(1), kind="demonstrative")

    def _shell(self, sentence: NumberedSentence, match: "re.Match[str]") -> ReferenceItem:
        noun, plural = match.group(2).lower(), bool(match.group(3))
        target, confidence = None, None
        if not plural and match.group(1).lower() not in {"these", "those"}:
            wanted = SHELL_NOUNS[noun]
            if wanted == PREVIOUS:
                target, confidence = self._previous(sentence, match), PREVIOUS_CONFIDENCE
            elif wanted:
                target, confidence = self._of_kind(wanted, sentence, match), KIND_CONFIDENCE
        if target is not None:
            self._targets[sentence.number, noun] = target
        return ReferenceItem(
            sentence=sentence.number,
            surface=match.group(),
            kind="shell_noun",
            target=target,
            confidence=None if target is None else confidence,
        )

    def _of_kind(self, kind: str, sentence: NumberedSentence, match: "re.Match[str]") -> str | None:
        """The nearest statement of that kind before the sentence, in the chunk or, near its beginning, in the memory."""
        here = [
            s
            for s in self._said.statements
            if 0 < sentence.number - s.cites[0].sentence <= FARTHEST
            and ((s.kind == kind) if kind != CONCLUSION else s.cue in CONCLUDING_CUES)
        ]
        if here:
            return max(here, key=lambda s: (s.cites[-1].sentence, s.cites[-1].part)).handle
        if sentence.number <= NEAR_START and kind != CONCLUSION:
            held = [handle for handle, s in self._memory.recent_statements.items() if s.kind == kind]
            if held:
                return max(held, key=lambda handle: self._memory.recent_statements[handle].sentence)
        return None

    def _previous(self, sentence: NumberedSentence, match: "re.Match[str]") -> str | None:
        """The statement of the sentence before. Left open where a clause of the same sentence may be meant, across a
        heading, and where the sentence before asks."""
        if sentence.number < 2 or sentence.marks or re.search(r"[;:—]", sentence.text[: match.start()]):
            return None
        if re.match(r"\s*(?:that|which|is that|of|to)\b", sentence.text[match.end() :]):
            return None  # "this belief that …": it says itself what is meant
        again = self._targets.get((sentence.number - 1, match.group(2).lower()))
        if again is not None:
            return again  # the sentence before speaks of it too
        before = self._sentences[sentence.number - 2]
        asks = any(s.kind == QUESTION for s in self._said.statements if s.cites[0].sentence == before.number)
        return None if asks else self._said.refer_to(before)

    def _enumerated(self, ordinal: str, number: int) -> str | None:
        """The statement that an earlier sentence opens with "Secondly," or "(2)"."""
        if ordinal not in _ORDINALS:
            return None
        for sentence in reversed(self._sentences[max(0, number - 1 - FARTHEST) : number - 1]):
            for letter, text in sentence.parts or (("", sentence.text),):
                match = _ENUMERATED.match(text)
                if match is not None:
                    word = (match.group(1) or match.group(2) or _ORDINALS[int(match.group(3) or 1) - 1]).lower()
                    if word == ordinal:
                        return self._said.refer_to(sentence, letter)
        return None

    def _describes(self, number: int, match: "re.Match[str]") -> bool:
        """Whether the word belongs to a noun that is no shell noun."""
        for token in self._parse.sentences[number - 1]:
            if token.lower_ == match.group(1).lower() and self._parse.offset(token) >= match.start():
                return bool(token.dep_ == "amod" and token.head.lemma_.lower() not in SHELL_NOUNS)
        return False

    def _coordinated(self, which: str, number: int, match: "re.Match[str]") -> str | None:
        """Of the last pair of accepted entities joined by "and" or "or" before the words; else it stays open."""
        after = self._sentences[number - 1].text[match.end() :].split()[:1]
        if after and after[0].isalpha() and after[0] in SHELL_NOUNS:
            return None
        first = self._parse.sentences[max(0, number - 2)][0].i
        last = self._parse.sentences[number - 1]
        pairs = []
        for token in self._parse.doc[first : last[-1].i + 1]:
            if self._parse.number[token.i] == number and self._parse.offset(token) >= match.start():
                break
            one = self._concepts.handle_of(token)
            if one is None or token.dep_ == "conj" or len(token.conjuncts) != 1:
                continue
            two = self._concepts.handle_of(token.conjuncts[0])
            if two is not None and two != one:
                pairs.append((one, two))
        return None if not pairs else pairs[-1][0 if which == "former" else 1]


def _is_own_label(match: "re.Match[str]") -> bool:
    """ "§ 377. The knowledge of mind …": the number at a paragraph's head is its own."""
    return (
        match.start() == 0
        and match.group().startswith("§")
        and bool(re.match(r"[.:—–\])]|\s+[A-Z“\"(]", match.string[match.end() :]))
    )
