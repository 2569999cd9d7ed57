"""A book's structure is written once, whatever it is called, and never with other sentences or sections."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.graph.commit import Committed
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.structure import write_structure
from schemas.errors import StructureDiffers
from tests.graph.books import SENTENCES, write_book

pytestmark = pytest.mark.neo4j


@pytest.fixture
def book(graph: Any, tmp_path: Path) -> Any:
    book = write_book(tmp_path, "On Standards", {"One": SENTENCES, "Two": SENTENCES})
    write_structure(graph, book)
    return book


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
