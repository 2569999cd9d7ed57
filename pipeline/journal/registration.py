"""Which books are read and how: readings with their chapters, what was asked for, and books that could not be begun."""

import json
import time
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, or_, select

from pipeline.journal.claim import one_at_a_time, refuse_others
from pipeline.journal.journal import COMPLETE, Journal
from pipeline.journal.tables import CHAPTERS, CHECKPOINTS, EPISODES, FAILED_BOOKS, READINGS, REQUESTS, SNAPSHOTS
from schemas.progress import Tally
from schemas.run import Failure, Outcome, chapter_outcome


class ReadingRecord(NamedTuple):
    id: str
    book: str
    text: str
    title: str
    source: str
    configuration: str


class Snapshot(NamedTuple):
    """What a reader is told of the book that is in no id: as it was when the reading began, whatever file is read
    now."""

    title: str
    author: str | None


class ChapterRecord(NamedTuple):
    """A chapter-reading as registered; `id` is the owner of all it writes."""

    id: str
    number: int
    title: str
    chunks: int


class FailedBook(NamedTuple):
    source: str
    failure: Failure
    at: float


def begin(
    journal: Journal,
    reading: ReadingRecord,
    chapters: Sequence[ChapterRecord],
    arguments: str = "",
    wanted: Sequence[int] = (),
    author: str | None = None,
) -> Snapshot:
    """Enters the reading, its chapters and what was asked for (the command's options; the chapters wanted, none: all),
    or finds them there; returns what the reading began with. Raises ConfigurationDiffers where another reading of the
    book has begun."""
    now = time.time()
    with journal.transaction() as connection:
        one_at_a_time(connection)
        known = connection.execute(select(READINGS.c.id).where(READINGS.c.id == reading.id)).first()
        if known is None:
            connection.execute(READINGS.insert().values(**reading._asdict(), started=now))
            connection.execute(SNAPSHOTS.insert().values(reading=reading.id, title=reading.title, author=author))
        refuse_others(connection, reading.id, now)
        rows = connection.execute(select(CHAPTERS.c.id).where(CHAPTERS.c.reading == reading.id))
        present = {row.id for row in rows}
        new = [
            {**chapter._asdict(), "reading": reading.id, "status": "waiting", "updated": now}
            for chapter in chapters
            if chapter.id not in present
        ]
        if new:
            connection.execute(CHAPTERS.insert(), new)
        connection.execute(delete(REQUESTS).where(REQUESTS.c.reading == reading.id))
        asked = {"source": reading.source, "arguments": arguments, "chapters": json.dumps(list(wanted))}
        connection.execute(REQUESTS.insert().values(reading=reading.id, **asked))
        connection.execute(delete(FAILED_BOOKS).where(FAILED_BOOKS.c.source == reading.source))
        stood = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.reading == reading.id)).one()
    return Snapshot(stood.title, stood.author)


def earlier_books(journal: Journal, source: str, book: str) -> list[str]:
    """Ids of other books that were read from this file: it held another text then."""
    files = READINGS.outerjoin(REQUESTS, REQUESTS.c.reading == READINGS.c.id)
    same = or_(READINGS.c.source == source, REQUESTS.c.source == source)
    wanted = select(READINGS.c.book, func.max(READINGS.c.started).label("at")).select_from(files)
    wanted = wanted.where(same, READINGS.c.book != book).group_by(READINGS.c.book)
    with journal.transaction() as connection:
        return [row.book for row in connection.execute(wanted.order_by("at"))]


def readings_of(journal: Journal, sources: Collection[str]) -> list[str]:
    """Ids of the readings of what these files held, now or earlier."""
    files = READINGS.outerjoin(REQUESTS, REQUESTS.c.reading == READINGS.c.id)
    same = or_(READINGS.c.source.in_(sources), REQUESTS.c.source.in_(sources))
    with journal.transaction() as connection:
        rows = connection.execute(select(READINGS.c.id).select_from(files).where(same).order_by(READINGS.c.started))
        return [row.id for row in rows]


def sealed_episodes(journal: Journal, book: str) -> set[str]:
    """Ids of all episodes of the book that were ever sealed, under whatever reading."""
    chapters = select(CHAPTERS.c.id).join(READINGS, READINGS.c.id == CHAPTERS.c.reading).where(READINGS.c.book == book)
    with journal.transaction() as connection:
        rows = connection.execute(select(EPISODES.c.id).where(EPISODES.c.chapter_reading.in_(chapters)))
        return {row.id for row in rows}


def nothing_but_gaps(journal: Journal, chapter_readings: Iterable[str]) -> list[str]:
    """Those of them that were read to their end and gave nothing."""
    tallies = (
        select(CHAPTERS.c.id, CHECKPOINTS.c.tally)
        .join(CHECKPOINTS, CHECKPOINTS.c.chapter_reading == CHAPTERS.c.id)
        .where(CHAPTERS.c.id.in_(list(chapter_readings)), CHAPTERS.c.status == COMPLETE)
        .order_by(CHAPTERS.c.number)
    )
    with journal.transaction() as connection:
        rows = connection.execute(tallies).all()
    return [row.id for row in rows if chapter_outcome(Tally.model_validate_json(row.tally)) is Outcome.FAILED]


def note_failed_book(journal: Journal, source: str, failure: Failure) -> None:
    """Keeps the last failure of a book that could not be begun, for `status`; `begin` forgets it."""
    with journal.transaction() as connection:
        connection.execute(delete(FAILED_BOOKS).where(FAILED_BOOKS.c.source == source))
        connection.execute(
            FAILED_BOOKS.insert().values(source=source, failure=failure.model_dump_json(), at=time.time())
        )


def failed_books(journal: Journal) -> list[FailedBook]:
    with journal.transaction() as connection:
        rows = connection.execute(select(FAILED_BOOKS).order_by(FAILED_BOOKS.c.source)).all()
    return [FailedBook(row.source, Failure.model_validate_json(row.failure), row.at) for row in rows]
