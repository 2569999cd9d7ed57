"""Runs a person's query, reading only, and gives rows of values that JSON can hold."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pipeline.graph.connection import Connection
from schemas.errors import NotReadOnly, QueryInvalid

if TYPE_CHECKING:
    from neo4j import Session

_ACCESS_MODE = "Neo.ClientError.Statement.AccessMode"
_REFUSED_STEPS = {  # plan steps that no reader of the graph needs, although they write nothing into it
    "LoadCSV": "The query would fetch a file or an address.",
    "TerminateTransactions": "The query would end others' transactions.",
}
_EXPLAINING = ("EXPLAIN", "PROFILE")
_PLACE = re.compile(r"\(line (\d+), column (\d+) \(offset: \d+\)\)")


def run_read(connection: Connection, query: str, parameters: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Rows of the query. Raises NotReadOnly for one that would write, administer or fetch, QueryInvalid for a faulty
    one; it is looked at (EXPLAIN) before it runs."""
    from neo4j.exceptions import ClientError

    first = query.split(maxsplit=1)
    if not first or first[0].upper() in _EXPLAINING:
        said = f"{first[0].upper()} shows a plan, no rows; leave it out." if first else "The query is empty."
        raise QueryInvalid(said, "")
    try:
        with connection.session(reading=True) as session:
            explained = session.run(f"EXPLAIN\n{query}", parameters or {}).consume()
            if explained.query_type != "r":
                raise NotReadOnly("The query would write or administer.")
            for step in _steps(explained.plan):
                if step in _REFUSED_STEPS:
                    raise NotReadOnly(_REFUSED_STEPS[step])
            result = session.run(query, parameters or {})
            keys = result.keys()
            records = [record.values() for record in result]
            ends = _bare_ends(session, records)
            return [dict(zip(keys, (plain(value, ends) for value in values), strict=True)) for values in records]
    except ClientError as error:
        if error.code == _ACCESS_MODE or "administration command" in (error.message or "").lower():
            raise NotReadOnly("The query would write or administer.") from error
        raise QueryInvalid(f"Neo4j can't run the query: {_in_query(error.message or '')}", "") from error


def _steps(plan: Any) -> Iterator[str]:
    """Names of a plan's steps; "LoadCSV@neo4j" is a LoadCSV."""
    if plan:
        yield plan["operatorType"].partition("@")[0]
        for child in plan.get("children", ()):
            yield from _steps(child)


def _in_query(message: str) -> str:
    """Neo4j's message with places counted in the query itself, which stood a line lower when it was explained."""

    def place(found: re.Match[str]) -> str:
        return f"(line {max(int(found[1]) - 1, 1)}, column {found[2]})"

    return _PLACE.sub(place, message)


def _bare_ends(session: "Session", records: list[list[Any]]) -> dict[str, str]:
    """Our ids, by Neo4j's, of the ends of relationships that came alone: the driver knows no more of such a node."""
    bare = {node.element_id for node in _ends(records) if node is not None and "id" not in node}
    if not bare:
        return {}
    query = "MATCH (n) WHERE elementId(n) IN $bare AND n.id IS NOT NULL RETURN elementId(n) AS theirs, n.id AS ours"
    return {row["theirs"]: row["ours"] for row in session.run(query, bare=sorted(bare))}


def _ends(value: Any) -> Iterator[Any]:
    from neo4j.graph import Path, Relationship

    match value:
        case Relationship():
            yield from value.nodes
        case Path():
            yield from ()
        case dict():
            for item in value.values():
                yield from _ends(item)
        case list() | tuple():
            for item in value:
                yield from _ends(item)


def plain(value: Any, ends: Mapping[str, str] = {}) -> Any:
    """Nodes, relationships and paths as objects; times, places and floats that JSON has no number for as text; the rest
    as it is. `ends` are our ids of nodes of which the driver has only its own."""
    from neo4j.graph import Node, Path, Relationship
    from neo4j.spatial import Point

    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case None | bool() | int() | float() | str():
            return value
        case Node():
            return {"labels": sorted(value.labels), **{name: plain(item, ends) for name, item in value.items()}}
        case Relationship():
            source, target = (None if n is None else n.get("id", ends.get(n.element_id)) for n in value.nodes)
            return {"type": value.type, "from": source, "to": target, **{n: plain(v) for n, v in value.items()}}
        case Path():
            return {"nodes": [plain(n) for n in value.nodes], "relationships": [plain(r) for r in value.relationships]}
        case dict():
            return {name: plain(item, ends) for name, item in value.items()}
        case _ if hasattr(value, "iso_format"):
            return value.iso_format()  # a Duration is also a tuple
        case list() | tuple() if not isinstance(value, Point):
            return [plain(item, ends) for item in value]
    return str(value)
