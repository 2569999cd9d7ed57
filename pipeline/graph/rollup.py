"""The roll-up: when a chapter completes, its entities get name, type and aliases from all their mentions, in one
transaction."""

from collections import Counter
from typing import TYPE_CHECKING, Any, LiteralString

from pipeline.graph.connection import Connection
from schemas.vocabulary import OTHER_ENTITY

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

ALIASES_KEPT = 50
_RESERVED_NAMES = {"author": "the author", "translator": "the translator", "editor": "the editor"}
_LOCK = (
    "MATCH (b:Book {id: $book}) SET b.locked = true REMOVE b.locked "
    "RETURN b.author AS author, b.translator AS translator, b.editor AS editor"
)
_MENTIONED = """
MATCH (:Episode {owner: $owner})-[:COVERS]->(:Sentence)-[own:MENTIONS]->(e:Entity) WHERE own.owner = $owner
WITH DISTINCT e"""
_NAMED = "MATCH (e:Entity {book: $book}) WHERE e.name IS NOT NULL"
_FORMS = """
MATCH (s:Sentence)-[m:MENTIONS]->(e)
RETURN e.id AS id, m.surface AS surface, m.exact AS exact, m.type AS type, m.type_given AS given,
       count(*) AS count, min(s.order) AS first"""
_SET = """
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
SET e.name = row.name, e.type = row.type, e.type_given = row.given, e.aliases = row.aliases"""
_RESERVED = "MATCH (e:Entity {book: $book}) WHERE e.reserved IS NOT NULL RETURN e.id AS id, e.reserved AS reserved"
_ORPHANS = """
MATCH (e:Entity {book: $book}) WHERE e.reserved IS NULL AND NOT (e)--()
SET e.locked = true REMOVE e.locked
WITH e WHERE NOT (e)--()
DELETE e"""  # looked at again once locked: an episode committed meanwhile may point to it


def complete_chapter(connection: Connection, book: str, owner: str) -> None:
    """Rolls up the entities that `owner` mentions, over all their mentions in the graph, and removes entities that
    nothing points to. A lock on the Book node keeps two chapters apart, so that the last one sees everything: the
    result doesn't depend on the order in which chapters complete."""
    _roll_up(connection, _MENTIONED, book, owner)


def roll_up_named(connection: Connection, book: str) -> None:
    """The same over all entities of the book that have a name, when mentions of theirs were deleted."""
    _roll_up(connection, _NAMED, book, "")


def _roll_up(connection: Connection, chosen: LiteralString, book: str, owner: str) -> None:
    def work(transaction: "ManagedTransaction") -> None:
        names = transaction.run(_LOCK, book=book).single(strict=True)
        forms: dict[str, list[dict[str, Any]]] = {}
        for record in transaction.run(chosen + _FORMS, owner=owner, book=book):
            forms.setdefault(record["id"], []).append(record.data())
        rows = [_rolled_up(identifier, forms[identifier]) for identifier in forms]
        reserved = transaction.run(_RESERVED, book=book).data()
        rows += [_reserved(row["id"], row["reserved"], dict(names)) for row in reserved]
        rows.sort(key=lambda row: row["id"])  # an episode locks its entities in that order: in another, both could wait
        transaction.run(_SET, rows=rows).consume()
        transaction.run(_ORPHANS, book=book).consume()

    connection.write(work)


def _rolled_up(identifier: str, forms: list[dict[str, Any]]) -> dict[str, Any]:
    """The most frequent surface names it, ties by first place in the book, then by spelling; `Other` loses to any other
    type. Surfaces that stand in the text come before what a reader called it."""
    exact = [form for form in forms if form["exact"]] or forms
    counts: Counter[str] = Counter()
    first: dict[str, int] = {}
    for form in exact:
        counts[form["surface"]] += form["count"]
        first[form["surface"]] = min(form["first"], first.get(form["surface"], form["first"]))
    ranked = sorted(counts, key=lambda surface: (-counts[surface], first[surface], surface))
    types: Counter[tuple[str, str]] = Counter()
    for form in forms:
        types[form["type"], form["given"] or ""] += form["count"]
    kind, given = min(types, key=lambda pair: (pair[0] == OTHER_ENTITY, -types[pair], pair))
    aliases = sorted(ranked[1 : ALIASES_KEPT + 1])
    return {"id": identifier, "name": ranked[0], "type": kind, "given": given or None, "aliases": aliases}


def _reserved(identifier: str, reserved: str, said: dict[str, str | None]) -> dict[str, Any]:
    name = said.get(reserved) or _RESERVED_NAMES.get(reserved, "one might say")
    return {"id": identifier, "name": name, "type": "Person", "given": None, "aliases": []}
