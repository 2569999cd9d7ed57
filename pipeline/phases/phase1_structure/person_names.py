"""Names of persons as title pages and signatures print them, told from titles, places and phrases."""

import re
from collections.abc import Container, Sequence

from pipeline.phases.phase1_structure.parsed import Block

MOST_WORDS = 5
_WORD = r"(?:[^\W\d_a-z][\w’'-]*\.?)"
_PARTICLE = r"(?:de|von|van|der|den|du|la|le|di|da|zu|of)"
_NAME = re.compile(rf"{_WORD}(?:\s+(?:{_PARTICLE}\s+){{0,2}}{_WORD}){{0,{MOST_WORDS - 1}}}")
_TITLES = re.compile(r"^(?:(?:dr|prof|professor|sir|rev|mr|mrs|miss|the|late|lord|saint|st)\b\.?\s+)+", re.IGNORECASE)
_DEGREES = re.compile(
    r"(?:,\s*(?:[A-Z][A-Za-z]{0,3}\.\s?)+(?:\s*etc\.?)?|,\s*(?:esq|jr|sen|phd|md)\.?)+$", re.IGNORECASE
)
_PLACE = re.compile(
    r"\b(?:new york|new haven|new delhi|san \w+|santa \w+|los angeles|ann arbor|cape town|tel aviv|buenos aires|"
    r"st\.? petersburg|bad \w+|college|university|universität|hall|house|street|school|square|court|abbey|island|press)\b",
    re.IGNORECASE,
)
_MONTH = re.compile(  # at the end of a place and date
    r"\b(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s)?|märz|apr(?:il)?|avril|may|mai|june?|juni|juin|july?|juli|juillet|"
    r"aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|d[eé][cz](?:ember|embre)?)\.?$",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"\b(?:[Ii]n|IN|[Oo]n|ON|O[Ff]|[Bb]y|BY|(?i:the|and|or|with|to|for|from|at|its?|his|her|end|fin|finis|ende|one|two|three|four|"
    r"chapters?|parts?|books?|volumes?|edition|series|und|oder|mit|aus|zum|zur|et|avec))\b"
)


def spoken_words(blocks: Sequence[Block]) -> frozenset[str]:
    """The words of three letters and more that a book has in small letters somewhere: no names."""
    return frozenset(re.findall(r"\b[^\W\d_A-Z]{3,}\b", " ".join(block.text for block in blocks)))


def person(text: str, spoken: Container[str] = (), fewest: int = 2) -> str | None:
    """The name that the whole text is, without title and degrees; None where it is none. `spoken` are the words that
    the book has in small letters, which no name is made of."""
    bare = _DEGREES.sub("", " ".join(text.split()).strip(" ,;:—–-")).strip(" ,.")
    bare = _TITLES.sub("", bare)
    if not _NAME.fullmatch(bare) or any(other.search(bare) for other in (_PLACE, _MONTH, _NO_NAME)):
        return None
    words = [word.strip(".") for word in bare.split()]
    names = [word for word in words if not re.fullmatch(_PARTICLE, word)]
    if not fewest <= len(names) <= MOST_WORDS or not any(len(word) > 2 for word in names):
        return None
    return None if any(len(word) > 2 and word.casefold() in spoken for word in names) else bare


def signature(text: str, spoken: Container[str] = ()) -> str | None:
    """The name with which a signature begins ("George Other, Oxford, 1999"), or its initials; None without."""
    bare = " ".join(text.split()).strip(" —–-")
    initials = re.match(r"(?:[A-Z]\.\s?){2,4}(?=$|[\s,])", bare)
    if initials and not re.search(r"[a-z]{2}", bare[initials.end() :].split(",")[0]):
        return initials.group().strip()
    first = re.split(r",|\s(?=\d)|\s[—–-]", bare)[0].strip()
    if bare.endswith((":", ";", "!", "?")) or _MONTH.search(first):
        return None
    return person(first, spoken)


def shares_a_name(one: str, other: str) -> bool:
    """Whether a word of one stands in the other, or both have the same initials."""
    words = [{word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)} for text in (one, other)]
    if words[0] & words[1]:
        return True
    letters = "".join(re.findall(r"\b[A-Z](?=\.)", one)) if not words[0] else ""
    return bool(letters) and any(
        letters in {_initials(part), _initials(part)[:1] + _initials(part)[-1:]} for part in _people(other)
    )


def _people(names: str) -> list[str]:
    """Each of several authors, the given names first."""
    found: list[str] = []
    for each in re.split(r"\s(?:and|und|et|&)\s|;", names):
        last, _, given = each.partition(",")
        found.append(f"{given} {last}".strip())
    return found


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper())
