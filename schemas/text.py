"""A book after phase 1: canonical text, section tree, sentences with parts, chapters and chunks.

All offsets count code points of the canonical text, end exclusive, unless a field says otherwise.
"""

from bisect import bisect_left
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property

from pydantic import Field, SecretStr

from schemas.base import Schema


class SectionKind(StrEnum):
    BODY = "body"
    FRONT = "front"
    BACK = "back"
    BOILERPLATE = "boilerplate"
    NOTE = "note"
    UNIT = "unit"
    SKIPPED = "skipped"  # by the user's word


class UnitKind(StrEnum):
    """What an addressable unit below the contents is; `paragraph` is a § and `number` a paragraph with only a number."""

    PROPOSITION = "proposition"
    LEMMA = "lemma"
    DEFINITION = "definition"
    AXIOM = "axiom"
    POSTULATE = "postulate"
    PROBLEM = "problem"
    PROOF = "proof"
    COROLLARY = "corollary"
    NOTE = "note"
    EXPLANATION = "explanation"
    PARAGRAPH = "paragraph"
    NUMBER = "number"


class ReferenceScheme(StrEnum):
    """How a book's units are cited: "E2p7s", "§ 12" or "III.12", or not at all."""

    GEOMETRIC = "geometric"
    NUMBERED = "numbered"
    NONE = "none"


class Voice(StrEnum):
    """Who speaks in a section or a note."""

    AUTHOR = "author"
    TRANSLATOR = "translator"
    EDITOR = "editor"


class BookSettings(Schema):
    """What a user says of one book, in a file beside it; what is unset follows from the book.

    `voices` is who speaks in a section of that title and below it; `read` and `skip` are titles of sections that are
    read or left out whatever they are taken for; `chapter_level` (1 = top) is the level whose sections are chapters.
    """

    title: str | None = None
    author: str | None = None
    translator: str | None = None
    editor: str | None = None
    edition: str | None = None
    year: str | None = Field(None, coerce_numbers_to_str=True)
    language: str | None = None
    voices: dict[str, Voice] = {}
    reference_scheme: ReferenceScheme | None = None
    reference_prefix: str | None = None
    chapter_level: int | None = Field(None, ge=1)
    read: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()


CHUNK_WORDS = 1_250  # a call reads about as many: fewer pay for the rules more often (docs/decisions/0017)


class StructureOptions(Schema):
    """How a book file is read: chunk size, a protected file's password, section kinds to be read beside the body
    (`body`, notes and units always are), and the language where the file or the guess is wrong."""

    chunk_words: int = Field(default=CHUNK_WORDS, ge=1)
    password: SecretStr | None = None
    include: frozenset[SectionKind] = frozenset()
    language: str | None = None


class Section(Schema):
    """A node of the table of contents or an addressable unit below it.

    `path` is the ordinal path in the tree, from 1: (2, 1) is the first child of the second top section.
    `start` is where the heading begins (headings are in the canonical text), `body_start` where the text after it
    begins, `end` where the next section of the same or a higher level begins.
    `source_start` is the offset of the heading in the decoded source (Markdown, HTML, plain text: newlines as in the
    file, markup included), `href` its target relative to the EPUB package folder; `page` the 1-based PDF page.
    `unit` tells what an addressable unit below the contents is and `ref` how it is cited; a unit's label may stand at
    the head of its first sentence: then `start` is that sentence's and `body_start` lies behind the label. `call` is
    where a note is called; `language` is the section's where it isn't the book's.
    """

    path: tuple[int, ...]
    level: int
    title: str
    label: str | None = None
    kind: SectionKind
    in_toc: bool = True
    start: int
    end: int
    body_start: int
    source_start: int | None = None
    href: str | None = None
    page: int | None = None
    unit: UnitKind | None = None
    ref: str | None = None
    voice: Voice = Voice.AUTHOR
    call: int | None = None
    language: str | None = None


class Sentence(Schema):
    """A sentence of the canonical text; headings are not sentences.

    `section` and `paragraph` are indices (`paragraph` counts through the book). `parts` are the spans of its lettered
    parts, in order and without gaps beyond white space; empty when the sentence is a single part.
    """

    start: int
    end: int
    section: int
    paragraph: int
    parts: tuple[tuple[int, int], ...] = ()
    pdf_page: int | None = None
    page_label: str | None = None
    printed_page: str | None = None
    ref: str | None = None


