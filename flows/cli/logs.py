"""`glossator logs`: what a run said, line by line, as text or as the JSON it was written in."""

import json
from datetime import datetime
from typing import Annotated, Any

import typer

from flows.cli.environment import settings

RunArgument = Annotated[
    str | None,
    typer.Argument(
        help="A run's id, the beginning of one, its name, or last. Without it: the runs.", show_default=False
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="The lines as they were written, one JSON object each.")]
_FIELDS = ("book", "chapter", "chunk", "code")


def logs(run: RunArgument = None, as_json: JsonOption = False) -> None:
    """Show a run's log, or list the runs."""
    from flows.run_log import folder, lines, runs
    from flows.underway import underway

    home = settings().home
    if run is None:
        found, going = runs(home), underway(home)
        if not found:
            typer.echo(f"No run has a log yet in {folder(home)}.")
        for seen in found:
            at = datetime.fromtimestamp(seen.at).astimezone().isoformat(timespec="seconds")
            ended = "goes on" if seen.run in going else seen.said or "broken off"
            typer.echo(f"{seen.run}  last line {at}  {seen.name}  {ended}")
        return
    for line in lines(home, run):
        typer.echo(json.dumps(line, ensure_ascii=False) if as_json else _text(line))


def _text(line: dict[str, Any]) -> str:
    where = ", ".join(f"{field} {line[field]}" for field in _FIELDS if field in line)
    said = f"{line.get('time', '')} {line.get('level', ''):7} {line.get('message', '')}"
    return f"{said} ({where})" if where else said
