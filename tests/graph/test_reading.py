"""A person's query: reads anything, changes nothing, and its rows are JSON."""

import json
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.reading import run_read
from pipeline.graph.structure import write_structure
from schemas.errors import GraphOverloaded, NotReadOnly, QueryInvalid
from tests.graph.books import SENTENCES, write_book

pytestmark = pytest.mark.neo4j

REFUSED = (
    "CREATE (n) RETURN n",
    "MERGE (n:Book {id: 'x'}) RETURN n",
    "MATCH (n) SET n.x = 1",
    "MATCH (n) REMOVE n.id",
    "MATCH (n) DETACH DELETE n",
    "FOREACH (i IN [1] | CREATE ())",
    "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS",
    "UNWIND [1] AS i CALL (i) { CREATE (:X) } IN TRANSACTIONS OF 1 ROWS",
    "CALL db.createLabel('X')",
    "CALL tx.setMetaData({a: 1})",
    "CALL dbms.killConnections(['x'])",
    "CALL db.clearQueryCaches()",
    "CREATE INDEX x FOR (n:X) ON (n.y)",
    "DROP CONSTRAINT book_id",
    "CREATE USER x SET PASSWORD 'abcdefgh'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "USE system SHOW USERS",
    "CREATE DATABASE x",
    "DROP DATABASE neo4j",
    "STOP DATABASE neo4j",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    "LOAD CSV FROM 'file:///etc/hostname' AS line RETURN line",
    "UNWIND ['file:///a'] AS place CALL (place) { LOAD CSV FROM place AS line RETURN line } RETURN line",
    "RETURN COUNT { LOAD CSV FROM 'file:///a' AS line RETURN line } AS n",
)
INVALID = (
    "RETURN",
    "",
    "EXPLAIN CREATE (n)",
    "profile MATCH (n) RETURN n",
    "MATCH (n) RETURN m",
    "RETURN $missing AS x",
    "RETURN 1/0 AS x",
    "RETURN 1 AS x; RETURN 2 AS x",
)


@pytest.fixture
def filled(graph, tmp_path: Path):
    write_structure(graph, write_book(tmp_path, "On Standards", {"One": SENTENCES}))
    return graph


@pytest.mark.parametrize("query", REFUSED)
def test_writing_administering_and_fetching_are_refused(filled, query):
    before = fingerprint(filled)
    with pytest.raises(NotReadOnly):
        run_read(filled, query)
    assert fingerprint(filled) == before


def test_no_address_is_called(filled):
    called = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            called.append(self.path)
            self.send_response(404)
            self.end_headers()

    server = HTTPServer(("127.0.0.1", 0), Listener)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        for query in ("LOAD CSV FROM $at AS line RETURN line", "UNWIND [$at] AS a LOAD CSV FROM a AS line RETURN line"):
            with pytest.raises(NotReadOnly, match="fetch"):
                run_read(filled, query, {"at": f"http://127.0.0.1:{server.server_port}/secret"})
    finally:
        server.shutdown()
        server.server_close()
    assert called == []


@pytest.mark.parametrize("query", INVALID)
def test_faulty_queries(filled, query):
    with pytest.raises(QueryInvalid) as caught:
        run_read(filled, query)
    assert "EXPLAIN\n" not in str(caught.value)


def test_fault_is_placed_in_the_query_itself(filled):
    with pytest.raises(QueryInvalid, match=r"line 2, column 8\)"):
        run_read(filled, "MATCH (n)\nRETURN m")


def test_rows_are_json(filled):
    row = run_read(
        filled,
        "MATCH p = (a:Section)-[r:HAS_SENTENCE]->(s:Sentence {order: 0}) RETURN a, r, s, p, {list: [s, null]} AS map, "
        "date('2026-01-02') AS day, datetime('2026-01-02T03:04:05Z') AS time, duration('P1DT2S') AS span, "
        "point({x: 1, y: 2}) AS place, 1.0/0 AS big, 0.0/0 AS none, 9007199254740993 AS whole",
    )[0]
    again = json.loads(json.dumps(row, allow_nan=False))
    assert again["s"]["labels"] == ["Sentence"]
    assert again["s"]["text"] == SENTENCES[0]
    assert (again["r"]["type"], again["r"]["from"], again["r"]["to"]) == (
        "HAS_SENTENCE",
        again["a"]["id"],
        again["s"]["id"],
    )
    assert [len(again["p"][part]) for part in ("nodes", "relationships")] == [2, 1]
    assert again["map"] == {"list": [again["s"], None]}
    assert date.fromisoformat(again["day"]) == date(2026, 1, 2)
    assert again["time"].startswith("2026-01-02T03:04:05")
    assert (again["span"], again["big"], again["none"]) == ("P1DT2S", "inf", "nan")
    assert again["place"] == "CartesianPoint(1.0, 2.0)"
    assert again["whole"] == 9007199254740993


def test_reading_of_all_sorts(filled):
    assert run_read(filled, "RETURN 1 AS n // a comment") == [{"n": 1}]
    assert run_read(filled, "CYPHER 25 RETURN 'DELETE; CREATE' AS `a b`") == [{"a b": "DELETE; CREATE"}]
    assert run_read(filled, "MATCH (n:Nowhere) RETURN n") == []
    assert run_read(filled, "CALL db.labels() YIELD label WHERE label = 'Book' RETURN label") == [{"label": "Book"}]
    assert run_read(filled, "SHOW INDEXES YIELD name WHERE name = 'book_id' RETURN name") == [{"name": "book_id"}]


def test_a_relationship_returned_alone_names_its_ends(filled):
    query = "MATCH (b:Book)-[r:HAS_SECTION]->(s) RETURN %s AS r, b.id AS source, s.id AS target"
    for returned in ("r", "[r]", "{one: r}"):
        (row,) = run_read(filled, query % returned)
        edge = row["r"]
        edge = edge[0] if isinstance(edge, list) else edge.get("one", edge)
        assert (edge["from"], edge["to"]) == (row["source"], row["target"])


def test_a_query_that_needs_more_memory_than_there_is_is_one_line(filled):
    with pytest.raises(GraphOverloaded, match="memory"):
        run_read(filled, "UNWIND range(1, 100000000) AS x RETURN collect(x) AS y")
    assert run_read(filled, "RETURN 1 AS one") == [{"one": 1}]
