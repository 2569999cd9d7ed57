"""Every chunk is bounded, whatever a passage without a sentence's end is made of, and nothing of it is lost."""

import itertools
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.phases.phase1_structure.lengths import LONGEST_SENTENCE, word_count
from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import CHUNK_WORDS, Book, StructureOptions
from tests.phases.phase1_structure.test_laws import check_laws, check_sections, words

PIECES = st.sampled_from(
    ["the tide", "salt;", "because it was", "barrels:", "and", "—", "x" * 40, "盐" * 900, "end.", "Mr."]
)


def check_bounds(book: Book, target: int) -> None:
    assert all(word_count(book.sentence_text(at)) <= LONGEST_SENTENCE for at in range(len(book.sentences)))
    assert all(chunk.words <= max(1.3 * target, LONGEST_SENTENCE) for chunk in book.chunks)
    longest = max((len(book.sentence_text(at)) for at in range(len(book.sentences))), default=0)
    assert longest <= LONGEST_SENTENCE * 31


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, min_size=1, max_size=30), st.integers(1, 120), st.sampled_from([100, 1000]))
def test_every_chunk_is_bounded_and_nothing_is_lost(pieces: list[str], times: int, target: int) -> None:
    text = " ".join(["The", *pieces * times])
    book = read_source(text.encode(), "b.txt", StructureOptions(chunk_words=target, language="en"))
    check_bounds(book, target)
    check_sections(book)
    check_sentences_joined(book, text)
    assert book.chunks[0].first == 0 and book.chunks[-1].last == len(book.sentences)


def check_sentences_joined(book: Book, text: str) -> None:
    spans = [(one.start, one.end) for one in book.sentences]
    assert "".join("".join(book.text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))


def test_a_sentence_is_cut_where_a_part_ends_else_between_words() -> None:
    part = " ".join(["word"] * 299) + ";"
    book = read_source(f"The {part} {part} {part}".encode(), "b.txt", StructureOptions(language="en"))
    check_laws(book)
    assert [len(words(book.sentence_text(at))) for at in range(len(book.sentences))] == [300, 299, 299]
    book = read_source(("The " + "word " * 1199).encode(), "b.txt", StructureOptions(language="en"))
    check_laws(book)
    assert [len(words(book.sentence_text(at))) for at in range(len(book.sentences))] == [500, 500, 200]


def test_the_cut_is_named() -> None:
    book = read_source(b"# One\n\nShort.\n\n# Two\n\nThe " + b"word " * 1200, "b.md")
    assert [(one.code, one.names) for one in book.warnings] == [("structure.sentence_cut", ("Two",))]
    assert read_source(b"# One\n\nThe " + b"word " * 480, "b.md").warnings == ()


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["word ", "end. and ", "because of it; ", "盐"])
def test_four_hundred_thousand_words_without_an_end_are_read_in_seconds(unit: str) -> None:
    begun = time.process_time()
    text = "The " + unit * (400_000 // max(len(unit.split()), 1))
    book = read_source(text.encode(), "b.txt", StructureOptions(language="en"))
    check_bounds(book, CHUNK_WORDS)
    check_sentences_joined(book, text)
    assert time.process_time() - begun < 20


def test_words_are_counted_where_there_is_no_white_space() -> None:
    assert word_count("the self-evident truth") == 3
    assert word_count("盐" * 600) == 100
