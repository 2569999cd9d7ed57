"""The commit gate: an episode is written once, whole, or not at all."""

from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pipeline.graph import commit as gate
from pipeline.graph.commit import Committed, commit_episode
from pipeline.graph.deletion import delete_owner
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.rollup import complete_chapter
from pipeline.graph.structure import write_structure
from schemas.delta import EntityRow, GraphDelta
from schemas.errors import InvariantBroken, StructureDiffers
from tests.graph.books import SENTENCES, every_kind, frame, seal, write_book

pytestmark = pytest.mark.neo4j

COUNTS = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS nodes, count(r) AS edges"
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


def test_second_commit_changes_nothing(graph, delta):
    commit_episode(graph, delta)
    before, print_before = graph.read(COUNTS), fingerprint(graph)
    assert commit_episode(graph, delta) is Committed.ALREADY
    assert graph.read(COUNTS) == before
    assert fingerprint(graph) == print_before


def test_structure_is_written_once(graph, book):
    before = fingerprint(graph)
    assert write_structure(graph, book) is Committed.ALREADY
    assert fingerprint(graph) == before
    (row,) = graph.read("MATCH (s:Sentence) RETURN count(s) AS sentences, count(DISTINCT s.order) AS places")
    assert row == {"sentences": len(book.sentences), "places": len(book.sentences)}
    assert graph.read("MATCH p = (:Book)-[:HAS_SECTION*]->(:Section)-[:HAS_SENTENCE]->(:Sentence) RETURN p")


def test_other_sentences_of_the_same_text_are_refused_before_anything_is_read(graph, book):
    first, second, *rest = book.sentences
    joined = first.model_copy(update={"end": second.end, "parts": ()})
    other = book.model_copy(update={"sentences": (joined, *rest)})
    with pytest.raises(StructureDiffers):
        write_structure(graph, other)


def test_other_parts_of_the_same_sentences_are_another_structure(graph, book):
    first, *rest = book.sentences
    cut = first.model_copy(update={"parts": ((first.start, first.start + 5), (first.start + 6, first.end))})
    with pytest.raises(StructureDiffers):
        write_structure(graph, book.model_copy(update={"sentences": (cut, *rest)}))


def test_another_printing_is_the_same_structure(graph, book):
    paged = tuple(sentence.model_copy(update={"printed_page": "7"}) for sentence in book.sentences)
    assert write_structure(graph, book.model_copy(update={"sentences": paged})) is Committed.ALREADY


def test_the_same_text_under_another_title_is_the_same_structure(graph, book):
    assert write_structure(graph, book.model_copy(update={"title": "Another", "author": "A"})) is Committed.ALREADY


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


def test_failure_inside_rolls_everything_back(graph, delta, monkeypatch):
    before = fingerprint(graph)

    def fail(delta: GraphDelta) -> Any:
        raise RuntimeError("the process met an accident")

    with monkeypatch.context() as patch:
        patch.setattr(gate, "undercuts", fail)
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


PARTS = (
    "mentions",
    "relations",
    "attitudes",
    "links",
    "inferences",
    "conflicts",
    "outcomes",
    "statements",
    "references",
)


@pytest.mark.parametrize("part", PARTS)
def test_edge_without_its_end_is_refused(graph, delta, part):
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match="could be written"):
        commit_episode(graph, lacking(delta, part))
    assert fingerprint(graph) == before


def test_undercut_of_a_missing_inference_is_refused(graph, delta):
    rows = tuple(
        row.model_copy(update={"target": "nowhere"}) if row.target_is_inference else row for row in delta.conflicts
    )
    with pytest.raises(InvariantBroken):
        commit_episode(graph, delta.model_copy(update={"conflicts": rows}))


def test_sentences_that_the_graph_lacks_are_missed(graph, delta):
    graph.write(lambda transaction: transaction.run("MATCH (s:Sentence) WHERE s.order = 5 DETACH DELETE s").consume())
    rows = {"chunks": (), "relations": (), "statements": (), "mentions": (), "references": (), "outcomes": ()}
    rest = {"attitudes": (), "inferences": (), "conflicts": (), "links": ()}
    with pytest.raises(InvariantBroken, match="covers 6 sentences, the graph has 5"):
        commit_episode(graph, delta.model_copy(update={**rows, **rest}))


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
