"""The graph as a chapter-reading writes it: which episodes stand, one more, and the roll-up at the end."""

import contextvars
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from pipeline.graph.commit import commit_episode
from pipeline.graph.connection import Connection
from pipeline.graph.rollup import complete_chapter
from schemas.delta import GraphDelta


def standing_episodes(connection: Connection, book: str) -> set[str]:
    """Ids of all episodes of the book in the graph, whoever owns them."""
    rows = connection.read("MATCH (e:Episode {book: $book}) RETURN e.id AS id", book=book)
    return {row["id"] for row in rows}


SLOW_SECONDS = 3.0  # a write that takes longer is waited for: a lock, a server that is busy or gone


class ChapterWriter:
    """`waits` is told, from a thread of its own, of a write that takes longer than SLOW_SECONDS."""

    def __init__(self, connection: Connection, waits: Callable[[], None] = lambda: None) -> None:
        self._connection, self._waits = connection, waits

    def committed(self, owner: str) -> Mapping[str, str]:
        """Digests of the owner's episodes that stand in the graph, by id."""
        rows = self._connection.read(
            "MATCH (e:Episode {owner: $owner}) RETURN e.id AS id, e.digest AS digest", owner=owner
        )
        return {row["id"]: row["digest"] for row in rows}

    def commit(self, delta: GraphDelta) -> None:
        with self._waiting():
            commit_episode(self._connection, delta)

    def complete(self, book: str, owner: str) -> None:
        with self._waiting():
            complete_chapter(self._connection, book, owner)

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        timer = threading.Timer(SLOW_SECONDS, contextvars.copy_context().run, (self._waits,))
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # what it tells comes before what the caller tells next
