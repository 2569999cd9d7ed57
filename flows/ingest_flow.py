"""The flow `ingest`: a run of books, some at a time, with what it shows of itself and how it is stopped."""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from contextvars import copy_context
from pathlib import Path
from typing import Any
from uuid import UUID

from prefect import flow, get_run_logger, tags
from prefect.client.schemas.objects import State
from prefect.exceptions import Pause
from prefect.runtime import flow_run

from flows import artifacts
from flows.book_flow import read_book, so_far
from flows.books import Watch
from flows.form import BooksForm, ReadingForm
from flows.leftovers import TAG, close_leftovers
from flows.paths import shown
from flows.prefect_server import PrefectFiles
from flows.preview import preview_book
from flows.report import book_rows, line, markdown, preview_rows, sentence
from flows.request import form_of, graph_address, graph_answers, requested, wanted_books
from flows.run_control import RunControl
from flows.run_log import RunLog
from flows.shared_run import POLL_SECONDS, RUN, Run, Turn
from flows.states import state_of, without_tracebacks
from flows.totals import counted, first_and_more, with_costs
from flows.underway import marked, reads
from schemas.errors import FileUnusable, FlowServerFailed, GlossatorError
from schemas.run import BookOutcome, BookPlan, Failure, Options, Outcome, run_outcome
from schemas.settings import Settings
from schemas.spending import Spent

SECONDS_TO_END = 20.0  # for replies in flight, of the 30 that Prefect leaves a process: the rest is for the report


def _name() -> str:
    """Of a run in the list: the folder or file that is read."""
    books = dict(flow_run.parameters.get("books") or {})
    paths = [Path(path).name for path in books.get("paths") or []]
    named = ([Path(books["folder"]).name] if books.get("folder") else []) + paths
    return f"{'preview' if flow_run.parameters.get('dry_run') else 'ingest'} {first_and_more(named)}"


@flow(name="ingest", flow_run_name=_name, persist_result=False)
def ingest(books: BooksForm, reading: ReadingForm = ReadingForm(), dry_run: bool = False) -> State[Any]:  # noqa: B008
    """Reads books into the graph, chapter by chapter. The same values again go on where a run stopped.

    Args:
        books: Which books, on the machine that runs the flow.
        reading: How they are read, and within what limits.
        dry_run: Only show what would be read, and how many calls it takes; nothing is asked or written.
    """
    without_tracebacks()
    logger = get_run_logger()
    run = RUN.get()
    identity = flow_run.get_id() or ""
    try:
        home = Settings.from_environment(os.environ).home if run is None else run.settings.home
        marks = PrefectFiles.below(home).marks
        with marked(marks, identity, str(flow_run.name)):  # first of all: a kill at any later time is told
            run = run or Run(*requested(reading, os.environ), watches=[], planned=[], stop=threading.Event())
            run.identity, run.name = identity, str(flow_run.name)
            with RunControl(run) as control, tags(TAG):  # books and chapters are told by it too
                paths = wanted_books(books) if run.paths is None else run.paths
                logger.info("%s to read, reader %s", counted(len(paths), "book"), run.options.reader)
                if dry_run:
                    return _preview(run, paths, control)
                graph_answers(run.settings)
                reads(marks, identity, run.name, paths)
                return _read(run, paths, control)
    except (GlossatorError, OSError) as error:
        fault = error if isinstance(error, GlossatorError) else FileUnusable.of(error)
        if run is not None:
            run.fault = fault
        logger.error("%s", fault)
        return state_of(Outcome.FAILED, str(fault))


def _read(run: Run, paths: Sequence[Path], control: RunControl) -> State[Any]:
    identity = run.identity
    artifacts.tried(lambda: close_leftovers(UUID(identity)))
    run.beat()
    log = RunLog(run.settings.home, identity, run.name)
    run.watches.append(log.step)
    run.planned.append(log.book)
    address = graph_address(run.settings)
    artifacts.link(artifacts.key(run.name, identity, "graph"), address, "The graph in Neo4j Browser")
    run.side.expects(paths)
    with log:
        _all_books(run, paths, cut_short=lambda: _show_end(run, paths, log))
        try:
            control.leave()
        except Pause:
            outcomes = _outcomes(run, paths)
            log.end(outcomes, "is paused", "paused", sentence(outcomes))
            raise
        return _show_end(run, paths, log)


