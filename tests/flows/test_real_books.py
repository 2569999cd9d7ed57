"""Whole real books with the baseline reader: every body chapter read, every place true, nothing orphaned."""

import json
import os
from pathlib import Path

import pytest

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]

BOOKS = Path(os.environ.get("GLOSSATOR_TEST_BOOKS", Path(__file__).parents[3] / "shared" / "data" / "books"))
NAMES = ("russell_problems_of_philosophy.epub", "hegel_philosophy_of_mind.pdf")


@pytest.mark.parametrize("name", NAMES)
def test_a_real_book_is_read_whole_and_every_place_is_true(command, name):
    if not (BOOKS / name).exists():
        pytest.skip(f"{name} is not on this machine")
    book = command.ingest(str(BOOKS / name))["books"][0]
    assert book["outcome"] == "done" and book["gaps"] == 0
    read = command.rows("MATCH (:Chunk {status: 'read'})-[:HAS_SENTENCE]->(s) RETURN count(DISTINCT s) AS n")[0]["n"]
    body = command.rows(
        "MATCH (x:Section)-[:HAS_SENTENCE]->(s:Sentence) WHERE x.kind IN ['body', 'unit', 'note'] "
        "RETURN count(DISTINCT s) AS n",
    )[0]["n"]
    assert read == body > 1_000
    stored = next(iter((command.home / "texts").glob("*.json")))
    text = json.loads(stored.read_text())["text"]
    sentences = {
        s["id"]: s for s in command.rows("MATCH (s:Sentence) RETURN s.id AS id, s.text AS t, s.start AS a, s.end AS z")
    }
    assert all(text[s["a"] : s["z"]] == s["t"] for s in sentences.values())
    for statement in command.rows("MATCH (s:Statement) RETURN s.text AS t, s.sentences AS at, s.parts AS parts"):
        whole = " ".join(sentences[i]["t"] for i in statement["at"])
        assert all(piece in whole for piece in statement["t"].split(" […] "))
    for mention in command.rows(
        "MATCH (s:Sentence)-[m:MENTIONS {exact: true}]->() RETURN m.surface AS t, m.start AS a, m.end AS z"
    ):
        assert text[mention["a"] : mention["z"]] == mention["t"]
    cited = command.rows("MATCH ()-[r]->() WHERE r.sentences IS NOT NULL UNWIND r.sentences AS i RETURN DISTINCT i")
    assert cited and {row["i"] for row in cited} <= sentences.keys()
    assert orphans(command) == []


def orphans(command):
    return command.rows(
        """
        MATCH (n) WHERE (n:Statement AND NOT (n)-[:STATED_IN]->()) OR (n:Reference AND NOT (n)-[:APPEARS_IN]->())
          OR (n:Inference AND NOT (()-[:PREMISE_OF]->(n)-[:CONCLUDES]->())) OR (n:Reference AND NOT (n)-[:OUTCOME]->())
          OR (n:Chunk AND NOT ()-[:HAS_CHUNK]->(n)) OR (n:Episode AND NOT ()-[:HAS_EPISODE]->(n))
          OR (n:Sentence AND NOT ()-[:HAS_SENTENCE]->(n)) OR (n:Section AND NOT ()-[:HAS_SECTION]->(n))
          OR (n:Entity AND n.name IS NULL)
        RETURN labels(n) AS l, n.id AS id LIMIT 5
        """,
    )
