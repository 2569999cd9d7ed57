"""`glossator config show`: every setting with where its value comes from; secrets only as set or not."""

import os
from typing import Annotated, Any

import typer

from flows.cli.environment import settings
from flows.cli.graph import print_rows
from flows.cli.output import print_json
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
from pipeline.urls import shown_url

app = typer.Typer(no_args_is_help=True)
JsonOption = Annotated[bool, typer.Option("--json", help="A list of objects and nothing else on stdout.")]


@app.callback()
def _group() -> None:
    """Settings and where they come from."""


@app.command()
def show(
    reader: ReaderOption = None,
    memory_format: FormatOption = None,
    boundary: BoundaryOption = None,
    workers: WorkersOption = None,
    chunk_words: WordsOption = None,
    profile: ProfileOption = "standard",
    max_gaps: GapsOption = None,
    budget_tokens: BudgetOption = None,
    budget_usd: DollarsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show each setting, its value, and whether a flag, the environment, a profile or the default says so."""
    from flows.layers import layered

    flags = given(reader, memory_format, boundary, workers, chunk_words, max_gaps, budget_tokens, budget_usd)
    choices = layered(flags, os.environ, settings(), profile)
    rows: list[dict[str, Any]] = [
        {"setting": name, "value": shown_url(value) if name == "base_url" and value else value, "from": source}
        for name, (value, source) in choices.items()
    ]
    rows += _places()
    if as_json:
        print_json(rows)
        return
    print_rows([row | {"value": "-" if row["value"] is None else row["value"]} for row in rows])


def _places() -> list[dict[str, Any]]:
    """Where things are kept and reached; a secret's value is never told."""
    found = settings()
    graph, prefect = found.graph, found.prefect_url
    values: dict[str, tuple[str, Any]] = {
        "home": ("GLOSSATOR_HOME", str(found.home)),
        "cache": ("GLOSSATOR_CACHE", str(found.cache_folder)),
        "journal": ("GLOSSATOR_JOURNAL_URL", shown_url(found.journal)),
        "vocabulary": ("GLOSSATOR_VOCABULARY", str(found.vocabulary) if found.vocabulary else None),
        "neo4j": ("NEO4J_URI", shown_url(graph.uri))
        if graph.uri
        else ("GLOSSATOR_BOLT_PORT", f"bolt://127.0.0.1:{graph.bolt_port}"),
        "neo4j_user": ("NEO4J_USERNAME", graph.username),
        "neo4j_password": ("NEO4J_PASSWORD", _set(graph.password))
        if graph.uri
        else ("GLOSSATOR_NEO4J_PASSWORD", _set(graph.local_password)),
        "prefect": ("PREFECT_API_URL", shown_url(prefect))
        if prefect
        else ("GLOSSATOR_PREFECT_PORT", f"http://127.0.0.1:{found.prefect_port}/api"),
        "api_key": ("OPENAI_API_KEY", _set(found.model.api_key)),
        "book_password": ("GLOSSATOR_BOOK_PASSWORD", _set(found.book_password)),
    }
    return [
        {"setting": name, "value": value, "from": f"environment {variable}" if os.environ.get(variable) else "default"}
        for name, (variable, value) in values.items()
    ]


def _set(secret: object | None) -> str:
    return "not set" if secret is None else "set"
