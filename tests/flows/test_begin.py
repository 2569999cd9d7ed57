"""What a run finds when it begins: another configuration, a lost journal, chapters that gave nothing, another process."""

import json
import os
import signal
import threading
import time

import pytest

from tests.flows.conftest import BOOK
from tests.scripted_model import glosses

pytestmark = pytest.mark.neo4j


def wait_for(condition):
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_of_two_configurations_at_once_one_reads(llm, script, small):
    script.before = lambda: time.sleep(0.5)
    both = [llm.start("ingest", small, "--json", *more) for more in ((), ("--chunk-words", "300"))]
    ended = [(process.communicate(timeout=300), process.returncode) for process in both]
    assert sorted(code for _, code in ended) in ([0, 1], [0, 2]), ended  # 1: it was refused at its first chapter
    lost = next(json.loads(out) for (out, _), code in ended if code)
    assert "usage.other_configuration" in json.dumps(lost)
    assert len(script.asked) == 2
    assert llm.rows("MATCH (e:Episode) RETURN count(DISTINCT e.owner) AS n") == [{"n": 2}]


@pytest.mark.parametrize("restored", [False, True])
def test_a_lost_journal_is_noticed_before_anything_is_paid(llm, script, small, tmp_path, restored):
    llm.ingest(small)
    before, asked = llm.fingerprint(), len(script.asked)
    (llm.home / "memory.db").rename(tmp_path / "kept.db")
    for _ in range(2):  # the refused run itself must not make the journal know the book
        summary = llm.ingest(small, code=1)
        failure = summary["books"][0]["failure"]
        assert failure["code"] == "service.journal_lost" and "memory.db" in failure["remedy"]
    assert len(script.asked) == asked and llm.fingerprint() == before
    if restored:
        for file in llm.home.glob("memory.db*"):
            file.unlink()
        (tmp_path / "kept.db").rename(llm.home / "memory.db")
        assert all(chapter["standing"] for chapter in llm.ingest(small)["books"][0]["chapters"])


def test_a_chapter_of_nothing_but_gaps_is_asked_again(llm, script, small):
    script.answer = lambda asked: "no JSON" if asked.here.startswith("One") else glosses(asked)
    llm.ingest(small, code=1)
    (book,) = json.loads(llm.run("status", "--json"))["books"]
    again = f"nothing of chapter 1 could be read; `glossator ingest {small} --chapters 1` asks again"
    assert again in book["next_steps"]
    script.asked.clear()
    llm.ingest(small, code=1)
    assert script.asked and all(asked.here.startswith("One") for asked in script.asked)
    script.answer = glosses
    summary = llm.ingest(small)
    assert summary["books"][0]["gaps"] == 0
    assert llm.rows("MATCH (c:Chunk) RETURN DISTINCT c.status AS s") == [{"s": "read"}]
    once = llm.fingerprint()
    script.asked.clear()
    llm.ingest(small)
    assert script.asked == [] and llm.fingerprint() == once


def test_a_chapter_asked_again_stands_as_if_it_had_been_read_at_once(llm, script, small, empty_graph):
    llm.ingest(small)
    expected = llm.fingerprint()
    empty_graph()
    for file in llm.home.glob("memory.db*"):
        file.unlink()
    script.answer = lambda asked: "no JSON"
    llm.ingest(small, code=1)
    script.answer = glosses
    llm.ingest(small)
    assert llm.fingerprint() == expected


@pytest.mark.parametrize("point", ["delete_owner", "forget"])
def test_killed_while_a_chapter_begins_anew(llm, script, small, point):
    script.answer = lambda asked: "no JSON" if asked.here.startswith("One") else glosses(asked)
    llm.ingest(small, code=1)
    process = llm.start(f"after {point}", "1", "ingest", small, module=("tests.flows.killed_run",))
    process.communicate(timeout=300)
    assert process.returncode == -signal.SIGKILL
    script.answer = glosses
    assert llm.ingest(small)["books"][0]["gaps"] == 0


def test_a_second_run_says_for_whom_it_waits(llm, script, small):
    gate = threading.Event()
    threading.Timer(60, gate.set).start()  # no test waits for ever
    script.before = gate.wait
    first = llm.start("ingest", small)
    wait_for(lambda: script.asked)
    second = llm.start("ingest", small)
    said = []
    for line in second.stderr:
        said.append(line)
        if "another process" in line:
            gate.set()
    first.communicate(timeout=300)
    second.communicate(timeout=300)
    assert second.returncode == first.returncode == 0
    assert len(script.asked) == 2
    assert sum("another process" in line for line in said) == 1, said


def test_entities_are_those_of_the_graph_not_once_a_chapter(llm, script, small):
    found = llm.ingest(small)["books"][0]["entities"]
    assert llm.rows("MATCH (e:Entity) WHERE e.reserved IS NULL RETURN count(e) AS n") == [{"n": found}]


def test_a_book_that_failed_before_its_first_chapter_is_in_status(command, tmp_path):
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 nothing more")
    command.ingest(str(bad), code=1)
    status = json.loads(command.run("status", "--json"))
    assert [(book["source"], book["failure"]["code"]) for book in status["failed"]] == [(str(bad), "book.damaged")]
    assert str(bad) in command.run("status") and "book.damaged" in command.run("status")


def test_the_same_text_under_another_title_is_asked_as_before(llm, script, small, tmp_path, empty_graph):
    """Title and author are in the prompt and in no id: a copy must not change what is asked half-way."""
    llm.ingest(small, "--chapters", "1")
    copy = tmp_path / "copy.md"
    copy.write_text("---\ntitle: Another\nauthor: Somebody\n---\n\n" + BOOK)
    again = llm.ingest(str(copy))
    assert len(again["books"]) == 1 and again["books"][0]["chapters"][0]["standing"]
    assert len({asked.lasting.split("Table of contents:")[0] for asked in script.asked}) == 1


def test_a_name_that_is_no_text_stops_no_other(command, small, tmp_path):
    (tmp_path / os.fsdecode(b"b\xff.md")).write_text(BOOK + "More.\n")
    bad, good = command.ingest(str(tmp_path), code=1)["books"]
    assert bad["failure"]["code"] == "usage.file_name" and "\\udcff" in bad["failure"]["what"]
    assert good["outcome"] == "done"
