"""What a heading's number counts: the values of "CHAPTER IV.", "PART THE SECOND", "1.3"."""

import re

from pipeline.phases.phase1_structure.labels import label_of, unit_of
from pipeline.phases.phase1_structure.unit_labels import roman_value

_WORDS = {
    "one first erst eins premier première un une": 1,
    "two second zweit zwei seconde deuxième deux": 2,
    "three third dritt drei troisième trois": 3,
    "four fourth viert vier quatrième quatre": 4,
    "five fifth fünft fünf cinquième cinq": 5,
    "six sixth sechst sechs sixième": 6,
    "seven seventh siebent siebt sieben septième sept": 7,
    "eight eighth acht huitième huit": 8,
    "nine ninth neunt neun neuvième neuf": 9,
    "ten tenth zehnt zehn dixième dix": 10,
    "eleven eleventh elft elf onzième onze": 11,
    "twelve twelfth zwölft zwölf douzième douze": 12,
    "thirteen thirteenth dreizehnt": 13,
    "fourteen fourteenth vierzehnt": 14,
    "fifteen fifteenth fünfzehnt": 15,
    "sixteen sixteenth sechzehnt": 16,
    "seventeen seventeenth siebzehnt": 17,
    "eighteen eighteenth achtzehnt": 18,
    "nineteen nineteenth neunzehnt": 19,
    "twenty twentieth zwanzigst": 20,
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
