"""A book as it would be read, without a model, journal or graph: what a dry run shows."""

from pathlib import Path

from flows.preparation import wanted_chapters
from flows.walking import refuse_closed
from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.readers.choice import check_language, chosen
from schemas.base import Schema
from schemas.run import Failure, Options
from schemas.settings import Settings
from schemas.text import StructureOptions, TextWarning


class BookPreview(Schema):
    """`chunks` would be a call each; counts are of the chapters asked for."""

    source: Path
    title: str
    language: str = ""
    chapters: int = 0
    chunks: int = 0
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
    except Exception as error:  # whatever is wrong with one book, the others are shown
        return BookPreview(source=path, title=path.name, failure=Failure.of(error))
    chunks = [chunk for order in orders for chunk in book.chunks_by_chapter.get(order, ())]
    return BookPreview(
        source=path,
        title=book.title,
        language=book.language,
        chapters=len(orders),
        chunks=len(chunks),
        words=sum(chunk.words for chunk in chunks),
        warnings=book.warnings,
    )
