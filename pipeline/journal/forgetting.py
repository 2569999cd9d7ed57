"""Takes a book out of the journal; what its calls cost, and for which book, and the replies that may be served again stay."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from pipeline.journal.claim import one_at_a_time
from pipeline.journal.journal import Journal
from pipeline.journal.lease import alive, new_holder
from pipeline.journal.tables import CHAPTERS, CHECKPOINTS, EPISODES, FORGOTTEN, READINGS, REQUESTS, SNAPSHOTS, STEPS
from schemas.errors import BookBusy, NothingToRead
from schemas.ids import ID_DIGITS, LEAST_ID_DIGITS


class KnownBook(NamedTuple):
    id: str
    title: str


def known_book(journal: Journal, named: str) -> KnownBook:
    """The book of this title or id, or the beginning of one. Raises NothingToRead where there is none or several."""
    with journal.transaction() as connection:
        rows = connection.execute(select(READINGS)).all()
        mine = [row for row in rows if _is_named(row.book, row.title, named)]
        books = sorted({row.book for row in mine})
        if not books:
            raise NothingToRead(f"No book has the id or title {named!r}.", "`glossator status` lists the books.")
        if len(books) > 1:
            listed = ", ".join(f"{row.book[:ID_DIGITS]} ({row.source})" for row in mine)
            raise NothingToRead(f"More than one book has the id or title {named!r}: {listed}.", "Name one by its id.")
    return KnownBook(mine[0].book, mine[0].title)


def check_idle(journal: Journal, book: str) -> None:
    """Raises BookBusy while a living process reads one of the book's chapters."""
    with journal.transaction() as connection:
        _refuse_held(connection, book)


def forget(journal: Journal, book: str, out_of_graph: Callable[[Sequence[str]], None]) -> None:
    """Deletes all readings of the book with their chapters, answers and checkpoints, once `out_of_graph` has taken it out
    there; until both are done every chapter is held, so that nobody begins to read what is going. It is given the owners
    of what stands there, the texts first: without a Book no entity has to be named anew. Raises BookBusy where a living
    process reads one."""
    readings = select(READINGS.c.id).where(READINGS.c.book == book)
    of_book = CHAPTERS.c.reading.in_(readings)
    chapters = select(CHAPTERS.c.id).where(of_book)
    mine = new_holder()
    with journal.transaction() as connection:
        one_at_a_time(connection)
        _refuse_held(connection, book)
        texts = connection.execute(select(READINGS.c.text).where(READINGS.c.book == book).distinct()).scalars().all()
        owners = (*texts, *connection.execute(chapters).scalars().all())
        connection.execute(update(CHAPTERS).where(of_book).values(holder=mine, holder_seen=time.time()))
    try:
        out_of_graph(owners)
    except BaseException:
        with journal.transaction() as connection:
            connection.execute(update(CHAPTERS).where(CHAPTERS.c.holder == mine).values(holder=None))
        raise
    with journal.transaction() as connection:
        gone = connection.execute(chapters).scalars().all()
        connection.execute(delete(FORGOTTEN).where(FORGOTTEN.c.chapter_reading.in_(gone)))
        if gone:
            connection.execute(FORGOTTEN.insert(), [{"chapter_reading": chapter, "book": book} for chapter in gone])
        for table in (STEPS, CHECKPOINTS, EPISODES):
            connection.execute(delete(table).where(table.c.chapter_reading.in_(chapters)))
        for table in (REQUESTS, SNAPSHOTS, CHAPTERS):
            connection.execute(delete(table).where(table.c.reading.in_(readings)))
        connection.execute(delete(READINGS).where(READINGS.c.book == book))


def _refuse_held(connection: Connection, book: str) -> None:
    of_book = select(READINGS.c.id).where(READINGS.c.book == book)
    held = select(CHAPTERS).where(CHAPTERS.c.reading.in_(of_book), CHAPTERS.c.holder.is_not(None))
    if any(alive(row.holder, row.holder_seen, time.time()) for row in connection.execute(held).all()):
        raise BookBusy("A process is reading this book.")


def _is_named(book: str, title: str, named: str) -> bool:
    return title == named or (len(named) >= LEAST_ID_DIGITS and book.startswith(named))
