"""What runs the books for a command: the flow where a Prefect is configured, else this process alone."""

import os
import threading
import uuid
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import typer

from flows.cli.bars import Bars
from flows.cli.driver_log import retries_said
from flows.paths import shown
from flows.prefect_server import answers, client_environment, state
from flows.report import sentence
from flows.run_log import RunLog
from flows.totals import first_and_more, with_costs
from flows.underway import clear, folder, marked
from pipeline.readers.model_side import ModelSide
from pipeline.urls import shown_url
from schemas.errors import FlowServerFailed, SettingInvalid
from schemas.progress import ChapterProgress
from schemas.run import BookOutcome, BookPlan, Options, Outcome, run_outcome
from schemas.settings import Settings
from schemas.spending import Spent

_QUIET = {
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_INTERNAL_LEVEL": "CRITICAL",
}  # bars and summary say it; the UI keeps the log


class Ran(NamedTuple):
    """`spent` is what this run's calls used, `paused` says which cap was met, if one was."""

    outcomes: list[BookOutcome]
    outcome: Outcome
    spent: Spent
    paused: str


Engine = Callable[[Sequence[Path], Settings, Options, threading.Event], Ran]


def check_engine(asked: str) -> None:
    """Raises SettingInvalid."""
    if asked not in ("auto", "prefect", "inline"):
        raise SettingInvalid(f"--engine is prefect, inline or auto, not {asked!r}.")


def chosen_engine(asked: str, settings: Settings) -> Engine:
    """`auto` takes the flow where PREFECT_API_URL is set or the local Prefect runs. Raises
    FlowServerFailed where the Prefect that is meant doesn't answer."""
    url = state(settings).url
    if asked == "inline" or (asked == "auto" and url is None):
        return inline
    if url is None:
        raise FlowServerFailed("No Prefect runs here, and PREFECT_API_URL is not set.")
    if not answers(url):
        raise FlowServerFailed(f"Prefect doesn't answer at {shown_url(url)}.")
    os.environ.update(client_environment(settings, url) | _QUIET)
    return flow


def inline(paths: Sequence[Path], settings: Settings, options: Options, stop: threading.Event) -> Ran:
    from flows.inline import ingest

    name, run = f"ingest {first_and_more([shown(path.name) for path in paths])}", uuid.uuid4().hex
    clear(settings.home)
    with (
        closing(ModelSide(settings, run, options.caps(settings.model), stop.set)) as side,
        Bars() as bars,
        retries_said(bars.say),
        RunLog(settings.home, run, name) as log,
        marked(folder(settings.home), run, name, paths),
    ):

        def watch(progress: ChapterProgress) -> None:
            bars.step(progress)
            log.step(progress)

        def planned(plan: BookPlan) -> None:
            bars.book(plan)
            log.book(plan)

        outcomes = with_costs(ingest(paths, settings, options, side, watch, planned, stop), side)
        ended = run_outcome(outcomes, options.max_gaps)
        log.end(outcomes, "ends", ended.value, f"{sentence(outcomes)}. {side.paused}".removesuffix(". "))
        return Ran(outcomes, ended, side.spent(), side.paused)


def flow(paths: Sequence[Path], settings: Settings, options: Options, stop: threading.Event) -> Ran:
    from flows.ingest_flow import run_command

    with Bars() as bars, retries_said(bars.say):
        typer.echo(f"The run is shown at {state(settings).ui}.", err=True)
        return Ran(*run_command(paths, settings, options, bars.step, bars.book, stop))
