"""`make demo`: starts what it needs, reads the sample book and shows what was found, and where a reading went wrong."""

import sys
from pathlib import Path
from typing import NamedTuple

import typer

from flows.cli.environment import settings
from flows.cli.fetch_bar import FetchBar

SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "treatise.epub"


class Question(NamedTuple):
    asks: str
    cypher: str


QUESTIONS = (
    Question(
        "What is the book about?",
        "MATCH (:Book {id: $book})-[:HAS_SECTION*]->(:Section)-[:HAS_SENTENCE]->(s)-[:MENTIONS]->(e:Entity) "
        "RETURN e.name AS concept, e.type AS type, count(*) AS mentions ORDER BY mentions DESC, concept LIMIT 8",
    ),
    Question(
        "What follows from what, in the author's words?",
        "MATCH (p:Statement {book: $book})-[:PREMISE_OF]->(i:Inference)-[:CONCLUDES]->(c:Statement) "
        "RETURN p.name AS because, i.cue AS cue, c.name AS therefore ORDER BY p.order LIMIT 5",
    ),
    Question(
        'What do "this assumption" and its like point to, and what is still open?',
        "MATCH (r:Reference {book: $book})-[o:OUTCOME]->(:Episode) "
        "OPTIONAL MATCH (r)-[:REFERS_TO]->(t) "
        "RETURN r.surface AS reference, o.status AS status, coalesce(t.name, t.title, '-') AS target "
        "ORDER BY status DESC, reference LIMIT 8",
    ),
)
WRONG_READING = (
    "MATCH (a:Entity)-[r]->(b:Entity) WHERE r.book = $book AND r.confidence <= 0.4 "
    "MATCH (s:Sentence {id: r.sentences[0]}) "
    "RETURN a.name AS subject, type(r) AS relation, r.predicate AS words, b.name AS object, r.confidence AS confidence, "
    "s.text AS sentence ORDER BY r.order LIMIT 1"
)


def main() -> None:
    """Reads with the baseline, whatever keys are set: the demo costs nothing."""
    from flows.inline import ingest
    from pipeline.graph.connection import connect
    from pipeline.graph.local_server import start
    from pipeline.graph.reading import run_read
    from schemas.run import Options, Outcome

    configured = settings()
    say(f"Neo4j: starting at 127.0.0.1 (home {configured.home}) …")
    with FetchBar() as bar:
        start(configured, bar.step).close()
    say(f"Reading {SAMPLE.name} with the baseline reader: rules, no model …")
    import threading

    outcomes = ingest(
        [SAMPLE], configured, Options(reader="baseline"), lambda _: None, lambda _: None, threading.Event()
    )
    from flows.cli.ingest_view import print_summary

    print_summary(outcomes)
    if outcomes[0].outcome is not Outcome.DONE or outcomes[0].book is None:
        sys.exit(1)
    with connect(configured) as graph:
        for question in QUESTIONS:
            typer.echo(f"\n{question.asks}\n  {question.cypher.replace('$book', repr(outcomes[0].book))}")
            show(run_read(graph, question.cypher, {"book": outcomes[0].book}))
        typer.echo("\nOne reading that is likely wrong, and how to tell:")
        show(run_read(graph, WRONG_READING, {"book": outcomes[0].book}))


def say(message: object) -> None:
    typer.echo(str(message), err=True)


def show(rows: list[dict[str, object]]) -> None:
    for row in rows:
        typer.echo("    " + " | ".join(f"{name}: {value}" for name, value in row.items()))


if __name__ == "__main__":
    main()
