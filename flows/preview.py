"""A book as it would be read, without a model or graph and with nothing written: what a dry run shows."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from flows.preparation import configured, wanted_chapters
from flows.walking import refuse_closed
from pipeline.journal.engine import exists
from pipeline.journal.journal import Journal
from pipeline.journal.redaction import Redaction
from pipeline.journal.registration import nothing_but_gaps
from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.configuration import chapter_reading_id, reading_id
from pipeline.readers.choice import check_language, chosen
from schemas.base import Schema
from schemas.run import Failure, Options
from schemas.settings import Settings
from schemas.text import Book, ChunkSpan, StructureOptions, TextWarning


class BookPreview(Schema):
    """`chunks` are those of the chapters asked for; `calls` and `words` of what no run has read yet, a call a chunk."""

    source: Path
    title: str
    language: str = ""
    chapters: int = 0
    chunks: int = 0
    calls: int = 0
    words: int = 0
    warnings: tuple[TextWarning, ...] = ()
    failure: Failure | None = None


def preview_book(path: Path, settings: Settings, options: Options) -> BookPreview:
    """An error becomes the preview's failure."""
    try:
        refuse_closed(path)
        book = read_structure(path, StructureOptions(chunk_words=options.chunk_words, password=settings.book_password))
        check_language(chosen(options.reader, settings.model), book.language, path.name)
        orders = wanted_chapters(book, path, options)
        left = chunks_left(book, orders, settings, options)
    except Exception as error:  # whatever is wrong with one book, the others are shown
        return BookPreview(source=path, title=path.name, failure=Failure.of(error))
    return BookPreview(
        source=path,
        title=book.title,
        language=book.language,
        chapters=len(orders),
        chunks=sum(len(book.chunks_by_chapter.get(order, ())) for order in orders),
        calls=len(left),
        words=sum(chunk.words for chunk in left),
        warnings=book.warnings,
    )


def chunks_left(book: Book, orders: Sequence[int], settings: Settings, options: Options) -> list[ChunkSpan]:
    """Chunks that are still to be asked; a chapter of nothing but gaps is asked again."""
    chunks = {order: book.chunks_by_chapter.get(order, ()) for order in orders}
    if not exists(settings.journal):
        return [chunk for order in orders for chunk in chunks[order]]
    reading = reading_id(book, configured(book, settings, options))
    owners = {order: chapter_reading_id(reading, book.chapters[order - 1]) for order in orders}
    with closing(Journal(settings.journal, Redaction(book.text, settings.redact))) as journal:
        states = {order: journal.checkpoint(owner) for order, owner in owners.items()}
        anew = set(nothing_but_gaps(journal, owners.values()))
    done = {order: state.done if state and owners[order] not in anew else 0 for order, state in states.items()}
    return [chunk for order in orders for chunk in chunks[order][done[order] :]]
