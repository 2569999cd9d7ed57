"""`make demo`: starts what it needs, reads the sample book and shows what was found, and where a reading went wrong."""

import sys
import threading
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from flows.cli.environment import settings
from flows.cli.fetch_bar import FetchBar
from schemas.errors import GlossatorError
from schemas.run import EXIT_CODES

if TYPE_CHECKING:
    from schemas.settings import Settings

SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "treatise.pdf"


class Question(NamedTuple):
    asks: str
    cypher: str
    note: str = ""


QUESTIONS = (
    Question(
        "What is the book about?",
        "MATCH (:Book {id: $book})-[:HAS_SECTION*]->(:Section)-[:HAS_SENTENCE]->(s)-[:MENTIONS]->(e:Entity) "
        "RETURN e.name AS concept, e.type AS type, count(*) AS mentions ORDER BY mentions DESC, concept LIMIT 8",
        "counted chapter by chapter: a concept that a chapter uses once in passing is not counted there",
    ),
    Question(
        "What follows from what, in the author's words?",
        "MATCH (p:Statement {book: $book})-[:PREMISE_OF]->(i:Inference)-[:CONCLUDES]->(c:Statement) "
        "MATCH (x:Section)-[:HAS_SENTENCE]->(s:Sentence)<-[:STATED_IN]-(c) "
        "RETURN p.name AS because, i.cue AS cue, c.name AS therefore, x.title AS section, s.page_label AS page "
        "ORDER BY p.order LIMIT 5",
    ),
    Question(
        'What do "this assumption" and its like point to, and what is still open?',
        "MATCH (x:Section)-[:HAS_SENTENCE]->(:Sentence)<-[:APPEARS_IN]-(r:Reference {book: $book})-[o:OUTCOME]->(:Episode) "
        "OPTIONAL MATCH (r)-[:REFERS_TO]->(t) "
        "WITH o.status AS status, {reference: r.surface, in: x.title, target: coalesce(t.name, t.title, '-')} AS row "
        "ORDER BY status, row.reference, row.in "
        "WITH status, collect(row) AS rows UNWIND rows[..5] AS row "
        "RETURN status, row.reference AS reference, row.in AS in_section, row.target AS target",
        "handed_on: left open, for a later phase; a guess would be wrong more often than right",
    ),
)
WRONG_READING = (
    "MATCH (p:Statement {book: $book})-[:PREMISE_OF]->(i:Inference)-[:CONCLUDES]->(c:Statement)-[:STATED_IN]->(s) "
    "WHERE c.text =~ '(?is)(because|since|for) .*' "
    "RETURN p.text AS premise, i.cue AS cue, c.text AS conclusion, s.text AS sentence ORDER BY c.order LIMIT 1"
)


def main() -> None:
    """Reads with the baseline whatever keys are set: the demo costs nothing. Leaves Neo4j running."""
    from flows.cli.bars import Bars
    from flows.cli.ingest_view import print_summary
    from flows.inline import ingest
    from pipeline.graph.connection import connect
    from pipeline.graph.local_server import start
    from pipeline.graph.reading import run_read
    from pipeline.readers.model_side import ModelSide
    from schemas.run import Options, Outcome
    from schemas.spending import Caps

    configured = settings()
    with FetchBar() as bar:
        start(configured, bar.step).close()
    typer.echo(f"Reading data/samples/{SAMPLE.name} with the baseline reader: rules, no model.")
    stop = threading.Event()
    side = ModelSide(configured, uuid.uuid4().hex, Caps(), stop.set)
    with Bars() as bars:
        found = ingest([SAMPLE], configured, Options(reader="baseline"), side, bars.step, bars.book, stop)
    print_summary(found, found[0].outcome)
    if found[0].outcome is not Outcome.DONE or found[0].book is None:
        sys.exit(EXIT_CODES[found[0].outcome])
    book = {"book": found[0].book}
    with connect(configured) as graph:
        for question in QUESTIONS:
            typer.echo(f"\n{question.asks}\n  {question.cypher}".replace("$book", f'"{book["book"]}"'))
            _show(run_read(graph, question.cypher, book))
            if question.note:
                typer.echo(f"    ({question.note})")
        _show_wrong(run_read(graph, WRONG_READING, book), found[0].book)
    _show_browser(configured)


def _show(rows: list[dict[str, object]]) -> None:
    for row in rows:
        typer.echo("    " + " | ".join(f"{name}: {value}" for name, value in row.items()))


def _show_wrong(rows: list[dict[str, object]], book: str) -> None:
    typer.echo(f"\nA reading that is wrong, and how to tell:\n  {WRONG_READING}".replace("$book", f'"{book}"'))
    for row in rows:
        typer.echo(f'    read: "{row["premise"]}" supports "{row["conclusion"]}" (cue: {row["cue"]})')
        typer.echo(f"    from: {row['sentence']}")
        typer.echo(
            "    A clause that itself begins with because, since or for gives a reason; it is not what is concluded. The "
            "baseline\n    took the neighbouring clause. Hold an inference against its sentence (STATED_IN)."
        )


def _show_browser(configured: "Settings") -> None:
    from pipeline.graph.local_server import state

    found = state(configured)
    if found.browser is not None:
        typer.echo(f"\nLook around: {found.browser} (user {found.username}, password in {found.password_file})")
        typer.echo("End it with .venv/bin/glossator down")


def run() -> None:
    try:
        main()
    except GlossatorError as error:
        typer.echo(str(error), err=True)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    run()
