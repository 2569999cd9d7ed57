"""`make demo`: starts what it needs, reads the sample book and shows what was found, and where a reading went wrong."""

import sys
import threading
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from flows.cli.environment import settings
from flows.cli.fetch_bar import FetchBar
from schemas.errors import GlossatorError, InvariantBroken
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
        "a mention is counted once a place where it matters, not at every word",
    ),
    Question(
        "What follows from what, and where is it said?",
        "MATCH (p:Statement {book: $book})-[:PREMISE_OF]->(i:Inference)-[:CONCLUDES]->(c:Statement) "
        "MATCH (x:Section)-[:HAS_SENTENCE]->(s:Sentence)<-[:STATED_IN]-(c) "
        "WITH i, c, x, s, collect(DISTINCT p.name) AS because ORDER BY c.order "
        "RETURN because, coalesce(i.scheme, '-') AS by, c.name AS therefore, x.title AS section, s.page_label AS page LIMIT 5",
    ),
    Question(
        "Who holds what, and what does the author say to it?",
        "MATCH (e:Entity {book: $book})-[a:HOLDS]->(c:Statement) WHERE e.reserved IS NULL AND a.take IS NOT NULL "
        "WITH c, collect(DISTINCT e.name) AS who, collect(DISTINCT a.take) AS take WHERE size(who) = 1 "
        "RETURN who[0] AS who, c.text AS holds, take[0] AS the_author ORDER BY c.order LIMIT 5",
        "a claim that several are said to hold is left out here",
    ),
)
WRONG_READING = (
    "MATCH (r:Reference {book: $book, surface: 'the danger'})-[:APPEARS_IN]->(s:Sentence) "
    "MATCH (r)-[:REFERS_TO]->(t:Statement)-[:STATED_IN]->(u:Sentence)-[:NEXT]->(after:Sentence) "
    "RETURN r.surface AS said, t.text AS target, s.text AS sentence, after.text AS after LIMIT 1"
)


def main() -> None:
    """Replays a model's recorded reading whatever keys are set: the demo costs nothing. Leaves Neo4j running."""
    from flows.cli.bars import Bars
    from flows.cli.ingest_view import print_summary
    from flows.inline import ingest
    from pipeline.graph.connection import connect
    from pipeline.graph.local_server import start
    from pipeline.graph.reading import run_read
    from pipeline.readers.model_side import ModelSide
    from schemas.run import Options, Outcome
    from schemas.spending import Caps

    configured = settings().model_copy(update={"recordings": None})  # the sample's, whatever is set
    with FetchBar() as bar:
        start(configured, bar.step).close()
    typer.echo(f"Reading data/samples/{SAMPLE.name} as a large language model once read it: its answers are replayed")
    typer.echo("from data/recordings, no model is asked. With a key, GLOSSATOR_MODEL and --reader llm one is.")
    stop = threading.Event()
    side = ModelSide(configured, uuid.uuid4().hex, Caps(), stop.set)
    with Bars() as bars:
        found = ingest([SAMPLE], configured, Options(reader="recorded"), side, bars.step, bars.book, stop)
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
    if not rows:
        raise InvariantBroken("The recording has no longer the wrong reading that the demo shows.")
    typer.echo(f"\nA reading that is wrong, and how to tell:\n  {WRONG_READING}".replace("$book", f'"{book}"'))
    for row in rows:
        typer.echo(f'    read: "{row["said"]}" means "{row["target"]}"')
        typer.echo(f"    from: {row['sentence']}")
        typer.echo(f"    the text goes on after the target: {row['after']}")
        typer.echo(
            "    That is the danger; what the model pointed to only announces it. Hold what a reference points to (REFERS_TO) "
            "against\n    the sentences around it (NEXT)."
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
