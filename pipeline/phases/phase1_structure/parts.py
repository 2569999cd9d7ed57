"""Lettered parts of a long sentence, cut by rule at ; : — and before clause-opening connectives."""

import re

LONG_WORDS = 30
SHORTEST_PART = 5  # words; a shorter piece stays with its neighbour

_STOPS = r"[;:](?=\s)[\"'”’)\]]*|—+|\s–(?=\s)|\s--(?=\s)|--"
_CONNECTIVES = {
    "en": (
        r"because|since|therefore|hence|thus|consequently|whence|but|yet|if|unless|although|though|whereas|while|"
        r"for|so that|in order that|provided that|in so far as|inasmuch as|insofar as|and therefore|and hence|and thus|"
        r"and so|nor|or else|such that|as if|just as|when|whenever|where"
    ),
    "de": (
        r"weil|da|denn|aber|allein|sondern|wenn|falls|obwohl|obgleich|obschon|daß|dass|so daß|so dass|damit|während|"
        r"indem|also|folglich|mithin|daher|doch|jedoch|sofern|insofern|wofern|und zwar"
    ),
    "fr": r"car|parce que|puisque|donc|mais|si|bien que|quoique|tandis que|lorsque|quand|afin que|de sorte que",
}
_STRONG = {
    "en": r"because|although|whereas|inasmuch as|provided that",
    "de": r"weil|obwohl|obgleich",
    "fr": r"parce que|puisque",
}


def _pattern(language: str) -> re.Pattern[str]:
    weak = _CONNECTIVES.get(language, _CONNECTIVES["en"])
    strong = _STRONG.get(language, _STRONG["en"])
    return re.compile(rf"(?:{_STOPS})\s*|(?<=[,)])\s+(?=(?:{weak})\b)|\s+(?=(?:{strong})\b)", re.IGNORECASE)


_PATTERNS = {language: _pattern(language) for language in _CONNECTIVES}


def part_ends(text: str, language: str) -> list[int]:
    """Where a part may end, in order."""
    return [found.end() for found in _PATTERNS.get(language, _PATTERNS["en"]).finditer(text)]


def sentence_parts(text: str, start: int, language: str) -> tuple[tuple[int, int], ...]:
    """Spans of the parts of the sentence `text` that begins at `start`; empty where it stays whole."""
    if len(text.split()) <= LONG_WORDS:
        return ()
    bounds = [0]
    for cut in part_ends(text, language):
        if (
            cut < len(text)
            and len(text[bounds[-1] : cut].split()) >= SHORTEST_PART
            and len(text[cut:].split()) >= SHORTEST_PART
        ):
            bounds.append(cut)
    if len(bounds) == 1:
        return ()
    return tuple(
        (start + begin, start + begin + len(text[begin:stop].rstrip()))
        for begin, stop in zip(bounds, [*bounds[1:], len(text)], strict=True)
    )
