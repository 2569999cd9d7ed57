"""The title and the author that a title page prints, for a book whose file declares none."""

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.contents_list import is_contents_heading
from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.labels import plain_title, unit_of
from pipeline.phases.phase1_structure.parsed import ParsedBook
from pipeline.phases.phase1_structure.person_names import person, spoken_words
from pipeline.phases.phase1_structure.title_page import is_imprint, is_written_out
from schemas.text import SectionKind

LONGEST_LINE = 25  # words
NAMED_WITHIN = 4  # first lines, in which an author stands without "by"
_MAKERS = re.compile(
    r"\b(?:translat\w*|edit(?:ed|or|ion)\w*|rendered|introduc\w*|notes?|illustrat\w*|prefaced?|foreword|printed|published|revised|"
    r"essays? by|übersetzt|herausgegeben|eingeleitet|traduit|vorwort|einleitung)\b",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?P<key>title|titel|titre|author|autor|auteur|verfasser|translator|übersetzer|traducteur)\s*:\s*(?P<value>.+)",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:(?:written|composed) )?(?:by|von|par)\b[:.\s]*(?P<name>.*)", re.IGNORECASE)
_TITLE_PAGE = re.compile(r"(?:half[- ]?)?title ?page|cover|titel(?:blatt|seite)?")
_TITLE_BY = re.compile(r"(?P<title>.+?),?\s+(?:by|By|BY)\s+(?P<name>.+)")


def with_title_page(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> ParsedBook:
    """The book with the title and the author that its title page says, where nothing else has said them."""
    metadata = parsed.metadata
    lines = _title_page(parsed, kinds)
    if not lines or (metadata.title and metadata.author):
        return parsed
    title, author = title_and_author(lines, spoken_words(parsed.blocks))
    translator = metadata.translator or _field(lines, {"tra", "übe"})
    names = replace(metadata, title=metadata.title or title, author=metadata.author or author, translator=translator)
    return replace(parsed, metadata=names)


def title_and_author(lines: Sequence[str], spoken: Container[str] = ()) -> tuple[str | None, str | None]:
    """Of the lines of a title page; `spoken` are words that the book has in small letters."""
    title = _field(lines, {"tit"}) or _title(lines[0])
    author = _field(lines, {"aut", "ver"})
    for at, line in enumerate(lines):
        if author or _MAKERS.search(line):
            break
        author = _after_by(line, lines[at + 1] if at + 1 < len(lines) else "")
        inline = _TITLE_BY.fullmatch(line) if not author and at == 0 else None
        if inline and (name := person(inline["name"])):
            title, author = _title(inline["title"]), name
    for line in lines[1:NAMED_WITHIN]:
        if author or _MAKERS.search(line):
            break
        author = person(line, spoken)
    return title, author


def _field(lines: Sequence[str], keys: Container[str]) -> str | None:
    """What stands behind "Author:" and the like; `keys` are the first letters of such words."""
    found = filter(None, map(_FIELD.fullmatch, lines))
    return next((one["value"].strip() for one in found if one["key"].casefold()[:3] in keys), None)


def _after_by(line: str, below: str) -> str | None:
    found = _BY.fullmatch(line.strip())
    return person(found["name"].strip() or below, fewest=1) if found else None


def _title(line: str) -> str | None:
    text = " ".join(line.split()).strip(" .,:;")
    if len(text.split()) > LONGEST_LINE or is_written_out(line) or is_imprint(line) or _BY.match(line):
        return None
    if (
        unit_of(text)
        or known_title(text)
        or _FIELD.fullmatch(line)
        or not re.match(r"[\"'“„«‘]?\w", text)
        or not re.search(r"[^\W\d_]", text)
    ):
        return None
    return text


def _title_page(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> list[str]:
    """The lines of the front matter that no contents list names, up to such a list or the body."""
    lines: list[str] = []
    for index, (mark, kind) in enumerate(zip(parsed.marks, kinds, strict=True)):
        if kind is SectionKind.BOILERPLATE:
            continue
        if kind is not SectionKind.FRONT or (mark.in_toc and not _TITLE_PAGE.fullmatch(plain_title(mark.title))):
            break
        stop = parsed.marks[index + 1].at if index + 1 < len(parsed.marks) else len(parsed.blocks)
        texts = [" ".join(block.text.split()) for block in parsed.blocks[mark.at : stop]]
        contents = next((at for at, text in enumerate(texts) if is_contents_heading(text)), len(texts))
        lines += [text for text in texts[:contents] if len(text.split()) <= LONGEST_LINE and not known_title(text)]
        if contents < len(texts):
            break
    return lines
