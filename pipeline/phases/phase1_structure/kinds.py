"""Which kind a section is (body, front, back, boilerplate), by what the file declares, by title and by position."""

import re

from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.parsed import BlockRole, Mark, ParsedBook
from schemas.text import SectionKind

BODY, FRONT, BACK, BOILERPLATE = SectionKind.BODY, SectionKind.FRONT, SectionKind.BACK, SectionKind.BOILERPLATE

_BOILERPLATE_TITLE = re.compile(
    r"(?:imprint|colophon|uncopyright|copyright(?: (?:page|notice|information))?|credits|licen[cs]e|legal notice|"
    r"impressum|(?:about|note on) th(?:is|e) (?:ebook|e-book|edition|electronic (?:text|edition))|"
    r"transcriber[’']?s?[’']? notes?|about the (?:author|publisher)|also by .{1,60}|newsletter|advertisements?|"
    r"publisher[’']?s? (?:advertisements?|catalogue)|produced by .*|.*project gutenberg.*|"
    r"end of (?:the )?(?:ebook|e-text).*)"
)
_FRONT_TITLE = re.compile(
    r"(?:title ?page|half[- ]?title(?: ?page)?|cover|front ?matter|frontispiece|dedication|epigraph|"
    r"(?:the )?(?:table of )?contents(?: of .{1,40})?|brief contents|detailed contents|toc|"
    r"inhalt(?:sverzeichnis)?|table des matières|(?:list|table) of (?:illustrations|figures|tables|plates|maps|"
    r"abbreviations|symbols|contributors)|illustrations|abbildungsverzeichnis|abkürzungen|abbreviations|widmung|"
    r"chronology|(?:select )?praise for .*|series (?:page|editors?[’']? preface)|"
    r"publishers?[’']?s? (?:note|preface|foreword)|acknowledge?ments?|note on the text)"
)
_BACK_TITLE = re.compile(
    r"(?:(?:(?:general|subject|name|author|analytical|alphabetical) )?ind(?:ex|ices|exes)"
    r"(?: (?:of|to|rerum|nominum|verborum|locorum)\b.*)?|"
    r"(?:select(?:ed)? |general |short |annotated )?bibliograph(?:y|ies|ical notes?)(?: .{0,40})?|references?|"
    r"works cited|(?:suggestions? for )?further readings?|literature|literatur(?:verzeichnis)?|sources|end ?notes|"
    r"foot ?notes|rear ?notes|notes|anmerkungen|glossary(?: of .{1,40})?|glossar|register|"
    r"(?:namen|sach|personen)(?:verzeichnis|register)|back ?matter|answers(?: to .*)?|solutions(?: to .*)?|"
    r"errata|corrigenda)"
)
_AMBIGUOUS_BACK = re.compile(r"(?:notes|anmerkungen|references?|sources|literature|register|answers.*|solutions.*)")
_CONTENTS_TITLE = re.compile(
    r"(?:the )?(?:table of )?contents.*|toc|inhalt(?:sverzeichnis)?|table des matières|list of .*"
)

_TYPES = (
    (re.compile(r"\b(?:imprint|colophon|copyright-page|other-credits|doc-colophon|doc-credits)\b"), BOILERPLATE),
    (re.compile(r"\b(?:titlepage|halftitlepage|cover|dedication|epigraph|toc|loi|lot|landmarks|frontispiece|"
                r"acknowledge?ments|contributors|doc-(?:cover|dedication|epigraph|toc|acknowledgments))\b"), FRONT),
    (re.compile(r"\b(?:index|bibliography|glossary|endnotes|footnotes|rearnotes|"
                r"doc-(?:index|bibliography|glossary|endnotes))\b"), BACK),
)  # fmt: skip


def kind_of_types(types: str) -> SectionKind | None:
    """The kind that an epub:type or role declares; None where it declares none that decides."""
    return next((kind for pattern, kind in _TYPES if pattern.search(types)), None)


