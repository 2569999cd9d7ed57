"""What is done for one book and for one chapter, as functions of settings, options and ids: every engine calls these."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pipeline.graph.chapter_writer import ChapterWriter
from pipeline.graph.connection import connect
from pipeline.graph.migrations import migrate
from pipeline.graph.structure import write_structure
from pipeline.journal.journal import COMPLETE, ChapterRecord, Journal, ReadingRecord
from pipeline.journal.texts import load_text, store_text
from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.configuration import (
    Configuration,
    chapter_reading_id,
    differences,
    reading_id,
    vocabulary_digest,
)
from pipeline.phases.phase2_entity_discovery.phase import Surroundings, read_chapter
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import check_detector, turns
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.readers.choice import DEFAULTS, check_language, chosen, make_reader
from pipeline.vocabulary import load_vocabulary
from schemas.delta import Provenance
from schemas.errors import ConfigurationDiffers, NothingToRead, SettingInvalid
from schemas.progress import ChapterProgress
from schemas.reading import Reader
from schemas.run import BookPlan, ChapterOutcome, Failure, Options, Outcome, chapter_outcome
from schemas.settings import Settings
from schemas.text import Book, Chapter, StructureOptions

LEASE_POLL_SECONDS = 0.5

Watch = Callable[[ChapterProgress], None]
Stop = Callable[[], bool]


def check_choices(format_name: str | None, detector: str | None) -> None:
    """Raises SettingInvalid for a memory format or boundary detector that isn't there, before a book is opened."""
    if format_name is not None:
        memory_format(format_name)
    if detector is not None:
        check_detector(detector)


def prepare_book(path: Path, settings: Settings, options: Options) -> BookPlan:
    """Reads the book's structure, writes it to the graph and registers the reading; nothing is asked of a model yet.

    Raises BookFault for the file, UsageFault for options that don't fit it, GraphUnavailable.
    """
    reader_name = chosen(options.reader, settings.model)
    defaults = DEFAULTS[reader_name]
    format_name = memory_format(options.memory_format or defaults.memory_format).name
    detector = check_detector(options.boundary or defaults.boundary)
    structure = StructureOptions(chunk_words=options.chunk_words, password=settings.book_password)
    book = read_structure(path, structure)
    check_language(reader_name, book.language, path.name)
    wanted = _wanted(book, path, options)
    vocabulary = load_vocabulary(settings.vocabulary)
    configuration = Configuration(
        reader=make_reader(reader_name, settings.model, lambda *_: None, lambda: True).identity,
        memory_format=format_name,
        boundary=detector,
        chunk_words=options.chunk_words,
        vocabulary=vocabulary_digest(vocabulary),
    )
    reading = reading_id(book, configuration)
    stored = store_text(settings.home, book)
    journal = Journal(settings.journal)
    try:
        _refuse_other(journal, book, reading, configuration)
        with connect(settings) as graph:
            migrate(graph, vocabulary)
            write_structure(graph, book)
        journal.register(
            ReadingRecord(
                id=reading,
                book=book.book_id,
                text=book.text_id,
                title=book.title,
                source=str(path),
                configuration=configuration.model_dump_json(),
            ),
            [
                ChapterRecord(
                    id=chapter_reading_id(reading, chapter),
                    number=chapter.order,
                    title=chapter.title,
                    chunks=len(book.chunks_by_chapter.get(chapter.order, ())),
                )
                for chapter in book.chapters
            ],
        )
    finally:
        journal.close()
    return BookPlan(
        source=path,
        book=book.book_id,
        stored=stored,
        title=book.title,
        reading=reading,
        reader=reader_name,
        memory_format=format_name,
        boundary=detector,
        chunk_words=options.chunk_words,
        chapters=wanted,
        warnings=book.warnings,
        asked=sum(len(book.chunks_by_chapter.get(order, ())) for order in wanted),
        total=len(book.chapters),
    )


def _wanted(book: Book, path: Path, options: Options) -> tuple[int, ...]:
    orders = tuple(chapter.order for chapter in book.chapters)
    if not orders:
        raise NothingToRead(f"{path.name} has no chapter to read.", "`glossator outline` shows what its sections are.")
    unknown = sorted(set(options.chapters) - set(orders))
    if unknown:
        raise SettingInvalid(f"{path.name} has no chapter {unknown[0]}; it has {orders[0]} to {orders[-1]}.")
    return tuple(order for order in orders if not options.chapters or order in options.chapters)


def _refuse_other(journal: Journal, book: Book, reading: str, configuration: Configuration) -> None:
    for other in journal.other_readings(book.book_id, reading):
        named = "; ".join(differences(Configuration.model_validate_json(other), configuration))
        raise ConfigurationDiffers(f"{book.title} stands under another configuration ({named or 'another text'}).")


def read_book_chapter(plan: BookPlan, order: int, settings: Settings, watch: Watch, stop: Stop) -> ChapterOutcome:
    """Reads one chapter of a prepared book to its end, waiting while another process reads it; an error becomes the
    outcome's failure."""
    book = load_text(settings.home, plan.stored)
    chapter = next(chapter for chapter in book.chapters if chapter.order == order)
    owner = chapter_reading_id(plan.reading, chapter)
    journal = Journal(settings.journal)
    outcome = partial(ChapterOutcome, chapter=order, title=chapter.title)
    lease: str | None = None
    try:
        with connect(settings) as connection:
            while (lease := journal.acquire(owner)) is None:
                if stop():
                    return outcome(outcome=Outcome.INTERRUPTED)
                time.sleep(LEASE_POLL_SECONDS)
            standing = journal.status_of(owner) == COMPLETE
            reader = make_reader(plan.reader, settings.model, journal.record_call, stop)
            frame = _frame(plan, book, chapter, owner, settings, reader)
            graph = ChapterWriter(connection)
            state = read_chapter(frame, Surroundings(journal, reader, graph, watch, stop), lease)
        if state is None:
            return outcome(outcome=Outcome.INTERRUPTED)
        return outcome(outcome=chapter_outcome(state.tally), tally=state.tally, standing=standing)
    except Exception as error:  # whatever is wrong with one chapter is its failure, and `status` says so
        failure = Failure.of(error)
        if lease is not None:
            journal.conclude(owner, "failed", failure.model_dump_json())
        return outcome(outcome=Outcome.FAILED, failure=failure)
    finally:
        if lease is not None:
            journal.release(owner, lease)
        journal.close()


def _frame(
    plan: BookPlan, book: Book, chapter: Chapter, owner: str, settings: Settings, reader: Reader
) -> ChapterFrame:
    return ChapterFrame(
        book=book,
        chapter=chapter,
        owner=owner,
        vocabulary=load_vocabulary(settings.vocabulary),
        provenance=Provenance(extractor=reader.extractor, model=reader.model, prompt=reader.prompt),
        memory_format=memory_format(plan.memory_format),
        turns=turns(book, chapter, plan.boundary),
        inline_boundary=plan.boundary == "inline",
    )
