"""What `glossator ingest` shows at its end: a table with what failed and what is missing, or the same as JSON."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from flows.cli.output import print_table
from schemas.run import BookOutcome, ChapterOutcome, Outcome


def joined(chapters: Sequence[ChapterOutcome]) -> dict[str, Any]:
    """Sums over chapters; an entity that stands in several counts once."""
    tallies = [chapter.tally for chapter in chapters]
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
        "entities": len(frozenset().union(*(chapter.entities for chapter in chapters))),
        **{kind: items[kind] for kind in ("mentions", "statements", "relations", "inferences")},
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
                "chapters": [
                    chapter.model_dump(mode="json", exclude={"tally", "entities"}) for chapter in outcome.chapters
                ],
                **joined(outcome.chapters),
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
        total = joined(outcome.chapters)
        table.add_row(
            Text(outcome.title),
            outcome.outcome.value,
            str(len(outcome.chapters)),
            *(str(total[cell]) for cell in cells),
        )
        notes.extend(_notes(outcome, total))
    print_table(table)
    for note in notes:
        typer.echo(note)


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
    if outcome.outcome in (Outcome.DONE, Outcome.DONE_WITH_GAPS) and not total["entities"]:
        notes.append(f"{outcome.title}: 0 entities were found.")
    if outcome.chapters and all(chapter.standing for chapter in outcome.chapters):
        notes.append(f"{outcome.title}: stood complete already; nothing was asked.")
    for title, counts in (("not taken", total["refused"]), ("gaps", total["gap_reasons"])):
        if counts:
            listed = ", ".join(f"{code} {count}" for code, count in sorted(counts.items()))
            notes.append(f"{outcome.title}: {title}: {listed}.")
    return notes
