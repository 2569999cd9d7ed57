"""What the journal knows of each book's progress, without opening a book or the graph."""

import json
import shlex
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from pipeline.journal.claim import standing_readings
from pipeline.journal.journal import COMPLETE, RUNNING, Journal
from pipeline.journal.lease import alive
from pipeline.journal.tables import CHAPTERS, CHECKPOINTS, READINGS, REQUESTS
from schemas.progress import Tally
from schemas.run import Outcome, chapter_outcome


class ChapterStatus(NamedTuple):
    number: int
    title: str
    status: str
    done: int
    chunks: int
    gaps: int
    failure: str | None
    nothing: bool  # read to its end, and nothing but gaps


class BookStatus(NamedTuple):
    """`progress` in per cent of chunks; `updated` in seconds since the epoch; `arguments` and `wanted` (chapters; none:
    all) are what was last asked for. `stands` tells that it keeps other configurations out; `run` is the run that has
    the book and goes on right now."""

    title: str
    book: str
    reading: str
    source: str
    progress: float
    chapters: tuple[ChapterStatus, ...]
    updated: float
    arguments: str = ""
    wanted: tuple[int, ...] = ()
    stands: bool = False
    run: str = ""

    @property
    def complete(self) -> int:
        return sum(chapter.status == COMPLETE and not chapter.nothing for chapter in self.chapters)

    @property
    def running(self) -> tuple[int, ...]:
        return tuple(chapter.number for chapter in self.chapters if chapter.status == RUNNING)

    @property
    def gaps(self) -> int:
        return sum(chapter.gaps for chapter in self.chapters)

    @property
    def next_steps(self) -> tuple[str, ...]:
        """What a person can do now, in words."""
        steps = [f"chapter {c.number} failed: {c.failure}" for c in self.chapters if c.status == "failed"]
        open_ones = [chapter.number for chapter in self.chapters if chapter.status != COMPLETE]
        wanted_ones = [number for number in open_ones if number in self.wanted]
        if open_ones and not self.running:
            if not self.wanted or wanted_ones:
                steps += self._going_on
            else:
                many = "s" if len(open_ones) > 1 else ""
                steps.append(
                    f"chapter{many} {ranges(open_ones)} {'were' if many else 'was'} not asked for; "
                    f"`{self._command(open_ones)}` reads {'them' if many else 'it'}"
                )
        again = [chapter.number for chapter in self.chapters if chapter.nothing]
        if again:
            steps.append(f"nothing of chapter {ranges(again)} could be read; `{self._command(again)}` asks again")
        if self.gaps:
            steps.append(f"{self.gaps} chunks could not be read and stand as gaps")
        return tuple(steps)

    @property
    def _going_on(self) -> list[str]:
        if not self.run:
            return [f"go on with `{self._command(self.wanted)}`"]
        waits = any(chapter.status == "waiting" for chapter in self.chapters)
        return [f"waits its turn in run {self.run}"] if waits else []

    def _command(self, chapters: Sequence[int]) -> str:
        words = ["glossator ingest", shlex.quote(self.source), self.arguments]
        return " ".join([*filter(None, words), *([f"--chapters {ranges(chapters)}"] if chapters else [])])


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as `--chapters` takes them: "1,3-5"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ",".join("-".join(map(str, run)) for run in runs)


def book_statuses(journal: Journal) -> list[BookStatus]:
    """All readings, the last touched first; without those that another configuration of the book keeps out."""
    chapters = CHAPTERS.outerjoin(CHECKPOINTS, CHECKPOINTS.c.chapter_reading == CHAPTERS.c.id)
    columns = (
        CHAPTERS.c.reading,
        CHAPTERS.c.number,
        CHAPTERS.c.title,
        CHAPTERS.c.status,
        CHAPTERS.c.chunks,
        CHAPTERS.c.failure,
        CHAPTERS.c.holder,
        CHAPTERS.c.holder_seen,
        CHAPTERS.c.updated,
        CHECKPOINTS.c.done,
        CHECKPOINTS.c.tally,
    )
    requests = READINGS.outerjoin(REQUESTS, REQUESTS.c.reading == READINGS.c.id)
    asked = (REQUESTS.c.source.label("asked_source"), REQUESTS.c.arguments, REQUESTS.c.chapters)
    with journal.transaction() as connection:
        readings = connection.execute(select(READINGS, *asked).select_from(requests)).all()
        rows = connection.execute(select(*columns).select_from(chapters).order_by(CHAPTERS.c.number)).all()
        standing = standing_readings(connection, time.time())
    by_reading: dict[str, list[Any]] = {}
    for row in rows:
        by_reading.setdefault(row.reading, []).append(row)
    statuses = [_status(reading, by_reading.get(reading.id, []), reading.id in standing) for reading in readings]
    taken = {status.book for status in statuses if status.stands}
    shown = [status for status in statuses if status.stands or status.book not in taken]
    return sorted(shown, key=lambda status: status.updated, reverse=True)


def _now(row: Any) -> str:
    """The status; what a dead process was reading waits to be gone on with."""
    held = row.holder is not None and alive(row.holder, row.holder_seen, time.time())
    return "waiting" if row.status == RUNNING and not held else str(row.status)


def _gave_nothing(tally: str | None) -> bool:
    return tally is not None and chapter_outcome(Tally.model_validate_json(tally)) is Outcome.FAILED


def _status(reading: Any, rows: list[Any], stands: bool) -> BookStatus:
    chapters = tuple(
        ChapterStatus(
            number=row.number,
            title=row.title,
            status=_now(row),
            done=row.done or 0,
            chunks=row.chunks,
            gaps=sum(json.loads(row.tally)["gaps"].values()) if row.tally else 0,
            failure=json.loads(row.failure)["what"] if row.failure and row.status == "failed" else None,
            nothing=row.status == COMPLETE and _gave_nothing(row.tally),
        )
        for row in rows
    )
    chunks = sum(chapter.chunks for chapter in chapters)
    return BookStatus(
        title=reading.title,
        book=reading.book,
        reading=reading.id,
        source=reading.asked_source or reading.source,
        progress=100.0 * sum(chapter.done for chapter in chapters) / chunks if chunks else 0.0,
        chapters=chapters,
        updated=max((row.updated for row in rows), default=reading.started),
        arguments=reading.arguments or "",
        wanted=tuple(json.loads(reading.chapters)) if reading.chapters else (),
        stands=stands,
    )
