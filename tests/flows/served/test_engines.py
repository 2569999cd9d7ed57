"""The command where a Prefect is configured: the same result, shown in the UI, stopped by the same keys."""

import json
import os
import shutil
import signal
import time

import pytest

from tests.flows.conftest import BOOK, PROSE, SAMPLE, Command

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]


@pytest.fixture
def command(served):
    return Command(served.settings.home, served.environment)


def _last(served):
    """The run that was made last."""
    return served.call(
        "POST", "/flow_runs/filter", {"sort": "START_TIME_DESC", "limit": 1, "flows": {"name": {"any_": ["ingest"]}}}
    )[0]


def test_the_command_runs_the_flow_where_a_prefect_runs(served, endpoint, inline, command):
    expected = inline(str(SAMPLE))
    endpoint.asked.clear()
    summary = command.ingest(str(SAMPLE))
    assert summary["books"][0]["outcome"] == "done" and len(endpoint.asked) == 6
    assert command.fingerprint() == expected
    assert served.url.removesuffix("/api") in command.err
    run = _last(served)
    assert (run["name"], run["state"]["name"], run["deployment_id"]) == ("ingest treatise.md", "Completed", None)
    assert len(served.chapters(run["id"])) == 6
    lines = [json.loads(line) for line in command.run("logs", run["id"], "--json").splitlines()]
    assert {line["run"] for line in lines} == {run["id"]}
    assert any(line.get("chapter") == 3 and line.get("chunk") == 1 for line in lines)


def test_inline_is_inline_and_a_wrong_engine_is_refused(served, command, tmp_path):
    (tmp_path / "b.md").write_text(BOOK)
    before = _last(served)["id"] if served.call("POST", "/flow_runs/filter", {}) else None
    command.ingest(str(tmp_path / "b.md"), "--engine", "inline")
    assert (_last(served)["id"] if before else None) == before
    command.run("ingest", str(tmp_path / "b.md"), "--engine", "steam", code=2)
    gone = Command(command.home, served.environment | {"PREFECT_API_URL": "http://127.0.0.1:9/api"})
    gone.run("ingest", str(tmp_path / "b.md"), code=1)
    assert "service.flow_server" in gone.err and "--engine inline" in gone.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_amid_many_books_leaves_the_others_unbegun(served, endpoint, command, tmp_path, number):
    for n in range(9):
        (tmp_path / f"b{n}.md").write_text(f"# One\n\n{PROSE} Book {n}.\n")
    endpoint.before = lambda: time.sleep(0.3)
    process = command.start("ingest", str(tmp_path), "--workers", "1", "--json")
    served.until(lambda: len(endpoint.asked) >= 2 or process.poll() is not None, "some calls")
    process.send_signal(number)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130 and "Traceback" not in err, out + err
    summary = json.loads(out)
    assert summary["outcome"] == "interrupted" and len(summary["books"]) == 9
    assert _last(served)["state"]["name"] == "Interrupted"
    assert len(endpoint.asked) <= 4


def test_a_file_name_that_is_no_text_stops_no_other(served, command, tmp_path):
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text(BOOK)
    (tmp_path / "good.md").write_text(BOOK)
    summary = command.ingest(str(tmp_path), code=1)
    outcomes = {book["title"]: book["outcome"] for book in summary["books"]}
    assert sorted(outcomes.values()) == ["done", "failed"]
    state = served.read({"books": {"folder": str(tmp_path)}, "reading": {"reader": "llm"}})
    assert state["type"] == "FAILED" and "1 done, 1 failed" in state["message"]


def test_watching_ends_where_the_key_is_refused(endpoint, command, tmp_path):
    (tmp_path / "a.md").write_text(BOOK)
    endpoint.answer = lambda asked: (401, {"error": {"message": "no"}})
    command.run("watch", str(tmp_path), "--settle", "0", "--engine", "inline", code=1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_commands_flow_at_a_checkpoint(served, endpoint, command, number):
    endpoint.before = lambda: time.sleep(0.2)
    process = command.start("ingest", str(SAMPLE), "--chunk-words", "300")
    served.until(lambda: len(endpoint.asked) >= 3 or process.poll() is not None, "some calls")
    process.send_signal(number)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, out + err
    assert "Traceback" not in err
    run = _last(served)
    assert run["state"]["name"] == "Interrupted"
    served.finished(run["id"])
    endpoint.before = lambda: None
    asked = len(endpoint.asked)
    summary = command.ingest(str(SAMPLE), "--chunk-words", "300")
    assert summary["books"][0]["outcome"] == "done"
    assert len(endpoint.asked) > asked and summary["books"][0]["calls"] == len(endpoint.asked)


def test_a_folder_is_watched_and_a_file_read_once_it_is_whole(served, endpoint, command, tmp_path):
    folder, whole = tmp_path / "in", tmp_path / "whole.md"
    folder.mkdir()
    whole.write_text(BOOK)
    (folder / "first.md").write_text(f"# Of Salt\n\n{PROSE} Salt is dear.\n")
    process = command.start("watch", str(folder), "--settle", "3", "--every", "0.5")
    served.until(lambda: len(endpoint.asked) == 1 or process.poll() is not None, "the first book")
    text = whole.read_text()
    with (folder / "slow.md").open("w") as file:
        for at in range(0, len(text), 100):  # the copy takes longer than the file may rest
            file.write(text[at : at + 100])
            file.flush()
            time.sleep(1)
    served.until(lambda: len(endpoint.asked) >= 3 or process.poll() is not None, "the second book")
    shutil.copy(whole, folder / "same.md")
    served.until(lambda: _last(served)["name"] == "ingest same.md", "the run of the copy")
    served.until(lambda: _last(served)["state"]["type"] == "COMPLETED", "the end of the third run")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, out + err
    assert len(endpoint.asked) == 3  # a copy of a book that stands is not asked again
    rows = command.rows("MATCH (b:Book)-[:HAS_SECTION]->(s:Section) RETURN count(DISTINCT b) AS books")
    assert rows == [{"books": 2}]
