"""Money and tokens as a person meets them: caps, the ledger, the cache, an estimate, no secret and no text where none belongs."""

import json
import time

import pytest
from sqlalchemy import create_engine, delete, func, select
from typer.testing import CliRunner

from flows.cli.main import app
from pipeline.journal.tables import (
    CHAPTERS,
    CHECKPOINTS,
    EPISODES,
    MODEL_CALLS,
    READINGS,
    REQUESTS,
    SNAPSHOTS,
    STEPS,
)  # fmt: skip
from pipeline.phases.phase1_structure.phase import read_structure
from tests.flows.conftest import BOOK, SAMPLE

THOUSANDS = {"prompt_tokens": 29_000, "completion_tokens": 1_000}


def ledger(command):
    """Calls, prompt and answer tokens, as the journal holds them."""
    engine = create_engine(f"sqlite:///{command.home / 'memory.db'}")
    sums = (func.count(), func.sum(MODEL_CALLS.c.prompt_tokens), func.sum(MODEL_CALLS.c.completion_tokens))
    with engine.connect() as connection:
        return tuple(connection.execute(select(*sums)).one())


@pytest.mark.neo4j
def test_a_budget_pauses_at_a_checkpoint_and_only_a_higher_one_goes_on(llm, script):
    script.usage = THOUSANDS
    some = llm.ingest(str(SAMPLE), "--workers", "1", "--budget-tokens", "75000", code=4)
    assert some["outcome"] == "paused: budget" and len(script.asked) == 3  # the fourth could pass it
    assert some["books"][0]["outcome"] == "paused: budget"
    assert "--budget-tokens" in some["paused"]
    llm.ingest(str(SAMPLE), "--workers", "1", "--budget-tokens", "75000", code=4)
    assert len(script.asked) == 3
    llm.ingest(str(SAMPLE), "--budget-tokens", "1000000")
    assert len(script.asked) == 6
    assert ledger(llm) == (6, 6 * 29_000, 6 * 1_000)  # the server's own count
    assert "scripted-1: 180000 tokens, $0.00" in llm.run("ingest", str(SAMPLE), "--budget-tokens", "1000000")


@pytest.mark.neo4j
@pytest.mark.parametrize(
    ("given", "flags", "said"),
    [
        ({"GLOSSATOR_RUN_TOKENS": "75000"}, (), "This run's cap of 75,000 tokens has nothing left"),
        ({"GLOSSATOR_DAY_TOKENS": "75000"}, (), "The endpoint's cap for a day (UTC) of 75,000 tokens has nothing left"),
        ({}, ("--budget-tokens", "75000"), "The budget of these books of 75,000 tokens has nothing left"),
    ],
    ids=["run", "day", "books"],
)
def test_a_pause_names_its_cap_and_what_is_left_of_it(llm, script, given, flags, said):
    script.usage = THOUSANDS
    llm.environment |= given
    shown = llm.run("ingest", str(SAMPLE), "--workers", "1", *flags, code=4)
    assert f"Paused: {said}" in " ".join(shown.split()) and said in llm.run("logs", "last")


@pytest.mark.neo4j
def test_what_a_book_further_on_has_cost_counts_before_it_is_opened(llm, script, tmp_path):
    script.usage = THOUSANDS
    books = [tmp_path / f"{name}.md" for name in "ab"]
    for book in books:
        book.write_text(BOOK.replace("One", book.stem))
    (after,) = llm.ingest(str(books[1]), "--budget-tokens", "1000000")["books"]
    assert after["costs"][0]["spent"]["tokens"] == 60_000 == 30_000 * len(script.asked)
    llm.ingest(*map(str, books), "--budget-tokens", "85000", "--workers", "1", code=4)  # after a third call none
    assert len(script.asked) == 3


@pytest.mark.neo4j
def test_what_was_answered_once_is_not_asked_again_though_the_reading_begins_anew(llm, script, small, empty_graph):
    llm.ingest(small)
    asked, stood = len(script.asked), llm.fingerprint()
    empty_graph()
    engine = create_engine(f"sqlite:///{llm.home / 'memory.db'}")
    with engine.begin() as connection:
        for table in (STEPS, CHECKPOINTS, EPISODES, REQUESTS, SNAPSHOTS, CHAPTERS, READINGS):
            connection.execute(delete(table))
    again = llm.ingest(small)
    assert len(script.asked) == asked and again["books"][0]["calls"] == 0 and llm.fingerprint() == stood


@pytest.mark.neo4j
def test_no_key_is_kept_anywhere(llm, script, small):
    secret = "sk-a-key-that-nobody-may-see"
    llm.environment["OPENAI_API_KEY"] = secret
    said = (
        llm.run("ingest", small)
        + llm.err
        + llm.run("status")
        + llm.run("config", "show")
        + llm.run("models", "check", code=None)
    )
    kept = [path for path in llm.home.rglob("*") if path.is_file()]
    assert any(path.name == "memory.db" for path in kept) and len(script.asked) >= 2
    assert secret not in said and not [path for path in kept if secret.encode() in path.read_bytes()]


