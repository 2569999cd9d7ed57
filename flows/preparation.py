"""A book made ready to be read, as a function of settings and options: structure, registration, graph."""

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

from flows.walking import refuse_closed
from pipeline.graph.chapter_writer import standing_episodes
from pipeline.graph.connection import Connection, connect
from pipeline.graph.deletion import delete_owner
from pipeline.graph.migrations import migrate
from pipeline.graph.structure import METADATA, standing_metadata, write_structure
from pipeline.journal.journal import Journal
from pipeline.journal.registration import (
    ChapterRecord,
    ReadingRecord,
    begin,
    earlier_books,
    note_failed_book,
    nothing_but_gaps,
    sealed_episodes,
)
from pipeline.journal.texts import store_text
from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase1_structure.sidecar import settings_beside, without_author
from pipeline.phases.phase2_entity_discovery.configuration import (
    Configuration,
    chapter_reading_id,
    chapters_digest,
    reading_id,
    vocabulary_digest,
)
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import check_detector
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.readers.choice import DEFAULTS, check_language, chosen, reader_identity
from pipeline.vocabulary import load_vocabulary
from schemas.errors import (
    GlossatorError,
    JournalLost,
    LanguageNeedsModel,
    NameUnwritable,
    NothingToRead,
    SettingInvalid,
    UsageFault,
)
from schemas.ids import ID_DIGITS
from schemas.run import BookPlan, Failure, Options
from schemas.settings import Settings
from schemas.text import Book, BookSettings, StructureOptions, TextWarning


def check_choices(format_name: str | None, detector: str | None) -> None:
    """Raises SettingInvalid for a memory format or boundary detector that isn't there, before a book is opened."""
    if format_name is not None:
        memory_format(format_name)
    if detector is not None:
        check_detector(detector)


def prepare_book(path: Path, settings: Settings, options: Options) -> BookPlan:
    """Reads the book's structure, registers the reading and writes the structure to the graph; nothing is asked of a
    model yet. Chapters that gave nothing but gaps before begin anew.

    Raises BookFault for the file, UsageFault for options that don't fit it, ServiceFault for graph, journal and disk.
    What is not the user's mistake is kept in the journal, for `status`, and so is a book in a language that the reader
    can't read; a folder in a book's place is not, for no book would ever take its place there.
    """
    refuse_closed(path)
    try:
        _check_name(path)
        return _prepared(path, settings, options)
    except Exception as error:
        if isinstance(error, UsageFault) and not isinstance(error, LanguageNeedsModel):
            raise
        with suppress(GlossatorError), closing(Journal(settings.journal)) as journal:
            note_failed_book(journal, str(path.absolute()), Failure.of(error))
        raise


def _check_name(path: Path) -> None:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        shown = str(path).encode(errors="backslashreplace").decode()
        raise NameUnwritable(f"The name of {shown} is not written in UTF-8.") from None


def _prepared(path: Path, settings: Settings, options: Options) -> BookPlan:
    reader_name = chosen(options.reader, settings.model)
    structure = StructureOptions(chunk_words=options.chunk_words, password=settings.book_password)
    book = read_structure(path, structure)
    check_language(reader_name, book.language, path.name)
    wanted = wanted_chapters(book, path, options)
    vocabulary = load_vocabulary(settings.vocabulary)
    configuration = configured(book, settings, options)
    reading = reading_id(book, configuration)
    record = ReadingRecord(
        id=reading,
        book=book.book_id,
        text=book.text_id,
        title=book.title,
        source=str(path.absolute()),
        configuration=configuration.model_dump_json(),
    )
    with closing(Journal(settings.journal)) as journal, connect(settings) as graph:
        migrate(graph, vocabulary)
        _refuse_unknown(journal, graph, book)
        chapters = _chapters(book, reading)
        stood = begin(journal, record, chapters, options.arguments, options.chapters, book.author)
        earlier = earlier_books(journal, record.source, book.book_id)
        unchanged = _unchanged(settings_beside(path), standing_metadata(graph, book.book_id))
        unnamed = without_author(book.author, path.name)
        warnings = (*book.warnings, *unnamed, *_changed(earlier), *unchanged)
        book = book.model_copy(update=stood._asdict() | {"warnings": warnings})
        write_structure(graph, book)
        _begin_anew(journal, graph, [chapter_reading_id(reading, book.chapters[order - 1]) for order in wanted])
    return BookPlan(
        source=path,
        book=book.book_id,
        stored=store_text(settings.home, book),
        title=book.title,
        reading=reading,
        reader=reader_name,
        memory_format=configuration.memory_format,
        boundary=configuration.boundary,
        chunk_words=options.chunk_words,
        chapters=wanted,
        titles=tuple(book.chapters[order - 1].title for order in wanted),
        warnings=book.warnings,
        asked=sum(len(book.chunks_by_chapter.get(order, ())) for order in wanted),
        total=len(book.chapters),
    )


