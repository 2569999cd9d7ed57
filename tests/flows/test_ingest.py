"""`glossator ingest` against the scripted endpoint and a real Neo4j: what is asked, what stands, what is said."""

import json
import signal
import threading
import time
from pathlib import Path

import pytest

from pipeline.llm.client import VALID_TRIES
from pipeline.phases.phase1_structure.phase import read_structure
from schemas.text import StructureOptions
from tests.flows.conftest import PROSE, SAMPLE
from tests.scripted_model import completion, glosses

pytestmark = pytest.mark.neo4j


def test_every_sentence_is_asked_once_in_order_and_the_prefix_is_one_a_chapter(llm, script):
    llm.ingest(str(SAMPLE), "--chunk-words", "300", "--workers", "3")
    book = read_structure(SAMPLE, StructureOptions(chunk_words=300))
    by_chapter = {}
    for asked in script.asked:
        top = asked.here.split(" > ")[0]
        by_chapter.setdefault(top, []).append(asked)
    assert len(by_chapter) == len(book.chapters)
    for chapter in book.chapters:
        asked = by_chapter[chapter.title]
        assert len({one.lasting for one in asked}) == 1
        said = [" ".join(sentence.split()) for one in asked for sentence in one.sentences()]
        assert said == [" ".join(book.sentence_text(i).split()) for i in range(chapter.first, chapter.last)]


def test_later_prompts_of_a_chapter_carry_its_memory_and_no_other_chapters(llm, script):
    llm.ingest(str(SAMPLE), "--chunk-words", "300", "--chapters", "2")
    first, *others = script.asked
    assert first.memory == "empty"
    assert any("|Concept" in asked.memory or "|thesis by author|" in asked.memory for asked in others)
    alone = [asked.changing for asked in script.asked]
    script.asked.clear()
    llm.ingest(str(SAMPLE), "--chunk-words", "300")
    assert not {asked.changing for asked in script.asked} & set(alone)


def test_json_is_all_there_is_on_stdout_and_the_counts_are_those_of_the_graph(llm, script, small):
    summary = llm.ingest(small)
    book = summary["books"][0]
    assert book["outcome"] == "done" and book["calls"] == len(script.asked) == 2
    assert book["tokens"] == 300
    counted = llm.rows("MATCH (s:Statement) RETURN count(s) AS n")[0]["n"]
    assert counted == book["statements"] > 0
    assert llm.rows("MATCH (c:Chunk) RETURN collect(DISTINCT c.status) AS s")[0]["s"] == ["read"]


def test_the_commands_that_read_the_graph_print_what_is_there_and_nothing_else(llm, script, small):
    llm.ingest(small)
    query = "MATCH (s:Statement) RETURN s.name AS name ORDER BY name"
    assert json.loads(llm.run("cypher", query, "--json")) == llm.rows(query) != []
    assert llm.run("fingerprint") == f"{llm.fingerprint()}\n"


def test_unknown_usage_is_not_counted_as_nothing(llm, script, small):
    script.answer = lambda asked: (200, completion(json.dumps(glosses(asked))) | {"usage": None})
    assert llm.ingest(small)["books"][0]["tokens"] is None


def test_a_reply_that_cannot_be_used_is_a_gap_with_exit_code_3(llm, script, small):
    script.answer = lambda asked: "no JSON" if asked.here.startswith("One") else glosses(asked)
    summary = llm.ingest(small, code=1)  # the chapter is nothing but gaps
    assert summary["books"][0]["gap_reasons"] == {"reading.invalid_reply": 1}
    assert [chapter["outcome"] for chapter in summary["books"][0]["chapters"]] == ["failed", "done"]
    gaps = llm.rows("MATCH (c:Chunk {status: 'gap'}) RETURN c.reason AS reason")
    assert gaps == [{"reason": "reading.invalid_reply"}]
    assert json.loads(llm.run("status", "--json"))["books"][0]["complete"] == 1
    assert "chapter 1: failed, for nothing of it could be read" in llm.run("ingest", small, code=1)


def test_one_gap_among_others_is_done_with_gaps(llm, script, tmp_path):
    path = tmp_path / "long.md"
    path.write_text("# One\n\n" + "\n\n".join(f"{PROSE} {PROSE}" for _ in range(8)))
    script.answer = lambda asked: "no JSON" if asked.memory == "empty" else glosses(asked)
    calls = []

    def answer(asked):
        calls.append(asked)
        return "no JSON" if len(calls) <= VALID_TRIES else glosses(asked)

    script.answer = answer
    summary = llm.ingest(str(path), "--chunk-words", "100", "--workers", "1", code=3)
    assert summary["books"][0]["outcome"] == "done with gaps" and summary["books"][0]["gaps"] == 1
    status = json.loads(llm.run("status", "--json"))
    assert status["books"][0]["gaps"] == 1 and status["books"][0]["progress"] == 100.0


