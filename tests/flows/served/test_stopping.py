"""Cancelled, paused, retried, killed: nothing stays "Running", nothing is paid twice, the graph is that of an undisturbed run."""

import json
import os
import re
import signal
import threading
from datetime import timedelta

import psutil
import pytest
from prefect.settings import PREFECT_API_URL, temporary_settings

from flows.leftovers import close_ended
from flows.prefect_server import start, state
from tests.flows.conftest import PROSE, SAMPLE, Command

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]

ASKED = {
    "books": {"paths": [str(SAMPLE)]},
    "reading": {"reader": "llm", "workers": 2, "profile": "small"},
}
SMALL = "[profile.small]\nchunk_words = 300\n"


@pytest.fixture
def expected(served, endpoint, inline):
    """The fingerprint and the calls of a run that nobody disturbs."""
    (served.settings.home / "glossator.toml").write_text(SMALL)
    fingerprint = inline(str(SAMPLE), "--chunk-words", "300")
    calls = len(endpoint.asked)
    endpoint.asked.clear()
    assert calls > 12
    return fingerprint, calls


@pytest.fixture
def held(endpoint):
    """Calls wait from the `after`-th on until they are let go."""
    let_go, after = threading.Event(), 5

    def hold() -> None:
        if len(endpoint.asked) >= after:
            let_go.wait(120)

    endpoint.before = hold
    yield let_go
    let_go.set()


def _underway(served, endpoint, asked=5):
    identity = served.begin(ASKED)
    served.until(lambda: len(endpoint.asked) >= asked + 1, "calls in flight")
    return identity


def _goes_on(served, endpoint, expected, in_flight, identity=None):
    """The next run, or this one taken up again, reads the rest; at most what was in flight is asked again."""
    fingerprint, calls = expected
    if identity is None:
        identity = served.begin(ASKED)
    state = served.ended(identity)
    assert state["name"] == "Completed", state
    assert Command(served.settings.home, served.environment).fingerprint() == fingerprint
    assert calls <= len(endpoint.asked) <= calls + in_flight
    served.finished(identity)


def _closed(served, identity):
    """The run's own table and report, and the last line of its log, are there although its process was told to end."""
    last = served.log(identity)[-1]
    assert "ends: 1 book: 1 interrupted" in last["message"] and last["code"] == "interrupted"
    own = [one for one in served.artifacts(identity) if one["flow_run_id"] == identity]
    (rows,) = [json.loads(one["data"]) for one in own if one["type"] == "table"]
    assert rows[0]["state"] == "interrupted" and rows[0]["chapters"].endswith("/6") and rows[0]["chunks"] >= 4
    assert any(str(one["data"]).startswith("# ") for one in own)


def test_a_call_that_takes_longer_than_a_cancel_leaves_a_report_all_the_same(served, endpoint, expected, held):
    identity = _underway(served, endpoint)
    served.set_state(identity, type="CANCELLING", name="Cancelling")
    assert served.ended(identity)["type"] in ("CANCELLED", "CRASHED")
    held.set()
    _closed(served, identity)


def test_cancel_makes_no_new_call_and_keeps_the_replies_in_flight(served, endpoint, expected, held):
    identity = _underway(served, endpoint)
    asked = len(endpoint.asked)
    served.set_state(identity, type="CANCELLING", name="Cancelling")
    threading.Timer(5, held.set).start()
    assert served.ended(identity)["type"] == "CANCELLED"
    assert len(endpoint.asked) == asked
    served.finished(identity)
    _closed(served, identity)
    messages = [
        task["state"]["message"] for task in served.chapters(identity) if task["state"]["name"] == "Interrupted"
    ]
    assert messages and all(re.match(r"interrupted at chunk \d/\d; \d chunks?, 0 gaps", text) for text in messages)
    _goes_on(served, endpoint, expected, in_flight=0)


def test_pause_ends_the_process_and_resume_goes_on_in_the_same_run(served, endpoint, expected, held):
    identity = _underway(served, endpoint)
    pid = served.process(identity)
    details = {"pause_reschedule": True, "pause_timeout": "2099-01-01T00:00:00Z"}
    served.set_state(identity, type="PAUSED", name="Suspended", state_details=details)
    threading.Timer(5, held.set).start()
    served.until(lambda: not psutil.pid_exists(pid), "the end of the paused process")
    asked = len(endpoint.asked)
    assert served.run(identity)["state"]["name"] == "Suspended" and asked < expected[1]
    served.until(
        lambda: len(served.unfinished(identity)) == 1, f"the end of what is below, {served.unfinished(identity)}"
    )
    below = [run["state"] for run in (*served.books(identity), *served.chapters(identity))]
    stopped = [state for state in below if state["type"] != "COMPLETED"]
    assert {state["name"] for state in stopped} == {"Interrupted"}
    assert {run["state"]["message"].partition(";")[0] for run in served.books(identity)} == {"paused"}
    assert "is paused" in served.log(identity)[-1]["message"]
    served.call("POST", f"/flow_runs/{identity}/resume")
    _goes_on(served, endpoint, expected, in_flight=0, identity=identity)