@pytest.mark.neo4j
def test_a_redacted_journal_holds_none_of_the_book_and_still_fills_a_graph_again(llm, script, empty_graph):
    llm.ingest("--redact", str(SAMPLE), "--chunk-words", "300", "--chapters", "2,3")  # there is a note in 3
    before, asked = llm.fingerprint(), len(script.asked)
    kept = b"".join(path.read_bytes() for path in llm.home.glob("memory.db*")).decode(errors="replace")
    book = read_structure(SAMPLE)
    read = [at for one in book.chapters if one.order in (2, 3) for at in range(one.first, one.last)]
    assert [at for at in read if book.is_note(at)]
    words = [book.sentence_text(at).split() for at in read]
    runs = {" ".join(some[at : at + 5]) for some in words for at in range(len(some) - 4)}
    said = [run for run in runs if run in kept or json.dumps(run)[1:-1] in kept]
    assert len(runs) > 1_000 and not said
    empty_graph()
    llm.ingest(str(SAMPLE), "--chunk-words", "300", "--chapters", "2,3")
    assert len(script.asked) == asked and llm.fingerprint() == before


@pytest.mark.parametrize("variable", ["GLOSSATOR_BUDGET_USD", "GLOSSATOR_DAY_USD", "GLOSSATOR_RUN_USD"])
def test_dollars_are_not_capped_where_none_can_be_counted(tmp_path, variable):
    book = tmp_path / "b.md"
    book.write_text(BOOK)
    environment = {
        "GLOSSATOR_HOME": str(tmp_path), "OPENAI_API_KEY": "k", "GLOSSATOR_MODEL": "nobody-s", "OPENAI_BASE_URL": None,
        "PREFECT_API_URL": None, variable: "1",
    }  # fmt: skip
    ran = CliRunner().invoke(app, ["ingest", str(book), "--engine", "inline"], env=environment)
    assert ran.exception.code == "usage.setting" and "--budget-tokens" in ran.exception.remedy


def test_a_paid_model_without_a_budget_is_not_asked(tmp_path):
    book = tmp_path / "b.md"
    book.write_text(BOOK)
    environment = {
        "GLOSSATOR_HOME": str(tmp_path), "OPENAI_API_KEY": "k", "GLOSSATOR_MODEL": "gpt-4.1", "OPENAI_BASE_URL": None,
        "PREFECT_API_URL": None,
    }  # fmt: skip
    ran = CliRunner().invoke(app, ["ingest", str(book), "--engine", "inline"], env=environment)
    assert ran.exception.code == "usage.budget_missing" and "estimate" in ran.exception.remedy


@pytest.mark.parametrize(
    ("model", "dollars"), [("gpt-4.1", True), ("gpt-4.1-mini-2025-04-14", True), ("nobody-s", False)]
)
def test_an_estimate_needs_no_endpoint_and_writes_nothing(tmp_path, model, dollars):
    environment = {"GLOSSATOR_HOME": str(tmp_path / "home"), "OPENAI_API_KEY": None, "OPENAI_BASE_URL": None}
    ran = CliRunner().invoke(app, ["estimate", str(SAMPLE), "--model", model, "--json"], env=environment)
    (book,) = json.loads(ran.stdout)["books"]
    assert book["calls"] == 6 and 10_000 < book["prompt_tokens"] < 20_000 < 2 * book["completion_tokens"]
    assert (book["usd"] is not None) is dollars and not (tmp_path / "home").exists()


def test_an_estimate_of_what_was_typed_wrong_ends_as_the_run_would(tmp_path):
    environment = {"GLOSSATOR_HOME": str(tmp_path / "home"), "OPENAI_API_KEY": None, "OPENAI_BASE_URL": None}
    ran = CliRunner().invoke(app, ["estimate", str(SAMPLE), "--chapters", "99"], env=environment)
    assert ran.exit_code == 2 and "6 chapters" in ran.stdout


def test_a_price_file_of_ones_own(tmp_path):
    prices = tmp_path / "p.toml"
    environment = {
        "GLOSSATOR_HOME": str(tmp_path),
        "GLOSSATOR_PRICES": str(prices),
        "OPENAI_API_KEY": "k",
        "OPENAI_BASE_URL": None,
    }
    prices.write_text('[models]\n"nobody-*" = { input = 1000000.0, cached = 0, output = 0 }\n')
    ran = CliRunner().invoke(app, ["estimate", str(SAMPLE), "--model", "nobody-s", "--json"], env=environment)
    (book,) = json.loads(ran.stdout)["books"]
    assert book["usd"] == book["prompt_tokens"]
    prices.write_text("[models]\nx = 3\n")
    ran = CliRunner().invoke(app, ["estimate", str(SAMPLE), "--json"], env=environment)
    assert "is no price file" in ran.exception.what


@pytest.mark.neo4j
def test_what_a_chapter_waits_for_is_told_once_until_it_gets_on(llm, script, small):
    llm.environment["GLOSSATOR_CALLS_IN_FLIGHT"] = "1"
    llm.run("models", "check")  # of an endpoint that nobody knows yet the second call waits for the first
    script.before = lambda: time.sleep(1.5)  # several looks at the rate while the other chapter's call is in flight
    llm.ingest(small, "--workers", "2")
    said = [line for line in llm.run("logs", "last").splitlines() if "waits for the rate" in line]
    assert len(said) == 1


@pytest.mark.neo4j
def test_a_watchs_budget_is_its_own(llm, script, tmp_path):
    script.usage = THOUSANDS
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "sample.md").write_bytes(SAMPLE.read_bytes())
    watch = ("watch", str(folder), "--settle", "0", "--workers", "1", "--engine", "inline", "--budget-tokens", "45000")
    llm.run(*watch, code=4)
    first = len(script.asked)
    llm.run(*watch, code=4)  # another watch has as much again
    assert 0 < first < len(script.asked) < 6
