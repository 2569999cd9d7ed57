"""One chapter of a prepared book, read as a function of settings and ids: every engine calls this."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import Any

from pipeline.graph.chapter_writer import ChapterWriter
from pipeline.graph.connection import connect
from pipeline.journal.journal import COMPLETE, Journal
from pipeline.journal.redaction import Redaction
from pipeline.journal.texts import load_text
from pipeline.phases.phase2_entity_discovery.configuration import chapter_reading_id
from pipeline.phases.phase2_entity_discovery.phase import Surroundings, read_chapter
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import turns
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.readers.choice import make_reader
from pipeline.readers.model_side import ModelSide
from pipeline.vocabulary import load_vocabulary
from schemas.delta import Provenance
from schemas.errors import BudgetReached, GlossatorError
from schemas.progress import ChapterProgress, Tally
from schemas.reading import Reader
from schemas.run import BookPlan, ChapterOutcome, Failure, Outcome, chapter_outcome
from schemas.settings import Settings
from schemas.text import Book, Chapter

LEASE_POLL_SECONDS = 0.5

Watch = Callable[[ChapterProgress], None]
Stop = Callable[[], bool]


def read_book_chapter(
    plan: BookPlan, order: int, settings: Settings, side: ModelSide, watch: Watch, stop: Stop
) -> ChapterOutcome:
    """Reads one chapter of a prepared book to its end, waiting while another process reads it; an error becomes the
    outcome's failure. A cap that is met interrupts it at its checkpoint and ends the run through `side`."""
    outcome = partial(ChapterOutcome, chapter=order, title="")
    seen: list[ChapterProgress] = []

    def heard(progress: ChapterProgress) -> None:
        if not progress.waiting:
            seen[:] = [progress]
        watch(progress)

    def waits(reason: str) -> None:
        """Told once for each reason until the chapter gets on: a wait is looked at several times a second."""
        if seen and seen[-1].waits_for != reason:
            seen[:] = [seen[-1].model_copy(update={"waits_for": reason})]
            watch(seen[-1])

    try:
        if stop():
            return unread_chapter(plan, order, settings)
        book = load_text(settings.home, plan.stored)
        chapter = next(chapter for chapter in book.chapters if chapter.order == order)
        owner = chapter_reading_id(plan.reading, chapter)
        outcome = partial(ChapterOutcome, chapter=order, title=chapter.title)
        with closing(_journal(settings, book)) as journal, connect(settings) as connection:
            lease = _lease(journal, owner, stop, lambda: heard(_waiting(plan, chapter)))
            if lease is None:
                return unread_chapter(plan, order, settings)
            with _held(journal, owner, lease):
                standing = journal.status_of(owner) == COMPLETE
                reader = make_reader(plan.reader, settings, side, stop, waits)
                frame = _frame(plan, book, chapter, owner, settings, reader)
                graph = ChapterWriter(connection, lambda: waits("graph"))
                state = read_chapter(frame, Surroundings(journal, reader, graph, heard, stop), lease)
    except BudgetReached as reached:
        side.reach(reached)
        return outcome(outcome=Outcome.PAUSED_BUDGET, **_so_far(seen))
    except Exception as error:  # whatever is wrong with one chapter is its failure
        return outcome(outcome=Outcome.FAILED, failure=Failure.of(error), **_so_far(seen))
    if state is None:
        return outcome(outcome=Outcome.INTERRUPTED, **_so_far(seen))
    return outcome(outcome=chapter_outcome(state.tally), standing=standing, **_so_far(seen))


def unread_chapter(plan: BookPlan, order: int, settings: Settings) -> ChapterOutcome:
    """A chapter that a stop came before, as the journal knows it: complete, begun by an earlier run, or not begun."""
    book = load_text(settings.home, plan.stored)
    chapter = next(chapter for chapter in book.chapters if chapter.order == order)
    owner = chapter_reading_id(plan.reading, chapter)
    with closing(_journal(settings, book)) as journal:
        state, complete = journal.checkpoint(owner), journal.status_of(owner) == COMPLETE
    total = len(book.chunks_by_chapter.get(order, ()))
    outcome = partial(ChapterOutcome, chapter=order, title=chapter.title, total=total)
    if state is None:
        return outcome(outcome=Outcome.INTERRUPTED, begun=False)
    entities = frozenset(entity.id for entity in state.session.entities.values())
    known = outcome(outcome=Outcome.INTERRUPTED, tally=state.tally, entities=entities, done=state.done)
    if not complete:
        return known
    return known.model_copy(update={"outcome": chapter_outcome(state.tally), "standing": True})


def _journal(settings: Settings, book: Book) -> Journal:
    return Journal(settings.journal, Redaction(book.text, settings.redact))


def _so_far(seen: Sequence[ChapterProgress]) -> dict[str, Any]:
    """What the last word of a chapter says of it: as much as its checkpoint holds."""
    if not seen:
        return {}
    last = seen[-1]
    return {"tally": last.tally, "entities": last.entities, "done": last.done, "total": last.total}


def _lease(journal: Journal, owner: str, stop: Stop, waits: Callable[[], None]) -> str | None:
    """A lease on the chapter as soon as nobody else holds it, None once a stop was asked for; `waits` hears, once, that
    another process holds it."""
    said = False
    while (lease := journal.acquire(owner)) is None:
        if stop():
            return None
        if not said:
            waits()
            said = True
        time.sleep(LEASE_POLL_SECONDS)
    return lease


@contextmanager
def _held(journal: Journal, owner: str, lease: str) -> Iterator[None]:
    """Gives the lease back at the end; a failure is written down first. Where the journal itself fails, or the lease was
    lost, the first error is the one to be told."""
    try:
        yield
    except BudgetReached:
        raise
    except Exception as error:
        with suppress(GlossatorError):
            journal.conclude(owner, "failed", Failure.of(error).model_dump_json())
        raise
    finally:
        with suppress(GlossatorError):
            journal.release(owner, lease)


def _waiting(plan: BookPlan, chapter: Chapter) -> ChapterProgress:
    return ChapterProgress(
        book=plan.book,
        title=plan.title,
        chapter=chapter.order,
        chapter_title=chapter.title,
        done=0,
        total=0,
        tally=Tally(),
        waiting=True,
    )


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