def test_a_reply_cut_by_length_halves_the_chunk_once(llm, script, small):
    script.answer = lambda asked: (
        (200, completion('{"e": [', finish="length", usage=script.usage)) if len(asked.numbers) > 4 else glosses(asked)
    )
    summary = llm.ingest(small)
    assert summary["books"][0]["gaps"] == 0
    steps = llm.rows("MATCH (c:Chunk) RETURN c.step AS step ORDER BY step")
    assert [row["step"] for row in steps] == ["1", "1.1", "1.2"]
    assert len(script.asked) == summary["books"][0]["calls"] == 4
    assert summary["books"][0]["tokens"] == 4 * 150


def test_a_stop_holds_between_the_halves_of_a_chunk(llm, script, small):
    script.answer = lambda asked: (
        (200, completion('{"e": [', finish="length")) if len(asked.numbers) > 4 else glosses(asked)
    )
    process = llm.start("ingest", small, "--chapters", "1")
    script.before = lambda: process.send_signal(signal.SIGINT) if len(script.asked) == 2 else None
    process.communicate(timeout=300)
    assert process.returncode == 130 and len(script.asked) == 2
    script.before = lambda: None
    assert llm.ingest(small, "--chapters", "1")["books"][0]["calls"] == len(script.asked) == 3


def test_an_endpoint_that_is_gone_fails_the_run_and_the_same_command_goes_on(llm, script, small):
    script.answer = lambda asked: (401, {"error": {"message": "no"}})
    summary = llm.ingest(small, code=1)
    failures = {chapter["failure"]["code"] for chapter in summary["books"][0]["chapters"] if chapter["failure"]}
    assert failures == {"service.model_refused"}
    assert llm.rows("MATCH (c:Chunk) RETURN count(c) AS n") == [{"n": 0}]
    script.answer = glosses
    assert llm.ingest(small)["books"][0]["outcome"] == "done"


def test_a_refused_key_is_not_tried_with_every_chapter_and_book(llm, script, tmp_path):
    books = [tmp_path / f"{name}.md" for name in ("one", "two", "three")]
    for book in books:
        book.write_text("".join(f"# {n}\n\n{PROSE} It is {book.stem} {n}.\n\n" for n in range(6)))
    script.answer = lambda asked: (429, {"error": {"message": "no", "code": "insufficient_quota"}})
    llm.ingest(*map(str, books), code=1)
    assert len(script.asked) <= 2  # what two workers had in flight


def test_a_sidecar_that_comes_too_late_for_a_book_is_told(llm, small):
    (first,) = llm.ingest(small)["books"]
    assert sum("author was not found" in warning for warning in first["warnings"]) == 1
    Path(f"{small}.glossator.toml").write_text("author = 'Ada Rowe'\nyear = 1894\n")
    (second,) = llm.ingest(small)["books"]
    (warning,) = second["warnings"]
    assert "author None, not 'Ada Rowe'; year None, not '1894'" in warning


def test_the_second_interrupt_ends_at_once(llm, script, small):
    gone = threading.Event()
    script.before = gone.wait
    process = llm.start("ingest", small)
    try:
        while not script.asked:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert "Stopping" in "".join(process.stderr.readline() for _ in range(4))  # reader, book, its warning, this
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130 and "Interrupted." in err
    finally:
        gone.set()


def test_a_book_under_another_configuration_is_refused_with_a_code(llm, small):
    llm.ingest(small)
    before = llm.fingerprint()
    summary = llm.ingest(small, "--memory-format", "json_patch", code=2)
    assert summary["books"][0]["failure"]["code"] == "usage.other_configuration"
    assert "memory_format" in summary["books"][0]["failure"]["what"]
    assert llm.fingerprint() == before


def test_a_patch_in_the_reply_changes_the_memory(llm, script, tmp_path):
    path = tmp_path / "long.md"
    path.write_text("# One\n\n" + "\n\n".join(f"{PROSE} {PROSE}" for _ in range(8)))
    branch = [
        {
            "op": "replace",
            "path": "/current_argument_branch",
            "value": [{"step": "is the sum wrong?", "stance": "asked"}],
        }
    ]
    script.answer = lambda asked: glosses(asked) | {"memory": branch, "d": 0}
    llm.ingest(str(path), "--chunk-words", "100", "--memory-format", "json_patch")
    assert "is the sum wrong?" in script.asked[1].memory


def test_without_a_model_the_baseline_reads_and_says_so(command, small):
    command.run("ingest", small)
    assert "baseline" in command.err
    made = command.rows("MATCH (c:Chunk) RETURN DISTINCT c.extractor AS e, c.model AS m")
    assert made[0]["e"] == "baseline 4" and "en_core_web" in made[0]["m"]


