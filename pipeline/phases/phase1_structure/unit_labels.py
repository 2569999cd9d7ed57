"""The label at the head of a unit below the contents ("PROP. VII.", "Note II.—", "§ 12.", "12.") and what it names."""

import re
from dataclasses import dataclass, replace

from pipeline.numerals import roman_value
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
PROVED = MAIN - {UnitKind.PARAGRAPH, UnitKind.NUMBER}  # they have proofs and notes
SHORTEST_WORDING = 3  # words
TITLE_SHARE = 0.8  # of a title's longer words begin with a capital
_KIND_OF = [(kind, re.compile(rf"(?:{words})", re.IGNORECASE)) for kind, words in _WORDS.items()]
_NUMBER = rf"(?:\d{{1,4}}(?:\.\d{{1,5}})*[a-z]?|{ROMAN})"
_DASH = r"(?:[—–]+|-{2,}|-(?=\s))"
_BRACKET = r"(?:\s+\((?:[^()]|\([^()]*\)){1,120}\))?"  # "Theorem 2 (Gödel)."
_WORD_LABEL = re.compile(
    rf"(?P<word>{'|'.join(_WORDS.values())})\.?(?:\s+(?P<number>{_NUMBER})(?![\w'’]){_BRACKET})?"
    rf"\s?(?P<stop>[.:]?\s?{_DASH}|[.:](?!\d)|$)\s*",
    re.IGNORECASE,
)
_PLURALS = {
    UnitKind.PROPOSITION: "propositions|propositiones|props|theorems|theoremata|lehrsätze|théorèmes|sätze",
    UnitKind.LEMMA: "lemmas|lemmata|hilfssätze|hülfssätze|lemmes",
    UnitKind.DEFINITION: "definitions|definitiones|defs|definitionen|begriffsbestimmungen|erklärungen|définitions",
    UnitKind.AXIOM: "axioms|axiomata|grundsätze|axiome|axiomes",
    UnitKind.POSTULATE: "postulates|postulata|forderungssätze|postulate|postulats",
    UnitKind.PROBLEM: "problems|problemata|aufgaben|probleme|problèmes",
    UnitKind.PROOF: "proofs|demonstrations|demonstrationes|beweise|démonstrations|preuves",
    UnitKind.COROLLARY: "corollaries|corollaria|folgesätze|zusätze|corollaires",
    UnitKind.NOTE: "notes|scholia|scholien|remarks|anmerkungen|scolies|remarques",
    UnitKind.EXPLANATION: "explanations|explicationes|erläuterungen|explications",
}
_HEADINGS = [
    (
        kind,
        re.compile(
            rf"\W*(?:(?:{word}|{_PLURALS[kind]})\W*$|(?:{_PLURALS[kind]})\s+(?:of|der|des|de|du)\b)", re.IGNORECASE
        ),
    )
    for kind, word in _WORDS.items()
]
_PARAGRAPH_LABEL = re.compile(
    r"§\s*(?P<number>\d{1,4}(?:\.\d{1,3})*(?:[. ]?[a-z](?=[.:\s]|$))?)(?!\w)(?P<stop>[.:)]?\s?(?:"
    + _DASH
    + r")?)(?:\s*|$)"
)
_DECIMAL_LABEL = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,5})*)(?P<stop>\.?)(?:\s+|$)")
_OPENING = frozenset("\"'“„«‘([")
_NUMBER_LABEL = re.compile(rf"(?P<number>\d{{1,4}}|{ROMAN})(?:(?P<stop>[.)](?:\s?{_DASH})?)(?:\s+|$)|$)")
_COUNTED = re.compile(  # a title that only counts: "Aphorism 3", "No. 3", "[3]"
    r"[\W_]*(?:(?:aphorisms?|aphorismus|aphorisme|fragments?|maxims?|maxime|sentenz|thought|pensée|entry|no|nr|number|nummer)\b\.?\s*)?"
    rf"(?P<number>\d{{1,4}}|{ROMAN})[\W_]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class UnitLabel:
    """`number` is 0 where the label has none; `suffix` is the letter in "21a" or the rest of "2.1"; `length` counts the code points of the
    label with the space behind it; `alone`: nothing else stands in the text. Not `firm` is a § without a stop, which
    may begin a sentence about it."""

    kind: UnitKind
    number: int
    suffix: str
    title: str
    length: int
    alone: bool
    firm: bool = True


def unit_label(text: str) -> UnitLabel | None:
    """The label that a paragraph or heading begins with; a word begins with a capital and is closed by a stop or a
    dash, a number by a stop or by standing alone."""
    found = _PARAGRAPH_LABEL.match(text)
    if found:
        return _paragraph_label(found, text)
    found = _NUMBER_LABEL.match(text)
    if found and (found["number"].isdecimal() or found["number"].isupper()):
        return _label(UnitKind.NUMBER, found, text)
    found = _WORD_LABEL.match(text)
    if found is None or not text[0].isupper():
        return None
    kind = next(kind for kind, pattern in _KIND_OF if pattern.fullmatch(found["word"]))
    if kind in MAIN and not found["number"]:
        return None
    return _label(kind, found, text)


def heading_label(title: str) -> UnitLabel | None:
    """The label in a section's title, which needs no stop where it is all of it."""
    found = _PARAGRAPH_LABEL.match(title)
    if found:
        return _label(UnitKind.PARAGRAPH, found, title)
    decimal = decimal_label(title)
    if decimal and decimal.alone:
        return decimal
    label = unit_label(title) or (unit_label(f"{title.strip()}.") if is_bare_label(title) else None)
    counted = _COUNTED.fullmatch(title) if label is None else None
    return _label(UnitKind.NUMBER, counted, title) if counted else label


def decimal_label(text: str) -> UnitLabel | None:
    """A number as in "1.11 What is weighed": without a stop it is a label only in a long row of such."""
    found = _DECIMAL_LABEL.match(text)
    return _label(UnitKind.NUMBER, found, text) if found else None


def wording(text: str, of_unit: bool = False) -> str:
    """What a proposition or its like says behind its label, in a line that may be set as a heading; "" for a line
    that has a title there ("Theorem 2: The Law of Salt") or no such label. Where it is known to be a unit (`of_unit`),
    what ends in a stop is said, whatever letters it is set in."""
    label = unit_label(text)
    if label is None or label.kind not in PROVED:
        return ""
    said = text[label.length :].strip()
    words = [word for word in re.findall(r"[^\W\d_]+", said) if len(word) > 3]
    in_title_case = sum(word[0].isupper() for word in words) >= TITLE_SHARE * max(len(words), 1)
    if in_title_case and not (of_unit and said.endswith((".", "?", "!"))):
        return ""
    return said if len(said.split()) >= SHORTEST_WORDING else ""


def _paragraph_label(found: re.Match[str], text: str) -> UnitLabel | None:
    """None where what is said goes on behind the number: "§ 12 of the Prolegomena says"."""
    label = _label(UnitKind.PARAGRAPH, found, text)
    if found["stop"].strip() or label.alone or "\n" in found.group():
        return label
    following = text[label.length]
    return replace(label, firm=False) if following.isupper() or following in _OPENING else None


def _label(kind: UnitKind, found: re.Match[str], text: str) -> UnitLabel:
    digits = re.fullmatch(r"(\d+)((?:\.\d+)*)[. ]?([a-z]?)", found["number"] or "")
    number = int(digits.group(1)) if digits else roman_value(found["number"] or "")
    suffix = digits.group(2) + digits.group(3) if digits else ""
    title = text[: found.end()].rstrip().rstrip("—–-").rstrip()
    return UnitLabel(kind, number, suffix, title, found.end(), found.end() == len(text))


def heading_kind(title: str) -> UnitKind | None:
    """What the numbered paragraphs below a heading are: "DEFINITIONS." has definitions, "Axioms of …" axioms; "Definition and
    Essence" is a title like any other."""
    return next((kind for kind, pattern in _HEADINGS if pattern.match(title)), None)
