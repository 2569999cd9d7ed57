"""The numbering in a title ("CHAPTER IV.", "Part 2", "§ 12", "1.3") and the kind of unit it names."""

import re

_ORDINAL = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|one|two|three|four|five|six|"
    "seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|"
    "thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|"
    "(?:erst|zweit|dritt|viert|fünft|sechst|siebent|siebt|acht|neunt|zehnt|elft|zwölft)e[rs]?|"
    "(?:dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzigs)te[rs]?|"
    "premi(?:er|ère)|seconde?|deuxième|troisième|quatrième|cinquième|sixième|septième|huitième|neuvième|dixième|"
    "onzième|douzième"
)
_CARDINAL = (  # behind the unit only: "ein Buch" is no number
    "eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|"
    "une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze"
)
ROMAN = r"(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})"
_UNIT = (
    "part|book|volume|vol|chapter|chap|section|sect|sub-section|subsection|essay|lecture|letter|dialogue|act|scene|"
    "appendix|article|canto|meditation|discourse|teil|theil|buch|band|kapitel|capitel|abschnitt|hauptstück|"
    "partie|livre|chapitre|tome|stave|epistle|question|prop|proposition"
)
CONTAINER_UNITS = frozenset("part book volume vol teil theil buch band partie livre tome".split())
_NUMBER = rf"(?:\d{{1,4}}|{ROMAN}|[A-Z](?![a-z])|(?:{_ORDINAL}|{_CARDINAL}))"
_UNIT_LABEL = re.compile(rf"(?:the\s+)?({_UNIT})\.?\s+({_NUMBER}|the\s+(?:{_ORDINAL}|last))(?![\w'’])", re.IGNORECASE)
_ORDINAL_LABEL = re.compile(rf"(?:the\s+)?(?:{_ORDINAL})\s+({_UNIT})(?![\w'’])", re.IGNORECASE)
_PARAGRAPH_LABEL = re.compile(r"§+\s*\d+[a-z]?(?![\w])")
_NUMBER_LABEL = re.compile(
    rf"(?:\d{{1,4}}(?:\.\s?\d{{1,5}})+\.?|\d{{1,4}}[.:)](?=\s|$)|{ROMAN}[.:)](?=\s|$)|\d{{1,4}}(?=\s)|\([a-zα-ω\d]{{1,4}}\.?\))"
)
_BARE_NUMBER = re.compile(rf"(?:\d{{1,4}}|{ROMAN})[.:]?$")
_TAIL = " \t.:;,—–-"


def label_of(title: str) -> str | None:
    """The numbering at the head of a title, without closing punctuation; None where there is none."""
    text = title.strip()
    for pattern in (_UNIT_LABEL, _ORDINAL_LABEL, _PARAGRAPH_LABEL, _NUMBER_LABEL, _BARE_NUMBER):
        found = pattern.match(text)
        if found:
            return found.group().rstrip(_TAIL) or None
    return None


def is_bare_label(title: str) -> bool:
    """A number without a title of its own: "PART II.", "Chapter 4", "IX."."""
    label = label_of(title)
    return label is not None and not title.strip()[len(label) :].strip(_TAIL)


def is_label_in_two(unit: str, number: str) -> bool:
    """Whether a line is a unit's name and the next one its number: "LECTURE" over "IV"."""
    return (
        is_bare_label(number)
        and label_of(unit) is None
        and unit_of(f"{unit} {number}") not in {None, "number"}
        and (is_bare_label(f"{unit} {number}"))
    )


def lists_labels(text: str) -> bool:
    """Whether it is nothing but several labels, "PART I PART II PART III", as a contents list in one line is."""
    rest, count = _UNIT_LABEL.subn("", text)
    return count > 1 and not any(char.isalnum() for char in rest)


def unit_of(title: str) -> str | None:
    """The kind of unit a label names, lower case: "part", "chapter", "§", "number"; None without a label."""
    text = title.strip()
    found = _UNIT_LABEL.match(text) or _ORDINAL_LABEL.match(text)
    if found:
        return found.group(1).lower()
    if _PARAGRAPH_LABEL.match(text):
        return "§"
    return "number" if label_of(text) else None


def is_container(title: str) -> bool:
    """A Part, Book or Volume, in which chapters lie."""
    return unit_of(title) in CONTAINER_UNITS


def plain_title(title: str) -> str:
    """A title for comparing: no case, no label, no punctuation at its ends, single spaces."""
    text = " ".join(title.split())
    label = label_of(text)
    if label is not None and not is_bare_label(text):
        text = text[len(label) :]
    return text.strip(_TAIL + "[]()*_\"'“”").casefold()
