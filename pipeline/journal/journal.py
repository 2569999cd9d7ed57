"""The journal: what was asked, answered, checkpointed, sealed and committed, so that nothing is lost or paid twice.

Done = a record written last: an answer before its checkpoint, a sealed delta with its checkpoint, the commit's mark
after the commit. All methods may be called from several threads and processes.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.exc import IntegrityError

from pipeline.journal.claim import one_at_a_time, refuse_others
from pipeline.journal.engine import failures_as_ours, open_engine, shown
from pipeline.journal.lease import alive, new_holder
from pipeline.journal.redaction import NOTHING_HIDDEN, Redaction
from pipeline.journal.tables import CHAPTERS, CHECKPOINTS, EPISODES, METADATA, STEPS
from schemas.delta import GraphDelta
from schemas.errors import InvariantBroken, LeaseLost
from schemas.progress import ChapterState

COMPLETE, RUNNING = "complete", "running"


class Sealed(NamedTuple):
    id: str
    number: int
    digest: str
    delta: str
    committed: bool


class Journal:
    """One journal behind a SQLAlchemy URL; `redaction` is that of the book whose chapters are written. Every method raises
    JournalUnavailable where it can't be used, and the constructor SettingInvalid for a URL that makes no sense."""

    def __init__(self, url: str, redaction: Redaction = NOTHING_HIDDEN) -> None:
        self._engine, self._redaction = open_engine(url), redaction
        self._leases: dict[str, str] = {}  # taken through this object, by chapter-reading
        with failures_as_ours(self.address):
            METADATA.create_all(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        with failures_as_ours(self.address), self._engine.begin() as connection:
            yield connection

    # chapters

    def status_of(self, chapter_reading: str) -> str:
        with self.transaction() as connection:
            query = select(CHAPTERS.c.status).where(CHAPTERS.c.id == chapter_reading)
            return str(connection.execute(query).scalar_one())

    def conclude(self, chapter_reading: str, status: str, failure: str | None = None) -> None:
        """Marks a chapter-reading `complete` (written last, once all else stands), `failed`, or `running` again. Raises
        LeaseLost."""
        values = {"status": status, "failure": failure, "updated": time.time()}
        with self.transaction() as connection:
            self._keep(connection, chapter_reading)
            connection.execute(update(CHAPTERS).where(CHAPTERS.c.id == chapter_reading).values(**values))

    # leases

    def acquire(self, chapter_reading: str) -> str | None:
        """A lease on the chapter-reading, or None while a living process holds it. Raises ConfigurationDiffers where
        another reading of the book has begun (until a lease is taken, being registered keeps no other out), LeaseLost where
        the book was forgotten."""
        now, mine = time.time(), new_holder()
        with self.transaction() as connection:
            one_at_a_time(connection)
            columns = (CHAPTERS.c.reading, CHAPTERS.c.holder, CHAPTERS.c.holder_seen, CHAPTERS.c.status)
            query = select(*columns).where(CHAPTERS.c.id == chapter_reading)
            held = connection.execute(query).one_or_none()
            if held is None:
                raise LeaseLost(
                    "The book was taken out of graph and journal while this run waited for it.",
                    "Run the same command to read it anew.",
                )
            if held.holder is not None and alive(held.holder, held.holder_seen, now):
                return None
            refuse_others(connection, held.reading, now)
            same = CHAPTERS.c.holder.is_(None) if held.holder is None else CHAPTERS.c.holder == held.holder
            taken = connection.execute(
                update(CHAPTERS)
                .where(CHAPTERS.c.id == chapter_reading, same)
                .values(holder=mine, holder_seen=now, status=COMPLETE if held.status == COMPLETE else RUNNING)
            )
        if taken.rowcount != 1:
            return None
        self._leases[chapter_reading] = mine
        return mine

    def renew(self, chapter_reading: str, lease: str) -> None:
        """Says that the holder lives. Raises LeaseLost."""
        with self.transaction() as connection:
            self._keep(connection, chapter_reading, lease)

    def _keep(self, connection: Connection, chapter_reading: str, lease: str | None = None) -> None:
        """Raises LeaseLost unless the lease is still ours; in the transaction of what is written under it."""
        mine = lease or self._leases.get(chapter_reading, "")  # "" holds nothing; no name at all would match no holder
        held = (CHAPTERS.c.id == chapter_reading) & (CHAPTERS.c.holder == mine)
        if connection.execute(update(CHAPTERS).where(held).values(holder_seen=time.time())).rowcount != 1:
            raise LeaseLost("Another process reads the chapter now, since this one was taken for dead.")

    def release(self, chapter_reading: str, lease: str) -> None:
        """Gives the lease back; a chapter that is not at its end waits to be gone on with."""
        held = (CHAPTERS.c.id == chapter_reading) & (CHAPTERS.c.holder == lease)
        with self.transaction() as connection:
            connection.execute(update(CHAPTERS).where(held, CHAPTERS.c.status == RUNNING).values(status="waiting"))
            connection.execute(update(CHAPTERS).where(held).values(holder=None))
        self._leases.pop(chapter_reading, None)

    # steps

    def ask(self, chapter_reading: str, step: str, recalled: Sequence[str]) -> None:
        """Records what was recalled for a step, before its call; the first record stands."""
        values = {"chapter_reading": chapter_reading, "step": step, "recalled": json.dumps(list(recalled))}
        try:
            with self.transaction() as connection:
                connection.execute(STEPS.insert().values(**values, asked=time.time()))
        except IntegrityError:
            return

    def answer(self, chapter_reading: str, step: str) -> str | None:
        """The stored answer (JSON) of a step."""
        query = select(STEPS.c.answer).where(STEPS.c.chapter_reading == chapter_reading, STEPS.c.step == step)
        with self.transaction() as connection:
            found = connection.execute(query).first()
        return None if found is None or found.answer is None else self._redaction.shown(found.answer)

    def store_answer(self, chapter_reading: str, step: str, answer: str) -> str:
        """Stores the answer if the step has none, by compare-and-set; returns the one that stands."""
        with self.transaction() as connection:
            mine = (STEPS.c.chapter_reading == chapter_reading) & (STEPS.c.step == step)
            connection.execute(
                update(STEPS)
                .where(mine, STEPS.c.answer.is_(None))
                .values(answer=self._redaction.hidden(answer), answered=time.time())
            )
            stands = str(connection.execute(select(STEPS.c.answer).where(mine)).scalar_one())
        return self._redaction.shown(stands)

    # checkpoints and sealed deltas

    def checkpoint(self, chapter_reading: str) -> ChapterState | None:
        query = select(CHECKPOINTS.c.state).where(CHECKPOINTS.c.chapter_reading == chapter_reading)
        with self.transaction() as connection:
            found = connection.execute(query).first()
        return None if found is None else ChapterState.model_validate_json(self._redaction.shown(found.state))

    def save(self, chapter_reading: str, state: ChapterState, sealed: Sequence[GraphDelta]) -> None:
        """Writes the checkpoint and the deltas sealed since the last one, in one transaction.

        Raises LeaseLost, and InvariantBroken when an episode was sealed before with another digest.
        """
        now = time.time()
        hidden = self._redaction.hidden
        values = {"done": state.done, "state": hidden(state.model_dump_json()), "tally": state.tally.model_dump_json()}
        with self.transaction() as connection:
            self._keep(connection, chapter_reading)
            for delta in sealed:
                query = select(EPISODES.c.digest).where(EPISODES.c.id == delta.episode.id)
                known = connection.execute(query).scalar_one_or_none()
                if known is not None and known != delta.episode.digest:
                    raise InvariantBroken(f"Episode {delta.episode.id} was sealed twice with different content.")
                if known is None:
                    connection.execute(
                        EPISODES.insert().values(
                            id=delta.episode.id,
                            chapter_reading=chapter_reading,
                            number=delta.episode.order,
                            digest=delta.episode.digest,
                            delta=hidden(delta.model_dump_json()),
                            committed=False,
                        )
                    )
            mine = CHECKPOINTS.c.chapter_reading == chapter_reading
            if connection.execute(update(CHECKPOINTS).where(mine).values(**values)).rowcount == 0:
                connection.execute(CHECKPOINTS.insert().values(chapter_reading=chapter_reading, **values))
            connection.execute(update(CHAPTERS).where(CHAPTERS.c.id == chapter_reading).values(updated=now))

    def sealed(self, chapter_reading: str) -> list[Sealed]:
        """All sealed deltas (JSON) of the chapter-reading, in order."""
        columns = (EPISODES.c.id, EPISODES.c.number, EPISODES.c.digest, EPISODES.c.delta, EPISODES.c.committed)
        query = select(*columns).where(EPISODES.c.chapter_reading == chapter_reading).order_by(EPISODES.c.number)
        with self.transaction() as connection:
            rows = [Sealed(*row) for row in connection.execute(query)]
        return [row._replace(delta=self._redaction.shown(row.delta)) for row in rows]

    def mark_committed(self, *episodes: str) -> None:
        """A cache of what stands in the graph: the episodes of a step are marked at once."""
        with self.transaction() as connection:
            connection.execute(update(EPISODES).where(EPISODES.c.id.in_(episodes)).values(committed=True))

    def forget(self, chapter_reading: str) -> None:
        """The chapter-reading as if nothing had been asked; the graph must hold nothing of it. Its calls stay counted.
        Raises LeaseLost."""
        with self.transaction() as connection:
            self._keep(connection, chapter_reading)
            for table in (EPISODES, CHECKPOINTS, STEPS):
                connection.execute(delete(table).where(table.c.chapter_reading == chapter_reading))
            anew = {"status": RUNNING, "failure": None, "updated": time.time()}
            connection.execute(update(CHAPTERS).where(CHAPTERS.c.id == chapter_reading).values(**anew))

    @property
    def address(self) -> str:
        """The URL without its password."""
        return shown(self._engine.url)
