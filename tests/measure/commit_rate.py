"""Compares the commit gate with bare UNWIND … CREATE of the same rows on the same warm Neo4j, in one run.

    python -m tests.measure.commit_rate [BOOK [ROUNDS]]

The rows are the sealed deltas of a baseline reading of the book (the sample, if none is named); rates count nodes and
edges a second. Bare means: the same nodes and edges, batches of 1,000 over all episodes, no gate, no check, no entity.
"""

import sys
import tempfile
import threading
import time
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "treatise.md"


def main(book: Path, rounds: int) -> None:
    from flows.inline import ingest
    from pipeline.graph.connection import connect
    from pipeline.graph.local_server import start, stop
    from schemas.run import Options
    from schemas.settings import GraphSettings, Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder), graph=GraphSettings(bolt_port=0, http_port=0))
        start(settings, lambda *_: None).close()
        try:
            ingest([book], settings, Options(reader="baseline"), lambda _: None, lambda _: None, threading.Event())
            deltas = sealed(settings)
            with connect(settings) as connection:
                compare(connection, deltas)  # warms up
                found = [compare(connection, deltas) for _ in range(rounds)]
        finally:
            stop(settings)
    gate, bare = median(one for one, _ in found), median(other for _, other in found)
    ratio = median(one / other for one, other in found)
    print(f"{book.name}: {len(deltas)} episodes, {size(deltas)} rows, median of {rounds} rounds")
    print(f"gate {gate:.0f}/s, bare {bare:.0f}/s, ratio {ratio:.2f}")


def sealed(settings: Any) -> list[Any]:
    from sqlalchemy import create_engine, text

    from schemas.delta import GraphDelta

    with create_engine(settings.journal).connect() as journal:
        rows = journal.execute(text("SELECT delta FROM episodes ORDER BY chapter_reading, number")).all()
    return [GraphDelta.model_validate_json(row.delta) for row in rows]


def size(deltas: list[Any]) -> int:
    from pipeline.graph.delta_rows import batches

    covered = sum(1 + delta.episode.last - delta.episode.first for delta in deltas)
    return covered + sum(len(batch.rows) for delta in deltas for batch in batches(delta))


def compare(connection: Any, deltas: list[Any]) -> tuple[float, float]:
    """(gate, bare) rates; what stood of the rows is deleted before each."""
    from pipeline.graph.commit import commit_episode

    count = size(deltas)
    clear(connection, deltas)
    begun = time.perf_counter()
    for delta in deltas:
        commit_episode(connection, delta)
    gate = count / (time.perf_counter() - begun)
    clear(connection, deltas)
    entities = {row.id: row for delta in deltas for row in delta.entities}
    with connection.session() as session:
        rows = [{"id": row.id, "book": deltas[0].book, "key": row.key} for row in entities.values()]
        session.run("UNWIND $rows AS row MERGE (e:Entity {id: row.id}) SET e = row", rows=rows).consume()
        statements = bare_statements(deltas)
        begun = time.perf_counter()
        for query, part in statements:
            session.run(query, rows=part).consume()
    return gate, count / (time.perf_counter() - begun)


def clear(connection: Any, deltas: list[Any]) -> None:
    from pipeline.graph.deletion import delete_owner

    for owner in dict.fromkeys(delta.owner for delta in deltas):
        delete_owner(connection, owner)


def bare_statements(deltas: list[Any]) -> list[tuple[str, list[Any]]]:
    """Queries with their rows: all nodes, then all edges."""
    from pipeline.graph.batches import BATCH, Edges, Nodes, edge
    from pipeline.graph.delta_rows import batches, episode_properties

    rows = [("Episode", "", [episode_properties(delta) for delta in deltas])]
    rows += [(b.label, "", b.rows) for delta in deltas for b in batches(delta) if isinstance(b, Nodes)]
    rows += [(b.source, b.target, b.rows) for delta in deltas for b in batches(delta) if isinstance(b, Edges)]
    covers = [
        edge(delta.episode.id, "COVERS", sentence, {"owner": delta.owner})
        for delta in deltas
        for chunk in delta.chunks
        for sentence in chunk.sentences
    ]
    rows.append(("Episode", "Sentence", covers))
    found = []
    for (source, target), group in groupby(sorted(rows, key=lambda row: (bool(row[1]), row[:2])), lambda row: row[:2]):
        together = [row for _, _, part in group for row in part]
        query = f"UNWIND $rows AS row CREATE (n:{source}) SET n = row"
        if target:
            query = f"UNWIND $rows AS row MATCH (a:{source} {{id: row.source}}) MATCH (b:{target} {{id: row.target}}) "
            query += "CREATE (a)-[r:$(row.type)]->(b) SET r = row.props"
        found += [(query, together[at : at + BATCH]) for at in range(0, len(together), BATCH)]
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE, int(sys.argv[2]) if len(sys.argv) > 2 else 5)
