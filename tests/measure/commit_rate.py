"""Compares the commit gate with bare UNWIND … CREATE of the same rows on the same warm Neo4j, in one run.

    python -m tests.measure.commit_rate [BOOK [ROUNDS]]

The rows are the sealed deltas of a baseline reading of the book (the sample, if none is named); rates count nodes and
edges a second. The gate writes a transaction an episode, and merges the entities too, which aren't counted. Bare
means: the same nodes and edges, with all their properties, a transaction for every 1,000 rows of a kind over all
episodes, the rows made beforehand; no gate, no check, no entity.

The second line has the episodes of each chapter put together as one, as many rows as a large model may find.
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
    from pipeline.readers.model_side import ModelSide
    from schemas.run import Options
    from schemas.settings import GraphSettings, Settings
    from schemas.spending import Caps

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder), graph=GraphSettings(bolt_port=0, http_port=0))
        start(settings, lambda *_: None).close()
        try:
            side = ModelSide(settings, "measure", Caps(), lambda: None)
            ingest(
                [book], settings, Options(reader="baseline"), side, lambda _: None, lambda _: None, threading.Event()
            )
            deltas = sealed(settings)
            print(f"{book.name}, median of {rounds} rounds")
            with connect(settings) as connection:
                for some in (deltas, by_chapter(deltas)):
                    report(connection, some, rounds)
        finally:
            stop(settings)


def report(connection: Any, deltas: list[Any], rounds: int) -> None:
    compare(connection, deltas)  # warms up
    found = [compare(connection, deltas) for _ in range(rounds)]
    gate, bare = median(one for one, _ in found), median(other for _, other in found)
    ratios = [one / other for one, other in found]
    print(f"{len(deltas)} episodes, {size(deltas) / len(deltas):.0f} rows each: gate {gate:.0f}/s, bare {bare:.0f}/s, ")
    print(f"  ratio {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


def sealed(settings: Any) -> list[Any]:
    from sqlalchemy import create_engine, text

    from schemas.delta import GraphDelta

    with create_engine(settings.journal).connect() as journal:
        rows = journal.execute(text("SELECT delta FROM episodes ORDER BY chapter_reading, number")).all()
    return [GraphDelta.model_validate_json(row.delta) for row in rows]


def by_chapter(deltas: list[Any]) -> list[Any]:
    """One delta a chapter, with the rows of all its episodes."""
    found = []
    for _, group in groupby(deltas, lambda delta: delta.owner):
        first, *others = group
        rows = {
            name: tuple({row.id: row for delta in (first, *others) for row in getattr(delta, name)}.values())
            for name, value in first
            if isinstance(value, tuple)
        }
        episode = first.episode.model_copy(update={"last": max(delta.episode.last for delta in (first, *others))})
        found.append(first.model_copy(update={**rows, "episode": episode}))
    return found


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
    from pipeline.graph.batches import BATCH, Nodes, edge
    from pipeline.graph.delta_rows import batches, episode_properties

    rows = [("Episode", "", [episode_properties(delta) for delta in deltas])]
    for batch in (batch for delta in deltas for batch in batches(delta)):
        if isinstance(batch, Nodes):
            rows.append((batch.label, "", [{**row, **batch.shared} for row in batch.rows]))
        else:
            full = [{**row, "props": {**row["props"], **batch.shared}} for row in batch.rows]
            rows.append((batch.source, batch.target, full))
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
