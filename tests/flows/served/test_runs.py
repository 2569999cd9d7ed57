"""Runs started as the UI starts them: what becomes of them, what they show, what they refuse."""

import pytest

from tests.flows.conftest import BOOK, PROSE, SAMPLE, Command
from tests.flows.served.conftest import SECRET
from tests.scripted_model import completion, glosses

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]


def _asking(*paths, **reading):
    return {"books": {"paths": [str(path) for path in paths]}, "reading": {"reader": "llm", **reading}}


def test_a_run_reads_a_folder_as_the_command_does_and_shows_it(served, endpoint, inline, tmp_path):
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    (shelf / "one.md").write_text(BOOK)
    (shelf / "two.md").write_text(f"# Of Salt\n\n{PROSE} Salt is dear.\n")
    expected = inline(str(shelf))
    endpoint.asked.clear()
    identity = served.begin({"books": {"folder": str(shelf)}, "reading": {"reader": "llm", "workers": 3}})
    state = served.ended(identity)
    assert (state["name"], len(endpoint.asked)) == ("Completed", 3), state
    assert state["message"] == "2 books: 2 done; 3 chunks, 0 gaps (0.0 %), 450 tokens"
    assert Command(served.settings.home, served.environment).fingerprint() == expected
    assert served.run(identity)["name"] == "ingest shelf"
    assert sorted(run["name"] for run in served.books(identity)) == ["one.md", "two.md"]
    assert sorted(task["name"] for task in served.chapters(identity)) == ["ch01 Of Salt", "ch01 One", "ch02 Two"]
    shown = served.artifacts(identity)
    kinds = sorted(artifact["type"] for artifact in shown)
    assert kinds == ["markdown", "markdown", "progress", "progress", "progress", "table", "table", "table"]
    progress = [artifact for artifact in shown if artifact["type"] == "progress"]
    assert all(
        "chunk 1/1" in artifact["description"] and "150 tokens" in artifact["description"] for artifact in progress
    )
    report = next(artifact["data"] for artifact in shown if str(artifact["data"]).startswith("# "))
    assert "one" in report and "| done |" in report and f"glossator logs {identity}" in report
    served.finished(identity)

    again = served.ended(served.begin({"books": {"folder": str(shelf)}, "reading": {"reader": "llm"}}))
    assert again["name"] == "Completed" and len(endpoint.asked) == 3


def test_gaps_are_seen_in_the_state_and_too_many_fail_the_run(served, endpoint, tmp_path):
    (tmp_path / "b.md").write_text(f"# One\n\n{PROSE}\n\n# Two\n\nRefuse this. {PROSE}\n\n# Three\n\n{PROSE} End.\n")
    endpoint.answer = lambda asked: (200, completion(None, refusal="no")) if "Refuse" in asked.chunk else glosses(asked)
    state = served.read(_asking(tmp_path / "b.md"))
    assert (state["type"], state["name"]) == ("FAILED", "Failed")  # a chapter of nothing but gaps
    (tmp_path / "c.md").write_text(f"# One\n\n{f'{PROSE} ' * 30}\n\nRefuse this. {f'{PROSE} ' * 30}\n")
    (served.settings.home / "glossator.toml").write_text("[profile.lab]\nchunk_words = 400\n")
    state = served.read(_asking(tmp_path / "c.md", profile="lab"))
    assert (state["type"], state["name"]) == ("COMPLETED", "CompletedWithGaps"), state
    state = served.read(_asking(tmp_path / "c.md", profile="lab", max_gaps=5))
    assert (state["type"], state["name"]) == ("FAILED", "Failed")
    assert "1 gap (" in state["message"]


@pytest.mark.parametrize(
    "wrong", [{"reader": "psychic"}, {"workers": 0}, {"max_gaps": 101}, {"memory_format": "json_patch"}]
)
def test_the_server_refuses_wrong_values(served, wrong):
    status, said = served.refused({"books": {"folder": "/tmp"}, "reading": wrong})
    assert status in (409, 422) and next(iter(wrong)) in said


def test_the_server_refuses_a_run_that_names_no_book(served):
    status, _ = served.refused({"books": {}})
    assert status in (409, 422)


def test_the_server_refuses_a_parameter_that_the_flow_does_not_have(served):
    status, said = served.refused({"books": {"folder": "/tmp"}, "speed": 3})
    assert status in (409, 422) and "speed" in said


@pytest.mark.parametrize(
    ("books", "reading", "code"),
    [
        ({"folder": "/nowhere/at/all"}, {}, "usage.path_not_found"),
        ({"folder": "books"}, {}, "usage.setting"),
        ({"folder": ""}, {"profile": "unheard-of"}, "usage.setting"),
        ({"paths": [str(SAMPLE)]}, {"chapters": "x"}, "usage.setting"),
    ],
)
def test_what_only_the_flow_can_know_to_be_wrong_is_one_line(served, books, reading, code):
    state = served.read({"books": books, "reading": {"reader": "llm", **reading}})
    assert state["type"] == "FAILED" and f"[{code}]" in state["message"] and "\n" not in state["message"]


def test_a_bad_book_stops_no_other(served, tmp_path):
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 torn")
    (tmp_path / "good.md").write_text(BOOK)
    identity = served.begin({"books": {"folder": str(tmp_path), "glob": "*"}, "reading": {"reader": "llm"}})
    ended = served.ended(identity)
    assert ended["name"] == "Failed" and "[book." in ended["message"]
    states = {run["name"]: run["state"] for run in served.books(identity)}
    assert states["good.md"]["name"] == "Completed"
    assert states["bad.pdf"]["name"] == "Failed" and "[book." in states["bad.pdf"]["message"]


def test_a_dry_run_asks_and_writes_nothing(served, endpoint, graph):
    identity = served.begin(_asking(SAMPLE) | {"dry_run": True})
    state = served.ended(identity)
    assert state["name"] == "Completed" and "6 chunks" in state["message"]
    assert endpoint.asked == [] and graph.read("MATCH (b:Book) RETURN b.id AS id") == []
    assert [artifact["type"] for artifact in served.artifacts(identity)] == ["table"]


def test_a_budget_pauses_at_a_checkpoint_and_a_higher_one_goes_on(served, endpoint, monkeypatch):
    monkeypatch.setattr(endpoint, "usage", {"prompt_tokens": 29_000, "completion_tokens": 1_000})
    state = served.read(_asking(SAMPLE, budget_tokens=50_000, workers=1))
    assert state["name"] == "PausedBudget" and len(endpoint.asked) == 2
    assert served.read(_asking(SAMPLE, budget_tokens=50_000, workers=1))["name"] == "PausedBudget"  # no higher one
    assert len(endpoint.asked) == 2
    assert served.read(_asking(SAMPLE, budget_tokens=500_000))["name"] == "Completed"
    assert len(endpoint.asked) == 6


def test_no_secret_stands_in_what_prefect_or_the_logs_keep(served, tmp_path):
    (tmp_path / "b.md").write_text(BOOK)
    served.read(_asking(tmp_path / "b.md"))
    kept = [path for path in served.settings.home.rglob("*") if path.is_file()]
    assert any(path.name == "prefect.db" for path in kept) and any(path.suffix == ".jsonl" for path in kept)
    for path in kept:
        raw = path.read_bytes()
        assert SECRET.encode() not in raw and served.environment["NEO4J_PASSWORD"].encode() not in raw, path.name
