"""The graph fingerprint: equal exactly when labels, types, ids and properties are, whatever the order of writing."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, LiteralString

from pipeline.graph.connection import Connection
from pipeline.graph.reading import plain
from schemas.errors import NothingToRead

_TIMES = frozenset({"applied_at"})  # properties that tell when, not what
_ALL_NODES = "MATCH (n) WHERE NOT n:Migration RETURN labels(n) AS labels, properties(n) AS props"
_ALL_EDGES = "MATCH (a)-[r]->(b) RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS props"
_OWNERS = """
MATCH (t:Text {book: $book}) RETURN t.id AS owner
UNION MATCH (e:Episode {book: $book}) RETURN DISTINCT e.owner AS owner"""
_BOOK_NODES = """
MATCH (n) WHERE n.owner IN $owners OR (n:Entity AND n.book = $book)
RETURN labels(n) AS labels, properties(n) AS props"""
_BOOK_EDGES = """
MATCH (a)-[r]->(b) WHERE r.owner IN $owners
RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS props"""


def fingerprint(connection: Connection, book: str | None = None) -> str:
    """SHA-256 (hexadecimal) over the whole graph, or over one book: its id, or its title where only one has it.

    Times are left out. Raises NothingToRead for a book that isn't there.
    """
    if book is None:
        return _digest([*_lines(connection, _ALL_NODES), *_lines(connection, _ALL_EDGES)])
    query: LiteralString = "MATCH (b:Book) WHERE b.id = $book OR b.title = $book RETURN b.id AS id"
    found = connection.read(query, book=book)
    if len(found) != 1:
        raise NothingToRead(f"{'No book has' if not found else 'Several books have'} the id or title {book!r}.")
    identifier = found[0]["id"]
    owners = [row["owner"] for row in connection.read(_OWNERS, book=identifier)]
    lines = [
        *_lines(connection, _BOOK_NODES, owners=owners, book=identifier),
        *_lines(connection, _BOOK_EDGES, owners=owners),
    ]
    return _digest(lines)


def _lines(connection: Connection, query: LiteralString, **parameters: Any) -> Iterator[bytes]:
    """A digest for each row, so that a large graph needs 32 bytes a row of memory."""
    with connection.session(reading=True) as session:
        for record in session.run(query, parameters):
            row = record.data()
            row["props"] = {name: plain(value) for name, value in row["props"].items() if name not in _TIMES}
            if "labels" in row:
                row["labels"] = sorted(row["labels"])
            text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            yield hashlib.sha256(text.encode()).digest()


def _digest(lines: list[bytes]) -> str:
    return hashlib.sha256(b"".join(sorted(lines))).hexdigest()
