"""Runs a person's query, reading only, and gives rows of values that JSON can hold."""

from typing import Any

from pipeline.graph.connection import Connection
from schemas.errors import NotReadOnly, QueryInvalid

_ACCESS_MODE = "Neo.ClientError.Statement.AccessMode"


def run_read(connection: Connection, query: str, parameters: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Rows of the query. Raises NotReadOnly for one that would write or administer, QueryInvalid for a faulty one."""
    from neo4j.exceptions import ClientError

    text = query
    try:
        with connection.session(reading=True) as session:
            kind = session.run(f"EXPLAIN {query}", parameters or {}).consume().query_type
            if kind != "r":
                raise NotReadOnly("The query would write.")
            result = session.run(text, parameters or {})
            keys = result.keys()
            return [dict(zip(keys, map(plain, record.values()), strict=True)) for record in result]
    except ClientError as error:
        if error.code == _ACCESS_MODE or "administration command" in (error.message or "").lower():
            raise NotReadOnly("The query would write or administer.") from error
        raise QueryInvalid(f"Neo4j can't run the query: {error.message}", "") from error


def plain(value: Any) -> Any:
    """Nodes, relationships and paths as objects, temporal and spatial values as text, the rest as it is."""
    from neo4j.graph import Node, Path, Relationship

    match value:
        case None | bool() | int() | float() | str():
            return value
        case Node():
            return {"labels": sorted(value.labels), **{name: plain(item) for name, item in value.items()}}
        case Relationship():
            ends = [node.get("id") if node is not None else None for node in value.nodes]
            return {"type": value.type, "from": ends[0], "to": ends[1], **{n: plain(item) for n, item in value.items()}}
        case Path():
            return {"nodes": [plain(n) for n in value.nodes], "relationships": [plain(r) for r in value.relationships]}
        case dict():
            return {name: plain(item) for name, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return value.iso_format() if hasattr(value, "iso_format") else str(value)
