"""Runs whose process is gone: nothing of them stays "Running" in Prefect, whoever was killed."""

import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import (
    FlowRunFilter,
    FlowRunFilterParentFlowRunId,
    FlowRunFilterParentTaskRunId,
    FlowRunFilterState,
    FlowRunFilterStateType,
    FlowRunFilterTags,
    TaskRunFilter,
    TaskRunFilterFlowRunId,
    TaskRunFilterState,
    TaskRunFilterStateType,
)
from prefect.client.schemas.objects import TERMINAL_STATES, FlowRun, State, StateType
from prefect.exceptions import ObjectNotFound
from prefect.states import Crashed

from flows.states import state_of
from flows.underway import holder, lives
from schemas.run import Outcome

TAG = "glossator"  # of our runs; on a shared server there are others
SETTLED = timedelta(minutes=2)
UNDER_WAY = (StateType.RUNNING, StateType.PENDING, StateType.CANCELLING)
UNFINISHED = [*UNDER_WAY, StateType.SCHEDULED, StateType.PAUSED]
GONE = "The process of this run is gone; what it read is kept. Start it again: it goes on at its checkpoints."
LOST = "How this ended was not told to Prefect; what it read is kept. The run above it has ended."
PAUSED = "paused; Resume goes on at its checkpoints"
TAKEN_UP = "its run was taken up again and goes on at its checkpoints"
SECONDS_BETWEEN_LOOKS = 1.0  # the server records tasks in batches, a second apart
QUIET_LOOKS, MOST_LOOKS = 3, 15


class _TakenUp(Exception):
    """A process goes on with the run: its mark changed since it was read."""


def crash_orphans(marks: Path) -> list[UUID]:
    """Sets runs to Crashed whose process has ended without a word; those of other hosts are left to their heartbeats."""
    found = []
    for mark in sorted(marks.glob("*.json")):
        process = holder(mark)
        if process.get("host") != socket.gethostname() or lives(process):
            continue
        with suppress(_TakenUp):
            if _crash(UUID(mark.stem), partial(_dead, mark, process)):
                found.append(UUID(mark.stem))
            _dead(mark, process)
            mark.unlink(missing_ok=True)
    return found


def _dead(mark: Path, process: dict[str, Any]) -> State[Any]:
    """The state of what that process left. Raises _TakenUp: the server takes time to answer, and a run may be resumed."""
    if holder(mark) != process or lives(process):
        raise _TakenUp
    return Crashed(message=GONE)


def _crash(identity: UUID, ended: Callable[[], State[Any]]) -> bool:
    """The run and what is below it; whether the run itself still went on."""
    with get_client(sync_client=True) as client, suppress(ObjectNotFound):
        run = client.read_flow_run(identity)
        went_on = run.state is not None and run.state.type in UNDER_WAY
        if went_on:
            client.set_flow_run_state(identity, ended(), force=True)
        close_below(client, identity, ended)
        return went_on
    return False


def close_ended(marks: Path, settled: timedelta = SETTLED) -> None:
    """Closes what is unfinished below runs that are final, however they came to that: Prefect leaves it where a run was set
    to a state from outside, or where its server was gone when a book or a chapter told its end.

    A run whose process still ends is left to it, and one that ended a moment ago: the server records tasks some seconds late.
    """
    before = datetime.now(UTC) - settled
    ours = FlowRunFilterTags(all_=[TAG])
    ended = FlowRunFilter(state=FlowRunFilterState(type=FlowRunFilterStateType(any_=list(TERMINAL_STATES))), tags=ours)
    runs = FlowRunFilter(
        state=FlowRunFilterState(type=FlowRunFilterStateType(any_=UNFINISHED)),
        parent_task_run_id=FlowRunFilterParentTaskRunId(is_null_=False),
        tags=ours,
    )
    tasks = TaskRunFilter(state=TaskRunFilterState(type=TaskRunFilterStateType(any_=UNFINISHED)))
    with get_client(sync_client=True) as client:
        above = {run for child in client.read_flow_runs(flow_run_filter=runs) if (run := _parent(client, child))}
        above |= {
            task.flow_run_id
            for task in client.read_task_runs(task_run_filter=tasks, flow_run_filter=ended)
            if task.flow_run_id is not None
        }
        for identity in above:
            with suppress(ObjectNotFound):  # deleted meanwhile
                if _is_over(client.read_flow_run(identity), before) and not (marks / f"{identity}.json").exists():
                    close_below(client, identity, lambda: Crashed(message=LOST))


def _is_over(run: FlowRun, before: datetime) -> bool:
    """Final for so long that its own word of what is below must have come; of a crashed one none will."""
    if run.state is None or not run.state.is_final():
        return False
    return run.state.type is StateType.CRASHED or run.end_time is None or run.end_time < before


def _parent(client: SyncPrefectClient, child: FlowRun) -> UUID | None:
    if child.parent_task_run_id is None:
        return None
    try:
        return client.read_task_run(child.parent_task_run_id).flow_run_id
    except ObjectNotFound:
        return None


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


def close_below(client: SyncPrefectClient, run: UUID, ended: Callable[[], State[Any]]) -> None:
    """Books and chapters of the run that nobody reads any more, before it begins anew or once its process is gone."""
    for child in _children(client, run):
        with suppress(ObjectNotFound):  # deleted meanwhile
            close_below(client, child.id, ended)
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
        state=TaskRunFilterState(type=TaskRunFilterStateType(any_=UNFINISHED)),
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
