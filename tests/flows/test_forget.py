"""A book that is forgotten leaves nothing in graph or journal, and can be read anew in another way."""

import signal

import pytest

pytestmark = pytest.mark.neo4j

LEFT = "MATCH (n) WHERE NOT n:Term AND NOT n:Migration RETURN labels(n)[0] AS label, count(*) AS many"


def test_a_forgotten_book_is_gone_and_others_stay(llm, script, small, tmp_path):
    other = tmp_path / "other.md"
    other.write_text("# Sand\n\nThe Sifter counts the Grain.\n")
    sand = llm.ingest(str(other))["books"][0]["title"]
    alone, stood = llm.fingerprint(), llm.rows(LEFT)
    (book,) = llm.ingest(small, "--chunk-words", "300")["books"]
    llm.run("ingest", small, code=2)  # another configuration stands
    assert "is no longer in the graph" in llm.run("forget", book["book"][:8], "--yes")
    assert llm.rows(LEFT) == stood
    assert llm.fingerprint() == alone
    asked = len(script.asked)
    again = llm.ingest(small)["books"][0]
    assert again["outcome"] == "done" and len(script.asked) == asked  # the same calls, answered before
    llm.run("forget", again["title"], "--yes")
    llm.run("forget", sand, "--yes")
    assert llm.rows(LEFT) == [] and sand not in llm.run("status")
    llm.run("forget", sand, "--yes", code=2)


def test_without_a_yes_nothing_is_taken_out(llm, small):
    (book,) = llm.ingest(small)["books"]
    stood = llm.fingerprint()
    llm.run("forget", book["book"], code=1)  # nobody is there to say it
    assert llm.fingerprint() == stood


@pytest.mark.parametrize("deletions", [1, 5, 9, 40])
def test_a_killed_forget_lets_nobody_read_on_what_is_left_and_can_be_ended(llm, script, small, deletions):
    (book,) = llm.ingest(small)["books"]
    stood, asked = llm.fingerprint(), len(script.asked)
    process = llm.start(
        "after a deletion", str(deletions), "forget", book["book"], "--yes", module=("tests.flows.killed_run",)
    )
    process.communicate(timeout=300)
    assert process.returncode == -signal.SIGKILL
    assert "glossator forget" in llm.run("ingest", small, code=2)
    llm.run("forget", book["book"], "--yes")
    assert llm.rows(LEFT) == []
    llm.ingest(small)
    assert llm.fingerprint() == stood and len(script.asked) == asked