def configured(book: Book, settings: Settings, options: Options) -> Configuration:
    """All that decides what a reading of the book asks and writes."""
    reader_name = chosen(options.reader, settings.model)
    defaults = DEFAULTS[reader_name]
    return Configuration(
        reader=reader_identity(reader_name, settings),
        memory_format=memory_format(options.memory_format or defaults.memory_format).name,
        boundary=check_detector(options.boundary or defaults.boundary),
        chunk_words=options.chunk_words,
        chapters=chapters_digest(book),
        vocabulary=vocabulary_digest(load_vocabulary(settings.vocabulary)),
        language=book.language,
    )


def wanted_chapters(book: Book, path: Path, options: Options) -> tuple[int, ...]:
    """Orders of the chapters to read. Raises NothingToRead, SettingInvalid."""
    orders = tuple(chapter.order for chapter in book.chapters)
    if not orders:
        raise NothingToRead(f"{path.name} has no chapter to read.", "`glossator outline` shows what its sections are.")
    unknown = sorted(set(options.chapters) - set(orders))
    if unknown:
        has = "1 chapter" if len(orders) == 1 else f"{len(orders)} chapters"
        raise SettingInvalid(f"{path.name} has no chapter {unknown[0]}: it has {has}.", "Choose --chapters among them.")
    return tuple(order for order in orders if not options.chapters or order in options.chapters)


def _changed(earlier: Sequence[str]) -> list[TextWarning]:
    """A file that held another text when it was read before: a second book, which nothing else tells of."""
    if not earlier:
        return []
    books = " and ".join(book[:ID_DIGITS] for book in earlier)
    message = f"An earlier text of this file was read as book {books}; it stands in the graph and stays there."
    return [TextWarning(code="text.changed", message=message)]


def _unchanged(given: BookSettings, standing: Mapping[str, str | None] | None) -> list[TextWarning]:
    """Of a book that stands in the graph with another title, author and so on than its sidecar says."""
    said = {name: value for name in METADATA if (value := getattr(given, name)) is not None} if standing else {}
    differing = [
        f"{name} {standing[name]!r}, not {now!r}" for name, now in said.items() if standing and standing[name] != now
    ]
    if not differing:
        return []
    message = f"This book stands in the graph with {'; '.join(differing)}; its sidecar doesn't change that any more."
    return [TextWarning(code="text.metadata_stands", message=message)]


def _chapters(book: Book, reading: str) -> list[ChapterRecord]:
    return [
        ChapterRecord(
            id=chapter_reading_id(reading, chapter),
            number=chapter.order,
            title=chapter.title,
            chunks=len(book.chunks_by_chapter.get(chapter.order, ())),
        )
        for chapter in book.chapters
    ]


def _refuse_unknown(journal: Journal, graph: Connection, book: Book) -> None:
    """Raises JournalLost where the graph holds episodes of the book that this journal never sealed.

    Replies to the same questions would be paid again, and one other reply would meet the commit gate and fail. The
    journal is asked before and after: another run may seal and commit meanwhile, or delete and forget, in these orders.
    """
    sealed = sealed_episodes(journal, book.book_id)
    standing = standing_episodes(graph, book.book_id)
    if standing - sealed - sealed_episodes(journal, book.book_id):
        raise JournalLost(f"The graph holds a reading of {book.title} that the journal {journal.address} doesn't know.")


def _begin_anew(journal: Journal, graph: Connection, owners: Sequence[str]) -> None:
    """Forgets what gave nothing but gaps, so that it is asked again: first in the graph, so that a kill in between finds
    it still to be done. Here and not in the chapter's reading, since of two runs at once only one shall ask again."""
    for owner in nothing_but_gaps(journal, owners):
        lease = journal.acquire(owner)
        if lease is None:
            continue
        try:
            if nothing_but_gaps(journal, [owner]):  # another run may have been here before the lease
                delete_owner(graph, owner)
                journal.forget(owner)
        finally:
            journal.release(owner, lease)
