"""What `glossator ingest` shows at its end: a table with what failed and what is missing, or the same as JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from flows.cli.output import print_json, print_table
from flows.preview import preview_book
from flows.report import line, preview_rows
from flows.totals import chapters_done, told, totals
from schemas.run import BookOutcome, Options, Outcome, gap_share, unbegun_code
from schemas.settings import Settings


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
                "costs": [cost.model_dump() for cost in outcome.costs],
                "warnings": [warning.message for warning in outcome.warnings],
                "chapters": [
                    chapter.model_dump(mode="json", exclude={"tally", "entities"}) for chapter in outcome.chapters
                ],
                **totals(outcome.chapters),
            }
            for outcome in outcomes
        ]
    }


def print_summary(
    outcomes: Sequence[BookOutcome], ended: Outcome, max_gaps: float = 100, again: str = "", paused: str = ""
) -> None:
    """A table on stdout, then what failed and what is missing, each with its remedy; `again` is the command that goes on,
    `paused` says which cap was met."""
    cells = ("chunks", "gaps", "episodes", "entities", "statements", "relations")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("book", min_width=24, overflow="fold")
    table.add_column("outcome")
    for column in ("chapters", *cells):
        table.add_column(column, justify="right", no_wrap=True)
    notes: list[str] = []
    for outcome in outcomes:
        total = totals(outcome.chapters)
        table.add_row(
            Text(outcome.title),
            outcome.state,
            chapters_done(outcome.chapters),
            *(str(total[cell]) for cell in cells),
        )
        notes.extend(_notes(outcome, total))
        if outcome.cost:
            notes.append(f"{outcome.title}: asked so far: {outcome.cost}.")
    share = gap_share(chapter for outcome in outcomes for chapter in outcome.chapters)
    if ended is Outcome.FAILED and share > max_gaps:
        notes.append(f"Failed: {share:.1f} % of the chunks could not be read, more than --max-gaps {max_gaps:g}%.")
    if ended is Outcome.PAUSED_BUDGET:
        notes.append(f"Paused: {paused}")
    if ended is Outcome.INTERRUPTED and again:
        notes.append(f"Stopped. Go on with `{again}`.")
    print_table(table)
    for note in notes:
        typer.echo(note)


def print_previews(paths: Sequence[Path], settings: Settings, options: Options, as_json: bool) -> None:
    """What would be read: a row a book. Exits with 1 or 2 where no book can be read."""
    previews = [preview_book(path, settings, options) for path in paths]
    if as_json:
        print_json({"books": [preview.model_dump(mode="json") for preview in previews]})
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("book", min_width=24, overflow="fold")
        for column in ("language", "chapters", "calls", "words"):
            table.add_column(column, justify="right", no_wrap=True)
        for row in preview_rows(previews):
            table.add_row(Text(row["book"]), *(str(row[cell]) for cell in ("language", "chapters", "calls", "words")))
        print_table(table)
        for preview in previews:
            complete = "complete; nothing would be asked" if preview.chunks and not preview.calls else ""
            for said in (line(preview.failure), complete):
                if said:
                    typer.echo(f"{preview.title}: {said}")
            for warning in preview.warnings:
                typer.echo(told(warning, preview.source.name))
    code = unbegun_code([preview.failure for preview in previews])
    if code:
        raise typer.Exit(code)


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
        elif chapter.outcome is Outcome.FAILED:
            notes.append(
                f"{outcome.title}, chapter {chapter.chapter}: failed, for nothing of it could be read; "
                "the same command asks again."
            )
    if outcome.outcome in (Outcome.DONE, Outcome.DONE_WITH_GAPS) and not total["entities"]:
        notes.append(f"{outcome.title}: 0 entities were found.")
    if outcome.standing:
        notes.append(f"{outcome.title}: stood complete already; nothing was asked.")
    for title, counts in (("not taken", total["refused"]), ("gaps", total["gap_reasons"])):
        if counts:
            listed = ", ".join(f"{code} {count}" for code, count in sorted(counts.items()))
            notes.append(f"{outcome.title}: {title}: {listed}.")
    return notes
