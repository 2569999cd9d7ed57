"""Rows as the writer sends them, and the sending: plain CREATE in batches, each checked to have made all its rows."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, LiteralString, TypeAlias

from schemas.errors import InvariantBroken

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

BATCH = 1000
Properties: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Nodes:
    """Nodes to create; `label` is one of ours, never a model's or a book's word. Each also gets what is `shared`."""

    label: LiteralString
    rows: list[Properties]
    shared: Properties


@dataclass(frozen=True)
class Edges:
    """Edges to create between existing nodes; the labels are ours, each row has its own type.

    Rows are {source, target, type, props}; both ends are ids. Each also gets what is `shared`.
    """

    source: LiteralString
    target: LiteralString
    rows: list[Properties]
    shared: Properties


def present(properties: Properties) -> Properties:
    """Without the absent ones: a null property and a missing one are the same in the graph."""
    return {name: value for name, value in properties.items() if value is not None}


def edge(source: str, kind: str, target: str, properties: Properties | None = None) -> Properties:
    return {"source": source, "type": kind, "target": target, "props": properties or {}}


def create(transaction: "ManagedTransaction", batch: Nodes | Edges) -> None:
    """Raises InvariantBroken where an edge's end doesn't exist: nothing is dropped silently."""
    if isinstance(batch, Nodes):
        query = f"UNWIND $rows AS row CREATE (n:{batch.label}) SET n = row, n += $shared RETURN count(*) AS made"
        what = batch.label
    else:
        query = (
            f"UNWIND $rows AS row MATCH (a:{batch.source} {{id: row.source}}) "
            f"MATCH (b:{batch.target} {{id: row.target}}) "
            "CREATE (a)-[r:$(row.type)]->(b) SET r = row.props, r += $shared RETURN count(*) AS made"
        )
        what = f"{batch.source} to {batch.target}"
    for at in range(0, len(batch.rows), BATCH):
        part = batch.rows[at : at + BATCH]
        made = transaction.run(query, rows=part, shared=batch.shared).single(strict=True)["made"]
        if made != len(part):
            raise InvariantBroken(
                f"Of {len(part)} rows {what} only {made} could be written: the graph lacks the nodes they point to."
            )
