"""Runs whose process is gone: nothing of them stays "Running" in Prefect, whoever was killed."""

import socket
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import (
    FlowRunFilter,
    FlowRunFilterEndTime,
    FlowRunFilterParentFlowRunId,
    FlowRunFilterState,
    FlowRunFilterStateType,
    FlowRunFilterTags,
    TaskRunFilter,
    TaskRunFilterFlowRunId,
    TaskRunFilterState,
    TaskRunFilterStateType,
)
from prefect.client.schemas.objects import FlowRun, State, StateType
from prefect.exceptions import ObjectNotFound
from prefect.states import Crashed

from flows.states import state_of
from flows.underway import holder, lives
from schemas.run import Outcome

TAG = "glossator"  # of our runs; on a shared server there are others
LATELY = timedelta(hours=1)
UNDER_WAY = (StateType.RUNNING, StateType.PENDING, StateType.CANCELLING)
GONE = "The process of this run is gone; what it read is kept. Start it again: it goes on at its checkpoints."
PAUSED = "paused; Resume goes on at its checkpoints"
TAKEN_UP = "its run was taken up again and goes on at its checkpoints"
SECONDS_BETWEEN_LOOKS = 1.0  # the server records tasks in batches, a second apart
QUIET_LOOKS, MOST_LOOKS = 3, 15


def crash_orphans(marks: Path) -> list[UUID]:
    """Sets runs to Crashed whose process has ended without a word; those of other hosts are left to their heartbeats."""
    found = []
    for mark in sorted(marks.glob("*.json")):
        process = holder(mark)
        if process.get("host") != socket.gethostname() or lives(process):
            continue
        with get_client(sync_client=True) as client:
            try:
                run = client.read_flow_run(UUID(mark.stem))
                if run.state is not None and run.state.type in UNDER_WAY:
                    client.set_flow_run_state(run.id, Crashed(message=GONE), force=True)
                    found.append(run.id)
                close_below(client, run.id)
            except ObjectNotFound:
                pass
        mark.unlink(missing_ok=True)
    return found


def close_crashed() -> None:
    """Closes what is below runs that were lately set to Crashed, by an automation for instance: Prefect leaves it."""
    lately = datetime.now(UTC) - LATELY
    crashed = FlowRunFilter(
        state=FlowRunFilterState(type=FlowRunFilterStateType(any_=[StateType.CRASHED])),
        end_time=FlowRunFilterEndTime(after_=lately),
        tags=FlowRunFilterTags(all_=[TAG]),
    )
    with get_client(sync_client=True) as client:
        for run in client.read_flow_runs(flow_run_filter=crashed):
            close_below(client, run.id)


def close_leftovers(run: UUID) -> None:
    """What an earlier try of this run left behind: this one goes on with it, so that nothing crashed now."""
    with get_client(sync_client=True) as client:
        close_below(client, run, lambda: state_of(Outcome.INTERRUPTED, TAKEN_UP))


def close_paused(books: Iterable[UUID]) -> None:
    """Book runs of this process, whose chapters have stopped: Prefect leaves what is below a paused run as it was. A
    task that the server hears of late is closed too."""
    books, quiet, looks = list(books), 0, 0
    with get_client(sync_client=True) as client:
        while quiet < QUIET_LOOKS and looks < MOST_LOOKS:
            looks += 1
            closed = sum(_close(client, book, _paused) for book in books)
            quiet = 0 if closed else quiet + 1
            time.sleep(SECONDS_BETWEEN_LOOKS)


def _paused() -> State[Any]:
    return state_of(Outcome.INTERRUPTED, PAUSED)


def _gone() -> State[Any]:
    return Crashed(message=GONE)


def close_below(client: SyncPrefectClient, run: UUID, ended: Callable[[], State[Any]] = _gone) -> None:
    """Books and chapters of the run that nobody reads any more, before it begins anew or once its process is gone."""
    for child in _children(client, run):
        _close(client, child.id, ended, child)
    _close_tasks(client, run, ended)


def _close(client: SyncPrefectClient, book: UUID, ended: Callable[[], State[Any]], run: FlowRun | None = None) -> int:
    """The book's chapters, then the book; how many there were to close."""
    closed = _close_tasks(client, book, ended)
    found = run or client.read_flow_run(book)
    if found.state is None or found.state.is_final():
        return closed
    client.set_flow_run_state(book, ended(), force=True)
    return closed + 1


def _close_tasks(client: SyncPrefectClient, run: UUID, ended: Callable[[], State[Any]]) -> int:
    closed = 0
    unfinished = TaskRunFilter(
        flow_run_id=TaskRunFilterFlowRunId(any_=[run]),
        state=TaskRunFilterState(type=TaskRunFilterStateType(any_=[*UNDER_WAY, StateType.SCHEDULED])),
    )
    while tasks := client.read_task_runs(task_run_filter=unfinished):
        for task in tasks:
            client.set_task_run_state(task.id, ended(), force=True)
            closed += 1
    return closed


def _children(client: SyncPrefectClient, run: UUID) -> list[FlowRun]:
    wanted = FlowRunFilter(parent_flow_run_id=FlowRunFilterParentFlowRunId(any_=[run]))
    found: list[FlowRun] = []
    while page := client.read_flow_runs(flow_run_filter=wanted, offset=len(found)):
        found += page
    return found
