"""Deletes what one owner wrote, edges and nodes, in batches; what others own stays."""

from typing import TYPE_CHECKING, LiteralString

from pipeline.graph.connection import Connection
from pipeline.graph.migrations import OWNED_LABELS

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_BATCH = 5_000
_MENTIONS = """
MATCH (:Episode {owner: $owner})-[:COVERS]->(:Sentence)-[m:MENTIONS]->(:Entity) WHERE m.owner = $owner
WITH DISTINCT m LIMIT $batch DELETE m RETURN count(*) AS gone"""
_ENTITY_EDGES = """
MATCH (e:Entity {book: $book})-[r]->() WHERE r.owner = $owner
WITH r LIMIT $batch DELETE r RETURN count(*) AS gone"""
_ORPHANS = "MATCH (e:Entity {book: $book}) WHERE e.reserved IS NULL AND NOT (e)--() DELETE e"


def delete_owner(connection: Connection, owner: str) -> None:
    """Deletes all nodes and edges of `owner`; the episodes go last, so that a killed deletion can be repeated."""
    found = connection.read("MATCH (e:Episode {owner: $owner}) RETURN DISTINCT e.book AS book", owner=owner)
    for query in (_MENTIONS, _ENTITY_EDGES):
        _until_none(connection, query, owner, found[0]["book"] if found else "")
    for label in OWNED_LABELS:
        query = f"MATCH (n:{label} {{owner: $owner}}) WITH n LIMIT $batch DETACH DELETE n RETURN count(*) AS gone"
        _until_none(connection, query, owner, "")
    for row in found:
        with connection.session() as session:
            session.run(_ORPHANS, book=row["book"]).consume()


def _until_none(connection: Connection, query: LiteralString, owner: str, book: str) -> None:
    def work(transaction: "ManagedTransaction") -> int:
        found = transaction.run(query, owner=owner, book=book, batch=_BATCH)
        return int(found.single(strict=True)["gone"])

    while connection.write(work):
        pass
