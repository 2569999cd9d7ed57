"""Extractions that broke others' products, through our own path into a real Neo4j."""

import threading

import pytest

from pipeline.graph.chapter_writer import ChapterWriter
from pipeline.graph.connection import connect
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.structure import write_structure
from schemas.ids import entity_key
from schemas.vocabulary import OTHER_RELATION
from tests.graph.cases import extracted, load

pytestmark = pytest.mark.neo4j


def commit(graph, found):
    write_structure(graph, found.book)
    writer = ChapterWriter(graph)
    for delta in found.deltas:
        writer.commit(delta)
    if found.deltas:
        writer.complete(found.book.book_id, found.deltas[0].owner)


def names(graph):
    return {row["n"] for row in graph.read("MATCH (e:Entity) RETURN e.name AS n")}


def relations(graph):
    query = "MATCH (a:Entity)-[r]->(b:Entity) RETURN a.name AS a, type(r) AS t, b.name AS b, r.predicate AS p"
    return [(row["a"], row["t"], row["b"], row["p"]) for row in graph.read(query)]


def test_b069_awkward_properties_are_refused_with_a_count_and_lose_nothing_else(graph, tmp_path):
    (found,) = extracted(tmp_path, [load("B069-nested-property-values")])
    commit(graph, found)
    assert {"Guild of Salt", "Mara Quill"} <= names(graph)
    assert ("Mara Quill", "MEMBER_OF", "Guild of Salt", "") in relations(graph)
    assert found.refused["row.unread"] == 5


def test_b071_hostile_types_and_names_are_data(graph, tmp_path):
    case = load("B071-hostile-labels")
    (found,) = extracted(tmp_path, [case])
    commit(graph, found)
    assert names(graph) == {" ".join(thing["name"].split()) for thing in case["entities"]}
    assert len(relations(graph)) == 3
    given = [row["type"] for row in case["relations"] if row["type"] != "CONTAINS"]
    assert sorted(p for _, t, _, p in relations(graph) if t == OTHER_RELATION) == sorted(given)
    types = graph.read("MATCH ()-[m:MENTIONS]->(e) RETURN e.name AS n, m.type AS t, m.type_given AS g")
    by_name = {row["n"]: (row["t"], row["g"]) for row in types}
    assert by_name["Bob"] == ("Other", "Person:Admin") and by_name["Canary"] == ("Witness", None)
    labels = graph.read("CALL db.labels() YIELD label RETURN collect(label) AS all")[0]["all"]
    assert "Admin" not in labels


def test_b074_spellings_that_differ_in_case_and_space_are_one(graph, tmp_path):
    cases = [load("B074-case-and-space-variants", f"extraction-{number}.json") for number in range(6)]
    for found in extracted(tmp_path, cases):
        commit(graph, found)
    query = "MATCH (e:Entity {key: $key})<-[r:WROTE_ABOUT]-() RETURN e.name AS n, e.aliases AS a, count(r) AS c"
    (one,) = graph.read(query, key=entity_key("systems thinking"))
    assert one["c"] == 6 and entity_key(one["n"]) == "systems thinking" and one["n"] != "systems thinking "
    assert len(names(graph)) == 7


def test_b076_two_chapters_at_once_share_their_entities(graph, empty_graph, neo4j_settings, tmp_path):
    both = extracted(tmp_path, [load("B076-two-documents-at-once", f"{side}.json") for side in ("left", "right")])
    constraints = graph.read("SHOW CONSTRAINTS YIELD labelsOrTypes, type RETURN labelsOrTypes[0] AS l, type AS t")
    assert any(row["l"] == "Entity" and "UNIQUE" in row["t"] for row in constraints)
    for _ in range(10):
        empty_graph()
        write_structure(graph, both[0].book)
        failures = []

        def work(found, failures=failures):
            try:
                with connect(neo4j_settings) as connection:
                    commit(connection, found)
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(found,)) for found in both]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert len(names(graph)) == 60
        pairs = graph.read("MATCH (a:Entity)-[r]->(b:Entity) RETURN count(DISTINCT [a.id, b.id]) AS n")
        assert pairs[0]["n"] == 59
        tied = graph.read("MATCH (e:Entity)<-[m:MENTIONS]-() WITH e, count(DISTINCT m.owner) AS n RETURN collect(DISTINCT n) AS n")
        assert tied[0]["n"] == [2]


def test_b078_stored_twice_is_stored_once(graph, tmp_path):
    (found,) = extracted(tmp_path, [load("B078-stored-twice")])
    commit(graph, found)
    before = fingerprint(graph)
    commit(graph, found)
    assert fingerprint(graph) == before
    assert len(names(graph)) == 2 and len(relations(graph)) == 1


def test_b081_self_references_are_left_out_and_counted(graph, tmp_path):
    (found,) = extracted(tmp_path, [load("B081-self-references")])
    commit(graph, found)
    assert [(a, t, b) for a, t, b, _ in relations(graph)] == [("Tobin Ashgrove", "KNOWS", "Anna Bell")]
    assert found.refused["relation.self_loop"] == 3
    assert len(names(graph)) == 3
