"""Phase 1: reads one book file and gives back the Book, or an error that names the file."""

import hashlib
import stat
from dataclasses import replace
from pathlib import Path, PurePath

from pipeline.phases.phase1_structure import sniffing
from pipeline.phases.phase1_structure.boundaries import UNTITLED, bounded
from pipeline.phases.phase1_structure.chapters import ALWAYS_READ, chapters_of
from pipeline.phases.phase1_structure.chunking import chunks_of
from pipeline.phases.phase1_structure.kinds import section_kinds
from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.labels import plain_title, unit_of
from pipeline.phases.phase1_structure.language import language_of
from pipeline.phases.phase1_structure.lengths import LONGEST_SENTENCE, word_count
from pipeline.phases.phase1_structure.notes import with_notes
from pipeline.phases.phase1_structure.numbering import numbered_sentences
from pipeline.phases.phase1_structure.outline import Outline, assemble, with_languages
from pipeline.phases.phase1_structure.page_marks import with_page_marks
from pipeline.phases.phase1_structure.parsed import ParsedBook
from pipeline.phases.phase1_structure.parsers.protocol import Parser
from pipeline.phases.phase1_structure.parsers.text_lines import COMMON_TITLE
from pipeline.phases.phase1_structure.sidecar import (
    given_kinds,
    level_not_found,
    missing_titles,
    settings_beside,
    with_metadata,
)
from pipeline.phases.phase1_structure.tidying import readable, tidied
from pipeline.phases.phase1_structure.title_page_names import with_title_page
from pipeline.phases.phase1_structure.unit_references import cited
from pipeline.phases.phase1_structure.units import with_units
from pipeline.phases.phase1_structure.unread import unread_sections
from pipeline.phases.phase1_structure.voices import with_voices
from schemas import ids
from schemas.errors import NoText, PathNotFound, Unreadable, Unsupported
from schemas.text import Book, BookSettings, Section, SectionKind, StructureOptions, TextWarning

LARGEST_SOURCE = 1024**3  # bytes of a file
SHORT_TEXT = 500  # words; a shorter one needs no headings
_OTHER_KINDS = {
    stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}  # fmt: skip


def read_structure(path: Path, options: StructureOptions = StructureOptions()) -> Book:  # noqa: B008 (frozen)
    """The book in the file at `path`, as the sidecar beside it says."""
    return read_source(_bytes(path), path.name, options, settings_beside(path))


def read_source(
    source: bytes,
    name: str,
    options: StructureOptions = StructureOptions(),  # noqa: B008
    given: BookSettings = BookSettings(),  # noqa: B008
) -> Book:
    """The book in the bytes of a file called `name`; what is `given` of it wins over what it says."""
    name = readable(name)
    parsed = with_page_marks(tidied(_parser(source, name).parse(source, name, options), name))
    parsed = bounded(parsed, name)
    if not any(any(char.isalnum() for char in block.text) for block in parsed.blocks):
        raise NoText(f"{name} holds no text.")
    parsed = with_metadata(parsed, given)
    parsed, kinds, unknown = given_kinds(parsed, section_kinds(parsed), given)
    parsed = with_title_page(parsed, kinds)
    parsed = replace(parsed, warnings=(*parsed.warnings, *missing_titles(unknown, name)))
    parsed, kinds = with_notes(*with_units(parsed, kinds))
    unread = unread_sections(parsed, kinds, ALWAYS_READ | options.include, name)
    parsed = with_voices(replace(parsed, warnings=(*parsed.warnings, *unread)), kinds, given.voices)
    return _book(parsed, assemble(parsed, kinds), source, name, options, given)


def _bytes(path: Path) -> bytes:
    shown = readable(str(path))
    try:
        found = path.stat()
        kind = _OTHER_KINDS.get(stat.S_IFMT(found.st_mode))
        if kind is not None:  # opening a pipe would wait for its writer for ever
            raise Unsupported(f"{shown} is {kind}, not a book file.")
        if found.st_size > LARGEST_SOURCE:
            raise Unsupported(
                f"{shown} is larger than a book: {found.st_size // 2**20} MB.", "Give the book's own file."
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise PathNotFound(f"{shown} doesn't exist.") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"{shown} can't be read: {getattr(error, 'strerror', None) or error}.") from None