def test_the_baseline_refuses_another_language_before_anything_is_read(command, tmp_path):
    path = tmp_path / "deutsch.md"
    path.write_text(
        "# Eins\n\n" + "Der Schreiber wog das Salz und schrieb die Summe in das Buch, weil niemand ihn fragte. " * 20
    )
    summary = command.ingest(str(path), "--reader", "baseline", code=2)
    assert summary["books"][0]["failure"]["code"] == "usage.language_needs_model"
    assert command.rows("MATCH (b:Book) RETURN count(b) AS n") == [{"n": 0}]
    (left,) = json.loads(command.run("status", "--json"))["failed"]
    assert left["source"] == str(path) and left["failure"]["code"] == "usage.language_needs_model"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nowhere.md",), 2),
        ((str(SAMPLE), "--reader", "oracle"), 2),
        ((str(SAMPLE), "--chapters", "x"), 2),
        ((str(SAMPLE), "--chapters", "99"), 2),
        ((str(SAMPLE), "--boundary", "judge"), 2),
        ((str(SAMPLE), "--workers", "0"), 2),
        ((str(SAMPLE), "--reader", "llm"), 2),
        ((), 2),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line_without_a_traceback(command, arguments, code):
    out = command.run("ingest", *arguments, code=code)
    assert "Traceback" not in out + command.err
    assert out + command.err


def test_a_chapter_beyond_the_last_is_told_with_how_many_there_are(command, small, tmp_path):
    failure = command.ingest(small, "--chapters", "1,99", code=2)["books"][0]["failure"]
    assert failure["code"] == "usage.setting" and "2 chapters" in failure["what"]
    (tmp_path / "more.md").write_text("# A\n\nOne.\n\n# B\n\nTwo.\n\n# C\n\nThree more words.\n")
    command.ingest(str(tmp_path), "--chapters", "3", code=1)  # one book has it, one has not
    assert json.loads(command.run("status", "--json"))["failed"] == []


def test_after_some_chapters_status_says_what_to_type(llm, small):
    llm.ingest(small, "--chapters", "1", "--chunk-words", "300")
    (book,) = json.loads(llm.run("status", "--json"))["books"]
    command = f"glossator ingest {small} --chunk-words 300 --chapters 2"
    assert book["next_steps"] == [f"chapter 2 was not asked for; `{command}` reads it"]
    llm.run(*command.split()[1:])
    (book,) = json.loads(llm.run("status", "--json"))["books"]
    assert book["next_steps"] == [] and f"({book['book'][:8]})" in llm.run("status")


def test_a_table_that_is_piped_is_neither_folded_nor_cut(llm, small):
    llm.ingest(small)
    out = llm.run("cypher", f"RETURN '{'x' * 500}' AS long, '{'y' * 500}' AS other")
    assert "x" * 500 + "  " in out + "  " and "y" * 500 in out and len(out.splitlines()) == 2


def test_without_a_graph_nothing_is_read(command):
    command.environment |= {"NEO4J_URI": "bolt://127.0.0.1:9"}
    command.run("ingest", str(SAMPLE), code=1)
    assert "service.graph_unavailable" in command.err and "Traceback" not in command.err


def test_one_bad_book_stops_no_other(command, small, tmp_path):
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 nothing more")
    summary = command.ingest(str(tmp_path), code=1)
    outcomes = {book["source"].rsplit("/", 1)[1]: book["outcome"] for book in summary["books"]}
    assert outcomes == {"bad.pdf": "failed", "small.md": "done"}


def test_books_of_one_name_in_two_folders_are_two(command, tmp_path):
    for folder, thing in (("a", "salt"), ("b", "rope")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "readme.md").write_text(
            f"# The Works\n\nThe {thing} works stood by the quay. The {thing} was dear.\n"
        )
    command.ingest(str(tmp_path / "a"), str(tmp_path / "b"))
    texts = command.rows(
        "MATCH (b:Book)-[:HAS_SECTION*]->()-[:HAS_SENTENCE]->(s) RETURN b.id AS b, collect(s.text) AS t"
    )
    assert len(texts) == 2
    assert sorted("salt" in " ".join(row["t"]) for row in texts) == [False, True]


def test_front_and_back_matter_is_stored_and_not_asked(llm, script, tmp_path):
    path = tmp_path / "book.md"
    path.write_text(
        f"# Contents\n\nOne 1\n\n# One\n\n{PROSE}\n\n# References\n\nKessel, J. On Fines. 1902.\n\n# Index\n\nfines, 9-12\n"
    )
    llm.ingest(str(path))
    assert len(script.asked) == 1
    assert not any("Kessel" in asked.changing or "fines, 9-12" in asked.changing for asked in script.asked)
    kinds = llm.rows("MATCH (s:Section) RETURN s.title AS t, s.kind AS k ORDER BY s.order")
    assert [row["k"] for row in kinds] == ["front", "body", "back", "back"]
