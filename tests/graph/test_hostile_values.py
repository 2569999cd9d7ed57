"""Values that broke others: kept letter by letter, or refused; never read as Cypher."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.graph.commit import commit_episode
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.rollup import complete_chapter
from pipeline.graph.structure import write_structure
from pipeline.graph.values import storable
from schemas.delta import GraphDelta
from schemas.errors import InvariantBroken
from tests.graph.books import SENTENCES, every_kind, frame, seal, write_book

KEPT = (
    "Größe und Übermaß",
    "Erkenntnis-Vermögen",
    "`) DETACH DELETE n //",
    "`` \\u0060 ` \\",
    "she said \"no\" and 'yes'",
    "// comment /* and */ $rows {id: 1}",
    "zero\u200bwidth \u00a0 and \u2028 lines",
    "𝔘𝔫𝔢𝔫𝔡𝔩𝔦𝔠𝔥 🦉",
    "é" * 2_000,
    "null",
    "\x00 and \x1f",
)


@pytest.fixture
def delta(graph: Any, tmp_path: Path) -> GraphDelta:
    book = write_book(tmp_path, "On Standards", {"One": SENTENCES})
    write_structure(graph, book)
    return seal(frame(book, 1), every_kind())


def changed(delta: GraphDelta, part: str, **values: Any) -> GraphDelta:
    """The delta with these values in the first row of `part`, unchecked as a fault of ours would leave them."""
    first, *others = getattr(delta, part)
    return delta.model_copy(update={part: (first.model_copy(update=values), *others)})


@pytest.mark.neo4j
@pytest.mark.parametrize("value", KEPT)
def test_text_is_kept(graph, delta, value):
    for part, name in (
        ("statements", "text"),
        ("relations", "predicate"),
        ("mentions", "surface"),
        ("entities", "key"),
    ):
        delta = changed(delta, part, **{name: value})
    commit_episode(graph, delta)
    complete_chapter(graph, delta.book, delta.owner)
    assert (
        graph.read("MATCH (s:Statement {id: $id}) RETURN s.text AS text", id=delta.statements[0].id)[0]["text"] == value
    )
    found = graph.read("MATCH (:Entity)-[r {id: $id}]->(:Entity) RETURN r.predicate AS text", id=delta.relations[0].id)
    assert found == [{"text": value}]
    found = graph.read("MATCH (:Sentence)-[m:MENTIONS {id: $id}]->() RETURN m.surface AS text", id=delta.mentions[0].id)
    assert found == [{"text": value}]
    assert graph.read("MATCH (e:Entity {key: $key}) RETURN count(e) AS count", key=value) == [{"count": 1}]
    assert len(fingerprint(graph)) == 64


REFUSED: dict[str, dict[str, Any]] = {
    "lone surrogate": {"text": "\ud800"},
    "not a number": {"confidence": float("nan")},
    "1e400": {"confidence": json.loads("1e400")},
    "too large a whole number": {"order": 2**63},
    "a map": {"name": {"a": 1}},
    "a list of mixed types": {"about": ("a", 1)},
    "a list in a list": {"parts": (("a",), ("b",))},
}


@pytest.mark.neo4j
@pytest.mark.parametrize("name", REFUSED)
def test_what_a_property_cannot_hold_is_refused(graph, delta, name):
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match="can't be stored"):
        commit_episode(graph, changed(delta, "statements", **REFUSED[name]))
    assert fingerprint(graph) == before


HOSTILE_TYPES = ("KNOWS`]->(b) DETACH DELETE b //", "KNOWS:ADMIN", "is employed by", "", "Ä", "IS_A\n", "X" * 70)


@pytest.mark.neo4j
@pytest.mark.parametrize("kind", HOSTILE_TYPES)
@pytest.mark.parametrize("part", ["relations", "attitudes", "links"])
def test_type_that_is_none_is_refused(graph, delta, part, kind):
    before = fingerprint(graph)
    with pytest.raises(InvariantBroken, match="relationship's type"):
        commit_episode(graph, changed(delta, part, type=kind))
    assert fingerprint(graph) == before


def test_storable():
    assert all(map(storable, (None, True, 0, -(2**63), 0.5, "", "x" * 10_000, (), ["a", "b"], (1, 2))))
    assert not any(map(storable, (2**63, float("inf"), float("-inf"), [None], [1, True], {}, b"x", [[1]], "\udfff")))
