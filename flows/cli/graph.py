"""`glossator browse`, `cypher`, `fingerprint`: the graph from the command line."""

import json
from typing import Annotated, Any

import typer

from flows.cli.environment import settings
from flows.cli.output import print_json, print_table

JsonOption = Annotated[bool, typer.Option("--json", help="A list of row objects and nothing else on stdout.")]


def browse() -> None:
    """Open Neo4j Browser, or say where it is."""
    from pipeline.graph.local_server import ServerStatus, state
    from schemas.errors import GraphUnavailable

    found = state(settings())
    if found.status is not ServerStatus.RUNNING or found.browser is None:
        raise GraphUnavailable("No local Neo4j is running.")
    typer.echo(f"{found.browser} (user {found.username}, password in {found.password_file})")
    typer.launch(found.browser)


def cypher(
    query: Annotated[str, typer.Argument(help="A Cypher query that only reads.")], as_json: JsonOption = False
) -> None:
    """Run a query that reads."""
    from pipeline.graph.connection import connect
    from pipeline.graph.reading import run_read

    with connect(settings()) as connection:
        rows = run_read(connection, query)
    if as_json:
        print_json(rows)
    else:
        print_rows(rows)


def fingerprint(
    book: Annotated[
        str | None, typer.Argument(help="A book's id, the beginning of one, or a title; else the whole graph.")
    ] = None,
) -> None:
    """Print the graph's fingerprint: equal for equal graphs."""
    from pipeline.graph.connection import connect
    from pipeline.graph.fingerprint import fingerprint as of

    with connect(settings()) as connection:
        typer.echo(of(connection, book))


def cite(
    id: Annotated[
        str, typer.Argument(help="The id of a node or edge, or the beginning of one; or a reference: E2p7s, § 12.")
    ],
    book: Annotated[
        str | None, typer.Option("--book", help="The book of a reference: its title, a part of it, or its id.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print where in the edition something is said, with the words.

    References are what `glossator outline --units FILE` shows. Whatever `glossator cypher` or the browser returns has an
    id: MATCH (s:Statement) RETURN s.id, s.text LIMIT 5.
    """
    from pipeline.graph.citation import cite as citations
    from pipeline.graph.connection import connect

    with connect(settings()) as connection:
        found = citations(connection, id, book)
    if as_json:
        print_json([{"citation": place, "text": text} for place, text in found])
    else:
        for place, text in found:
            typer.echo(f"{place}\n  {text}" if place else f"  {text}")


def print_rows(rows: list[dict[str, Any]]) -> None:
    """A table on stdout; nothing of a value is read as markup."""
    from rich.table import Table
    from rich.text import Text

    if not rows:
        typer.echo("No rows.")
        return
    table = Table(box=None, pad_edge=False)
    for name in rows[0]:
        table.add_column(Text(name), overflow="fold")
    for row in rows:
        cells = (v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for v in row.values())
        table.add_row(*(Text(cell) for cell in cells))
    print_table(table)
