"""`glossator watch`: reads what comes into a folder, each file once it is complete, until it is stopped."""

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flows.cli.environment import settings
from flows.cli.ingest import BudgetOption, EngineOption, ProfileOption, ReaderOption, WorkersOption, stoppable

if TYPE_CHECKING:
    from flows.cli.engine import Ran

Folder = Annotated[Path, typer.Argument(help="The folder that is looked at, and the folders below it.")]
SettleOption = Annotated[
    float, typer.Option("--settle", min=0, help="Seconds that a file must stay unchanged to count as complete.")
]
EveryOption = Annotated[float, typer.Option("--every", min=0.1, help="Seconds between two looks at the folder.")]


def watch(
    folder: Folder,
    settle: SettleOption = 10.0,
    every: EveryOption = 2.0,
    reader: ReaderOption = "auto",
    workers: WorkersOption = 2,
    profile: ProfileOption = "standard",
    budget_tokens: BudgetOption = 0,
    engine: EngineOption = "auto",
) -> None:
    """Read a folder's books and then those that come, until Ctrl-C. What stands complete is not asked again."""
    from flows.arrivals import Arrivals
    from flows.cli.engine import chosen_engine
    from flows.cli.ingest_view import print_summary
    from flows.paths import books_below
    from flows.profiles import profile as named
    from flows.request import check
    from schemas.errors import PathNotFound
    from schemas.run import EXIT_CODES, Options, Outcome

    configured = settings()
    if not folder.is_dir():
        raise PathNotFound(f"There is no folder {str(folder)!r}.")
    lab = named(configured.home, profile).model_dump()
    options = Options(reader=reader, workers=workers, budget_tokens=budget_tokens, **lab)
    run = chosen_engine(engine, configured)
    check(configured, options)
    arrivals, stop = Arrivals(settle), threading.Event()
    typer.echo(f"Watching {folder}; Ctrl-C ends it.", err=True)

    def look() -> "Ran | None":
        """Until a stop was asked for, or the budget is used up: then the run that ended so."""
        while not stop.is_set():
            found = arrivals.complete(books_below(folder), time.monotonic())
            if found:
                ran = run(found, configured, options, stop)
                print_summary(ran.outcomes, ran.outcome, options.max_gaps)
                if ran.outcome is Outcome.PAUSED_BUDGET:
                    return ran
            stop.wait(every)
        return None

    paused = stoppable(look, stop)
    raise typer.Exit(EXIT_CODES[paused.outcome] if paused else 0)
