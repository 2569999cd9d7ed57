"""`glossator watch`: reads what comes into a folder, each file once it is complete, until it is stopped."""

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flows.cli.environment import settings
from flows.cli.ingest import EngineOption, stoppable
from flows.cli.reading_options import DollarsOption, ProfileOption, ReaderOption, WorkersOption, given

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flows.paths import Shelf
    from schemas.run import BookOutcome

RETRY_SECONDS = 60.0  # before a file is tried again that failed for a reason that may pass

Folder = Annotated[Path, typer.Argument(help="The folder that is looked at, and the folders below it.")]
SettleOption = Annotated[
    float, typer.Option("--settle", min=0, help="Seconds that a file must stay unchanged to count as complete.")
]
TokensOption = Annotated[
    int | None,
    typer.Option("--budget-tokens", min=0, help="What this watch may use, from its start to its end. 0: no limit."),
]
EveryOption = Annotated[float, typer.Option("--every", min=0.1, help="Seconds between two looks at the folder.")]


def watch(
    folder: Folder,
    settle: SettleOption = 10.0,
    every: EveryOption = 2.0,
    reader: ReaderOption = None,
    workers: WorkersOption = None,
    profile: ProfileOption = "standard",
    budget_tokens: TokensOption = None,
    budget_usd: DollarsOption = None,
    engine: EngineOption = "auto",
) -> None:
    """Read a folder's books and then those that come, until Ctrl-C. What stands complete is not asked again."""
    from flows.arrivals import Arrivals, Remarks
    from flows.cli.engine import check_engine, chosen_engine
    from flows.cli.ingest_view import print_summary
    from flows.layers import layered, options_of, with_endpoint
    from flows.limits import RunStop
    from flows.paths import shelf
    from flows.request import check, graph_answers
    from schemas.run import EXIT_CODES, Outcome

    configured = settings()
    _check(folder)
    flags = given(reader, workers=workers, budget_tokens=budget_tokens, budget_usd=budget_usd)
    choices = layered(flags, os.environ, configured, profile)
    configured, options = with_endpoint(configured, choices), options_of(choices)
    check_engine(engine)
    run = chosen_engine(engine, configured)
    check(configured, options)
    graph_answers(configured)
    arrivals, remarks, stop, reading = Arrivals(settle), Remarks(), threading.Event(), threading.Event()
    typer.echo(f"Watching {folder}; Ctrl-C ends it.", err=True)

    def look() -> Outcome:
        """Until a stop was asked for, or a run itself had to stop: its budget is used up, its key is refused. An endpoint
        that is gone is no such reason: the same files are read again later."""
        tokens, usd = options.budget_tokens or None, options.budget_usd or None
        while not stop.is_set():
            seen, now = shelf(folder), time.monotonic()
            found = arrivals.complete(seen.books, now)
            for remark in remarks.new(_remarks(folder, seen, arrivals.empty(now))):
                typer.echo(remark, err=True)
            if found:
                left = {"budget_tokens": 0, "budget_usd": 0.0, "run_tokens": tokens, "run_usd": usd}
                this = RunStop(stop)
                reading.set()
                ran = run(found, configured, options.model_copy(update=left), this)
                reading.clear()
                print_summary(ran.outcomes, ran.outcome, options.max_gaps, paused=ran.paused)
                tokens = None if tokens is None else max(tokens - ran.spent.tokens, 0)
                usd = None if usd is None else max(usd - ran.spent.usd, 0.0)
                if ran.outcome is Outcome.PAUSED_BUDGET:
                    return ran.outcome
                gone = endpoint_gone(ran.outcomes)
                later = passing(ran.outcomes) + (unread(ran.outcomes) if gone else [])
                arrivals.again(later, time.monotonic() + RETRY_SECONDS)
                if stop.is_set() or (this.is_set() and not gone):
                    return Outcome.DONE if ran.outcome is Outcome.INTERRUPTED else ran.outcome
            stop.wait(every)
        return Outcome.DONE

    raise typer.Exit(EXIT_CODES[stoppable(look, stop, reading.is_set)])


def _check(folder: Path) -> None:
    from flows.walking import exists, is_folder, is_there, refuse_closed
    from schemas.errors import PathNotFound, Unreadable

    if not is_folder(folder):
        if exists(folder) and not is_there(folder):
            raise Unreadable(f"The folder {folder} may not be looked into.")
        raise PathNotFound(f"There is no folder {str(folder)!r}.")
    refuse_closed(folder)


def _remarks(folder: Path, seen: "Shelf", empty: "list[Path]") -> "list[str]":
    """What keeps a book from being read, though nothing failed."""
    if not seen.there:
        return [f"{folder} is gone; it is looked for again."]
    shut = [f"{path} may not be looked into: what lies in it is not read." for path in seen.closed]
    return shut + [f"{path} is empty and not read." for path in empty]


def passing(outcomes: "Iterable[BookOutcome]") -> "list[Path]":
    """Files that failed for a reason that may pass, such as a graph that doesn't answer."""
    return [
        outcome.source
        for outcome in outcomes
        if any(failure and failure.passing for failure in (outcome.failure, *(c.failure for c in outcome.chapters)))
    ]


def unread(outcomes: "Iterable[BookOutcome]") -> "list[Path]":
    """Files that the end of a run left unread."""
    from schemas.run import Outcome

    return [outcome.source for outcome in outcomes if outcome.outcome is Outcome.INTERRUPTED]


def endpoint_gone(outcomes: "Iterable[BookOutcome]") -> bool:
    from schemas.errors import ModelPaused, ModelRefused, ModelUnavailable

    codes = {chapter.failure.code for outcome in outcomes for chapter in outcome.chapters if chapter.failure}
    return ModelRefused.code not in codes and not codes.isdisjoint({ModelUnavailable.code, ModelPaused.code})
