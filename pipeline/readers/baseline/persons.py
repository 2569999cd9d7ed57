"""Surnames of a chapter that something in it shows to be a person's: a title, a verb of saying, a book of his, "who"."""

import re
from functools import lru_cache

from pipeline.readers.baseline.headwords import ARGUMENT_NOUNS
from pipeline.readers.baseline.names import TITLES

_NAME = r"[A-Z][^\W\d_]+(?:[-’'][A-Z][^\W\d_]+)?(?: (?:[A-Z]\. )*[A-Z][^\W\d_]+(?:[-’'][A-Z][^\W\d_]+)?){0,3}"
_SAYS = (
    r"says|said|holds|held|thinks|thought|believes|believed|argues|argued|maintains|maintained|teaches|taught|denies|"
    r"denied|writes|wrote|claims|claimed|supposes|supposed|replies|replied|asks|asked|admits|admitted|grants|granted|"
    r"insists|insisted|asserts|asserted|affirms|affirmed|concludes|concluded|doubts|doubted|declares|declared|"
    r"objects|objected|concedes|conceded|remarks|remarked|observes|observed|explains|explained|suggests|suggested"
)
_OWNED = "|".join(sorted(ARGUMENT_NOUNS)) + (
    r"|books?|works?|writings|pupils?|disciples?|followers?|admirers|friends?|lectures|essays?|teaching|own|mistake|error"
)
_CALLED = (
    r"philosopher|poet|historian|mathematician|pupil|disciple|teacher|critic|theologian|writer|master|friend|scholar"
)
_TITLES = "|".join(sorted(TITLES, key=len, reverse=True))
_EVIDENCE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?i:{_TITLES})\.? ({_NAME})",
        rf"\b(?:[A-Z]\. ?)+({_NAME})",
        rf"\b({_NAME})[’']s? (?:[a-z]+ )?(?:{_OWNED})\b",
        rf"\b({_NAME}),? (?:who|whose|whom|himself|herself)\b",
        rf"\b({_NAME})(?:,? (?:also|himself|herself|indeed|too|even|once|rightly|nowhere|never|always|then|therefore),?)? (?:{_SAYS})\b",
        rf"\b(?:{_SAYS}|(?i:according to)|(?:held|taught|written|said|maintained|proposed) by) ({_NAME})",
        rf"\b({_NAME}) \((?:b\. |c\. )?\d{{3,4}}\b",
        rf"\b(?:{_CALLED}) ({_NAME})",
    )
)
_GROUPS = ("ists", "ians", "ites", "eans")


@lru_cache(maxsize=8)
def surnames(chapter_text: str) -> frozenset[str]:
    """Last words of the names; whether a word is a name at all the chapter's small letters must tell."""
    text = " ".join(chapter_text.replace("_", "").split())
    found = {match.group(1).split()[-1] for pattern in _EVIDENCE for match in pattern.finditer(text)}
    return frozenset(re.sub(r"[’']s?$", "", name) for name in found if not name.endswith(_GROUPS) and name != "God")
