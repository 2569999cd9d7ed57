"""Deletes what one owner wrote, edges and nodes, in batches; what others own stays."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, LiteralString

from pipeline.graph.connection import Connection
from pipeline.graph.migrations import OWNED_LABELS
from pipeline.graph.rollup import roll_up_named

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_BATCH = 5_000
_CLOSE_TEXT = "MATCH (t:Text {owner: $owner}) SET t.digest = '' RETURN 0 * count(*) AS gone"
_CLOSE_GATES = "MATCH (e:Episode {owner: $owner}) SET e.digest = '' RETURN 0 * count(*) AS gone"
_MENTIONS = """
MATCH (:Episode {owner: $owner})-[:COVERS]->(:Sentence)-[m:MENTIONS]->(:Entity) WHERE m.owner = $owner
WITH DISTINCT m LIMIT $batch DELETE m RETURN count(*) AS gone"""
_ENTITY_EDGES = """
MATCH (e:Entity {book: $book})-[r]->() WHERE r.owner = $owner
WITH r LIMIT $batch DELETE r RETURN count(*) AS gone"""
_STANDING_BOOK = "MATCH (b:Book {id: $book}) RETURN b.id AS id"
_ENTITIES = "MATCH (e:Entity {book: $book}) WITH e LIMIT $batch DETACH DELETE e RETURN count(*) AS gone"
_ORPHANS = "MATCH (e:Entity {book: $book}) WHERE e.reserved IS NULL AND NOT (e)--() DELETE e"


def delete_owner(connection: Connection, owner: str) -> None:
    """Deletes all nodes and edges of `owner`, and names the entities anew by the mentions that are left.

    The episodes lose their digest first and go last: a deletion that was killed can be repeated, and until then no
    commit takes a half deleted episode for a committed one.
    """
    _delete_rest(connection, owner)
    _delete(connection, owner, "Text")


def delete_book(connection: Connection, book: str, owners: Iterable[str]) -> None:
    """Deletes all that the `owners` wrote, who are all that wrote of the book, and its entities, the reserved ones too.

    The structure's gate, the Text, is closed first and goes last: until then nobody takes what is left of the structure,
    or an episode that has lost its sentences, for whole.
    """
    everyone = list(owners)
    for owner in everyone:
        _until_none(connection, _CLOSE_TEXT, owner, "")
    for owner in everyone:
        _delete_rest(connection, owner)
    _until_none(connection, _ENTITIES, "", book)
    for owner in everyone:
        _delete(connection, owner, "Text")


def _delete_rest(connection: Connection, owner: str) -> None:
    """All but the Text."""
    found = connection.read("MATCH (e:Episode {owner: $owner}) RETURN DISTINCT e.book AS book", owner=owner)
    _until_none(connection, _CLOSE_GATES, owner, "")
    for query in (_MENTIONS, _ENTITY_EDGES):
        _until_none(connection, query, owner, found[0]["book"] if found else "")
    for label in OWNED_LABELS:
        if label == "Episode":  # by which a repeated deletion finds the book
            for row in found:
                _name_anew(connection, row["book"], owner)
        if label != "Text":
            _delete(connection, owner, label)


def _delete(connection: Connection, owner: str, label: LiteralString) -> None:
    query = f"MATCH (n:{label} {{owner: $owner}}) WITH n LIMIT $batch DETACH DELETE n RETURN count(*) AS gone"
    _until_none(connection, query, owner, "")


def _name_anew(connection: Connection, book: str, owner: str) -> None:
    if connection.read(_STANDING_BOOK, book=book):
        roll_up_named(connection, book)
    else:
        _until_none(connection, f"{_ORPHANS} RETURN 0 * count(*) AS gone", owner, book)


def _until_none(connection: Connection, query: LiteralString, owner: str, book: str) -> None:
    def work(transaction: "ManagedTransaction") -> int:
        found = transaction.run(query, owner=owner, book=book, batch=_BATCH)
        record = found.single()
        return 0 if record is None else int(record["gone"])

    while connection.write(work):
        pass
