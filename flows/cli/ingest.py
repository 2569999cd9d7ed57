"""`glossator ingest`: reads books into the graph, with a bar for each, a summary, and an exit code that tells."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flows.cli.environment import settings
from flows.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemas.run import BookOutcome

Paths = Annotated[
    list[str], typer.Argument(help="Books: files, folders or globs.", metavar="PATH…", show_default=False)
]
ReaderOption = Annotated[str, typer.Option("--reader", help="auto, llm or baseline.")]
FormatOption = Annotated[str | None, typer.Option("--memory-format", help="derived or json_patch.")]
BoundaryOption = Annotated[str | None, typer.Option("--boundary", help="inline, cohesion or none.")]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, max=64, help="Chapters read at a time, of all books.")]
ChaptersOption = Annotated[str | None, typer.Option("--chapters", help="Only these, e.g. 1,3-5.")]
WordsOption = Annotated[
    int, typer.Option("--chunk-words", min=100, max=5_000, help="About how many words a call reads.")
]
PasswordOption = Annotated[
    Path | None, typer.Option("--password-file", help="A file that holds the books' password (PDF).")
]
JsonOption = Annotated[bool, typer.Option("--json", help="The summary as JSON, nothing else on stdout.")]


def ingest(
    paths: Paths,
    reader: ReaderOption = "auto",
    memory_format: FormatOption = None,
    boundary: BoundaryOption = None,
    workers: WorkersOption = 2,
    chapters: ChaptersOption = None,
    chunk_words: WordsOption = 1_000,
    password_file: PasswordOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read books into the graph; the same command again goes on where it stopped."""
    from flows.cli.bars import Bars
    from flows.cli.driver_log import retries_said
    from flows.cli.ingest_view import print_summary, summary
    from flows.inline import ingest as run
    from flows.paths import find_books
    from flows.preparation import check_choices
    from pipeline.graph.connection import connect
    from pipeline.readers.choice import chosen
    from pipeline.vocabulary import load_vocabulary
    from schemas.run import Options, exit_code

    options = Options(
        reader=reader,
        memory_format=memory_format,
        boundary=boundary,
        workers=workers,
        chapters=_orders(chapters),
        chunk_words=chunk_words,
    )
    configured = settings(password_file)
    name = chosen(reader, configured.model)
    check_choices(memory_format, boundary)
    load_vocabulary(configured.vocabulary)
    found = find_books(paths)
    connect(configured).close()  # says at once when no graph is there, before a book is opened
    typer.echo(_which(name, reader, configured.model.model), err=True)
    stop = threading.Event()
    with Bars() as bars, retries_said(bars.say):
        outcomes = _stoppable(lambda: run(found, configured, options, bars.step, bars.book, stop), stop)
    if as_json:
        print_json(summary(outcomes))
    else:
        print_summary(outcomes)
    raise typer.Exit(exit_code(outcomes))


def _which(name: str, asked: str, model: str) -> str:
    if name == "llm":
        return f"Reader: llm ({model})."
    why = "no OPENAI_API_KEY or OPENAI_BASE_URL is set" if asked == "auto" else "as asked"
    return f"Reader: baseline, rules without a model ({why})."


def _orders(chapters: str | None) -> tuple[int, ...]:
    """Chapter orders from "1,3-5". Raises SettingInvalid."""
    from schemas.errors import SettingInvalid

    if chapters is None:
        return ()
    orders: set[int] = set()
    for part in chapters.split(","):
        first, dash, last = part.strip().partition("-")
        try:
            low, high = int(first), int(last) if dash else int(first)
        except ValueError:
            low, high = 0, 0
        if not 1 <= low <= high <= 100_000:
            raise SettingInvalid(f"--chapters wants numbers and ranges such as 1,3-5, not {chapters!r}.")
        orders.update(range(low, high + 1))
    return tuple(sorted(orders))


def _stoppable(work: "Callable[[], list[BookOutcome]]", stop: threading.Event) -> "list[BookOutcome]":
    """Runs `work` while the first Ctrl-C or SIGTERM only asks for a stop at the next checkpoint."""
    import signal

    def ask(number: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        typer.echo("Stopping at the next checkpoint; once more to stop at once.", err=True)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        return work()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
