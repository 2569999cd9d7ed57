"""Who made a book: author, translator, editor and writers of introductions, as its first pages say."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.parsed import Block

FIRST_PAGES = 120  # blocks at most
LONGEST_LINE = 40  # words of a block of a title page
_BREAK = " | "
_NAME = r"(?P<name>(?:(?:[A-ZÄÖÜ][\w’'-]*\.?|de|von|van|der|and|und|&)(?:\s+|(?=[,.;|\]]|$))){1,7})"
_ANY = r"(?:(?!\b[Bb][Yy]\b|\bvon\b|(?i:copyright)).){0,200}?"
_BY = r"\b(?:[Bb][Yy]|von|par)\b[\s|:]+(?:the\s+)?"
_TRANSLATED = re.compile(rf"\b(?i:translated|rendered into english|translation|übersetzt|traduit){_ANY}{_BY}{_NAME}")
_EDITED = re.compile(rf"\b(?i:edited|selected|herausgegeben){_ANY}{_BY}{_NAME}")
_WITH = re.compile(
    rf"\b(?i:with|mit)\b(?:(?!\b[Bb][Yy]\b).){{0,80}}?\b(?i:essays?|introductions?|notes|preface|foreword|commentary|life|"
    rf"einleitung|anmerkungen|vorwort)\b{_ANY}{_BY}{_NAME}"
)
_LINE_BY = re.compile(rf"(?:^|\| )(?:[Bb][Yy]|[Vv]on|[Pp]ar)\b[\s|:]+{_NAME}(?=\s*(?:\||,|$))")
_OTHER_CREDIT = re.compile(
    r"translat|edit|introduc|preface|foreword|notes|essays|illustrat|publish|print|select|copyright|revis|compil|arrang|"
    r"übersetz|herausgegeben|traduit",
    re.IGNORECASE,
)
_OWNED = re.compile(r"(?:^|\| )(?P<name>[A-ZÄÖÜ][\w-]{2,})[’'][Ss] (?=[A-ZÄÖÜ])")
CREDIT_REACH = 80  # code points before a name in which another credit may stand
LEAST_NAMED = 3  # times
_TITLES = re.compile(r"^(?:(?:dr|prof|professor|sir|rev|mr|mrs|the|late)\.?\s+)+", re.IGNORECASE)

_PARTICLES = frozenset("DE VON VAN DER DU DI DA AND UND OF".split())


@dataclass(frozen=True, slots=True)
class Credits:
    """Names as printed; `introduced_by` wrote what a title page announces with "with an introduction by"."""

    translator: str | None = None
    editor: str | None = None
    introduced_by: str | None = None
    author: str | None = None


def credits_of(blocks: Iterable[Block]) -> Credits:
    """What the title page, the short blocks before the text, says; a preface among them tells whose name is meant by
    "Kant's Prolegomena"."""
    blocks = list(blocks)
    text = _BREAK.join(" ".join(block.text.split()) for block in blocks if len(block.text.split()) <= LONGEST_LINE)
    translator, editor, introduced_by = (_named(pattern, text) for pattern in (_TRANSLATED, _EDITED, _WITH))
    author = _written_by(text) or (_owner(text, blocks) if translator or editor else None)
    return Credits(translator, editor, introduced_by, author)


def _written_by(text: str) -> str | None:
    """The name in a line of its own that no other credit stands before."""
    for found in _LINE_BY.finditer(text):
        if not _OTHER_CREDIT.search(text[max(found.start() - CREDIT_REACH, 0) : found.start()]):
            return _TITLES.sub("", in_title_case(found["name"].strip())) or None
    return None


def _owner(text: str, blocks: Sequence[Block]) -> str | None:
    """Whose work a title says it is, where the first pages speak of him again and again."""
    found = _OWNED.search(text)
    name = in_title_case(found["name"]) if found else ""
    times = sum(len(re.findall(rf"\b{re.escape(name)}\b", block.text)) for block in blocks) if name else 0
    return name if times >= LEAST_NAMED else None


def _named(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text)
    name = _TITLES.sub("", found["name"].strip()) if found else ""
    return in_title_case(name) or None


def in_title_case(name: str) -> str:
    """ "Paul Carus" of "PAUL CARUS"; a name that isn't all in capitals as it is."""
    if not name.isupper() or not re.search(r"[A-ZÄÖÜ]{3}", name):
        return name
    words = (word.lower() if word in _PARTICLES else re.sub(r"[^\W\d_]+", _capitalised, word) for word in name.split())
    return " ".join(words)


def _capitalised(found: re.Match[str]) -> str:
    return found.group().capitalize()


def spellings(name: str | None) -> set[str]:
    """The surname as a text may print it; empty where it tells nothing."""
    last = surname(name)
    return {last, last.upper(), last.capitalize()} if last else set()


def surname(name: str | None) -> str | None:
    """The last word of a name, that before the comma in "Kant, Immanuel"; None where it tells nothing."""
    words = (name or "").split(",")[0].split() if "," in (name or "") else (name or "").split()
    last = words[-1].strip(".,;") if words else ""
    return last if len(last) > 2 else None
