"""One configuration a book: whoever begins first keeps every other out, checked where the beginning is written."""

import json
from typing import Any

from sqlalchemy import Connection, exists, or_, select, text

from pipeline.journal.lease import alive
from pipeline.journal.tables import CHAPTERS, EPISODES, READINGS, STEPS
from schemas.errors import ConfigurationDiffers


def one_at_a_time(connection: Connection) -> None:
    """Until the transaction ends nobody else begins or claims a reading. To be called before it writes anything: a lock
    taken after a row's could wait for one that waits for the row. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE readings IN SHARE ROW EXCLUSIVE MODE"))


def refuse_others(connection: Connection, reading: str, now: float) -> None:
    """Raises ConfigurationDiffers where another reading of the book has begun: a living process holds a chapter, or an
    answer or a sealed episode is stored. Holds only with the caller's own beginning in the same transaction, after
    `one_at_a_time`."""
    mine = connection.execute(select(READINGS).where(READINGS.c.id == reading)).one()
    others = select(READINGS).where(READINGS.c.book == mine.book, READINGS.c.id != reading)
    for other in connection.execute(others).all():
        if standing_readings(connection, now, other.id):
            named = "; ".join(_differences(json.loads(other.configuration), json.loads(mine.configuration)))
            raise ConfigurationDiffers(f"{mine.title} stands under another configuration ({named or 'another text'}).")


def standing_readings(connection: Connection, now: float, reading: str | None = None) -> set[str]:
    """Readings (or only this one) that have begun and keep others of their books out."""
    answered = exists().where(STEPS.c.chapter_reading == CHAPTERS.c.id, STEPS.c.answer.is_not(None))
    sealed = exists().where(EPISODES.c.chapter_reading == CHAPTERS.c.id)
    chapters = select(CHAPTERS.c.reading, CHAPTERS.c.holder, CHAPTERS.c.holder_seen)
    if reading is not None:
        chapters = chapters.where(CHAPTERS.c.reading == reading)
    begun = {row.reading for row in connection.execute(chapters.where(or_(answered, sealed)).distinct())}
    held = connection.execute(chapters.where(CHAPTERS.c.holder.is_not(None)))
    return begun | {row.reading for row in held if alive(row.holder, row.holder_seen, now)}


def _differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    fields = dict.fromkeys((*one, *other))
    pairs = ((field, _said(one.get(field)), _said(other.get(field))) for field in fields)
    return [f"{field}: {stands} / {wanted}" for field, stands, wanted in pairs if stands != wanted]


def _said(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
