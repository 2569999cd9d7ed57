"""Titles by which front matter, back matter and boilerplate are known, and how sure a title alone makes it."""

import re
from dataclasses import dataclass

from pipeline.phases.phase1_structure.labels import label_of, plain_title
from schemas.text import SectionKind


@dataclass(frozen=True, slots=True)
class KnownTitle:
    """`sure`: no chapter is called so; `prose`: whatever it holds is the kind's, as what a publisher writes is."""

    kind: SectionKind
    sure: bool
    prose: bool = False


_PUBLISHERS = (
    r"uncopyright|(?:about|note on) th(?:is|e) (?:ebook|e-book|edition|electronic (?:text|edition))|"
    r"transcriber[’']?s?[’']? notes?|about the (?:author|publisher)s?|publisher[’']?s? (?:advertisements?|catalogue)|"
    r"impressum|(?:a (?:word|note) from |about )project gutenberg|(?:the )?(?:full )?project gutenberg"
    r"(?:[’']s|[- ]?tm|\(tm\)|™)?[ -](?:e-?books?|e-?texts?|licen[cs]e|header|[\"“]?small print[\"”]?|literary archive"
    r"(?: foundation)?)"
)
_THANKS = (
    r"acknowledge?ments|(?:a )?note on the text|series (?:page|editors?[’']? preface)|"
    r"publishers?[’']?s? (?:note|preface|foreword)"
)
_READINGS = r"(?:suggestions? for |guide to )?further readings?|weiterführende literatur"
_PAGES = r"imprint|colophon|copyright(?: (?:page|notice|information))?|credits|licen[cs]e|legal notices?"
_GUTENBERGS = r"(?:the )?(?:full )?project gutenberg\b.*"  # goes on: "… eBook of Ethics", "… and its enemies"
_SALES = r"also by .{1,60}|newsletter|advertisements?|produced by .*|end of (?:the )?(?:ebook|e-text).*"
_ORDINAL = r"(?:(?:first|second|third|fourth|fifth|sixth) )?"
_NUMBER = r"(?: (?:\d{1,2}|[ivx]{1,5}|one|two|three|four|five|six))?"
_CONTENTS = (
    rf"(?:the )?(?:table of )?contents(?: of (?:the |this )?{_ORDINAL}(?:volume|vol\.|part|book|work){_NUMBER})?|"
    r"brief contents|detailed contents|toc|inhalt(?:sverzeichnis)?|table des matières"
)
_FRONT = (
    r"title ?page|half[- ]?title(?: ?page)?|cover|front ?matter|frontispiece|(?:list|table) of (?:illustrations|figures|"
    r"tables|plates|maps|abbreviations|symbols|contributors)|abbildungsverzeichnis|abkürzungen|abbreviations"
)
_FRONT_OR_CHAPTER = r"dedication|epigraph|widmung|illustrations|chronology|(?:select )?praise for .*|acknowledge?ment|contents of .{1,40}"
_BACK = (
    r"(?:(?:general|subject|name|author|analytical|alphabetical) )?ind(?:ex|ices|exes)|"
    r"(?:select(?:ed)? |general |short |annotated )?bibliograph(?:y|ies|ical notes?)|references|works cited|"
    r"literaturverzeichnis|end ?notes|foot ?notes|rear ?notes|notes|anmerkungen|"
    r"glossary|glossar|(?:namen|sach|personen)(?:verzeichnis|register)|back ?matter|errata|corrigenda|"
    r"(?:answers|solutions) to (?:the )?(?:selected |odd-numbered )?(?:exercises|problems|questions)"
)
_BACK_OR_CHAPTER = (
    r"ind(?:ex|ices|exes) (?:of|to|rerum|nominum|verborum|locorum)\b.*|reference|literature|literatur|sources|register|"
    r"(?:select(?:ed)? |general |short |annotated )?bibliograph(?:y|ies|ical notes?) .{1,40}|glossary of .{1,40}|"
    r"(?:answers|solutions)(?: to .*\b(?:exercise|problem|question|quiz|test)(?:s|zes)?\b.*)?"
)
_KNOWN = tuple(
    (re.compile(pattern), known)
    for pattern, known in (
        (_PUBLISHERS, KnownTitle(SectionKind.BOILERPLATE, sure=True, prose=True)),
        (_GUTENBERGS, KnownTitle(SectionKind.BOILERPLATE, sure=True)),
        (f"{_PAGES}|{_SALES}", KnownTitle(SectionKind.BOILERPLATE, sure=False)),
        (_READINGS, KnownTitle(SectionKind.BACK, sure=True, prose=True)),
        (_THANKS, KnownTitle(SectionKind.FRONT, sure=True, prose=True)),
        (f"{_CONTENTS}|{_FRONT}", KnownTitle(SectionKind.FRONT, sure=True)),
        (_FRONT_OR_CHAPTER, KnownTitle(SectionKind.FRONT, sure=False)),
        (_BACK, KnownTitle(SectionKind.BACK, sure=True)),
        (_BACK_OR_CHAPTER, KnownTitle(SectionKind.BACK, sure=False)),
    )
)
_IN_PARTS = re.compile(r"(?:notes|anmerkungen|references?|sources|literature|register|answers.*|solutions.*)")
_HOLDS_ITS_KIND = re.compile(rf"{_CONTENTS}|contents.*|list of .*")


def known_title(title: str) -> KnownTitle | None:
    """What the title says of its section; one with a number ("3. Index") may be a chapter's."""
    plain = plain_title(title)
    known = next((known for pattern, known in _KNOWN if pattern.fullmatch(plain)), None)
    if known and known.sure and not known.prose and label_of(title) is not None:
        return KnownTitle(known.kind, sure=False)
    return known


def stands_in_parts(title: str) -> bool:
    """Whether parts of a book end in sections of this title, which are read: "Notes", "References", "Answers"."""
    return bool(_IN_PARTS.fullmatch(plain_title(title)))


def passes_on_its_kind(title: str, kind: SectionKind) -> bool:
    """Whether the sections below one of this title are of its kind; those of a title page, a cover or a page of rights
    are not."""
    plain = plain_title(title)
    match kind:
        case SectionKind.FRONT:
            return bool(_HOLDS_ITS_KIND.fullmatch(plain))
        case SectionKind.BOILERPLATE:
            known = known_title(title)
            return known is None or known.prose
        case SectionKind.BACK:
            return not re.fullmatch("back ?matter", plain)
        case _:
            return False
