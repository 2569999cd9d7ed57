"""The commit gate: an episode is written once, whole, or not at all."""

import json
from functools import partial
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.graph import commit as gate
from pipeline.graph.batches import Edges
from pipeline.graph.commit import Committed, commit_episode
from pipeline.graph.deletion import delete_owner
from pipeline.graph.delta_rows import batches, undercuts
from pipeline.graph.episode_parameter import episode_parameter
from pipeline.graph.episode_statement import write_episode
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.rollup import complete_chapter
from pipeline.graph.structure import write_structure
from schemas.delta import EntityRow, GraphDelta
from schemas.errors import InvariantBroken
from tests.graph.books import SENTENCES, every_kind, frame, seal, write_book

pytestmark = pytest.mark.neo4j

COUNTS = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS nodes, count(r) AS edges"
OWNED_EDGES = """
MATCH (a)-[r]->(b) WHERE r.owner = $owner AND type(r) <> 'COVERS'
RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS props"""
BY_TYPE = "MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS count"


@pytest.fixture
def book(graph: Any, tmp_path: Path) -> Any:
    book = write_book(tmp_path, "On Standards", {"One": SENTENCES, "Two": SENTENCES})
    write_structure(graph, book)
    return book


@pytest.fixture
def delta(book: Any) -> GraphDelta:
    return seal(frame(book, 1), every_kind())


def test_every_row_arrives(graph, delta):
    assert commit_episode(graph, delta) is Committed.COMMITTED
    found = {row["type"]: row["count"] for row in graph.read(BY_TYPE)}
    assert found["PRESUPPOSES"] == found["NOT_RELATED_TO"] == found["ENTERTAINED"] == 1
    assert found["HOLDS"] == found["DENIES"] == found["QUALIFIES"] == found["REFERS_TO"] == 1
    assert found["PREMISE_OF"] == found["SUPPORTS"] == found["ATTACKS"] == 2
    assert (found["CONTRADICTS"], found["ATTACKS_VIA"], found["TARGETS"]) == (1, 3, 3)
    assert (found["CONCLUDES"], found["STATED_IN"], found["APPEARS_IN"]) == (1, 5, 2)
    assert found["MENTIONS"] == len(delta.mentions)
    assert found["COVERS"] == len(SENTENCES)
    (undercut,) = graph.read("MATCH (s)-[r:ATTACKS {kind: 'undercut'}]->(c:Statement) RETURN c.text AS text")
    assert undercut["text"] == SENTENCES[2]


