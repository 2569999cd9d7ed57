"""What `glossator ingest` shows while it runs: a bar for every book on a terminal, lines of their own elsewhere."""

import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from flows.totals import counted, told
from schemas.progress import ChapterProgress
from schemas.run import BookPlan

SECONDS_BETWEEN_LINES = 10.0  # of one book, where no terminal shows a bar
_TITLE_WIDTH = 40


class _Book:
    """One book under way: its latest progress by chapter."""

    def __init__(self, plan: BookPlan, bar: TaskID | None) -> None:
        self.plan, self.bar = plan, bar
        self.chapters: dict[int, ChapterProgress] = {}
        self.waits = False
        self.next_line = time.monotonic() + SECONDS_BETWEEN_LINES

    @property
    def done(self) -> int:
        return sum(chapter.done for chapter in self.chapters.values())

    @property
    def found(self) -> str:
        tallies = [chapter.tally for chapter in self.chapters.values()]
        entities = frozenset().union(*(chapter.entities for chapter in self.chapters.values()))
        counts = [count for tally in tallies for count in (tally.prompt_tokens, tally.completion_tokens)]
        tokens = "tokens unknown" if None in counts else counted(sum(count or 0 for count in counts), "token")
        episodes = sum(sum(tally.episodes.values()) for tally in tallies)
        gaps = sum(sum(tally.gaps.values()) for tally in tallies)
        found = counted(episodes, "episode"), counted(len(entities), "entity", "entities"), counted(gaps, "gap")
        return f"{', '.join(found)}, {tokens}"


class Bars:
    """Chunks, episodes, entities, gaps and tokens of each book, on stderr. An output that is gone ends no reading."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[found]}", markup=False),
            TimeElapsedColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._lock = threading.Lock()
        self._books: dict[str, _Book] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def say(self, line: str) -> None:
        """A line of its own, above the bars."""
        with suppress(OSError):
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def book(self, plan: BookPlan) -> None:
        with self._lock:
            bar = None
            if self._console.is_terminal:
                bar = self._progress.add_task(plan.title[:_TITLE_WIDTH], total=plan.asked, found="")
            else:
                self.say(
                    f"{plan.title}: {len(plan.chapters)} of {counted(plan.total, 'chapter')}, {counted(plan.asked, 'chunk')}"
                )
            self._books[plan.book] = _Book(plan, bar)
            for warning in plan.warnings:
                self.say(told(warning, plan.source.name))

    def step(self, progress: ChapterProgress) -> None:
        with self._lock:
            book = self._books[progress.book]
            if progress.waiting:
                if not book.waits:
                    self.say(
                        f"{book.plan.title}: another process, or another copy here, is being read; waiting for it."
                    )
                book.waits = True
                return
            book.chapters[progress.chapter] = progress
            if book.bar is not None:
                self._progress.update(book.bar, completed=book.done, found=book.found)
            elif book.done >= book.plan.asked or time.monotonic() >= book.next_line:
                book.next_line = time.monotonic() + SECONDS_BETWEEN_LINES
                self.say(f"{book.plan.title}: {book.done} of {counted(book.plan.asked, 'chunk')}, {book.found}")
