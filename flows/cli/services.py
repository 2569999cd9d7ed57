"""`glossator up` and `down`: the local Neo4j and the local Prefect, in the background."""

import os
from typing import Annotated

import typer

from flows.cli.environment import settings
from schemas.errors import PortTaken
from schemas.settings import Settings

PrefectOption = Annotated[bool, typer.Option("--prefect/--no-prefect", help="Also the local Prefect, with its UI.")]


def up(prefect: PrefectOption = True) -> None:
    """Start the local Neo4j (fetched at the first start) and the local Prefect in the background."""
    from flows.cli.fetch_bar import FetchBar
    from pipeline.graph.local_server import ServerStatus, start, state

    configured = settings()
    with FetchBar() as bar:
        connection = start(configured, bar.step)
    connection.close()
    found = state(configured)
    if found.status is ServerStatus.REMOTE:
        typer.echo(f"NEO4J_URI is set: {found.address} is used, no local Neo4j is started.")
    else:
        typer.echo(f"Neo4j {'runs' if connection.started else 'ran already'} at {found.address}")
        typer.echo(f"Browser: {found.browser} (user {found.username}, password in {found.password_file})")
    if not prefect:
        return
    try:
        _up_prefect(configured)
    except PortTaken as error:
        remedy = (
            f"{error.remedy} Neo4j runs: `glossator up --no-prefect` and `ingest --engine inline` do without Prefect."
        )
        raise PortTaken(error.what, remedy) from None


def _up_prefect(configured: Settings) -> None:
    from flows.prefect_server import start, state

    new = start(configured, lambda line: typer.echo(line, err=True), os.environ)
    found = state(configured)
    typer.echo(f"Prefect {'runs' if new else 'ran already'} at {found.ui} (Deployments, ingest, Run starts one)")


def down() -> None:
    """End the local Prefect, then the local Neo4j; runs under way stop at a checkpoint."""
    from flows.prefect_server import stop as stop_prefect
    from pipeline.graph.local_server import stop

    configured = settings()
    if stop_prefect(configured):
        typer.echo("Prefect ended.")
    if configured.graph.uri is not None:
        typer.echo("NEO4J_URI is set: that Neo4j was not started here and is not ended here.")
        return
    typer.echo("Neo4j ended." if stop(configured) else "No local Neo4j was running.")