def by_text(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def test_edges_lead_where_their_rows_say(graph, book, delta):
    """Also to what an earlier episode wrote."""
    commit_episode(graph, delta)
    second = undercutting(seal(frame(book, 2), every_kind()), delta.inferences[0].id)
    link = second.links[0].model_copy(update={"target": delta.statements[0].id})
    outcome = second.outcomes[0].model_copy(update={"reference": delta.references[0].id})
    second = second.model_copy(update={"links": (link,), "outcomes": (outcome,)})
    commit_episode(graph, second)
    for one in (delta, second):
        edges = [batch for batch in batches(one) if isinstance(batch, Edges)]
        wanted = [{**row, "props": {**row["props"], **batch.shared}} for batch in edges for row in batch.rows]
        attacks = undercuts(one)
        wanted += [
            {**row, "target": delta.inferences[0].conclusion, "props": {**row["props"], **attacks.shared}}
            for row in attacks.rows
        ]
        assert by_text(graph.read(OWNED_EDGES, owner=one.owner)) == by_text(wanted)


def test_episode_is_one_statement_with_one_map(graph, delta, monkeypatch):
    """Lists among the parameters would have it planned anew for episodes of other sizes."""
    sent: list[Any] = []

    def run(transaction: Any, query: str, **parameters: Any) -> Any:
        sent.append({name: type(value) for name, value in parameters.items()})
        return transaction.run(query, **parameters)

    def spied(transaction: Any, parameter: Any) -> None:
        write_episode(SimpleNamespace(run=partial(run, transaction)), parameter)

    monkeypatch.setattr(gate, "write_episode", spied)
    commit_episode(graph, delta)
    assert sent == [{"delta": dict}]


def test_entities_are_merged_in_the_order_of_their_ids(delta):
    """Whatever order they come in: two writers that share some never wait for each other in a circle."""
    reverse = tuple(sorted(delta.entities, key=lambda row: row.id, reverse=True))
    sent = episode_parameter(delta.model_copy(update={"entities": reverse}))["entities"]
    assert [row["id"] for row in sent] == sorted(row.id for row in delta.entities)


def test_second_commit_changes_nothing(graph, delta):
    commit_episode(graph, delta)
    before, print_before = graph.read(COUNTS), fingerprint(graph)
    assert commit_episode(graph, delta) is Committed.ALREADY
    assert graph.read(COUNTS) == before
    assert fingerprint(graph) == print_before


def test_other_content_under_the_same_episode_is_refused(graph, book, delta):
    commit_episode(graph, delta)
    before = fingerprint(graph)
    other = seal(frame(book, 1), every_kind("right judgement"))
    assert other.episode.id == delta.episode.id
    with pytest.raises(InvariantBroken, match="digest"):
        commit_episode(graph, other)
    assert fingerprint(graph) == before


def test_unsealed_delta_is_refused(graph, delta):
    before = fingerprint(graph)
    episode = delta.episode.model_copy(update={"digest": ""})
    with pytest.raises(InvariantBroken, match="sealed"):
        commit_episode(graph, delta.model_copy(update={"episode": episode}))
    assert fingerprint(graph) == before


def test_failure_behind_the_last_row_rolls_everything_back(graph, delta, monkeypatch):
    before = fingerprint(graph)

    def fail(*written: Any) -> Any:
        write_episode(*written)
        raise RuntimeError("the process met an accident")

    with monkeypatch.context() as patch:
        patch.setattr(gate, "write_episode", fail)
        with pytest.raises(RuntimeError):
            commit_episode(graph, delta)
    assert fingerprint(graph) == before
    assert commit_episode(graph, delta) is Committed.COMMITTED


def lacking(delta: GraphDelta, part: str) -> GraphDelta:
    """The delta with one row pointing to something that isn't there."""
    rows = list(getattr(delta, part))
    name = {"mentions": "entity", "relations": "object", "attitudes": "statement", "links": "target"}.get(part)
    name = name or {"inferences": "conclusion", "conflicts": "target", "outcomes": "target"}.get(part)
    if part == "statements":
        rows[0] = rows[0].model_copy(update={"sentences": ("nowhere",)})
    else:
        rows[0] = rows[0].model_copy(update={name or "sentence": "nowhere"})
    return delta.model_copy(update={part: tuple(rows)})


PARTS = {
    "mentions": "Entity",
    "relations": "Entity",
    "attitudes": "Statement",
    "links": "Statement",
    "inferences": "Statement",
    "conflicts": "Statement",
    "outcomes": "Statement",
    "statements": "Sentence",
    "references": "Sentence",
}


@pytest.mark.parametrize("part", PARTS)
def test_edge_without_its_end_is_refused(graph, delta, part):
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match=f"could not be written: the graph lacks {PARTS[part]} nowhere"):
        commit_episode(graph, lacking(delta, part))
    assert fingerprint(graph) == before


def undercutting(delta: GraphDelta, inference: str) -> GraphDelta:
    rows = tuple(
        row.model_copy(update={"target": inference}) if row.target_is_inference else row for row in delta.conflicts
    )
    return delta.model_copy(update={"conflicts": rows})


def test_undercut_of_a_missing_inference_is_refused(graph, delta):
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match="lacks Inference nowhere"):
        commit_episode(graph, undercutting(delta, "nowhere"))
    assert fingerprint(graph) == before


def test_undercut_of_an_inference_without_a_conclusion_is_refused(graph, delta):
    graph.write(lambda transaction: transaction.run("CREATE (:Inference {id: 'loose'})").consume())
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match="Of 1 undercuts"):
        commit_episode(graph, undercutting(delta, "loose"))
    assert fingerprint(graph) == before


