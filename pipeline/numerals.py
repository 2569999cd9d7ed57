"""Numbers as books write them: digits, roman numerals, words in English, German and French."""

import re

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
_LETTERS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


def number_of(word: str) -> int | None:
    """Of one word in lower case; None for one that is no number."""
    if word.isdecimal():
        return int(word)
    named = _VALUES.get(word) or _VALUES.get(re.sub(r"e[rs]?$", "", word))  # "erster", "zweite"
    if named is None and word and set(word) <= set(_LETTERS):
        return roman_value(word)
    return named


def roman_value(numeral: str) -> int:
    """Of letters in either case, in whatever order they stand; 0 for the empty text."""
    values = [_LETTERS[letter] for letter in numeral.lower()]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))
