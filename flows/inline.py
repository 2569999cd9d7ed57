"""The engine `inline`: chapters of all books in this process, side by side under one limit, books prepared in turn."""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from flows.books import Watch, read_book_chapter
from flows.limits import Outage
from flows.preparation import prepare_book
from pipeline.readers.model_side import ModelSide
from schemas.progress import ChapterProgress
from schemas.run import BookOutcome, BookPlan, ChapterOutcome, Failure, Options, Outcome
from schemas.settings import Settings

WAITING_PER_WORKER = 2  # chapters prepared ahead, so that a folder of 200 books needs no more memory than a few


def ingest(
    paths: Iterable[Path],
    settings: Settings,
    options: Options,
    side: ModelSide,
    watch: Watch,
    planned: Callable[[BookPlan], None],
    stop: threading.Event,
) -> list[BookOutcome]:
    """Reads the books; one that fails stops no other. `planned` hears of each book before its chapters begin."""
    paths = list(paths)
    side.expects(paths)
    room = threading.BoundedSemaphore(options.workers * (1 + WAITING_PER_WORKER))
    begun: list[tuple[Path, BookPlan | Failure | None, list[Future[ChapterOutcome]]]] = []
    outage = Outage()

    def heard(progress: ChapterProgress) -> None:
        outage.step(progress)
        watch(progress)

    with ThreadPoolExecutor(options.workers, thread_name_prefix="chapter") as pool:

        def read(plan: BookPlan, order: int) -> ChapterOutcome:
            outcome = read_book_chapter(plan, order, settings, side, heard, stop.is_set)
            if outage.ends(outcome):
                stop.set()
            return outcome

        def submit(plan: BookPlan, order: int) -> Future[ChapterOutcome]:
            room.acquire()
            future = pool.submit(read, plan, order)
            future.add_done_callback(lambda _: room.release())
            return future

        for path in paths:
            if stop.is_set():
                begun.append((path, None, []))
                continue
            try:
                plan = prepare_book(path, settings, options)
            except Exception as error:  # whatever is wrong with one book, the others are read
                begun.append((path, Failure.of(error), []))
                continue
            side.reads(plan.reading)
            planned(plan)
            begun.append((path, plan, [submit(plan, order) for order in plan.chapters]))
    return [_outcome(path, plan, futures) for path, plan, futures in begun]


def _outcome(path: Path, plan: BookPlan | Failure | None, futures: list[Future[ChapterOutcome]]) -> BookOutcome:
    """Of a book as it was begun; None: a stop came before it was."""
    if plan is None:
        return BookOutcome(source=path, title=path.name, begun=False)
    if isinstance(plan, Failure):
        return BookOutcome(source=path, title=path.name, failure=plan)
    return BookOutcome(
        source=path,
        title=plan.title,
        book=plan.book,
        reading=plan.reading,
        chapters=tuple(_chapter(order, future) for order, future in zip(plan.chapters, futures, strict=True)),
        warnings=plan.warnings,
    )


def _chapter(order: int, future: Future[ChapterOutcome]) -> ChapterOutcome:
    error = future.exception()
    if error is None:
        return future.result()
    return ChapterOutcome(chapter=order, title="", outcome=Outcome.FAILED, failure=Failure.of(error))
