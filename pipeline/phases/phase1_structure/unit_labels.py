"""The label at the head of a unit below the contents ("PROP. VII.", "Note II.—", "§ 12.", "12.") and what it names."""

import re
from dataclasses import dataclass

from pipeline.phases.phase1_structure.labels import ROMAN, is_bare_label
from schemas.text import UnitKind

_WORDS = {
    UnitKind.PROPOSITION: "propositions?|propositio|props?|theorems?|theorema|lehrsatz|théorème|satz",
    UnitKind.LEMMA: "lemmas?|lem|hilfssatz|hülfssatz|lemme",
    UnitKind.DEFINITION: "definitions?|definitio|defs?|deff|begriffsbestimmung|erklärung|définition",
    UnitKind.AXIOM: "axioms?|axioma|ax|grundsatz|axiome",
    UnitKind.POSTULATE: "postulates?|postulatum|post|forderungssatz|postulat",
    UnitKind.PROBLEM: "problems?|problema|aufgabe|problème",
    UnitKind.PROOF: (
        "(?:another )?proof|demonstrations?|demonstratio|dem|(?:ein )?(?:anderer )?beweis|démonstration|(?:autre )?preuve"
    ),
    UnitKind.COROLLARY: "corollary|corollarium|coroll|cor|folgesatz|zusatz|corollaire",
    UnitKind.NOTE: "notes?|scholium|scholion|schol|remark|anmerkung|scolie|remarque",
    UnitKind.EXPLANATION: "explanation|explicatio|erläuterung|explication",
}
MAIN = frozenset(
    {
        UnitKind.PROPOSITION,
        UnitKind.LEMMA,
        UnitKind.DEFINITION,
        UnitKind.AXIOM,
        UnitKind.POSTULATE,
        UnitKind.PROBLEM,
        UnitKind.PARAGRAPH,
        UnitKind.NUMBER,
    }
)
_KIND_OF = [(kind, re.compile(rf"(?:{words})", re.IGNORECASE)) for kind, words in _WORDS.items()]
_NUMBER = rf"(?:\d{{1,4}}(?:\.\d{{1,5}})*[a-z]?|{ROMAN})"
_BRACKET = r"(?:\s+\((?:[^()]|\([^()]*\)){1,120}\))?"  # "Theorem 2 (Gödel)."
_WORD_LABEL = re.compile(
    rf"(?P<word>{'|'.join(_WORDS.values())})\.?(?:\s+(?P<number>{_NUMBER})(?![\w'’]){_BRACKET})?"
    r"\s?(?P<stop>[.:]?\s?[—–]+|[.:](?!\d)|$)\s*",
    re.IGNORECASE,
)
_HEADING = re.compile(rf"\W*(?P<word>{'|'.join(_WORDS.values())})(?![\w’'])", re.IGNORECASE)
_PARAGRAPH_LABEL = re.compile(r"§\s*(?P<number>\d{1,4}(?:[. ]?[a-z](?=[.:\s]|$))?)(?!\w)(?P<stop>\.?\s?[—–]?)(?:\s*|$)")
_NUMBER_LABEL = re.compile(rf"(?P<number>\d{{1,4}}|{ROMAN})(?P<stop>[.)]\s?[—–]?)(?:\s+|$)")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


@dataclass(frozen=True, slots=True)
class UnitLabel:
    """`number` is 0 where the label has none; `suffix` is the letter in "21a" or the rest of "2.1"; `length` counts the code points of the
    label with the space behind it; `alone`: nothing else stands in the text."""

    kind: UnitKind
    number: int
    suffix: str
    title: str
    length: int
    alone: bool


def unit_label(text: str) -> UnitLabel | None:
    """The label that a paragraph or heading begins with; a word begins with a capital and is closed by a stop or a
    dash, a bare number by a stop."""
    for pattern, kind in ((_PARAGRAPH_LABEL, UnitKind.PARAGRAPH), (_NUMBER_LABEL, UnitKind.NUMBER)):
        found = pattern.match(text)
        if found and (kind is UnitKind.PARAGRAPH or found["number"].isdecimal() or found["number"].isupper()):
            return _label(kind, found, text)
    found = _WORD_LABEL.match(text)
    if found is None or not text[0].isupper():
        return None
    kind = next(kind for kind, pattern in _KIND_OF if pattern.fullmatch(found["word"]))
    if kind in MAIN and not found["number"]:
        return None
    return _label(kind, found, text)


def heading_label(title: str) -> UnitLabel | None:
    """The label in a section's title, which needs no stop where it is all of it."""
    return unit_label(title) or (unit_label(f"{title.strip()}.") if is_bare_label(title) else None)


def _label(kind: UnitKind, found: re.Match[str], text: str) -> UnitLabel:
    digits = re.fullmatch(r"(\d+)((?:\.\d+)*)[. ]?([a-z]?)", found["number"] or "")
    number = int(digits.group(1)) if digits else roman_value(found["number"] or "")
    suffix = digits.group(2) + digits.group(3) if digits else ""
    title = text[: found.end()].rstrip().rstrip("—–").rstrip()
    return UnitLabel(kind, number, suffix, title, found.end(), found.end() == len(text))


def roman_value(numeral: str) -> int:
    """0 for the empty text."""
    values = [_VALUES[letter] for letter in numeral.lower()]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


def heading_kind(title: str) -> UnitKind | None:
    """What the numbered paragraphs below a heading are: "DEFINITIONS." has definitions, "Axioms of …" axioms."""
    found = _HEADING.match(title)
    return next((kind for kind, pattern in _KIND_OF if found and pattern.fullmatch(found["word"])), None)
