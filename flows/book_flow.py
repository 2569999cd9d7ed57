"""The flow `book` and its task `chapter`: what they do is done in `flows.books`, here it gets names and states."""

from contextlib import suppress
from typing import Any, cast

from prefect import flow, get_run_logger, task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.exceptions import Pause
from prefect.futures import PrefectFuture
from prefect.runtime import flow_run
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows import artifacts
from flows.books import read_book_chapter, unread_chapter
from flows.paths import shown
from flows.preparation import prepare_book
from flows.report import chapter_rows, chapter_sentence, line, sentence
from flows.run_log import found
from flows.shared_run import TURN, Turn
from flows.states import state_of
from schemas.errors import FlowServerFailed, GlossatorError, Stopped
from schemas.progress import ChapterProgress
from schemas.run import BookOutcome, BookPlan, ChapterOutcome, Failure, Outcome


def read_book(turn: Turn) -> None:
    """One book as a flow run below this one; what it came to stands in the run's outcomes."""
    if turn.run.stop.is_set():
        return
    TURN.set(turn)
    threads: ThreadPoolTaskRunner[Any] = ThreadPoolTaskRunner(max_workers=turn.run.options.workers)
    chapters = cast("TaskRunner[PrefectFuture[Any]]", threads)
    try:
        said = book.with_options(task_runner=chapters)(shown(turn.path.name), return_state=True).message
    except Pause:  # Prefect saw it before RunControl did
        turn.run.stop.set()
        return
    except BaseException as error:  # Prefect's own trouble
        said = f"{type(error).__name__}: {error}"
    if turn.run.outcomes[turn.place] is None and not turn.run.stop.is_set():
        failure = Failure.of(FlowServerFailed(f"Prefect could not run the book: {said}"))
        turn.run.outcomes[turn.place] = BookOutcome(source=turn.path, title=turn.path.name, failure=failure)
        turn.run.stop.set()  # what it couldn't do for one book it can't do for the next


@flow(name="book", flow_run_name="{file}", persist_result=False, validate_parameters=False)
def book(file: str) -> State[Any]:
    """One book: its structure, then its chapters side by side."""
    turn = TURN.get()
    run = turn.run
    turn.identity = flow_run.get_id() or ""
    turn.begun.set()
    outcome = _book(turn)
    run.outcomes[turn.place] = outcome
    rows = chapter_rows(outcome)
    if rows:
        artifacts.table(artifacts.key(outcome.title, outcome.book or file, "chapters"), rows, sentence([outcome]))
    return state_of(outcome.outcome, line(outcome.failure) or sentence([outcome]))


def _book(turn: Turn) -> BookOutcome:
    run = turn.run
    try:
        plan = prepare_book(turn.path, run.settings, run.options)
    except Exception as error:  # whatever is wrong with one book, the others are read
        get_run_logger().error("%s", line(Failure.of(error)))
        return BookOutcome(source=turn.path, title=turn.path.name, failure=Failure.of(error))
    turn.plan = plan
    run.side.reads(plan.reading)
    for planned in run.planned:
        planned(plan)
    futures: list[PrefectFuture[Any]] = []
    for order, title in zip(plan.chapters, plan.titles, strict=True):
        if turn.stopped() or not turn.enter():
            break
        try:
            future = chapter.submit(f"ch{order:02d} {title}", plan, order)
        except Pause:
            run.room.release()
            run.stop.set()
            break
        except BaseException:
            run.room.release()
            raise
        future.add_done_callback(lambda _: run.room.release())
        futures.append(future)
    for future in futures:
        with suppress(Pause):  # it waits all the same; that the run was paused is RunControl's to say
            future.wait()
    return so_far(turn, plan)


def so_far(turn: Turn, plan: BookPlan) -> BookOutcome:
    """The book as it stands: chapters that gave no outcome yet as the journal knows them."""
    return BookOutcome(
        source=turn.path,
        title=plan.title,
        book=plan.book,
        reading=plan.reading,
        chapters=tuple(
            turn.chapters.get(order) or _unread(turn, plan, order, title)
            for order, title in zip(plan.chapters, plan.titles, strict=True)
        ),
        warnings=plan.warnings,
    )


def _unread(turn: Turn, plan: BookPlan, order: int, title: str) -> ChapterOutcome:
    """A chapter that gave no outcome, though nobody asked for a stop, is Prefect's fault and no mere interruption."""
    if not turn.stopped():
        failure = Failure.of(FlowServerFailed("Prefect could not run the chapter."))
        return ChapterOutcome(chapter=order, title=title, outcome=Outcome.FAILED, failure=failure)
    try:
        return unread_chapter(plan, order, turn.run.settings)
    except (GlossatorError, OSError):  # what the journal can't tell now it tells at the next start
        return ChapterOutcome(chapter=order, title=title, outcome=Outcome.INTERRUPTED, begun=False)


@task(name="chapter", task_run_name="{label}", cache_policy=NO_CACHE, persist_result=False)
def chapter(label: str, plan: BookPlan, order: int) -> State[Any]:
    """One chapter from its checkpoint to its end."""
    turn = TURN.get()
    run, logger = turn.run, get_run_logger()
    artifact = artifacts.ChapterArtifact(artifacts.key(plan.title, plan.book, f"ch{order:02d}"), run.silence)

    def watch(progress: ChapterProgress) -> None:
        run.step(progress)
        artifact.step(progress)
        logger.info("%s", "another process reads this chapter; waiting" if progress.waiting else found(progress))

    outcome = read_book_chapter(plan, order, run.settings, run.side, watch, turn.stopped)
    turn.chapters[order] = outcome
    if run.outage.ends(outcome):
        run.stop.set()
    if outcome.failure is not None and outcome.failure.code != Stopped.code:
        logger.error("%s", line(outcome.failure))
    return state_of(outcome.outcome, chapter_sentence(outcome))
