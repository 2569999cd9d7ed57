"""Those who look after runs stand by them: a run that is resumed meanwhile, one that is deleted, a client that can't be had."""

import json
import socket
import threading
from datetime import timedelta
from uuid import UUID

import pytest
from prefect.client.orchestration import SyncPrefectClient
from prefect.settings import PREFECT_API_URL, temporary_settings

from flows import run_control
from flows.leftovers import close_ended, crash_orphans
from flows.run_control import RunControl
from flows.shared_run import Run
from flows.underway import reads
from schemas.run import Options
from schemas.settings import Settings
from tests.flows.scripted_prefect import ScriptedPrefect

RUN, BOOK, LOST = (str(UUID(int=n)) for n in (1, 2, 3))


@pytest.fixture
def prefect():
    scripted = ScriptedPrefect()
    with temporary_settings(updates={PREFECT_API_URL: scripted.url}):
        yield scripted
    scripted.close()


@pytest.fixture
def marks(tmp_path):
    """With the mark of a run whose process is gone."""
    (tmp_path / f"{RUN}.json").write_text(json.dumps({"host": socket.gethostname(), "pid": 2**22 + 1, "since": "1"}))
    return tmp_path


def test_a_run_whose_process_is_gone_crashes_with_what_is_below(prefect, marks):
    prefect.runs, prefect.below = {RUN: "RUNNING", BOOK: "RUNNING"}, {RUN: [BOOK]}
    assert [str(run) for run in crash_orphans(marks)] == [RUN]
    assert prefect.runs == {RUN: "CRASHED", BOOK: "CRASHED"} and list(marks.iterdir()) == []


@pytest.mark.parametrize(
    "at", [f"GET /api/flow_runs/{RUN}", "POST /api/flow_runs/filter", "POST /api/task_runs/filter"]
)
def test_a_run_that_is_resumed_while_the_server_is_asked_is_left_alone(prefect, marks, at):
    began = "RUNNING" if at.startswith("GET") else "CRASHED"  # else there is only what is below to close
    prefect.runs, prefect.below = {RUN: began, BOOK: "RUNNING"}, {RUN: [BOOK]}
    prefect.before = lambda request: reads(marks, RUN, "resumed", []) if request == at else None
    assert crash_orphans(marks) == []
    assert at in prefect.asked and prefect.runs == {RUN: began, BOOK: "RUNNING"}
    assert json.loads((marks / f"{RUN}.json").read_text())["name"] == "resumed"


def test_a_mark_written_at_the_last_moment_stays(prefect, marks):
    prefect.runs = {RUN: "COMPLETED"}
    prefect.before = lambda request: reads(marks, RUN, "resumed", []) if "task_runs" in request else None
    assert crash_orphans(marks) == [] and (marks / f"{RUN}.json").exists()


def test_a_run_that_was_deleted_does_not_end_the_look(prefect, marks):
    prefect.runs, prefect.below = {RUN: "RUNNING", BOOK: "RUNNING", LOST: "RUNNING"}, {RUN: [LOST, BOOK]}

    def delete(request):
        if request.endswith(f"{LOST}/set_state"):
            prefect.runs[LOST] = None

    prefect.before = delete
    assert [str(run) for run in crash_orphans(marks)] == [RUN]
    assert prefect.runs == {RUN: "CRASHED", BOOK: "CRASHED", LOST: None}


def test_nor_does_one_deleted_above_what_is_unfinished(prefect, tmp_path):
    prefect.runs, prefect.below = {RUN: "COMPLETED", BOOK: "RUNNING"}, {RUN: [BOOK]}
    prefect.unfinished = [LOST, RUN]
    close_ended(tmp_path, timedelta(0))
    assert f"GET /api/flow_runs/{LOST}" in prefect.asked and prefect.runs[BOOK] == "CRASHED"


def test_a_client_that_can_not_be_had_at_once_is_asked_for_again(prefect, tmp_path, monkeypatch):
    prefect.runs = {RUN: "CANCELLING"}
    tries = iter((OSError("no certificate"), None))

    def client(sync_client):
        if (error := next(tries, None)) is not None:
            raise error
        return SyncPrefectClient(prefect.url)

    monkeypatch.setattr(run_control, "get_client", client)
    monkeypatch.setattr(run_control, "POLL_SECONDS", 0.05)
    run = Run(Settings(home=tmp_path), Options(), [], [], threading.Event(), identity=RUN)
    with RunControl(run):
        assert run.stop.wait(60)
