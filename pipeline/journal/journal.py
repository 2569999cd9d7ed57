"""The journal: what was asked, answered, checkpointed, sealed and committed, so that nothing is lost or paid twice.

Done = a record written last: an answer before its checkpoint, a sealed delta with its checkpoint, the commit's mark
after the commit. All methods may be called from several threads and processes.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, create_engine, event, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from pipeline.journal.lease import alive, new_holder
from pipeline.journal.tables import CALLS, CHAPTERS, CHECKPOINTS, EPISODES, METADATA, READINGS, STEPS
from schemas.delta import GraphDelta
from schemas.errors import InvariantBroken, JournalUnavailable
from schemas.progress import ChapterState
from schemas.reading import Usage

COMPLETE, RUNNING = "complete", "running"
BUSY_SECONDS = 60  # how long a writer waits for another one (SQLite)


class ReadingRecord(NamedTuple):
    id: str
    book: str
    text: str
    title: str
    source: str
    configuration: str


class ChapterRecord(NamedTuple):
    """A chapter-reading as registered; `id` is the owner of all it writes."""

    id: str
    number: int
    title: str
    chunks: int


class Sealed(NamedTuple):
    id: str
    number: int
    digest: str
    delta: str
    committed: bool


class Journal:
    """One journal behind a SQLAlchemy URL. Raises JournalUnavailable where it can't be opened."""

    def __init__(self, url: str) -> None:
        try:
            self._engine = _engine(url)
            METADATA.create_all(self._engine)
        except (SQLAlchemyError, OSError) as error:
            raise JournalUnavailable(
                f"The journal {make_url(url).render_as_string(hide_password=True)} can't be opened: "
                f"{str(error).splitlines()[0]}"
            ) from error

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            yield connection

    # readings and chapters

    def register(self, reading: ReadingRecord, chapters: Sequence[ChapterRecord]) -> None:
        """Enters the reading and its chapters, or finds them there."""
        now = time.time()
        with self._transaction() as connection:
            known = connection.execute(select(READINGS.c.id).where(READINGS.c.id == reading.id)).first()
            if known is None:
                connection.execute(READINGS.insert().values(**reading._asdict(), started=now))
            rows = connection.execute(select(CHAPTERS.c.id).where(CHAPTERS.c.reading == reading.id))
            present = {row.id for row in rows}
            new = [
                {**chapter._asdict(), "reading": reading.id, "status": "waiting", "updated": now}
                for chapter in chapters
                if chapter.id not in present
            ]
            if new:
                connection.execute(CHAPTERS.insert(), new)

    def other_readings(self, book: str, reading: str) -> list[str]:
        """Configurations (JSON) of other readings of the book that have sealed something."""
        begun = select(CHAPTERS.c.reading).join(EPISODES, EPISODES.c.chapter_reading == CHAPTERS.c.id)
        query = select(READINGS.c.configuration).where(
            READINGS.c.book == book, READINGS.c.id != reading, READINGS.c.id.in_(begun)
        )
        with self._transaction() as connection:
            return [row.configuration for row in connection.execute(query)]

    def status_of(self, chapter_reading: str) -> str:
        with self._transaction() as connection:
            query = select(CHAPTERS.c.status).where(CHAPTERS.c.id == chapter_reading)
            return str(connection.execute(query).scalar_one())

    def conclude(self, chapter_reading: str, status: str, failure: str | None = None) -> None:
        """Marks a chapter-reading `complete` (written last, once all else stands), `failed`, or `running` again."""
        values = {"status": status, "failure": failure, "updated": time.time()}
        with self._transaction() as connection:
            connection.execute(update(CHAPTERS).where(CHAPTERS.c.id == chapter_reading).values(**values))

    # leases

    def acquire(self, chapter_reading: str) -> str | None:
        """A lease on the chapter-reading, or None while a living process holds it."""
        now, mine = time.time(), new_holder()
        with self._transaction() as connection:
            columns = (CHAPTERS.c.holder, CHAPTERS.c.holder_seen, CHAPTERS.c.status)
            query = select(*columns).where(CHAPTERS.c.id == chapter_reading)
            held = connection.execute(query).one()
            if held.holder is not None and alive(held.holder, held.holder_seen, now):
                return None
            same = CHAPTERS.c.holder.is_(None) if held.holder is None else CHAPTERS.c.holder == held.holder
            taken = connection.execute(
                update(CHAPTERS)
                .where(CHAPTERS.c.id == chapter_reading, same)
                .values(holder=mine, holder_seen=now, status=COMPLETE if held.status == COMPLETE else "running")
            )
            return mine if taken.rowcount == 1 else None

    def renew(self, chapter_reading: str, lease: str) -> bool:
        """False when the lease was lost to another process."""
        with self._transaction() as connection:
            kept = connection.execute(
                update(CHAPTERS)
                .where(CHAPTERS.c.id == chapter_reading, CHAPTERS.c.holder == lease)
                .values(holder_seen=time.time())
            )
            return kept.rowcount == 1

    def release(self, chapter_reading: str, lease: str) -> None:
        """Gives the lease back; a chapter that is not at its end waits to be gone on with."""
        held = (CHAPTERS.c.id == chapter_reading) & (CHAPTERS.c.holder == lease)
        with self._transaction() as connection:
            connection.execute(update(CHAPTERS).where(held, CHAPTERS.c.status == "running").values(status="waiting"))
            connection.execute(update(CHAPTERS).where(held).values(holder=None))

    # steps

    def ask(self, chapter_reading: str, step: str, recalled: Sequence[str]) -> None:
        """Records what was recalled for a step, before its call; the first record stands."""
        values = {"chapter_reading": chapter_reading, "step": step, "recalled": json.dumps(list(recalled))}
        try:
            with self._transaction() as connection:
                connection.execute(STEPS.insert().values(**values, asked=time.time()))
        except IntegrityError:
            return

    def answer(self, chapter_reading: str, step: str) -> str | None:
        """The stored answer (JSON) of a step."""
        query = select(STEPS.c.answer).where(STEPS.c.chapter_reading == chapter_reading, STEPS.c.step == step)
        with self._transaction() as connection:
            found = connection.execute(query).first()
        return None if found is None else found.answer

    def store_answer(self, chapter_reading: str, step: str, answer: str) -> str:
        """Stores the answer if the step has none, by compare-and-set; returns the one that stands."""
        with self._transaction() as connection:
            mine = (STEPS.c.chapter_reading == chapter_reading) & (STEPS.c.step == step)
            connection.execute(
                update(STEPS).where(mine, STEPS.c.answer.is_(None)).values(answer=answer, answered=time.time())
            )
            return str(connection.execute(select(STEPS.c.answer).where(mine)).scalar_one())

    def record_call(self, chapter_reading: str, step: str, model: str, outcome: str, usage: Usage | None) -> None:
        """One call as the endpoint was asked it, whatever came of it; unknown counts stay NULL."""
        counts = usage or Usage()
        with self._transaction() as connection:
            connection.execute(
                CALLS.insert().values(
                    chapter_reading=chapter_reading,
                    step=step,
                    model=model,
                    outcome=outcome,
                    prompt_tokens=counts.prompt_tokens,
                    completion_tokens=counts.completion_tokens,
                    at=time.time(),
                )
            )

    # checkpoints and sealed deltas

    def checkpoint(self, chapter_reading: str) -> ChapterState | None:
        query = select(CHECKPOINTS.c.state).where(CHECKPOINTS.c.chapter_reading == chapter_reading)
        with self._transaction() as connection:
            found = connection.execute(query).first()
        return None if found is None else ChapterState.model_validate_json(found.state)

    def save(self, chapter_reading: str, state: ChapterState, sealed: Sequence[GraphDelta]) -> None:
        """Writes the checkpoint and the deltas sealed since the last one, in one transaction.

        Raises InvariantBroken when an episode was sealed before with another digest.
        """
        now = time.time()
        values = {"done": state.done, "state": state.model_dump_json(), "tally": state.tally.model_dump_json()}
        with self._transaction() as connection:
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
                            delta=delta.model_dump_json(),
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
        with self._transaction() as connection:
            return [Sealed(*row) for row in connection.execute(query)]

    def mark_committed(self, episode: str) -> None:
        with self._transaction() as connection:
            connection.execute(update(EPISODES).where(EPISODES.c.id == episode).values(committed=True))

    @property
    def address(self) -> str:
        """The URL without its password."""
        return self._engine.url.render_as_string(hide_password=True)

    @property
    def engine(self) -> Engine:
        """For queries that only read (`pipeline.journal.status`)."""
        return self._engine


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    if parsed.database and parsed.database != ":memory:":
        path = Path(parsed.database)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says so, below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # a deferred one could fail as busy when it turns to writing

    return engine
