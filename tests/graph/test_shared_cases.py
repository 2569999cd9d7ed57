"""Extractions that broke others' products, through grounding, sealing and the commit gate."""

import json
from collections import Counter
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from pipeline.graph.chapter_writer import ChapterWriter
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.structure import write_structure
from pipeline.phases.phase2_entity_discovery.step import Stepped
from schemas.text import Book
from tests.graph import cases
from tests.graph.books import frame, read

pytestmark = pytest.mark.neo4j

NAMES = "MATCH (e:Entity) RETURN e.name AS name, e.type AS type, e.type_given AS given ORDER BY name"
RELATIONS = """
MATCH (a:Entity)-[r]->(b:Entity)
RETURN a.name AS source, type(r) AS type, b.name AS target, r.predicate AS predicate"""
COUNTS = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS nodes, count(r) AS edges"


class Case:
    def __init__(self, folder: Path, tmp_path: Path) -> None:
        self.expected = cases.load(folder / "expected.json")
        self.extractions = [cases.load(folder / name) for name in self.expected["input"]]
        self.vocabulary = cases.vocabulary_of(self.extractions)
        self.book: Book = cases.book_of(tmp_path, self.extractions[0]["document"], self.extractions)

    def read(self, order: int) -> Stepped:
        reading = cases.reading_of(self.book, order, self.extractions[order - 1])
        return read(frame(self.book, order, self.vocabulary), reading)

    def store(self, graph: Any, stepped: Stepped) -> None:
        writer = ChapterWriter(graph)
        for delta in stepped.sealed:
            writer.commit(delta)
        writer.complete(self.book.book_id, stepped.sealed[0].owner)

    def store_all(self, graph: Any) -> Counter[str]:
        """Everything, one chapter after another; what was refused, by reason."""
        refused: Counter[str] = Counter()
        write_structure(graph, self.book)
        for order in range(1, len(self.extractions) + 1):
            stepped = self.read(order)
            self.store(graph, stepped)
            refused.update(stepped.state.tally.refused)
        return refused


@pytest.fixture
def load(graph: Any, tmp_path: Path) -> Any:
    def loaded(number: str) -> Case:
        folder = cases.case(number)
        if folder is None:
            pytest.skip(f"case {number} is absent from {cases.CASES}")
        return Case(folder, tmp_path)

    return loaded


def test_nested_property_values(graph, load):
    """B069: relations and entities stand, each property is refused with a counted reason that names it."""
    case = load("B069")
    refused = case.store_all(graph)
    assert [row["name"] for row in graph.read(NAMES)] == case.expected["graph"]["entities"]
    found = [[row["source"], row["type"], row["target"]] for row in graph.read(RELATIONS)]
    assert found == case.expected["graph"]["relations"]
    assert refused == {"row.unread": 5}
    unread = "\n".join(cases.reading_of(case.book, 1, case.extractions[0]).unread)
    for name in (*case.expected["values_recoverable_or_warned"], *case.expected["values"]["Guild of Salt"]):
        assert f"properties.{name}" in unread
    assert case.read(1).refused["row.unread"] == "Guild of Salt: properties.income"


def test_hostile_labels(graph, load):
    """B071: names letter by letter; a type outside the vocabulary is Other or RELATED_TO with the given one beside it."""
    case = load("B071")
    case.store_all(graph)
    rows = {row["name"]: row for row in graph.read(NAMES)}
    assert sorted(rows) == sorted(case.expected["graph"]["entities"])
    for entity in case.extractions[0]["entities"]:
        row, known = rows[entity["name"]], entity["type"] in case.vocabulary.entity_names
        assert (row["type"], row["given"]) == ((entity["type"], None) if known else ("Other", entity["type"]))
    assert "Witness" in case.vocabulary.entity_names and "Person:Admin" not in case.vocabulary.entity_names
    found = {(r["source"], r["type"], r["target"], r["predicate"]) for r in graph.read(RELATIONS)}
    given = {row["type"] for row in case.extractions[0]["relations"]}
    assert ("Eve", "CONTAINS", "Canary", "") in found and len(found) == case.expected["graph"]["relation_count"]
    assert {predicate for _, kind, _, predicate in found if kind == "RELATED_TO"} == given - {"CONTAINS"}
    assert graph.read("MATCH (n:Entity) WHERE size(labels(n)) > 1 RETURN n") == []
    assert "Admin" not in json.dumps(graph.read("CALL db.labels() YIELD label RETURN label"))