def _parser(source: bytes, name: str) -> Parser:
    match sniffing.sniffed_format(source, name):
        case sniffing.PDF:
            from pipeline.phases.phase1_structure.parsers.pdf import PdfParser

            return PdfParser()
        case sniffing.EPUB:
            from pipeline.phases.phase1_structure.parsers.epub import EpubParser

            return EpubParser()
        case sniffing.HTML:
            from pipeline.phases.phase1_structure.parsers.html import HtmlParser

            return HtmlParser()
        case sniffing.MARKDOWN:
            from pipeline.phases.phase1_structure.parsers.markdown import MarkdownParser

            return MarkdownParser()
        case _:
            from pipeline.phases.phase1_structure.parsers.plain_text import PlainTextParser

            return PlainTextParser()


def _book(
    parsed: ParsedBook, outline: Outline, source: bytes, name: str, options: StructureOptions, given: BookSettings
) -> Book:
    metadata = parsed.metadata
    body = [
        outline.text[paragraph.start : paragraph.end]
        for paragraph in outline.paragraphs
        if outline.sections[paragraph.section].kind is SectionKind.BODY
    ]
    language = language_of(body, metadata.language, options.language)
    title = metadata.title or _title_in(outline) or PurePath(name).stem
    outline = with_languages(outline, language)
    outline = cited(outline, title, given.reference_scheme, given.reference_prefix)
    sentences, cut = numbered_sentences(outline, language, parsed.page_labels)
    words = [word_count(outline.text[sentence.start : sentence.end]) for sentence in sentences]
    chapters, episode_level = chapters_of(outline.sections, sentences, words, options.include, given.chapter_level)
    deepest = max((section.level for section in outline.sections if section.kind is SectionKind.BODY), default=1)
    warnings = (*parsed.warnings, *level_not_found(given.chapter_level, deepest, name))
    if cut:
        titles = tuple(dict.fromkeys(outline.sections[section].title for section in cut))
        message = (
            f"{name}: passages of more than {LONGEST_SENTENCE} words in which no sentence ends were cut: {len(cut)}, "
            f"in {'; '.join(titles)}."
        )
        warnings = (*warnings, TextWarning(code="structure.sentence_cut", message=message, names=titles))
    if (
        not any(mark.in_toc or mark.heading_blocks or mark.kind is None for mark in parsed.marks)
        and sum(words) > SHORT_TEXT
    ):
        message = f"{name}: no outline and no headings were found; the whole text is read as one chapter."
        warnings = (*warnings, TextWarning(code="structure.no_headings", message=message))
    if not chapters:
        message = f"{name}: nothing in it is taken for the body of a book; include other kinds to read it."
        warnings = (*warnings, TextWarning(code="structure.no_body", message=message))
    text_id = ids.text_id(outline.text, language, map(_in_tree, outline.sections))
    return Book(
        text_id=text_id,
        book_id=ids.book_id(text_id),
        title=title,
        author=metadata.author,
        translator=metadata.translator,
        editor=metadata.editor,
        edition=metadata.edition,
        year=metadata.year,
        language=language,
        sha256=hashlib.sha256(source).hexdigest(),
        format=parsed.format,
        text=outline.text,
        sections=outline.sections,
        sentences=sentences,
        chapters=chapters,
        chunks=chunks_of(chapters, outline.sections, sentences, words, options.chunk_words),
        episode_level=episode_level,
        page_labels=parsed.page_labels,
        furniture=parsed.furniture,
        warnings=warnings,
    )


def _in_tree(section: Section) -> tuple[int | str, ...]:
    """What makes it another section tree: where sections begin, what they are, who speaks, how they are cited and split."""
    return (
        section.level, section.title, str(section.kind), section.start, str(section.voice), section.ref or "",
        section.language or "",
    )  # fmt: skip


def _names_a_book(title: str) -> bool:
    """No "BOOK I" and no "Preface", whatever they hold."""
    return title != UNTITLED and unit_of(title) is None and not COMMON_TITLE.fullmatch(plain_title(title))


def _title_in(outline: Outline) -> str | None:
    """The title that the text itself gives: its title page's, or that of the one section that holds all others."""
    tops = [
        section for section in outline.sections if section.level == 1 and section.kind is not SectionKind.BOILERPLATE
    ]
    whole = [section for section in tops if section.end - section.start > 0.9 * len(outline.text)]
    if len(outline.sections) > 1 and len(whole) == 1 and _names_a_book(whole[0].title):
        return whole[0].title
    first = tops[0] if tops else None
    if first is None or first.kind is not SectionKind.FRONT or first.in_toc or known_title(first.title) is not None:
        return None
    if first.body_start > first.start:
        return first.title
    return None
