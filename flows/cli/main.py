"""The command `glossator`: registers the commands and turns our errors into one line and an exit code."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from flows.cli import config, estimate, forget, graph, ingest, logs, models, outline, prompts, services, status, watch
from flows.cli.driver_log import silence_driver
from flows.cli.output import INTERRUPTED, output_fault, settle_output
from schemas.errors import GlossatorError, InvariantBroken, SettingInvalid

_PACKAGES = ("schemas", "pipeline", "prompts", "flows")

app = typer.Typer(
    name="glossator",
    help="Reads books chapter by chapter into a knowledge and argument graph in Neo4j.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    outline.outline,
    outline.chunks,
    ingest.ingest,
    estimate.estimate,
    watch.watch,
    status.status,
    forget.forget,
    logs.logs,
    services.up,
    services.down,
    graph.browse,
    graph.cypher,
    graph.fingerprint,
    graph.cite,
):
    app.command()(command)
app.add_typer(config.app, name="config")
app.add_typer(models.app, name="models")
app.add_typer(prompts.app, name="prompts")


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"glossator {version('glossator')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version and end.")
    ] = False,
) -> None: ...


def _is_text(word: str) -> bool:
    """Whether it was typed in the encoding of the system: what wasn't holds halves of pairs."""
    return not any("\ud800" <= character <= "\udfff" for character in word)


def run() -> None:
    """Entry point. Exit codes: 0 done, 1 failed, 2 usage, 3 done with gaps, 4 paused by a budget, 130 interrupted."""
    os.umask(0o077)
    settle_output()
    silence_driver()
    try:
        check_packages()
        app()
    except GlossatorError as error:
        typer.echo(str(error), err=True)
        sys.exit(error.exit_code)
    except UnicodeEncodeError:  # a name of a file is told by itself, where it is read
        if all(map(_is_text, sys.argv)):
            raise
        typer.echo(str(SettingInvalid("What you typed is not written in UTF-8.")), err=True)
        sys.exit(SettingInvalid.exit_code)
    except KeyboardInterrupt:
        typer.echo("Interrupted.", err=True)
        sys.exit(INTERRUPTED)
    except OSError as error:
        fault = output_fault(error)
        if fault is not None:
            typer.echo(str(fault), err=True)
        sys.exit(1)


def check_packages() -> None:
    """Our top-level names are generic: raises InvariantBroken when another package of that name came first."""
    import importlib

    home = Path(__file__).resolve().parents[2]
    for name in _PACKAGES:
        found = Path(importlib.import_module(name).__file__ or "").resolve()
        if found.parent.parent != home:
            raise InvariantBroken(
                f"The package {name!r} that Python found is not Glossator's ({found.parent}).",
                "Run `glossator` from another folder, or set PYTHONSAFEPATH=1.",
            )
