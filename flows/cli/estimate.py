"""`glossator estimate`: calls, tokens and price per book, before anything is spent."""

import os
from typing import Annotated

import typer

from flows.cli.environment import settings
from flows.cli.output import print_json, print_table
from flows.cli.reading_options import BoundaryOption, FormatOption, ProfileOption, WordsOption, given

Paths = Annotated[list[str], typer.Argument(help="Book files, folders or patterns.")]
ChaptersOption = Annotated[str, typer.Option("--chapters", help="Only these of each book, such as 1,3-5.")]
ModelOption = Annotated[str | None, typer.Option("--model", help="The model whose price and habits count.")]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON and nothing else on stdout.")]


def estimate(
    paths: Paths,
    chapters: ChaptersOption = "",
    model: ModelOption = None,
    chunk_words: WordsOption = None,
    memory_format: FormatOption = None,
    boundary: BoundaryOption = None,
    profile: ProfileOption = "standard",
    as_json: JsonOption = False,
) -> None:
    """Say what reading books with the configured model would take; nothing is asked and nothing written."""
    from rich.table import Table
    from rich.text import Text

    from flows.chapters import chapter_orders
    from flows.estimate import estimate_book, known_habit
    from flows.layers import layered, options_of, with_endpoint
    from flows.paths import find_books
    from schemas.run import unbegun_code

    configured = settings()
    flags = given(None, memory_format, boundary, chunk_words=chunk_words) | {"model": model}
    choices = layered(flags, os.environ, configured, profile)
    configured, options = with_endpoint(configured, choices), options_of(choices, chapter_orders(chapters))
    habit = known_habit(configured)
    found = [estimate_book(path, configured, options, habit) for path in find_books(paths)]
    if as_json:
        print_json({"books": [one.model_dump(mode="json") for one in found]})
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("book", min_width=24, overflow="fold")
        for column in ("model", "calls", "words", "prompt tokens", "answer tokens", "US dollars"):
            table.add_column(column, justify="right", no_wrap=True)
        for one in found:
            numbers = (one.calls, one.words, one.prompt_tokens, one.completion_tokens)
            price = "unknown" if one.usd is None else f"{one.usd:.2f}"
            table.add_row(Text(one.title), one.model, *(f"{number:,}" for number in numbers), price)
        print_table(table)
        measured = "what was measured with another model (docs/measurements.md)"
        said = f"{habit.calls} calls of this model" if habit.calls else measured
        full = "prompt tokens all at the full price, though an endpoint may serve some from its cache"
        typer.echo(f"Answer tokens by {said}; {full}.")
        for one in found:
            if one.failure is not None:
                typer.echo(f"{one.title}: [{one.failure.code}] {one.failure.what} {one.failure.remedy}".rstrip())
    raise typer.Exit(unbegun_code([one.failure for one in found]))