def test_id_that_another_owner_wrote_is_refused(graph, delta):
    taken = delta.references[0].id
    graph.write(lambda transaction: transaction.run("CREATE (:Reference {id: $id})", id=taken).consume())
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match="An id is taken"):
        commit_episode(graph, delta)
    assert fingerprint(graph) == before


def test_sentences_that_the_graph_lacks_are_missed(graph, delta):
    graph.write(lambda transaction: transaction.run("MATCH (s:Sentence) WHERE s.order = 5 DETACH DELETE s").consume())
    rows = {"chunks": (), "relations": (), "statements": (), "mentions": (), "references": (), "outcomes": ()}
    rest = {"attitudes": (), "inferences": (), "conflicts": (), "links": ()}
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match="covers 6 sentences, the graph has 5"):
        commit_episode(graph, delta.model_copy(update={**rows, **rest}))
    assert fingerprint(graph) == before


def test_structural_type_is_no_relation(graph, delta):
    relation = delta.relations[0].model_copy(update={"type": "MENTIONS"})
    with pytest.raises(InvariantBroken, match="type"):
        commit_episode(graph, delta.model_copy(update={"relations": (relation,)}))


def test_two_writers_of_one_episode(graph, delta):
    outcomes: list[Committed] = []
    threads = [Thread(target=lambda: outcomes.append(commit_episode(graph, delta))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [Committed.ALREADY] * 3 + [Committed.COMMITTED]
    assert graph.read("MATCH (e:Episode) RETURN count(e) AS count") == [{"count": 1}]


def test_deletion_leaves_what_others_own(graph, book, delta):
    complete = [d.owner for d in (delta, seal(frame(book, 2), every_kind("correction")))]
    second = seal(frame(book, 2), every_kind("correction"))
    commit_episode(graph, second)
    complete_chapter(graph, book.book_id, second.owner)
    alone = fingerprint(graph)
    commit_episode(graph, delta)
    complete_chapter(graph, book.book_id, delta.owner)
    assert fingerprint(graph) != alone
    delete_owner(graph, complete[0])
    assert fingerprint(graph) == alone
    delete_owner(graph, complete[0])
    assert fingerprint(graph) == alone


def test_half_deleted_episode_does_not_pass_for_committed(graph, delta, monkeypatch):
    commit_episode(graph, delta)
    monkeypatch.setattr("pipeline.graph.deletion.OWNED_LABELS", ("Statement",))
    delete_owner(graph, delta.owner)
    with pytest.raises(InvariantBroken, match="digest ''"):
        commit_episode(graph, delta)
    monkeypatch.undo()
    delete_owner(graph, delta.owner)
    assert commit_episode(graph, delta) is Committed.COMMITTED


def test_entity_that_a_commit_points_to_is_not_swept(graph, book):
    """A completion that found an entity without edges waits for the commit that gives it one."""
    second = frame(book, 2)
    orphan = EntityRow(id="orphan", key="orphan").model_dump()
    with graph.session() as session:
        session.run("CREATE (e:Entity {id: $id, key: $id, book: $book})", id="orphan", book=book.book_id).consume()
    with graph.session() as session, session.begin_transaction() as transaction:
        transaction.run("MATCH (e:Entity {id: 'orphan'}) SET e.key = $key", key=orphan["key"]).consume()
        transaction.run(
            "MATCH (e:Entity {id: 'orphan'}), (s:Sentence {order: 0}) CREATE (s)-[:MENTIONS]->(e)"
        ).consume()
        faults: list[BaseException] = []

        def complete() -> None:
            try:
                complete_chapter(graph, book.book_id, second.owner)
            except BaseException as error:
                faults.append(error)

        thread = Thread(target=complete)
        thread.start()
        thread.join(1)
        assert thread.is_alive()
        transaction.commit()
    thread.join()
    assert faults == []
    assert graph.read("MATCH (e:Entity {id: 'orphan'}) RETURN e.locked AS locked") == [{"locked": None}]
