"""The graph as a chapter-reading writes it: which episodes stand, one more, and the roll-up at the end."""

from collections.abc import Mapping

from pipeline.graph.commit import commit_episode
from pipeline.graph.connection import Connection
from pipeline.graph.rollup import complete_chapter
from schemas.delta import GraphDelta


def standing_episodes(connection: Connection, book: str) -> set[str]:
    """Ids of all episodes of the book in the graph, whoever owns them."""
    rows = connection.read("MATCH (e:Episode {book: $book}) RETURN e.id AS id", book=book)
    return {row["id"] for row in rows}


class ChapterWriter:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def committed(self, owner: str) -> Mapping[str, str]:
        """Digests of the owner's episodes that stand in the graph, by id."""
        rows = self._connection.read(
            "MATCH (e:Episode {owner: $owner}) RETURN e.id AS id, e.digest AS digest", owner=owner
        )
        return {row["id"]: row["digest"] for row in rows}

    def commit(self, delta: GraphDelta) -> None:
        commit_episode(self._connection, delta)

    def complete(self, book: str, owner: str) -> None:
        complete_chapter(self._connection, book, owner)
