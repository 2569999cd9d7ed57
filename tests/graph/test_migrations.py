"""The database made ready: once, whoever comes first, and by several at the same time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pipeline.graph.connection import connect
from pipeline.graph.migrations import MIGRATIONS, migrate
from pipeline.vocabulary import load_vocabulary

pytestmark = [pytest.mark.neo4j]


def _bare(settings):
    with connect(settings) as connection, connection.session() as session:
        session.run("MATCH (n) DETACH DELETE n").consume()
        for kind, plural in (("CONSTRAINT", "CONSTRAINTS"), ("INDEX", "INDEXES")):
            for row in session.run(f"SHOW {plural} YIELD * RETURN *").data():
                if row.get("type") != "LOOKUP":
                    session.run(f"DROP {kind} {row['name']} IF EXISTS").consume()


def test_several_processes_make_the_same_graph_ready_at_once(neo4j_settings):
    def come(_: int) -> list[str]:
        with connect(neo4j_settings) as connection:
            return migrate(connection, load_vocabulary())

    for _ in range(4):
        _bare(neo4j_settings)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(come, range(4)))
        with connect(neo4j_settings) as connection:
            assert len(connection.read("MATCH (m:Migration) RETURN m.id AS id")) == len(MIGRATIONS)
            terms = connection.read("MATCH (t:Term) RETURN count(t) AS n, count(DISTINCT t.id) AS distinct")[0]
            assert terms["n"] == terms["distinct"] > 50
            assert migrate(connection, load_vocabulary()) == []
