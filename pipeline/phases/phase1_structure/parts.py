"""Lettered parts of a sentence: of a long one at ; : — and before clause-opening connectives, of a short one only between a
reason and what follows from it."""

import re

LONG_WORDS = 30
MOST_PARTS = 26  # letters a to z; the last part takes the rest
SHORTEST_PART = 5  # words; a shorter piece stays with its neighbour
SHORTEST_END = 2  # words of an inference's end in a short sentence: "I think, therefore I am"

# Each alternative begins with its character, not with a look behind: the matcher then passes over most of a text at once.
_STOPS = r"[;:](?=\s)[\"'”’)\]]*\s*|—+\s*|\s–(?=\s)\s*|\s--(?=\s)\s*|--\s*"
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
# Both ends of an inference must be citable, however short their sentence: a part is the smallest thing a statement can
# cite. Other short sentences stay whole, since letters cost tokens in every prompt.
_INFERRING = {
    "en": (
        r"(?:and |but |and,? )?(?:therefore|hence|thus|consequently|accordingly|whence)\b(?!,)|(?:and )?so(?= (?!that|far|long|much|many|on\b|"
        r"forth|called|to speak))|(?:and )?(?:from this |hence |whence )?it follows that|because\b(?! of)|since|inasmuch as|"
        r"for(?! (?:example|instance|the sake|the most|the present|the moment|a moment|a time|my part|his part|ever|all that|"
        r"this reason|these reasons|what it is worth|which|whom|want|fear)\b)"
    ),
    "de": r"(?:und )?(?:also|folglich|mithin|daher|deshalb|demnach|somit)|weil|denn|da",
    "fr": r"(?:et )?(?:donc|ainsi|par conséquent)|car|parce que|puisque",
}
_OPENING_REASON = {
    "en": r"(?:because(?! of)|since|inasmuch as|as|seeing that)",
    "de": r"(?:weil|da)",
    "fr": r"(?:parce que|puisque|comme)",
}


def _pattern(language: str) -> re.Pattern[str]:
    weak = _CONNECTIVES.get(language, _CONNECTIVES["en"])
    strong = _STRONG.get(language, _STRONG["en"])
    return re.compile(rf"{_STOPS}|[,)]\s+(?=(?:{weak})\b)|\s+(?=(?:{strong})\b)", re.IGNORECASE)


_PATTERNS = {language: _pattern(language) for language in _CONNECTIVES}


def _inference_pattern(language: str) -> re.Pattern[str]:
    inferring, strong = _INFERRING[language], _STRONG[language]
    return re.compile(
        rf"[,;:)—]\s*(?=(?:{inferring})\b)|\s+(?=(?:{strong})\b(?! of\b))|\s+–\s+(?=(?:{inferring})\b)",
        re.IGNORECASE,
    )


_INFERENCES = {language: _inference_pattern(language) for language in _INFERRING}
_STOPPED = re.compile(_STOPS)
_REASONS_FIRST = {
    language: re.compile(rf"[\s“\"‘'(]*(?:and |but )?{opening}\s[^,;:]*,\s+(?=[^,]*$)", re.IGNORECASE)
    for language, opening in _OPENING_REASON.items()
}


def part_ends(text: str, language: str) -> list[int]:
    """Where a part may end, in order."""
    return [found.end() for found in _PATTERNS.get(language, _PATTERNS["en"]).finditer(text)]


def sentence_parts(text: str, start: int, language: str) -> tuple[tuple[int, int], ...]:
    """Spans of the parts of the sentence `text` that begins at `start`; empty where it stays whole."""
    known = language if language in _PATTERNS else "en"
    if len(text.split()) > LONG_WORDS:
        cuts, shortest = part_ends(text, known), SHORTEST_PART
    else:
        cuts, shortest = _inference_cuts(text, known), SHORTEST_END
    bounds = [0]
    for cut in cuts:
        if (
            len(bounds) < MOST_PARTS
            and cut < len(text)
            and len(text[bounds[-1] : cut].split(maxsplit=shortest)) >= shortest
            and len(text[cut:].split(maxsplit=shortest)) >= shortest
        ):
            bounds.append(cut)
    if len(bounds) == 1:
        return ()
    return tuple(
        (start + begin, start + begin + len(text[begin:stop].rstrip()))
        for begin, stop in zip(bounds, [*bounds[1:], len(text)], strict=True)
    )


def _inference_cuts(text: str, language: str) -> list[int]:
    """Before "therefore" or "because", and after the one comma of "Since …, …"."""
    reason_first = _REASONS_FIRST[language].match(text)
    if reason_first is not None:
        return [reason_first.end()]
    cuts = [found.end() for found in _INFERENCES[language].finditer(text)]
    return sorted({*cuts, *(found.end() for found in _STOPPED.finditer(text))}) if cuts else []
