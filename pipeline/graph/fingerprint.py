"""The graph fingerprint: equal exactly when labels, types, ids and properties are, whatever the order of writing."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, LiteralString

from pipeline.graph.connection import Connection
from pipeline.graph.reading import plain
from schemas.errors import NothingToRead, SettingInvalid
from schemas.ids import LEAST_ID_DIGITS

_TIMES = frozenset({"applied_at"})  # properties that tell when, not what
_ALL_NODES = "MATCH (n) WHERE NOT n:Migration RETURN labels(n) AS labels, properties(n) AS props"
_ALL_EDGES = "MATCH (a)-[r]->(b) RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS props"
_OWNERS = """
MATCH (t:Text {book: $book}) RETURN t.id AS owner
UNION MATCH (e:Episode {book: $book}) RETURN DISTINCT e.owner AS owner"""
_NAMED_BOOKS = """
MATCH (b:Book) WHERE b.id = $book OR b.title = $book OR (size($book) >= $least AND b.id STARTS WITH $book)
RETURN b.id AS id, b.title AS title, count { (b)-[:HAS_SECTION*]->() } AS sections ORDER BY id"""
_BOOK_NODES = """
MATCH (n) WHERE n.owner IN $owners OR (n:Entity AND n.book = $book)
RETURN labels(n) AS labels, properties(n) AS props"""
_BOOK_EDGES = """
MATCH (a)-[r]->(b) WHERE r.owner IN $owners
RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS props"""


def fingerprint(connection: Connection, book: str | None = None) -> str:
    """SHA-256 (hexadecimal) over the whole graph, or over one book: its id, the beginning of its id, or its title.

    Times are left out. Raises NothingToRead for a book that isn't there, SettingInvalid where several are meant.
    """
    if book is None:
        return _digest([*_lines(connection, _ALL_NODES), *_lines(connection, _ALL_EDGES)])
    identifier = _book(connection, book)
    owners = [row["owner"] for row in connection.read(_OWNERS, book=identifier)]
    lines = [
        *_lines(connection, _BOOK_NODES, owners=owners, book=identifier),
        *_lines(connection, _BOOK_EDGES, owners=owners),
    ]
    return _digest(lines)


def _book(connection: Connection, named: str) -> str:
    found = connection.read(_NAMED_BOOKS, book=named, least=LEAST_ID_DIGITS)
    if not found:
        raise NothingToRead(f"No book has the id or title {named!r}.", "`glossator status` lists the books.")
    if len(found) > 1:
        listed = ", ".join(f"{row['id']} ({row['title']}, {row['sections']} sections)" for row in found)
        raise SettingInvalid(f"{named!r} may be any of {len(found)} books: {listed}.", "Give the beginning of an id.")
    return str(found[0]["id"])


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
