"""`glossator status`: the services, then each book's progress, gaps and next steps."""

from typing import Annotated, Any

import typer

from flows.cli.environment import settings
from flows.cli.output import print_json
from pipeline.urls import shown_url
from schemas.ids import ID_DIGITS

JsonOption = Annotated[bool, typer.Option("--json", help="JSON and nothing else on stdout.")]


def status(as_json: JsonOption = False) -> None:
    """Show the services and the progress of every book."""
    from flows.underway import underway
    from pipeline.journal.journal import Journal
    from pipeline.journal.registration import failed_books
    from pipeline.journal.status import book_statuses

    configured = settings()
    journal = Journal(configured.journal)
    services = _services(journal.address)
    try:
        books, failed = book_statuses(journal), failed_books(journal)
    finally:
        journal.close()
    going = {
        source: f"{mark.get('name')} ({run[:ID_DIGITS]})"
        for run, mark in underway(configured.home).items()
        for source in mark.get("books", ())
    }
    books = [book._replace(run=going.get(book.source, "")) for book in books]
    rows = [
        {
            "title": book.title,
            "book": book.book,
            "reading": book.reading,
            "source": book.source,
            "progress": round(book.progress, 1),
            "chapters": len(book.chapters),
            "complete": book.complete,
            "running": list(book.running),
            "run": book.run or None,
            "gaps": book.gaps,
            "next_steps": list(book.next_steps),
            "updated": _time(book.updated),
        }
        for book in books
    ]
    unread = [{"source": one.source, "failure": one.failure.model_dump(), "updated": _time(one.at)} for one in failed]
    if as_json:
        print_json({"services": services, "books": rows, "failed": unread})
        return
    for name, said in services.items():
        typer.echo(f"{name}: {said}")
    for row in rows:
        _print(row)
    for one in failed:
        failure = one.failure
        typer.echo(f"{one.source}: failed, {_time(one.at)}\n  [{failure.code}] {failure.what} {failure.remedy}")


def _services(address: str) -> dict[str, str]:
    from pipeline.graph.connection import connect
    from schemas.errors import GlossatorError

    try:
        with connect(settings()) as graph:
            neo4j = f"answers at {graph.address}"
    except GlossatorError as error:
        neo4j = str(error)
    return {"neo4j": neo4j, "prefect": _prefect(), "journal": address}


def _prefect() -> str:
    from flows.prefect_server import answers, state

    found = state(settings())
    if found.url is None:
        return "none runs here (`glossator up` starts one)"
    if not answers(found.url):
        return f"doesn't answer at {shown_url(found.url)}"
    return f"answers at {found.ui}" + ("" if found.serves else ", its flows are not served (`glossator up`)")


def _print(row: dict[str, Any]) -> None:
    running = f", reading {', '.join(map(str, row['running']))}" if row["running"] else ""
    typer.echo(
        f"{row['title']} ({row['book'][:ID_DIGITS]}): {row['progress']} %, {row['complete']} of {row['chapters']} chapters{running}, "
        f"{row['gaps']} gaps, {row['updated']}, {row['source']}"
    )
    for step in row["next_steps"]:
        typer.echo(f"  {step}")


def _time(seconds: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
