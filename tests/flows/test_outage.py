"""An endpoint that is gone: the run stops asking, says why, and the same command asks only what is missing."""

import signal
import time

import pytest

from tests.flows.conftest import PROSE

pytestmark = pytest.mark.neo4j

DOWN = (503, {"error": {"message": "down"}})


@pytest.fixture
def chapters(tmp_path):
    path = tmp_path / "many.md"
    path.write_text("".join(f"# {n}\n\n{PROSE} It is the {n}th.\n\n" for n in range(9)))
    return str(path)


@pytest.mark.slow
def test_after_some_chapters_without_a_reply_the_rest_is_left_for_later(llm, script, chapters):
    good = script.answer
    script.answer = lambda asked: good(asked) if len(script.asked) <= 2 else DOWN
    summary = llm.ingest(chapters, "--workers", "1", code=1)
    assert len(script.asked) == 2 + 3 * 4
    assert summary["outcome"] == "failed"
    (book,) = summary["books"]
    outcomes = [chapter["outcome"] for chapter in book["chapters"]]
    assert outcomes == ["done"] * 2 + ["failed"] * 3 + ["interrupted"] * 4
    assert {c["failure"]["code"] for c in book["chapters"] if c["failure"]} == {"service.model_unavailable"}
    script.answer = good
    script.asked.clear()
    assert llm.ingest(chapters)["books"][0]["outcome"] == "done"
    assert len(script.asked) == 7


def test_a_long_wait_asked_for_ends_the_run_at_once(llm, script, chapters):
    script.answer = lambda asked: (429, {"error": {"message": "no"}}, ("retry-after", "86400"))
    summary = llm.ingest(chapters, "--workers", "1", code=1)
    assert len(script.asked) == 1
    failed, *others = summary["books"][0]["chapters"]
    assert failed["failure"]["code"] == "service.model_paused" and "more than an hour" in failed["failure"]["what"]
    assert {chapter["outcome"] for chapter in others} == {"interrupted"}


@pytest.mark.slow
def test_a_watch_outlives_it_says_what_it_leaves_and_that_its_folder_is_gone(llm, script, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.md").write_text(f"# One\n\n{PROSE}\n")
    (folder / "empty.md").write_text("")
    (folder / "~$a.md").write_text("lock")
    script.answer = lambda asked: (503, {"error": {"message": "no"}}, ("retry-after", "86400"))
    process = llm.start("watch", str(folder), "--settle", "0", "--every", "0.2", "--engine", "inline")
    _until(lambda: len(script.asked) == 1 or process.poll() is not None)
    time.sleep(3)
    folder.rename(tmp_path / "away")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "service.model_paused" in out, out + err
    assert err.count("empty.md is empty") == 1 and err.count("is gone") == 1
    assert "~$" not in out + err and len(script.asked) == 1


def _until(true):
    end = time.monotonic() + 120
    while not true() and time.monotonic() < end:
        time.sleep(0.1)
