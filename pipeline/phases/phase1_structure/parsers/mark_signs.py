"""What a note's or a page's mark is made of: "12", "[xii]", "*", "p. 12", "A 5 / B 9"; all else is text."""

import re
import unicodedata

_NAMES = (
    r"(?:pages?|pg?|pp|seiten?|ss?|fol|folio|ff?|bl|notes?|footnotes?|endnotes?|fn|nn?|anm|fußnote|ref|ak|aa|no|nr|col|"
    r"página|pagina|pag|str|of|and|to|und|bis)"
)
_NUMBER = (
    rf"(?:{_NAMES}|[a-z])?\d{{1,5}}(?:[a-z]|st|nd|rd|th)?|([a-z])\1{{0,2}}|[^\W\d_]|"
    "(?=[ivxlcdm])m{0,4}(?:cm|cd|d?c{0,4})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})"
)
_IS_NUMBER = re.compile(_NUMBER, re.IGNORECASE)
_IS_NAME = re.compile(_NAMES, re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_WAY_BACK = re.compile(
    r"(?:(?:go|jump|click)\s+)?(?:back|return|up|zurück|retour)(?:\s+up)?(?:\s+to\s+(?:the\s+)?"
    r"(?:main\s+)?(?:text|content|article|reference|footnote|note|page|top|zum\s+text)(?:\s+\S{1,5})?(?:\s+in\s+(?:the\s+)?text)?)?",
    re.IGNORECASE,
)
MOST_WORDS, MOST_LETTERS = 6, 2  # in a mark; letters that stand alone


def is_mark(text: str) -> bool:
    """Whether it is a number, a letter or signs, with a name before it or without, and no word."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text))
    rest = [word for word in words if _IS_NUMBER.fullmatch(word) or not _IS_NAME.fullmatch(word)]
    letters = [word for word in rest if len(word) == 1 and word.isalpha()]
    return (
        len(words) <= MOST_WORDS
        and bool(rest or not words)
        and len(letters) <= MOST_LETTERS
        and all(_IS_NUMBER.fullmatch(word) for word in rest)
    )


def is_way_back(text: str) -> bool:
    """Whether a link from a note back to the text says only that."""
    return bool(_WAY_BACK.fullmatch(text.strip(" \n\t.[]()^↑↩\ufe0e\ufe0f")))
