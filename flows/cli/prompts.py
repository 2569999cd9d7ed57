"""`glossator prompts`: the prompts as files: whether they are sound, what they say, what a model is sent."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pipeline.llm.prompts import Prompt

app = typer.Typer(no_args_is_help=True)
NameArgument = Annotated[str, typer.Argument(help='A prompt, such as "phase2/read_chunk" or "phase2/read_chunk v2".')]


@app.callback()
def prompts() -> None:
    """The prompts that a model is asked with."""


@app.command()
def check(
    release: Annotated[
        bool, typer.Option("--release", help="Freeze the text of those that are not released yet.")
    ] = False,
) -> None:
    """Check that every prompt loads and that no released one was changed."""
    from pipeline.llm.prompt_lock import faults, locked
    from pipeline.llm.prompt_lock import release as add
    from pipeline.llm.prompts import known_prompts

    found = faults()
    for fault in found:
        typer.echo(fault, err=True)
    if found:
        raise typer.Exit(1)
    for name in add() if release else ():
        typer.echo(f"Released: {name}.")
    frozen = locked()
    for identifier, version in known_prompts():
        name = f"{identifier} v{version}"
        typer.echo(f"{name}: sound, {'released' if name in frozen else 'not released'}")


@app.command()
def show(name: NameArgument) -> None:
    """Show a prompt's file: what it is for, its inputs, its text, its examples."""
    prompt = _named(name)
    typer.echo(
        f"{prompt.name}\n{prompt.front.purpose}\nInputs: {', '.join(prompt.front.inputs)}\nNew: {prompt.front.changes}\n"
    )
    typer.echo(f"{prompt.lasting.strip()}\n‖\n{prompt.changing.strip()}")
    for number, example in enumerate(prompt.examples, start=1):
        typer.echo(f"\nExample {number}:\n{example.text}")


@app.command()
def render(
    path: Annotated[Path, typer.Argument(help="A book file.")],
    chapter: Annotated[int, typer.Option("--chapter", min=1, help="Which chapter.")] = 1,
    chunk: Annotated[int, typer.Option("--chunk", min=1, help="Which chunk of it.")] = 1,
) -> None:
    """Show what a model would be sent for a chunk of a book, with an empty memory."""
    from flows.cli.environment import settings
    from flows.estimate import rendered_prompt

    lasting, changing = rendered_prompt(path, settings(), chapter, chunk)
    typer.echo(f"{lasting}\n‖\n{changing}")


def _named(name: str) -> "Prompt":
    from pipeline.llm.prompts import known_prompts, load_prompt
    from schemas.errors import SettingInvalid

    wanted, _, version = name.partition(" v")
    versions = [number for identifier, number in known_prompts() if identifier == wanted]
    if not versions or (version and version not in map(str, versions)):
        known = ", ".join(f"{identifier} v{number}" for identifier, number in known_prompts())
        raise SettingInvalid(f"There is no prompt {name!r}; there are {known}.")
    return load_prompt(wanted, int(version) if version else max(versions))
