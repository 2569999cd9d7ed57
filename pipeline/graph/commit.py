"""The commit gate: one transaction an episode, opened by creating its Episode, so that it is written once or not at all."""

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, LiteralString

from pipeline.graph.batches import Properties
from pipeline.graph.connection import Connection
from pipeline.graph.delta_rows import stored_type
from pipeline.graph.episode_parameter import episode_parameter
from pipeline.graph.episode_statement import write_episode
from pipeline.graph.values import refuse_unstorable
from schemas.delta import GraphDelta
from schemas.errors import GraphUnavailable, InvariantBroken
from schemas.vocabulary import STRUCTURAL_TYPES

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_TYPE = re.compile(r"[A-Z][A-Z0-9_]{0,67}")


class Committed(StrEnum):
    COMMITTED = "committed"
    ALREADY = "already"


class AlreadyThere(Exception):
    """The gate node exists: somebody wrote this before."""


class IdTaken(InvariantBroken):
    """A node to create has the id of one that stands."""


def commit_episode(connection: Connection, delta: GraphDelta) -> Committed:
    """Writes the episode whole or not at all; needs its book's structure in the graph.

    Raises InvariantBroken where another delta stands under this episode's id, or where a row can't be written;
    GraphUnavailable. Safe to repeat after any of them, also when it isn't known whether the commit took.
    """
    _check(delta)
    parameter = episode_parameter(delta)
    try:
        through_gate(connection, lambda transaction: write_episode(transaction, parameter))
    except IdTaken:
        stands = committed_digest(connection, delta.episode.id)
        if stands is None:  # it was another node's id
            raise
        if stands != delta.episode.digest:
            raise InvariantBroken(
                f"Episode {delta.episode.id} stands in the graph with digest {stands!r}, not {delta.episode.digest!r}."
            ) from None
        return Committed.ALREADY
    return Committed.COMMITTED


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
    """Whether `work` now wrote; false where it said AlreadyThere. Raises IdTaken."""
    from neo4j.exceptions import ConstraintError, IncompleteCommit

    for last_try in (False, True):
        try:
            connection.write(work)
            return True
        except AlreadyThere:
            return False
        except ConstraintError as error:
            raise IdTaken(f"An id is taken by something another owner wrote: {error.message}") from error
        except GraphUnavailable as error:
            if last_try or not isinstance(error.__cause__, IncompleteCommit):
                raise
    raise AssertionError


def _check(delta: GraphDelta) -> None:
    if not delta.episode.digest:
        raise InvariantBroken(f"Episode {delta.episode.id} has no digest: only a sealed delta is written.")
    named = [stored_type(row) for row in delta.relations]
    named += [row.type for row in delta.attitudes] + [row.type for row in delta.links]
    for name in named:
        if not _TYPE.fullmatch(name) or name in STRUCTURAL_TYPES:
            raise InvariantBroken(f"{name!r} can't be a relationship's type.")
    refuse_unstorable(delta)
