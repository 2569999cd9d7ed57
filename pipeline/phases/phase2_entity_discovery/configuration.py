"""A reading's configuration and id: everything that changes what is read, and nothing that does not."""

from schemas.base import VERSION, Schema
from schemas.ids import digest
from schemas.text import Book, Chapter
from schemas.vocabulary import Vocabulary

SNAPSHOT = "empty"  # what stood when the reading began; until memory tiers are built nothing enters a reading
STEP_VERSION = "2"  # of the rules in this folder; raise it when the same answers would give other rows


class Configuration(Schema):
    """`reader` is the reader's identity, `vocabulary` its digest, `language` the book's, by which sentences have their
    parts, `chapters` a digest of their bounds; workers, budgets and addresses are left out."""

    reader: tuple[str, ...]
    memory_format: str
    boundary: str
    chunk_words: int
    vocabulary: str
    language: str
    chapters: str
    versions: tuple[str, ...] = (VERSION, STEP_VERSION)
    snapshot: str = SNAPSHOT


def vocabulary_digest(vocabulary: Vocabulary) -> str:
    return digest("vocabulary", vocabulary.model_dump_json())


def chapters_digest(book: Book) -> str:
    """Of what is read as a chapter: a user may choose other ones of the same text."""
    return digest("chapters", *(str(bound) for chapter in book.chapters for bound in (chapter.first, chapter.last)))


def reading_id(book: Book, configuration: Configuration) -> str:
    return digest("reading", book.text_id, configuration.model_dump_json())


def chapter_reading_id(reading: str, chapter: Chapter) -> str:
    """The owner of all that this reading of this chapter writes."""
    return digest("chapter_reading", reading, chapter.order)
