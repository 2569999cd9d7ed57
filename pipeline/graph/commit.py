"""The commit gate: one transaction an episode, opened by creating its Episode, so that it is written once or not at all."""

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, LiteralString

from pipeline.graph.batches import Properties, create, send
from pipeline.graph.connection import Connection
from pipeline.graph.delta_rows import batches, episode_properties, stored_type, undercuts
from pipeline.graph.values import refuse_unstorable
from schemas.delta import GraphDelta
from schemas.errors import GraphUnavailable, InvariantBroken
from schemas.vocabulary import STRUCTURAL_TYPES

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_TYPE = re.compile(r"[A-Z][A-Z0-9_]{0,67}")
_ENTITIES = """
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.reserved = row.reserved
SET e.book = $book, e.key = row.key
RETURN count(*) AS made"""  # the SET locks the node against a roll-up that would delete it
_COVERS = """
MATCH (e:Episode {id: $id})
MATCH (s:Sentence) WHERE s.owner = $text AND s.order >= $first AND s.order < $last
CREATE (e)-[r:COVERS]->(s) SET r = $props
RETURN count(*) AS made"""
_UNDERCUTS = """
UNWIND $rows AS row
MATCH (a:Statement {id: row.source})
MATCH (:Inference {id: row.target})-[:CONCLUDES]->(b:Statement)
CREATE (a)-[r:ATTACKS]->(b) SET r = row.props
RETURN count(*) AS made"""


class Committed(StrEnum):
    COMMITTED = "committed"
    ALREADY = "already"


class AlreadyThere(Exception):
    """The gate node exists: somebody wrote this before."""


def commit_episode(connection: Connection, delta: GraphDelta) -> Committed:
    """Writes the episode whole or not at all; needs its book's structure in the graph.

    Raises InvariantBroken where another delta stands under this episode's id, or where a row can't be written;
    GraphUnavailable. Safe to repeat after any of them, also when it isn't known whether the commit took.
    """
    _check(delta)

    def work(transaction: "ManagedTransaction") -> None:
        open_gate(transaction, "CREATE (e:Episode {id: $id}) SET e = $props", episode_properties(delta))
        _write(transaction, delta)

    if through_gate(connection, work):
        return Committed.COMMITTED
    stands = committed_digest(connection, delta.episode.id)
    if stands != delta.episode.digest:
        raise InvariantBroken(
            f"Episode {delta.episode.id} stands in the graph with digest {stands!r}, not {delta.episode.digest!r}."
        )
    return Committed.ALREADY


def committed_digest(connection: Connection, episode_id: str) -> str | None:
    """Digest of the committed episode; None if it isn't committed; "" while its owner is being deleted."""
    rows = connection.read("MATCH (e:Episode {id: $id}) RETURN e.digest AS digest", id=episode_id)
    return rows[0]["digest"] if rows else None


def open_gate(transaction: "ManagedTransaction", query: LiteralString, properties: Properties) -> None:
    """Creates the gate node; a second writer waits here for the first one's end. Raises AlreadyThere."""
    from neo4j.exceptions import ConstraintError

    try:
        transaction.run(query, id=properties["id"], props=properties).consume()
    except ConstraintError as error:
        raise AlreadyThere from error


def through_gate(connection: Connection, work: Any) -> bool:
    """Whether `work` now wrote; false where the gate node existed before."""
    from neo4j.exceptions import ConstraintError, IncompleteCommit

    for last_try in (False, True):
        try:
            connection.write(work)
            return True
        except AlreadyThere:
            return False
        except ConstraintError as error:
            raise InvariantBroken(f"An id is taken by something another owner wrote: {error.message}") from error
        except GraphUnavailable as error:
            if last_try or not isinstance(error.__cause__, IncompleteCommit):
                raise
    raise AssertionError


def _write(transaction: "ManagedTransaction", delta: GraphDelta) -> None:
    entities = [row.model_dump() for row in sorted(delta.entities, key=lambda row: row.id)]
    send(transaction, _ENTITIES, entities, "Entity", book=delta.book)
    for batch in batches(delta):
        create(transaction, batch)
    send(transaction, _UNDERCUTS, undercuts(delta), "undercut")
    episode = delta.episode
    made = transaction.run(
        _COVERS, id=episode.id, text=delta.text, first=episode.first, last=episode.last, props={"owner": delta.owner}
    ).single(strict=True)["made"]
    if made != episode.last - episode.first:
        raise InvariantBroken(
            f"Episode {episode.id} covers {episode.last - episode.first} sentences, the graph has {made} of them."
        )


def _check(delta: GraphDelta) -> None:
    if not delta.episode.digest:
        raise InvariantBroken(f"Episode {delta.episode.id} has no digest: only a sealed delta is written.")
    named = [stored_type(row) for row in delta.relations]
    named += [row.type for row in delta.attitudes] + [row.type for row in delta.links]
    for name in named:
        if not _TYPE.fullmatch(name) or name in STRUCTURAL_TYPES:
            raise InvariantBroken(f"{name!r} can't be a relationship's type.")
    refuse_unstorable(delta)