def section_kinds(parsed: ParsedBook) -> tuple[SectionKind, ...]:
    """One kind for each mark."""
    marks = parsed.marks
    kinds: list[SectionKind] = []
    above: list[tuple[int, SectionKind, bool]] = []  # level, kind, whether those below inherit it
    for index, mark in enumerate(marks):
        while above and above[-1][0] >= mark.level:
            above.pop()
        title = plain_title(mark.title)
        inherited = next((kind for _, kind, inherits in reversed(above) if inherits), None)
        if inherited is FRONT and _has_prose(parsed, mark):
            inherited = None
        kind = inherited or mark.kind or _by_title(title) or BODY
        if kind is BACK and mark.kind is None and inherited is None and _AMBIGUOUS_BACK.fullmatch(title):
            kind = BACK if _is_at_end(parsed, index) else BODY
        if kind is BODY and mark.in_toc and _is_contents_list(parsed, index):
            kind = FRONT
        inherits = kind in {BACK, BOILERPLATE} or (kind is FRONT and bool(_CONTENTS_TITLE.fullmatch(title)))
        above.append((mark.level, kind, inherits))
        kinds.append(kind)
    return tuple(kinds if _has_body(parsed, kinds) else _only_titles_say(parsed, kinds))


def _has_body(parsed: ParsedBook, kinds: list[SectionKind]) -> bool:
    return any(kind is BODY and _own_texts(parsed, mark) for mark, kind in zip(parsed.marks, kinds, strict=True))


def _only_titles_say(parsed: ParsedBook, kinds: list[SectionKind]) -> list[SectionKind]:
    """A file that is nothing but "Notes" or "References" is read: what only its title calls back matter is its body."""
    return [
        BODY if kind is BACK and mark.kind is None else kind for mark, kind in zip(parsed.marks, kinds, strict=True)
    ]


def _by_title(title: str) -> SectionKind | None:
    for pattern, kind in ((_BOILERPLATE_TITLE, BOILERPLATE), (_FRONT_TITLE, FRONT), (_BACK_TITLE, BACK)):
        if pattern.fullmatch(title):
            return kind
    return None


def _is_at_end(parsed: ParsedBook, index: int) -> bool:
    """A title like "Notes" is back matter where only more of that kind follows at its level or above, and it isn't
    one of several of the same name (those belong to the parts they stand in)."""
    marks = parsed.marks
    title = plain_title(marks[index].title)
    if sum(plain_title(mark.title) == title for mark in marks) > 1:
        return bool(_looks_like_list(parsed, marks[index]))
    following = [mark for mark in marks[index + 1 :] if mark.level <= marks[index].level]
    return all(mark.kind not in {None, BODY} or _by_title(plain_title(mark.title)) for mark in following)


def _own_texts(parsed: ParsedBook, mark: Mark) -> list[str]:
    first = mark.at + mark.heading_blocks
    later = [other.at for other in parsed.marks if other.at >= first and other is not mark]
    stop = min(later, default=len(parsed.blocks))
    return [block.text for block in parsed.blocks[first:stop] if block.role is not BlockRole.HEADING]


def _has_prose(parsed: ParsedBook, mark: Mark) -> bool:
    return any(len(text.split()) > 12 and text.rstrip()[-1:] in '.!?”"’' for text in _own_texts(parsed, mark))


def _looks_like_list(parsed: ParsedBook, mark: Mark) -> bool:
    """Bibliographic entries: most paragraphs hold a year in parentheses or after a comma."""
    texts = _own_texts(parsed, mark)
    dated = sum(bool(re.search(r"[(,]\s*(?:1[4-9]|20)\d\d[a-z]?\s*[).:,]", text)) for text in texts)
    return len(texts) > 1 and dated > 0.6 * len(texts)


def _is_contents_list(parsed: ParsedBook, index: int) -> bool:
    """A printed contents list under any title: most of its lines end in leaders and a page number."""
    texts = _own_texts(parsed, parsed.marks[index])[:40]
    leaders = sum(bool(re.search(r"(?:[.…·]\s?){4,}\s*[\divxlc]+\s*$", text)) for text in texts)
    return len(texts) > 2 and leaders > 0.6 * len(texts)
