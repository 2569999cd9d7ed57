"""A book that is forgotten leaves nothing in graph or journal, and can be read anew in another way."""

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
