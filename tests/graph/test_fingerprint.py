"""The fingerprint: equal exactly when the graphs are."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.graph.commit import commit_episode
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.migrations import MIGRATIONS, migrate
from pipeline.graph.rollup import complete_chapter
from pipeline.graph.structure import write_structure
from pipeline.graph.terms import term_rows
from pipeline.vocabulary import load_vocabulary
from schemas.delta import GraphDelta
from schemas.errors import NothingToRead, SettingInvalid
from schemas.text import Book
from tests.graph.books import SENTENCES, every_kind, frame, seal, write_book

pytestmark = pytest.mark.neo4j


@pytest.fixture
def books(tmp_path: Path) -> list[Book]:
    return [write_book(tmp_path, title, {"One": SENTENCES, "Two": SENTENCES}) for title in ("First", "Second")]


def deltas_of(books: list[Book]) -> list[GraphDelta]:
    return [seal(frame(book, order), every_kind()) for book in books for order in (1, 2)]


def fill(graph: Any, books: list[Book], deltas: list[GraphDelta]) -> None:
    migrate(graph, load_vocabulary())
    for book in books:
        write_structure(graph, book)
    for delta in deltas:
        commit_episode(graph, delta)
    for delta in deltas:
        complete_chapter(graph, delta.book, delta.owner)


def test_equal_after_writing_in_another_order(graph, empty_graph, books):
    deltas = deltas_of(books)
    fill(graph, books, deltas)
    before = [fingerprint(graph), *(fingerprint(graph, book.title) for book in books)]
    assert len(set(before)) == 3
    empty_graph()
    fill(graph, books[::-1], deltas[::-1])
    assert [fingerprint(graph), *(fingerprint(graph, book.book_id) for book in books)] == before


CHANGES = {
    "a property more": "MATCH (n:Sentence {order: 0}) WITH n LIMIT 1 SET n.seen = 1",
    "a property less": "MATCH (n:Statement) WITH n LIMIT 1 REMOVE n.kind",
    "another value": "MATCH (n:Entity) WITH n LIMIT 1 SET n.name = n.name + '.'",
    "an integer made a float": "MATCH (n:Episode) WITH n LIMIT 1 SET n.order = toFloat(n.order)",
    "a label": "MATCH (n:Entity) WITH n LIMIT 1 SET n:Odd",
    "an edge's property": "MATCH ()-[r:MENTIONS]->() WITH r LIMIT 1 SET r.start = r.start + 1",
    "an edge less": "MATCH ()-[r:ABOUT]->() WITH r LIMIT 1 DELETE r",
    "an edge twice": "MATCH (a)-[r:ABOUT]->(b) WITH a, r, b LIMIT 1 CREATE (a)-[s:ABOUT]->(b) SET s = properties(r)",
    "an edge turned": "MATCH (a)-[r:NEXT]->(b) WITH a, r, b LIMIT 1 CREATE (b)-[s:NEXT]->(a) SET s = properties(r) DELETE r",
    "a node more": "MATCH (n:Chunk) WITH n LIMIT 1 CREATE (:Chunk {id: 'more', owner: n.owner})",
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_changes_it(graph, books, change):
    fill(graph, books[:1], deltas_of(books[:1]))
    before, of_book = fingerprint(graph), fingerprint(graph, "First")
    graph.write(lambda transaction: transaction.run(CHANGES[change]).consume())
    assert fingerprint(graph) != before
    assert fingerprint(graph, "First") != of_book


def test_another_book_leaves_a_book_alone(graph, books):
    deltas = deltas_of(books)
    fill(graph, books[:1], deltas[:2])
    first, whole = fingerprint(graph, "First"), fingerprint(graph)
    fill(graph, books[1:], deltas[2:])
    assert fingerprint(graph, "First") == first
    assert fingerprint(graph) != whole


def test_book_that_is_not_there(graph):
    with pytest.raises(NothingToRead, match="No book"):
        fingerprint(graph, "Nowhere")


def test_migrations_are_applied_once_and_explain_every_label(graph):
    assert migrate(graph, load_vocabulary()) == []
    applied = graph.read("MATCH (m:Migration) RETURN m.id AS id ORDER BY id")
    assert [row["id"] for row in applied] == [migration.id for migration in MIGRATIONS]
    (row,) = graph.read("MATCH (t:Term) RETURN count(t) AS count")
    assert row["count"] == len(term_rows(load_vocabulary()))
    constraints = graph.read("SHOW CONSTRAINTS YIELD labelsOrTypes AS labels RETURN labels")
    assert ["Entity"] in [row["labels"] for row in constraints]


def test_a_book_is_named_by_id_by_its_beginning_or_by_title_and_never_guessed(graph, tmp_path):
    books = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        books.append(write_book(tmp_path / name, "On Standards", {name: SENTENCES}))
        write_structure(graph, books[-1])
    by_id = fingerprint(graph, books[0].book_id)
    assert fingerprint(graph, books[0].book_id[:8]) == by_id != fingerprint(graph, books[1].book_id)
    with pytest.raises(SettingInvalid) as caught:
        fingerprint(graph, "On Standards")
    assert all(book.book_id in caught.value.what for book in books)
    for nobody in ("On Nothing", "", books[0].book_id[:1]):
        with pytest.raises(NothingToRead):
            fingerprint(graph, nobody)