def test_a_retry_of_a_failed_run_goes_on(served, endpoint, expected):
    good = endpoint.answer
    endpoint.answer = lambda asked: good(asked) if len(endpoint.asked) < 6 else (401, {"error": {"message": "no"}})
    identity = served.begin(ASKED)
    assert served.ended(identity)["type"] == "FAILED"
    refused = sum(asked is not None for asked in endpoint.asked) - 5
    endpoint.answer = good
    served.set_state(identity, type="SCHEDULED", name="AwaitingRetry")
    served.until(lambda: served.run(identity)["run_count"] > 1, "the second try")
    _goes_on(served, endpoint, expected, in_flight=refused, identity=identity)


def test_the_flows_process_killed(served, endpoint, expected, held):
    identity = _underway(served, endpoint)
    os.kill(served.process(identity), signal.SIGKILL)
    held.set()
    assert served.ended(identity)["type"] == "CRASHED"
    served.finished(identity)
    _goes_on(served, endpoint, expected, in_flight=2)


def test_runner_and_flow_killed_together(served, endpoint, expected, held):
    identity = _underway(served, endpoint)
    runner = int(served.files.served.read_text())
    for pid in (runner, served.process(identity)):
        os.kill(pid, signal.SIGKILL)
    held.set()
    served.until(lambda: not state(served.settings).serves, "the runner's end")
    assert served.run(identity)["state"]["type"] == "RUNNING"
    assert start(served.settings, lambda line: None, served.environment)
    assert served.ended(identity)["type"] == "CRASHED"
    served.finished(identity)
    _goes_on(served, endpoint, expected, in_flight=2)


def test_the_serving_process_ended_while_a_run_goes_on(served, endpoint, expected, held):
    """As `glossator down` does: the run stops at a checkpoint, and goes on once the flows are served again."""
    identity = _underway(served, endpoint)
    asked, flow = len(endpoint.asked), served.process(identity)
    os.kill(int(served.files.served.read_text()), signal.SIGTERM)
    threading.Timer(3, held.set).start()
    served.until(lambda: not state(served.settings).serves and not psutil.pid_exists(flow), "the end of both")
    assert len(endpoint.asked) == asked
    assert start(served.settings, lambda line: None, served.environment)
    assert served.ended(identity)["type"] in ("CANCELLED", "CRASHED")
    served.finished(identity)
    _closed(served, identity)
    _goes_on(served, endpoint, expected, in_flight=0)


def test_a_book_that_is_cancelled_stops_alone(served, endpoint, held, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.md").write_text("".join(f"# {n}\n\n{PROSE} It is {name}{n}.\n\n" for n in range(8)))
    identity = served.begin({"books": {"folder": str(tmp_path)}, "reading": {"reader": "llm", "workers": 2}})
    served.until(lambda: len(endpoint.asked) >= 6, "calls in flight")
    books = {run["name"]: run["id"] for run in served.books(identity)}
    served.set_state(books["a.md"], type="CANCELLING", name="Cancelling")
    threading.Timer(6, held.set).start()
    state = served.ended(identity)
    assert state["name"] == "Interrupted", state
    states = {run["name"]: run["state"]["type"] for run in served.books(identity)}
    assert states == {"a.md": "CANCELLED", "b.md": "COMPLETED"}
    assert len(endpoint.asked) < 16
    served.finished(identity)


@pytest.fixture
def many(tmp_path):
    """A folder that takes a while to be previewed."""
    for n in range(400):
        (tmp_path / f"b{n}.md").write_text("".join(f"# {c}\n\n{f'{PROSE} ' * 40}Book {n}.\n\n" for c in range(4)))
    return {"books": {"folder": str(tmp_path)}, "reading": {"reader": "llm"}, "dry_run": True}


def test_a_preview_that_is_killed_is_told(served, many):
    identity = served.begin(many)
    os.kill(served.process(identity), signal.SIGKILL)
    assert served.ended(identity)["type"] == "CRASHED"


def test_a_preview_is_cancelled(served, many):
    identity = served.begin(many)
    pid = served.process(identity)
    served.set_state(identity, type="CANCELLING", name="Cancelling")
    assert served.ended(identity)["type"] == "CANCELLED"
    served.until(lambda: not psutil.pid_exists(pid), "the end of the process")
    assert not (served.files.marks / f"{identity}.json").exists()


def test_what_is_unfinished_below_a_run_that_is_final_is_closed(served, endpoint):
    """As after a server that was gone when a book and a chapter told their ends."""
    identity = served.begin({"books": ASKED["books"], "reading": {"reader": "llm"}})
    served.ended(identity)
    served.finished(identity)
    book = served.books(identity)[0]["id"]
    chapter = served.chapters(identity)[0]["id"]
    served.set_state(book, type="RUNNING", name="Running")
    served.call(
        "POST", f"/task_runs/{chapter}/set_state", {"state": {"type": "RUNNING", "name": "Running"}, "force": True}
    )
    assert len(served.unfinished(identity)) == 3  # the book's shadow in its run too
    with temporary_settings(updates={PREFECT_API_URL: served.url}):
        close_ended(served.files.marks)
        assert len(served.unfinished(identity)) == 3  # its own word may still come
        close_ended(served.files.marks, timedelta(0))
    served.finished(identity)
    assert served.run(identity)["state"]["type"] == "COMPLETED"
    assert "not told" in served.run(book)["state"]["message"]
    served.call(
        "POST", f"/task_runs/{chapter}/set_state", {"state": {"type": "RUNNING", "name": "Running"}, "force": True}
    )
    with temporary_settings(updates={PREFECT_API_URL: served.url}):
        close_ended(served.files.marks, timedelta(0))
    served.finished(identity)
