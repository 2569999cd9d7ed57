"""What a book says of its own places: "(II. vi. Coroll. and vii.)", "Lemma iii."; it is neither spoken of nor parsed."""

import re
from collections.abc import Iterator

from pipeline.readers.baseline.lexicon import APPARATUS

_PLACES = frozenset(
    "p part parts book books chapter chapters section sections lecture letter page pages note notes proposition propositions "
    "axiom axioms definition definitions postulate postulates corollary corollaries lemma lemmas scholium explanation "
    "appendix remark article articles figure figures table".split()
)  # with a number behind or before them they name a place
_BETWEEN = frozenset(
    "see cf compare by from in as also and or the last first same foregoing preceding following this that of to after "
    "under on with solely above below which we i have has been is it shown showed said saw appears proved evident clear proof "
    "second general its".split()
)
_ABBREVIATED = frozenset(
    "def defs deff prop props propp coroll corolls corol cor ax axs axx post posts lem schol expl sect sects chap chaps".split()
)
_MOST_WORDS = 4  # of other words in a citation that begins as one: "Def. of the Emotions, vi."
_BRACKETED = re.compile(r"\s*[(\[]([^()\[\]]{1,90})[)\]]")
_FOREIGN = re.compile(r"[^\w\s.,;:&§_‐‑–—-]")  # a formula's signs
_WORD = re.compile(r"[^\W_]+")
_NUMERAL = re.compile(r"(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,4})|\d+", re.IGNORECASE)
_STOPPED = re.compile(r"\b[ivxlc]+\.", re.IGNORECASE)
_NUMBERED_START = re.compile(r"[IVXLCivxlc]+\.\s+[a-z]")


def citations(text: str) -> Iterator[tuple[int, int]]:
    """Where a bracketed citation begins and ends, the space before it included."""
    return (match.span() for match in _BRACKETED.finditer(text) if _is_citation(match.group(1)))


def names_a_place(name: str) -> bool:
    """Whether a phrase is no more than a citation or a piece of one: ". vi", "vi. Coroll", "Lemma iii", "foregoing Prop"."""
    if not name[:1].isalpha() or _NUMBERED_START.match(name):
        return True
    if all(_bare(word) in APPARATUS for word in name.split()):
        return True
    words = _WORD.findall(name)
    if all(len(word) == 1 or _is_numeral(word) or word.lower() in APPARATUS for word in words):
        return True
    if words[-1][:1].isupper() and words[-1].lower() in APPARATUS:
        return True
    rest = [word.lower() for word in words if not _is_numeral(word)]
    return len(rest) < len(words) and all(word in _PLACES | _BETWEEN | APPARATUS for word in rest)


def _is_citation(inside: str) -> bool:
    words = _WORD.findall(inside)
    if not words or _FOREIGN.search(inside):
        return False
    known = APPARATUS | _PLACES | _BETWEEN
    numerals = sum(map(_is_numeral, words))
    others = [word for word in words if not _is_numeral(word) and word.lower() not in known]
    first = next((word.lower() for word in words if word.lower() not in _BETWEEN), "")
    if others and (len(others) > _MOST_WORDS or first not in _ABBREVIATED):
        return False
    if any(word.lower() in APPARATUS for word in words):
        return True
    place = "§" in inside or any(word.lower() in _PLACES for word in words)
    return (numerals > 0 and place) or (numerals > 1 and _STOPPED.search(inside) is not None)


def _is_numeral(word: str) -> bool:
    return _NUMERAL.fullmatch(word) is not None


def _bare(word: str) -> str:
    return word.strip(".,;()").lower()