def _show_end(run: Run, paths: Sequence[Path], log: RunLog) -> State[Any]:
    """The end of the log, the run's table and its report; the log first, since a server that is slow takes time."""
    outcomes = _outcomes(run, paths)
    ended = run_outcome(outcomes, run.options.max_gaps)
    said = sentence(outcomes) + (f". Stopped: {line(run.outage.fault)}" if run.outage.fault is not None else "")
    said += f". {run.side.paused}" if run.side.paused else ""
    why = next((one.failure for one in outcomes if one.failure is not None), None)
    said += f". {line(why)}" if why is not None else ""
    log.end(outcomes, "ends", ended.value, said)
    artifacts.table(artifacts.key(run.name, run.identity, "books"), book_rows(outcomes), said)
    text = markdown(run.name, outcomes, ended.value, graph_address(run.settings), run.identity)
    artifacts.report(artifacts.key(run.name, run.identity, "report"), text)
    return state_of(ended, said)


def _all_books(run: Run, paths: Sequence[Path], cut_short: Callable[[], object]) -> None:
    """Some books at a time, begun in order: a run taken up again finds each book's flow run under its place. `cut_short`
    is called where the process was told to end (Cancel, `glossator down`): it may be killed before the last reply."""
    run.outcomes = [None] * len(paths)
    with ThreadPoolExecutor(run.options.workers + 1, thread_name_prefix="book") as pool:
        try:
            futures: list[Future[None]] = []
            for place, path in enumerate(paths):
                if run.stop.is_set():
                    break
                turn = Turn(run, place, path)
                run.turns.append(turn)
                futures.append(pool.submit(copy_context().run, read_book, turn))
                while not (turn.begun.wait(POLL_SECONDS) or futures[-1].done()):
                    pass
            wait(futures)
        except BaseException:
            run.stop.set()
            wait(futures, timeout=SECONDS_TO_END)
            cut_short()
            raise


def _outcomes(run: Run, paths: Sequence[Path]) -> list[BookOutcome]:
    """Of all books, those under way and those that were never begun too."""
    underway = {turn.place: so_far(turn, turn.plan) for turn in run.turns if turn.plan and not run.outcomes[turn.place]}
    outcomes = [
        outcome or underway.get(place) or BookOutcome(source=path, title=path.name, begun=False)
        for place, (path, outcome) in enumerate(zip(paths, run.outcomes, strict=True))
    ]
    return with_costs(outcomes, run.side)


def _preview(run: Run, paths: Sequence[Path], control: RunControl) -> State[Any]:
    previews = []
    for path in paths:
        if run.stop.is_set():
            break
        previews.append(preview_book(path, run.settings, run.options))
    control.leave()
    rows = preview_rows(previews)
    failed = sum(preview.failure is not None for preview in previews)
    calls, words = sum(p.calls for p in previews), sum(p.words for p in previews)
    said = f"{counted(len(previews), 'book')}, {counted(calls, 'chunk')}, {counted(words, 'word')} would be read; {failed} can't be"
    artifacts.table(artifacts.key(run.name, flow_run.get_id() or "", "preview"), rows, said)
    if len(previews) < len(paths):
        return state_of(Outcome.INTERRUPTED, f"{said}; {len(paths) - len(previews)} more were not looked at")
    return state_of(Outcome.FAILED if failed == len(previews) else Outcome.DONE, said)


def run_command(
    paths: Sequence[Path],
    settings: Settings,
    options: Options,
    watch: Watch,
    planned: Callable[[BookPlan], None],
    stop: threading.Event,
) -> tuple[list[BookOutcome], Outcome, Spent, str]:
    """The flow in this process, as the engine `inline` runs: outcomes, what they come to, what was spent, which cap was met. Shown
    by the Prefect that the environment names, once it was set before this module was imported. Raises FlowServerFailed."""
    run = Run(settings, options, [watch], [planned], stop, paths=paths)
    try:
        # In a thread of its own, where Prefect takes no signals: they are the command's.
        with ThreadPoolExecutor(1, thread_name_prefix="flow") as pool:
            said = pool.submit(copy_context().run, _commanded, run).result()
    except (Exception, Pause) as error:  # Prefect's own trouble; what was read stands
        said = f"{type(error).__name__}: {error}"
    if len(run.outcomes) < len(paths):  # the flow itself failed before it came to the books
        raise run.fault or FlowServerFailed(f"The flow failed: {said}")
    outcomes = _outcomes(run, paths)
    left = next((at for at, outcome in enumerate(outcomes) if outcome.outcome is Outcome.INTERRUPTED), None)
    if run.fault is not None and left is not None:
        outcomes[left] = outcomes[left].model_copy(update={"failure": Failure.of(run.fault)})
    with closing(run.side) as side:
        return outcomes, run_outcome(outcomes, options.max_gaps), side.spent(), side.paused


def _commanded(run: Run) -> str | None:
    RUN.set(run)
    books = BooksForm(paths=[shown(str(path.absolute())) for path in run.paths or ()])
    with tags(TAG):
        return ingest(books, form_of(run.options), return_state=True).message
