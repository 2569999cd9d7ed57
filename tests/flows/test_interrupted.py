"""What a stopped run says of itself, what `status` says meanwhile, and what is said of a file that changed."""

import json
import signal
import subprocess
import sys
import threading

import pytest

from tests.flows.conftest import BOOK, PROSE

pytestmark = pytest.mark.neo4j

CHAPTERS = "".join(f"# {n}\n\n{PROSE} It is {n}.\n\n" for n in ("One", "Two", "Three"))


@pytest.fixture
def three(tmp_path):
    """The path of a book of three chapters, a call each."""
    path = tmp_path / "three.md"
    path.write_text(CHAPTERS)
    return str(path)


def test_a_stop_says_how_many_chapters_are_done_and_how_to_go_on(llm, script, three):
    process = llm.start("ingest", three, "--workers", "1")
    script.before = lambda: process.send_signal(signal.SIGINT) if len(script.asked) == 2 else None
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, out + err
    assert "  2/3 " in out and f"Stopped. Go on with `glossator ingest {three} --workers 1`." in out
    (book,) = json.loads(llm.run("status", "--json"))["books"]
    assert book["complete"] == 2
    (last,) = llm.run("logs").splitlines()
    assert "last line 20" in last and "interrupted: 1 book: 1 interrupted; 2 chunks" in last
    script.before = lambda: None
    assert llm.ingest(three)["books"][0]["calls"] == len(script.asked) == 3
    assert "stood complete already" not in llm.run("logs").splitlines()[-1]
    llm.ingest(three)
    assert "stood complete already" in llm.run("logs").splitlines()[-1]


def test_a_chapter_stopped_amid_its_chunks_says_how_far_it_came(llm, script, tmp_path):
    path = tmp_path / "long.md"
    path.write_text("# One\n\n" + "\n\n".join(f"{PROSE} {PROSE}" for _ in range(8)) + f"\n\n# Two\n\n{PROSE}\n")
    process = llm.start("ingest", str(path), "--chunk-words", "100", "--workers", "1", "--json")
    script.before = lambda: process.send_signal(signal.SIGINT) if len(script.asked) == 2 else None
    out, _ = process.communicate(timeout=300)
    (book,) = json.loads(out)["books"]
    one, two = book["chapters"]
    assert (one["done"], one["begun"], two["done"], two["begun"]) == (2, True, 0, False) and one["total"] > 2
    assert book["chunks"] == 2


def test_a_book_that_waits_in_a_run_that_goes_on_is_not_to_be_gone_on_with(llm, script, small, three):
    gate = threading.Event()
    threading.Timer(120, gate.set).start()  # no test waits for ever
    script.before = gate.wait
    first = llm.start("ingest", small, three, "--workers", "1")
    try:
        books = []
        while len(books) < 2:
            assert first.poll() is None
            books = json.loads(llm.run("status", "--json"))["books"] if script.asked else []
        steps = {book["title"]: book["next_steps"] for book in books}
        assert [len(said) for said in steps.values()] == [1, 0] or [len(said) for said in steps.values()] == [0, 1]
        assert any("waits its turn in run ingest small.md and 1 more" in "".join(said) for said in steps.values())
    finally:
        gate.set()
        first.communicate(timeout=300)
    assert not any(book["next_steps"] for book in json.loads(llm.run("status", "--json"))["books"])


def test_a_dry_run_counts_only_what_is_still_to_be_asked(llm, script, small):
    def asked():
        (book,) = json.loads(llm.run("ingest", "--dry-run", "--json", small))["books"]
        return book["chunks"], book["calls"]

    assert asked() == (2, 2) and not (llm.home / "memory.db").exists()
    llm.ingest(small, "--chapters", "1")
    assert asked() == (2, 1)
    llm.ingest(small)
    assert asked() == (2, 0)
    assert "complete; nothing would be asked" in llm.run("ingest", "--dry-run", small)


def test_a_file_that_changed_is_said_to_stand_twice(llm, script, small, tmp_path):
    first = llm.ingest(small)["books"][0]["book"]
    assert "earlier text" not in llm.err
    (tmp_path / "small.md").write_text(BOOK + "More of it.\n")
    llm.run("ingest", small)
    said = [line for line in llm.err.splitlines() if "earlier text" in line]
    assert len(said) == 1 and first[:8] in said[0] and "stays" in said[0]


def test_watching_ends_quietly_where_nothing_is_read(llm, script, small, tmp_path):
    process = llm.start("watch", str(tmp_path), "--settle", "0", "--every", "0.2")
    said = []
    for line in process.stdout:
        said.append(line)
        if "small" in line or "One" in line:
            break
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "checkpoint" not in err, err


def test_an_interrupt_that_meets_the_stop_being_looked_at_is_heeded():
    """Its handler may come while the thread it interrupts holds the stop's own lock."""
    script = """if True:
        import signal, threading
        from flows.cli.ingest import stoppable
        stop = threading.Event()
        def work():
            with stop._cond:
                signal.raise_signal(signal.SIGINT)
            return stop.wait(30)
        print(stoppable(work, stop))"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "True\n" and done.stderr.count("next checkpoint") == 1


@pytest.mark.parametrize("wrong", [("--chapters", "99"), ("--reader", "x"), ("--engine", "x"), ("--budget-usd", "inf")])
def test_a_dry_run_ends_as_the_run_would_for_what_was_typed_wrong(command, small, wrong):
    command.run("ingest", "--dry-run", small, "--engine", "inline", *wrong, code=2)
