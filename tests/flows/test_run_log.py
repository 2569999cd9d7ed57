"""A run's log: a line of JSON for what happened, found again by id, beginning, name or last."""

import json
from datetime import datetime

import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from flows.run_log import LATEST, RunLog, found, lines, runs
from schemas.errors import NothingToRead
from schemas.progress import ChapterProgress, Tally
from schemas.run import BookOutcome, Failure


def _progress(done: int, gaps: dict[str, int]) -> ChapterProgress:
    tally = Tally(chunks=done, steps=done, gaps=gaps, episodes={"structural": 2}, prompt_tokens=9, completion_tokens=1)
    return ChapterProgress(
        book="b",
        title="Of Salt",
        chapter=2,
        chapter_title="C",
        done=done,
        total=9,
        tally=tally,
        entities=frozenset("xy"),
    )


def test_each_line_says_run_book_chapter_chunk_and_code(tmp_path):
    with RunLog(tmp_path, "r1", "ingest salt.md") as log:
        log.step(_progress(0, {"reading.refused": 1}))
        log.step(_progress(1, {"reading.refused": 1}))
        log.step(_progress(2, {"reading.refused": 2}))
        failed = BookOutcome(source=tmp_path / "x.md", title="x.md", failure=Failure(code="book.damaged", what="Torn."))
        assert runs(tmp_path)[0].said == ""
        log.end([failed], "ends", "failed", "1 book: 1 failed")
    assert runs(tmp_path)[0].said == "failed: 1 book: 1 failed"
    said = list(lines(tmp_path, "r1"))
    assert all(line["run"] == "r1" and line["time"] and line["level"] for line in said)
    gaps = [line for line in said if line.get("code") == "reading.refused"]
    assert [(gap["book"], gap["chapter"], gap["chunk"]) for gap in gaps] == [("Of Salt", 2, 2)]
    assert [line["code"] for line in said if line["level"] == "error" and "code" in line] == ["book.damaged"]


def test_a_home_without_a_run_says_so(tmp_path):
    with pytest.raises(NothingToRead, match="No run has a log yet"):
        list(lines(tmp_path, LATEST))


def test_a_run_is_found_by_beginning_name_and_last(tmp_path):
    for run, name in (("aa1", "one"), ("aa2", "two"), ("bb3", "three")):
        RunLog(tmp_path, run, name).__exit__()
    assert [run for run, *_ in runs(tmp_path)] == ["aa1", "aa2", "bb3"]
    for asked, run in (("aa2", "aa2"), ("b", "bb3"), ("two", "aa2"), (LATEST, "bb3")):
        assert next(iter(lines(tmp_path, asked)))["run"] == run
    for asked in ("aa", "zz", ""):
        with pytest.raises(NothingToRead):
            list(lines(tmp_path, asked))


def test_a_line_torn_by_a_kill_is_left_out(tmp_path):
    with RunLog(tmp_path, "r1", "n") as log:
        log.say("info", "whole")
    with log.path.open("a") as file:
        file.write('{"time": "2026-')
    assert [line["message"] for line in lines(tmp_path, "r1")] == ["run n begins", "whole"]


def test_a_line_that_is_no_object_or_says_nothing_is_survived(tmp_path, monkeypatch):
    with RunLog(tmp_path, "r1", "n") as log:
        log.say("info", "whole")
    with log.path.open("a") as file:
        file.write('[1]\n"x"\nnull\n7\n' + "[" * 100_000 + '\n{"level": null, "message": ["a"], "chunk": {}}\n{}\n')
    assert [line.get("message") for line in lines(tmp_path, "r1")] == ["run n begins", "whole", ["a"], None]
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))
    result = CliRunner().invoke(app, ["logs", "r1"])
    assert result.exit_code == 0 and "whole" in result.stdout, result.exception


def test_the_list_of_runs_as_json(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))
    assert json.loads(CliRunner().invoke(app, ["logs", "--json"]).stdout) == []
    for run, name in (("aa1", "one"), ("bb2", "two")):
        RunLog(tmp_path, run, name).__exit__()
    rows = json.loads(CliRunner().invoke(app, ["logs", "--json"]).stdout)
    assert [(row["run"], row["name"]) for row in rows] == [("aa1", "one"), ("bb2", "two")]
    assert all(datetime.fromisoformat(row["time"]).tzinfo for row in rows)


def test_words_of_a_book_can_not_break_a_line(tmp_path):
    with RunLog(tmp_path, "r1", "n") as log:
        log.say("info", "two\nlines\u2028of\x1b[31m text", book='"quoted"')
    raw = log.path.read_text().splitlines()
    assert len(raw) == 2 and json.loads(raw[1])["book"] == '"quoted"'


def test_a_full_disk_ends_no_reading(tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "r1.jsonl").symlink_to("/dev/full")
    with RunLog(tmp_path, "r1", "n") as log:
        log.say("info", "lost")


def test_what_was_found_in_one_line():
    assert found(_progress(3, {"reading.refused": 1})) == "chunk 3/9, 2 episodes, 2 entities, 1 gap, 10 tokens"
