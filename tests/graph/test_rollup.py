"""The roll-up: name, type and aliases of an entity from all its mentions, whatever the order of events."""

import itertools
import time
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from pipeline.graph import chapter_writer
from pipeline.graph.chapter_writer import ChapterWriter
from pipeline.graph.commit import commit_episode
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.migrations import migrate
from pipeline.graph.rollup import complete_chapter
from pipeline.graph.structure import write_structure
from schemas.delta import GraphDelta
from schemas.reading import ChunkReading, EntityItem, StatementItem
from schemas.text import Book
from tests.graph.books import cites, frame, seal, write_book

pytestmark = pytest.mark.neo4j

CHAPTERS = {
    "One": ("Inner Measures are spoken of.", "An inner measure is a rule.", "Every inner measure binds."),
    "Two": ("The INNER MEASURE is praised.", "Inner Measures are counted.", "Inner Measures are kept."),
    "Three": ("Inner measures are doubted.", "A court sits.", "Inner Measures end."),
}
TYPES = {"One": "Wonder", "Two": "Concept", "Three": "Other"}
ENTITY = "MATCH (e:Entity {key: 'inner measure'}) RETURN e.name AS name, e.type AS type, e.type_given AS given, e.aliases AS aliases"


def chapter(book: Book, order: int, surfaces: tuple[str, ...], kind: str) -> GraphDelta:
    """The surfaces as one entity, each cited where it stands."""
    frame_ = frame(book, order)
    items = tuple(
        EntityItem(
            handle="n1", name=surface, type=kind, cites=cites(book, frame_.chapter, surface), surfaces=(surface,)
        )
        for surface in surfaces
        if cites(book, frame_.chapter, surface)
    )
    statement = StatementItem(handle="c1", kind="thesis", cites=items[0].cites[:1], about=("n1",))
    return seal(frame_, ChunkReading(entities=items, statements=(statement,)))


@pytest.fixture
def book(graph: Any, tmp_path: Path) -> Book:
    book = write_book(tmp_path, "Measures", CHAPTERS)
    write_structure(graph, book)
    return book


@pytest.fixture
def deltas(book: Book) -> list[GraphDelta]:
    surfaces = ("Inner Measures", "inner measure", "INNER MEASURE", "Inner measures")
    return [chapter(book, order, surfaces, kind) for order, kind in enumerate(TYPES.values(), start=1)]


def commit_all(graph: Any, deltas: list[GraphDelta]) -> None:
    for delta in deltas:
        commit_episode(graph, delta)
        complete_chapter(graph, delta.book, delta.owner)


def test_most_frequent_surface_names_and_other_loses(graph, deltas):
    commit_all(graph, deltas)
    (row,) = graph.read(ENTITY)
    assert row["name"] == "Inner Measures"
    assert row["aliases"] == sorted(["inner measure", "INNER MEASURE", "Inner measures"])
    assert (row["type"], row["given"]) == ("Concept", None)


def test_unknown_type_stays_readable(graph, deltas):
    commit_all(graph, deltas[:1])
    (row,) = graph.read(ENTITY)
    assert (row["name"], row["type"], row["given"]) == ("inner measure", "Other", "Wonder")


def test_order_of_completion_does_not_matter(graph, empty_graph, book, deltas):
    prints = set()
    for order in itertools.permutations(deltas):
        empty_graph()
        migrate(graph)
        write_structure(graph, book)
        commit_all(graph, list(order))
        prints.add(fingerprint(graph))
    assert len(prints) == 1


def test_chapters_completing_side_by_side(graph, empty_graph, book, deltas):
    commit_all(graph, deltas)
    expected = fingerprint(graph, book.book_id)
    for _ in range(5):
        empty_graph()
        write_structure(graph, book)
        barrier = Barrier(len(deltas))

        def run(delta: GraphDelta, barrier: Barrier = barrier) -> None:
            barrier.wait()
            commit_all(graph, [delta])

        threads = [Thread(target=run, args=(delta,)) for delta in deltas]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert fingerprint(graph, book.book_id) == expected


def test_completing_again_changes_nothing(graph, book, deltas):
    commit_all(graph, deltas)
    before = fingerprint(graph)
    for delta in deltas:
        complete_chapter(graph, book.book_id, delta.owner)
    assert fingerprint(graph) == before


def test_reserved_entities_are_named_after_the_book(graph, book):
    frame_ = frame(book, 1)
    statement = StatementItem(handle="c1", kind="thesis", cites=cites(book, frame_.chapter, "binds"), speaker="author")
    delta = seal(frame_, ChunkReading(statements=(statement,)))
    commit_all(graph, [delta])
    rows = graph.read("MATCH (e:Entity {reserved: 'author'}) RETURN e.name AS name, e.type AS type, e.id AS id")
    assert rows == [{"name": "the author", "type": "Person", "id": delta.statements[0].speaker}]


def test_entity_left_without_edges_goes(graph, book, deltas):
    commit_all(graph, deltas)
    graph.write(lambda tx: tx.run("CREATE (:Entity {id: 'x', book: $book, key: 'x'})", book=book.book_id).consume())
    complete_chapter(graph, book.book_id, deltas[0].owner)
    assert graph.read("MATCH (e:Entity {id: 'x'}) RETURN e") == []


def test_a_write_that_waits_for_another_is_told(graph: Any, book: Book, deltas: list[GraphDelta], monkeypatch) -> None:
    monkeypatch.setattr(chapter_writer, "SLOW_SECONDS", 0.2)
    told: list[str] = []
    writer = ChapterWriter(graph, lambda: told.append("waits"))
    writer.commit(deltas[0])
    assert told == []
    waiter = Thread(target=writer.complete, args=(book.book_id, deltas[0].owner))
    with graph.session() as session, session.begin_transaction() as other:
        other.run("MATCH (b:Book {id: $id}) SET b.held = true", id=book.book_id).consume()
        waiter.start()
        while not told and waiter.is_alive():
            time.sleep(0.05)
        other.rollback()
    waiter.join()
    assert told == ["waits"]


def test_a_roll_up_locks_entities_in_the_order_in_which_an_episode_does(graph, book, deltas, caplog):
    """Else one could wait for the other's reserved entity while holding what the other waits for."""
    commit_episode(graph, deltas[0])
    with graph.session() as session:
        first = "CREATE (:Entity {id: '0', key: 'author ', reserved: 'author', book: $book})"
        session.run(first, book=book.book_id).consume()
    thread = Thread(target=complete_chapter, args=(graph, book.book_id, deltas[0].owner))
    with graph.session() as session, session.begin_transaction() as transaction:
        for identifier in ("0", *(row.id for row in deltas[0].entities if row.reserved is None)):
            transaction.run("MATCH (e:Entity {id: $id}) SET e.key = e.key", id=identifier).consume()
            if identifier == "0":
                thread.start()
                thread.join(1)
                assert thread.is_alive()
        transaction.commit()
    thread.join()
    assert "retried" not in caplog.text
