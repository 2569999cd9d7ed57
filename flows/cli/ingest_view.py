"""What `glossator ingest` shows: a bar for every book while it runs, a table at the end, or the same as JSON."""

import threading
from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from schemas.progress import ChapterProgress, Tally
from schemas.run import BookOutcome, BookPlan

PLAIN_WIDTH = 120  # columns of the table where no terminal says how many there are


class Bars:
    """One bar for each book on stderr: chunks, episodes, entities, gaps, tokens."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[found]}", markup=False),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )
        self._lock = threading.Lock()
        self._tasks: dict[str, TaskID] = {}
        self._chapters: dict[str, dict[int, ChapterProgress]] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def book(self, plan: BookPlan) -> None:
        with self._lock:
            self._tasks[plan.book] = self._progress.add_task(plan.title[:40], total=plan.asked, found="")
            for warning in plan.warnings:
                self._progress.console.print(f"{plan.source.name}: {warning.message}", markup=False, style="yellow")

    def step(self, progress: ChapterProgress) -> None:
        with self._lock:
            chapters = self._chapters.setdefault(progress.book, {})
            chapters[progress.chapter] = progress
            self._progress.update(
                self._tasks[progress.book],
                completed=sum(chapter.done for chapter in chapters.values()),
                found=_found([chapter.tally for chapter in chapters.values()]),
            )


def _found(tallies: Sequence[Tally]) -> str:
    total = joined(tallies)
    tokens = "tokens unknown" if total["tokens"] is None else f"{total['tokens']} tokens"
    return f"{total['episodes']} episodes, {total['entities']} entities, {total['gaps']} gaps, {tokens}"


def joined(tallies: Sequence[Tally]) -> dict[str, Any]:
    """Sums over chapters; entities are counted by chapter, so one that stands in two counts twice."""
    prompt = [tally.prompt_tokens for tally in tallies]
    completion = [tally.completion_tokens for tally in tallies]
    known = None not in prompt and None not in completion
    items = sum((Counter(tally.items) for tally in tallies), Counter[str]())
    return {
        "chunks": sum(tally.chunks for tally in tallies),
        "episodes": sum(sum(tally.episodes.values()) for tally in tallies),
        "gaps": sum(sum(tally.gaps.values()) for tally in tallies),
        "calls": sum(tally.calls for tally in tallies),
        "words": sum(tally.words for tally in tallies),
        "tokens": sum(n or 0 for n in (*prompt, *completion)) if known else None,
        **{kind: items[kind] for kind in ("entities", "mentions", "statements", "relations", "inferences")},
        "references": dict(sum((Counter(tally.references) for tally in tallies), Counter[str]())),
        "refused": dict(sum((Counter(tally.refused) for tally in tallies), Counter[str]())),
        "gap_reasons": dict(sum((Counter(tally.gaps) for tally in tallies), Counter[str]())),
        "boundaries": dict(sum((Counter(tally.episodes) for tally in tallies), Counter[str]())),
    }


def summary(outcomes: Sequence[BookOutcome]) -> dict[str, Any]:
    """The run as JSON: a row a book with its chapters, counts, warnings and failure."""
    return {
        "books": [
            {
                "source": str(outcome.source),
                "title": outcome.title,
                "book": outcome.book,
                "reading": outcome.reading,
                "outcome": outcome.outcome.value,
                "failure": outcome.failure.model_dump() if outcome.failure else None,
                "warnings": [warning.message for warning in outcome.warnings],
                "chapters": [chapter.model_dump(mode="json", exclude={"tally"}) for chapter in outcome.chapters],
                **joined([chapter.tally for chapter in outcome.chapters]),
            }
            for outcome in outcomes
        ]
    }


def print_summary(outcomes: Sequence[BookOutcome]) -> None:
    """A table on stdout, then what failed and what is missing, each with its remedy."""
    cells = ("chunks", "gaps", "episodes", "entities", "statements", "relations")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("book", min_width=24, overflow="fold")
    table.add_column("outcome")
    for column in ("chapters", *cells):
        table.add_column(column, justify="right", no_wrap=True)
    notes: list[str] = []
    for outcome in outcomes:
        total = joined([chapter.tally for chapter in outcome.chapters])
        table.add_row(
            Text(outcome.title),
            outcome.outcome.value,
            str(len(outcome.chapters)),
            *(str(total[cell]) for cell in cells),
        )
        notes.extend(_notes(outcome, total))
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, PLAIN_WIDTH)
    console.print(table)
    for note in notes:
        console.print(note, markup=False, highlight=False, soft_wrap=True)


def _notes(outcome: BookOutcome, total: dict[str, Any]) -> list[str]:
    notes = []
    if outcome.failure is not None:
        notes.append(f"{outcome.title}: [{outcome.failure.code}] {outcome.failure.what} {outcome.failure.remedy}")
    for chapter in outcome.chapters:
        if chapter.failure is not None:
            failure = chapter.failure
            notes.append(
                f"{outcome.title}, chapter {chapter.chapter}: [{failure.code}] {failure.what} {failure.remedy}"
            )
    if outcome.failure is None and not total["entities"]:
        notes.append(f"{outcome.title}: 0 entities were found.")
    if outcome.chapters and all(chapter.standing for chapter in outcome.chapters):
        notes.append(f"{outcome.title}: stood complete already; nothing was asked and nothing changed.")
    for title, counts in (("not taken", total["refused"]), ("gaps", total["gap_reasons"])):
        if counts:
            listed = ", ".join(f"{code} {count}" for code, count in sorted(counts.items()))
            notes.append(f"{outcome.title}: {title}: {listed}.")
    return notes
