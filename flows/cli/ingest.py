"""`glossator ingest`: reads books into the graph, with a bar for each, a summary, and an exit code that tells."""

import os
import shlex
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from flows.cli.environment import settings
from flows.cli.output import INTERRUPTED, print_json
from flows.cli.reading_options import (
    BoundaryOption,
    BudgetOption,
    DollarsOption,
    FormatOption,
    GapsOption,
    ProfileOption,
    ReaderOption,
    WordsOption,
    WorkersOption,
    given,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_Result = TypeVar("_Result")

Paths = Annotated[
    list[str], typer.Argument(help="Books: files, folders or globs.", metavar="PATH…", show_default=False)
]
ChaptersOption = Annotated[str, typer.Option("--chapters", help="Only these, e.g. 1,3-5.", show_default=False)]
EngineOption = Annotated[
    str, typer.Option("--engine", help="prefect, inline, or auto: prefect where one runs or PREFECT_API_URL is set.")
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Only show what would be read, and in how many calls.")]
PasswordOption = Annotated[
    Path | None, typer.Option("--password-file", help="A file that holds the books' password (PDF).")
]
RedactOption = Annotated[
    bool, typer.Option("--redact", help="Keep requests, replies and the book's words out of the journal.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="The summary as JSON, nothing else on stdout.")]


def ingest(
    paths: Paths,
    reader: ReaderOption = None,
    memory_format: FormatOption = None,
    boundary: BoundaryOption = None,
    workers: WorkersOption = None,
    chapters: ChaptersOption = "",
    chunk_words: WordsOption = None,
    profile: ProfileOption = "standard",
    max_gaps: GapsOption = None,
    budget_tokens: BudgetOption = None,
    budget_usd: DollarsOption = None,
    engine: EngineOption = "auto",
    dry_run: DryOption = False,
    password_file: PasswordOption = None,
    redact: RedactOption = False,
    as_json: JsonOption = False,
) -> None:
    """Read books into the graph; the same command again goes on where it stopped."""
    from flows.chapters import chapter_orders
    from flows.cli.engine import check_engine, chosen_engine
    from flows.cli.ingest_view import print_previews, print_summary, summary
    from flows.layers import layered, options_of, with_endpoint
    from flows.paths import find_books, left_out
    from flows.request import check, graph_answers
    from pipeline.readers.choice import chosen
    from schemas.run import exit_code

    flags = given(reader, memory_format, boundary, workers, chunk_words, max_gaps, budget_tokens, budget_usd)
    configured = settings(password_file)
    choices = layered(flags, os.environ, configured, profile)
    configured, options = with_endpoint(configured, choices), options_of(choices, chapter_orders(chapters))
    if redact:
        configured = configured.model_copy(update={"redact": True})
    check_engine(engine)
    if dry_run:
        chosen(options.reader, configured.model)
        print_previews(find_books(paths), configured, options, as_json)
        return
    run = chosen_engine(engine, configured)
    name = check(configured, options)
    found = find_books(paths)
    graph_answers(configured)
    _say_left_out(left_out(paths))
    typer.echo(_which(name, options.reader, configured.model.model), err=True)
    stop = threading.Event()
    ran = stoppable(lambda: run(found, configured, options, stop), stop)
    if as_json:
        print_json({"outcome": ran.outcome.value, "paused": ran.paused or None} | summary(ran.outcomes))
    else:
        again = shlex.join(["glossator", *sys.argv[1:]])
        print_summary(ran.outcomes, ran.outcome, options.max_gaps, again, ran.paused)
    raise typer.Exit(exit_code(ran.outcomes, ran.outcome))


def _say_left_out(files: list[Path]) -> None:
    if files:
        more = f" and {len(files) - 3} more" if len(files) > 3 else ""
        named = ", ".join(str(file) for file in files[:3])
        typer.echo(f"Left out, for their names are not a book's: {named}{more}.", err=True)


def _which(name: str, asked: str, model: str) -> str:
    if name == "llm":
        return f"Reader: llm ({model})."
    if name == "recorded":
        return "Reader: recorded, a model's answers from before; no model is asked."
    why = "no OPENAI_API_KEY or OPENAI_BASE_URL is set" if asked == "auto" else "as asked"
    return f"Reader: baseline, rules without a model ({why})."


def stoppable(
    work: "Callable[[], _Result]", stop: threading.Event, busy: "Callable[[], bool]" = lambda: True
) -> _Result:
    """Runs `work` while the first Ctrl-C or SIGTERM only asks for a stop at the next checkpoint, and says so if `busy`.

    A handler interrupts this thread, which may hold the lock of `stop` or of an output: it only passes the signal on, by
    the one queue that may be written to from there, to a thread that heeds it.
    """
    import signal
    from queue import SimpleQueue

    asked: SimpleQueue[int | None] = SimpleQueue()

    def heed() -> None:
        if asked.get() is None:
            return
        stop.set()
        if busy():
            typer.echo("Stopping at the next checkpoint; once more to stop at once.", err=True)
        if asked.get() is not None:
            typer.echo("Interrupted.", err=True)
            os._exit(INTERRUPTED)  # without waiting for calls in flight; what is stored is whole at any instant

    heeding = threading.Thread(target=heed, name="signals", daemon=True)
    heeding.start()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda received, _: asked.put(received)) for number in signals}
    try:
        return work()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        asked.put(None)
        heeding.join()