class Chapter(Schema):
    """What is read sequentially: sentences [first, last) of the book; `section` is the index of its section, `order` counts from 1.

    `own_text` marks a parent's own text before its first sub-chapter.
    """

    order: int
    section: int
    title: str
    first: int
    last: int
    own_text: bool = False


class ChunkSpan(Schema):
    """One step's sentences [first, last) of one chapter; `number` counts from 1 within the chapter."""

    chapter: int
    number: int
    first: int
    last: int
    words: int


class TextWarning(Schema):
    """Something the file made doubtful; `names` are the sections, pages or files meant."""

    code: str
    message: str
    names: tuple[str, ...] = ()


class Book(Schema):
    """A book file as phase 1 read it. Sentences are in the order of reading: a note's stand behind the paragraph that
    calls it, though its text stands behind its section. `text_id` and `book_id` as in design §5; `episode_level` is the section level
    whose ends are structural boundaries; `furniture` is what the file has beside its text: running heads, page numbers,
    marks of notes."""

    text_id: str
    book_id: str
    title: str
    author: str | None = None
    translator: str | None = None
    editor: str | None = None
    edition: str | None = None
    year: str | None = None
    language: str = "en"
    sha256: str
    format: str
    text: str
    sections: tuple[Section, ...]
    sentences: tuple[Sentence, ...]
    chapters: tuple[Chapter, ...]
    chunks: tuple[ChunkSpan, ...]
    episode_level: int
    page_labels: tuple[str, ...] = ()
    furniture: tuple[str, ...] = ()
    warnings: tuple[TextWarning, ...] = ()

    @cached_property
    def chunks_by_chapter(self) -> dict[int, tuple[ChunkSpan, ...]]:
        """Chunks of each chapter order, in order."""
        found: dict[int, list[ChunkSpan]] = {}
        for chunk in self.chunks:
            found.setdefault(chunk.chapter, []).append(chunk)
        return {order: tuple(chunks) for order, chunks in found.items()}

    def passage(self, first: int, last: int) -> str:
        """The text of the sentences [first, last), at least one, in the order of reading; what stands together in the
        book keeps the white space and headings between."""
        pieces: list[tuple[int, int]] = []
        for sentence in self.sentences[first:last]:
            start, end = pieces[-1] if pieces else (sentence.start, sentence.start)
            if not pieces or sentence.start < end or self._note_begins(end, sentence.start):
                pieces.append((sentence.start, sentence.end))
            else:
                pieces[-1] = (start, sentence.end)
        return "\n\n".join(self.text[start:end] for start, end in pieces)

    def _note_begins(self, start: int, end: int) -> bool:
        """Whether a note begins or ends in [start, end]."""
        at = bisect_left(self._note_bounds, start)
        return at < len(self._note_bounds) and self._note_bounds[at] <= end

    @cached_property
    def _note_bounds(self) -> list[int]:
        notes = [section for section in self.sections if section.kind is SectionKind.NOTE]
        return sorted(bound for section in notes for bound in (section.start, section.end))

    def is_note(self, sentence: int) -> bool:
        return self.sections[self.sentences[sentence].section].kind is SectionKind.NOTE

    def extent(self, first: int, last: int) -> tuple[int, int]:
        """Where the running text of the sentences [first, last), at least one, begins and ends; a note's where there is
        no other."""
        read = self.sentences[first:last]
        main = [one for at, one in enumerate(read, first) if not self.is_note(at)] or read
        return min(one.start for one in main), max(one.end for one in main)

    def sentence_text(self, index: int) -> str:
        sentence = self.sentences[index]
        return self.text[sentence.start : sentence.end]

    def ancestors(self, section: int) -> Iterator[int]:
        """Indices of the section and all above it, innermost first."""
        path = self.sections[section].path
        by_path = self.section_by_path
        for depth in range(len(path), 0, -1):
            yield by_path[path[:depth]]

    @cached_property
    def section_by_path(self) -> dict[tuple[int, ...], int]:
        return {section.path: index for index, section in enumerate(self.sections)}
