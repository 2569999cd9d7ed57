"""`glossator forget`: a book out of graph and journal, so that it can be read anew in another way."""

from contextlib import closing
from typing import Annotated

import typer

from flows.cli.environment import settings


def forget(
    book: Annotated[str, typer.Argument(help="A book's title, its id, or the beginning of one.")],
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
) -> None:
    """Take a book out of graph and journal. The file stays, and so do the replies of models: the same call is not paid again,
    unless it was made under --redact, which keeps no replies."""
    from pipeline.graph.connection import connect
    from pipeline.graph.deletion import delete_book
    from pipeline.journal.forgetting import check_idle, known_book
    from pipeline.journal.forgetting import forget as out_of_journal
    from pipeline.journal.journal import Journal

    configured = settings()
    with closing(Journal(configured.journal)) as journal, connect(configured) as connection:
        found = known_book(journal, book)
        check_idle(journal, found.id)
        if not yes:
            typer.confirm(f"Take {found.title} ({found.id[:8]}) out of the graph?", abort=True)
        # the journal last: until then the same command goes on where it was stopped
        out_of_journal(journal, found.id, lambda owners: delete_book(connection, found.id, owners))
    typer.echo(f"{found.title} is no longer in the graph.")
