"""Runs whose process is gone: nothing of them stays "Running" in Prefect, whoever was killed."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
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
from prefect.client.schemas.objects import FlowRun, StateType
from prefect.exceptions import ObjectNotFound
from prefect.states import Crashed

from pipeline.background import write_private
from pipeline.process_start import began, still_runs

TAG = "glossator"  # of our runs; on a shared server there are others
LATELY = timedelta(hours=1)
UNDER_WAY = (StateType.RUNNING, StateType.PENDING, StateType.CANCELLING)
GONE = "The process of this run is gone; what it read is kept. Start it again: it goes on at its checkpoints."


@contextmanager
def marked(marks: Path, run: UUID) -> Iterator[None]:
    """While it lasts a file says which process runs this; a kill leaves the file behind, which is how it is told."""
    mark = marks / f"{run}.json"
    marks.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_private(mark, json.dumps({"host": socket.gethostname(), "pid": os.getpid(), "since": began(os.getpid())}))
    try:
        yield
    finally:
        if _holder(mark).get("pid") == os.getpid():  # after a resume another process may have it
            mark.unlink(missing_ok=True)


def crash_orphans(marks: Path) -> list[UUID]:
    """Sets runs to Crashed whose process has ended without a word; those of other hosts are left to their heartbeats."""
    found = []
    for mark in sorted(marks.glob("*.json")):
        holder = _holder(mark)
        if holder.get("host") != socket.gethostname() or still_runs(int(holder["pid"]), str(holder["since"])):
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
    """What an earlier try of this run left behind."""
    with get_client(sync_client=True) as client:
        close_below(client, run)


def close_below(client: SyncPrefectClient, run: UUID) -> None:
    """Books and chapters of the run that nobody reads any more, before it begins anew or once its process is gone."""
    for child in _children(client, run):
        close_below(client, child.id)
        if child.state is not None and not child.state.is_final():
            client.set_flow_run_state(child.id, Crashed(message=GONE), force=True)
    unfinished = TaskRunFilter(
        flow_run_id=TaskRunFilterFlowRunId(any_=[run]),
        state=TaskRunFilterState(type=TaskRunFilterStateType(any_=[*UNDER_WAY, StateType.SCHEDULED])),
    )
    while tasks := client.read_task_runs(task_run_filter=unfinished):
        for task in tasks:
            client.set_task_run_state(task.id, Crashed(message=GONE), force=True)


def _children(client: SyncPrefectClient, run: UUID) -> list[FlowRun]:
    wanted = FlowRunFilter(parent_flow_run_id=FlowRunFilterParentFlowRunId(any_=[run]))
    found: list[FlowRun] = []
    while page := client.read_flow_runs(flow_run_filter=wanted, offset=len(found)):
        found += page
    return found


def _holder(mark: Path) -> dict[str, Any]:
    try:
        holder: dict[str, Any] = json.loads(mark.read_text(encoding="utf-8"))
        return holder
    except (OSError, ValueError):
        return {}
