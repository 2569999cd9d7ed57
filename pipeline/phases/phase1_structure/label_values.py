"""What a heading's number counts: the values of "CHAPTER IV.", "PART THE SECOND", "1.3"."""

import re

from pipeline.phases.phase1_structure.labels import label_of, unit_of
from pipeline.phases.phase1_structure.unit_labels import roman_value

_WORDS = {
    "one first erst premier première": 1,
    "two second zweit seconde deuxième": 2,
    "three third dritt troisième": 3,
    "four fourth viert quatrième": 4,
    "five fifth fünft cinquième": 5,
    "six sixth sechst sixième": 6,
    "seven seventh siebent siebt": 7,
    "eight eighth acht": 8,
    "nine ninth neunt": 9,
    "ten tenth zehnt": 10,
    "eleven eleventh elft": 11,
    "twelve twelfth zwölft": 12,
    "thirteen thirteenth": 13,
    "fourteen fourteenth": 14,
    "fifteen fifteenth": 15,
    "sixteen sixteenth": 16,
    "seventeen seventeenth": 17,
    "eighteen eighteenth": 18,
    "nineteen nineteenth": 19,
    "twenty twentieth": 20,
}
_VALUES = {word: value for words, value in _WORDS.items() for word in words.split()}
_ROMAN = re.compile(r"[ivxlcdm]+")


def values_of(title: str) -> tuple[int, ...]:
    """(4,) for "CHAPTER IV. Of salt", (1, 3) for "1.3 Kinds"; empty where there is no number."""
    label = label_of(title)
    if label is None:
        return ()
    for word in reversed(re.findall(r"[^\W_]+(?:\.\s?\d+)*", label.casefold())):
        if word[0].isdigit():
            return tuple(int(piece) for piece in re.findall(r"\d+", word))
        named = _VALUES.get(word) or _VALUES.get(re.sub(r"e[rs]?$", "", word))
        if named:
            return (named,)
        if _ROMAN.fullmatch(word):
            return (roman_value(word),)
    return ()


def depth_of(title: str) -> int:
    """How deep a decimal number is: 2 for "1.3 Kinds"; 1 for all else."""
    return max(len(values_of(title)), 1) if unit_of(title) == "number" else 1
