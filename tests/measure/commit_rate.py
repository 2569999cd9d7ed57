"""Compares the commit gate with bare UNWIND … CREATE of the same rows on the same warm Neo4j, in one run.

    python tests/measure/commit_rate.py BOOK [ROUNDS]

The rows are the sealed deltas of a baseline reading of the book; rates count nodes and edges a second.
"""

import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any


def main(book: str, rounds: int) -> None:
    from flows.inline import ingest
    from pipeline.graph.connection import connect
    from pipeline.graph.local_server import start, stop
    from schemas.run import Options
    from schemas.settings import GraphSettings, Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder), graph=GraphSettings(bolt_port=0, http_port=0))
        start(settings, lambda *_: None).close()
        try:
            none = threading.Event()
            found = ingest([Path(book)], settings, Options(reader="baseline"), lambda _: None, lambda _: None, none)
            deltas = sealed(settings, [chapter for chapter in found if chapter.reading])
            with connect(settings) as connection:
                ratios = [compare(connection, deltas) for _ in range(rounds)]
            gate, bare = sorted(g for g, _ in ratios)[rounds // 2], sorted(b for _, b in ratios)[rounds // 2]
            ratio = sorted(g / b for g, b in ratios)[rounds // 2]
            print(f"{len(deltas)} episodes; median gate {gate:.0f}/s, bare {bare:.0f}/s, ratio {ratio:.2f}")
        finally:
            stop(settings)


def sealed(settings: Any, outcomes: list[Any]) -> list[Any]:
    from sqlalchemy import create_engine, text

    from schemas.delta import GraphDelta

    with create_engine(settings.journal).connect() as journal:
        rows = journal.execute(text("SELECT delta FROM episodes ORDER BY chapter_reading, number")).all()
    return [GraphDelta.model_validate_json(row.delta) for row in rows]


def compare(connection: Any, deltas: list[Any]) -> tuple[float, float]:
    """(gate, bare) rates; the owned things are deleted before each."""
    from pipeline.graph.chapter_writer import ChapterWriter
    from pipeline.graph.delta_rows import batches
    from pipeline.graph.deletion import delete_owner

    writer = ChapterWriter(connection)
    rows = [(batch, delta) for delta in deltas for batch in batches(delta)]
    count = sum(len(batch.rows) for batch, _ in rows) + len(deltas)
    for delta in deltas:
        delete_owner(connection, delta.owner)
    begun = time.perf_counter()
    for delta in deltas:
        writer.commit(delta)
    gate = count / (time.perf_counter() - begun)
    nodes = [row for batch, _ in rows if hasattr(batch, "label") for row in batch.rows]
    edges = [row["props"] for batch, _ in rows if not hasattr(batch, "label") for row in batch.rows]
    begun = time.perf_counter()
    with connection.session() as session:
        for part in parts(nodes):
            session.run("UNWIND $rows AS row CREATE (n:Bare) SET n = row", rows=part).consume()
        for part in parts(edges):
            session.run(
                "MATCH (a:Bare) WITH a LIMIT 1 UNWIND $rows AS row CREATE (a)-[r:BARE]->(a) SET r = row", rows=part
            ).consume()
    bare = (len(nodes) + len(edges)) / (time.perf_counter() - begun)
    with connection.session() as session:
        session.run("MATCH (n:Bare) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS").consume()
    return gate, bare


def parts(rows: list[Any], size: int = 1000) -> list[list[Any]]:
    return [rows[at : at + size] for at in range(0, len(rows), size)]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3)