def test_case_and_space_variants(graph, load):
    """B074: six chapters, six spellings, one concept."""
    case = load("B074")
    case.store_all(graph)
    rows = graph.read(NAMES)
    assert len(rows) == case.expected["graph"]["entity_count"]
    (concept,) = (row["name"] for row in rows if row["type"] == "Concept")
    spellings = {" ".join(name.split()) for name in case.expected["display_name_in"]}
    assert " ".join(concept.split()) in spellings
    found = [row for row in graph.read(RELATIONS) if row["target"] == concept]
    assert len(found) == case.expected["graph"]["relations_to_it"]
    surfaces = graph.read("MATCH ()-[m:MENTIONS]->(:Entity {name: $name}) RETURN m.surface AS surface", name=concept)
    assert {" ".join(row["surface"].split()) for row in surfaces} == spellings
    (kept,) = graph.read("MATCH (e:Entity {name: $name}) RETURN e.aliases AS aliases", name=concept)
    assert {" ".join(alias.split()) for alias in (concept, *kept["aliases"])} == spellings


def test_two_chapters_at_once(graph, empty_graph, load):
    """B076: two chapters of one book are committed side by side, ten rounds, each from empty."""
    case = load("B076")
    stepped = [case.read(1), case.read(2)]
    assert ["Entity"] in [
        r["labels"] for r in graph.read("SHOW CONSTRAINTS YIELD labelsOrTypes AS labels RETURN labels")
    ]
    prints = set()
    for _ in range(case.expected["rounds"]):
        empty_graph()
        write_structure(graph, case.book)
        barrier, faults = Barrier(2), []

        def work(one: Stepped, barrier: Barrier = barrier, faults: list[BaseException] = faults) -> None:
            try:
                barrier.wait()
                case.store(graph, one)
            except BaseException as error:
                faults.append(error)

        threads = [Thread(target=work, args=(one,)) for one in stepped]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        assert len(graph.read(NAMES)) == case.expected["graph"]["entity_count"]
        pairs = {(row["source"], row["target"]) for row in graph.read(RELATIONS)}
        assert len(pairs) == case.expected["graph"]["pairs"]
        chapters = graph.read(
            "MATCH (e:Entity)<-[m:MENTIONS]-() WITH e, count(DISTINCT m.chapter) AS chapters RETURN DISTINCT chapters"
        )
        assert chapters == [{"chapters": case.expected["graph"]["documents_per_entity"]}]
        prints.add(fingerprint(graph))
    assert len(prints) == 1


def test_stored_twice(graph, load):
    """B078: the second time changes no count, no counter and no property."""
    case = load("B078")
    case.store_all(graph)
    counts, before = graph.read(COUNTS), fingerprint(graph)
    assert len(graph.read(NAMES)) == case.expected["graph"]["entity_count"]
    assert len(graph.read(RELATIONS)) == case.expected["graph"]["relation_count"]
    case.store_all(graph)
    assert (graph.read(COUNTS), fingerprint(graph)) == (counts, before)


def test_self_references(graph, load):
    """B081: plain ones and those that two spellings make are left out and counted."""
    case = load("B081")
    refused = case.store_all(graph)
    found = [[row["source"], row["type"], row["target"]] for row in graph.read(RELATIONS)]
    assert found == case.expected["graph"]["relations"]
    assert len(graph.read(NAMES)) == case.expected["graph"]["entity_count"]
    assert refused["relation.self_loop"] == case.expected["summary"]["self_references_skipped"]
