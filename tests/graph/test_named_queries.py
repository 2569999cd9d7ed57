"""The named queries, and the queries that the page on the graph shows: each runs and finds what a small graph holds."""

import re
from pathlib import Path
from typing import Any

import pytest

from pipeline.graph.commit import commit_episode
from pipeline.graph.named_queries import NAMED, run_named
from pipeline.graph.reading import run_read
from pipeline.graph.rollup import complete_chapter
from pipeline.graph.structure import write_structure
from pipeline.graph.terms import EDGES, LABELS
from schemas.text import Book
from tests.graph.books import SENTENCES, every_kind, frame, seal, write_book

PAGE = Path(__file__).parents[2] / "docs" / "graph-model.md"
QUERIES = re.findall(r"```cypher\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def book(graph: Any, tmp_path: Path) -> Book:
    book = write_book(tmp_path, "On Standards", {"One": SENTENCES, "Two": SENTENCES})
    write_structure(graph, book)
    for order in (1, 2):
        delta = seal(frame(book, order), every_kind())
        commit_episode(graph, delta)
        complete_chapter(graph, book.book_id, delta.owner)
    return book


def test_page_names_every_label_and_edge():
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in (*LABELS, *EDGES) if not re.search(rf"\b{name}\b", text)] == []
    assert len(QUERIES) >= 10


@pytest.mark.neo4j
def test_queries_of_the_page_find_something(graph, book):
    for query in QUERIES:
        assert run_read(graph, query), query


def _asked(graph: Any, question: str) -> list[dict[str, Any]]:
    page = PAGE.read_text(encoding="utf-8").split(f"\n{question}", 1)[1]
    return run_read(graph, page.split("```cypher\n", 1)[1].split("```", 1)[0])


@pytest.mark.neo4j
def test_two_inferences_with_one_conclusion_stay_two(graph, book):
    graph.write(
        lambda tx: tx.run(
            "MATCH (i:Inference)-[:CONCLUDES]->(c:Statement) WITH i, c ORDER BY i.id LIMIT 1 "
            "CREATE (j:Inference {id: 'another'})-[:CONCLUDES {owner: 'x'}]->(c) "
            "CREATE (:Statement {id: 'p', text: 'It is dear.', order: 0})-[:PREMISE_OF {owner: 'x'}]->(j)"
        ).consume()
    )
    premises = [row["premises"] for row in _asked(graph, "Every argument")]
    assert len(premises) == 3 and ["It is dear."] in premises


@pytest.mark.neo4j
def test_every_statement_has_one_row_of_context_with_its_words(graph, book):
    rows = _asked(graph, "Which words say so?")
    stated = run_read(graph, "MATCH (s:Statement)-[:STATED_IN]->() RETURN count(DISTINCT s) AS n")[0]["n"]
    assert len(rows) == stated and all(row["s.text"] and row["sentences"] for row in rows)
    graph.write(
        lambda tx: tx.run(
            "MATCH (s:Statement)-[r:STATED_IN]->() WITH s, r LIMIT 1 MATCH (t:Sentence {order: 0}) "
            "DELETE r CREATE (s)-[:STATED_IN {owner: s.owner, part: ''}]->(t)"
        ).consume()
    )
    assert _asked(graph, "Which words say so?")[0]["before.text"] is None


@pytest.mark.neo4j
def test_what_is_denied_is_shown_with_its_sentence(graph, book):
    assert all("r.negated" in row and row["t.text"] for row in _asked(graph, "What is denied"))


@pytest.mark.neo4j
def test_roles_follow_from_the_edges(graph, book):
    roles = {(row["name"], *row["roles"]) for row in run_named(graph, "roles", book.book_id)}
    by_role = {role: {name for name, *all_roles in roles if role in all_roles} for role in ("premise", "conclusion")}
    assert len(by_role["premise"]) == 2 and len(by_role["conclusion"]) == 1
    objections = [row for row in run_named(graph, "roles") if "objection" in row["roles"]]
    assert len(objections) == 4
    assert run_named(graph, "roles", "no book") == []


@pytest.mark.neo4j
def test_references_have_a_status(graph, book):
    rows = run_named(graph, "references", book.book_id)
    assert len(rows) == 4
    assert [row["status"] for row in rows if row["surface"] == "this"] == ["resolved", "resolved"]
    graph.write(lambda tx: tx.run("MATCH (:Reference)-[o:OUTCOME]->() DELETE o").consume())
    assert {row["status"] for row in run_named(graph, "references")} == {"open"}


@pytest.mark.neo4j
def test_counts(graph, book):
    counts = {(row["what"], row["kind"]): row["count"] for row in run_named(graph, "counts", book.book_id)}
    assert counts["node", "Episode"] == 2 and counts["node", "Statement"] == 10
    assert counts["edge", "PREMISE_OF"] == 4 and counts["edge", "MENTIONS"] > 0
    everything = {(row["what"], row["kind"]): row["count"] for row in run_named(graph, "counts")}
    shared = {("node", "Term"), ("node", "Migration")}
    assert counts == {kind: count for kind, count in everything.items() if kind not in shared}
    assert everything["node", "Sentence"] == len(book.sentences)


DAMAGE = {
    "Sentence": "MATCH (n:Sentence {order: 0})<-[r:HAS_SENTENCE]-(:Section) DELETE r",
    "Statement": "MATCH (n:Statement)-[r:STATED_IN]->() WITH r LIMIT 1 DELETE r",
    "Inference": "MATCH (n:Inference)-[r:CONCLUDES]->() WITH r LIMIT 1 DELETE r",
    "Conflict": "MATCH (n:Conflict)-[r:TARGETS]->() WITH r LIMIT 1 DELETE r",
    "Reference": "MATCH (n:Reference)-[r:APPEARS_IN]->() WITH r LIMIT 1 DELETE r",
    "Episode": "MATCH (n:Episode)<-[r:HAS_EPISODE]-() WITH r LIMIT 1 DELETE r",
    "PRESUPPOSES": "MATCH ()-[r:PRESUPPOSES]->() WITH r LIMIT 1 SET r.sentences = r.sentences + ['nowhere']",
}


@pytest.mark.neo4j
@pytest.mark.parametrize("kind", DAMAGE)
def test_whole_graph_has_no_orphans_and_a_damaged_one_has(graph, book, kind):
    assert run_named(graph, "orphans") == []
    graph.write(lambda tx: tx.run(DAMAGE[kind]).consume())
    assert [row["kind"] for row in run_named(graph, "orphans")] == [kind]


def test_every_name_is_a_word():
    assert all(name.isidentifier() for name in NAMED)
