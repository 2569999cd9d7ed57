"""Page numbers of a printed edition in the text become places and leave the text."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book

SENTENCE = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. "


def book_of(mark: str, pages: range, per_page: int = 6) -> Book:
    """A mark for each page, in the middle of a sentence."""
    pieces = [f"{SENTENCE * per_page}The clerk {mark.format(n)} sells sand. " for n in pages]
    half = len(pieces) // 2
    text = f"# Salt\n\n{''.join(pieces[:half])}\n\n# Sand\n\n{''.join(pieces[half:])}\n"
    return read_source(text.encode(), "b.md")


@pytest.mark.parametrize(
    ("mark", "label", "ref"),
    [
        ("[{:03}]", "12", None),
        ("[p. {}]", "12", None),
        ("[Pg {}]", "12", None),
        ("{{{}}}", "12", None),
        ("[{}]", "12", None),
        ("[4:{}]", "4:12", "4:12"),
        ("[A {} / B 9]", "A12/B9", "A12/B9"),
        ("[B{}]", "B12", "B12"),
        ("[{}a]", "12a", "12a"),
    ],
)
def test_marks_of_pages_leave_the_text_and_place_its_sentences(mark: str, label: str, ref: str | None) -> None:
    book = book_of(mark, range(1, 25))
    assert "[" not in book.text and "{" not in book.text
    assert "The clerk sells sand." in book.text and "clerk  sells" not in book.text
    after = [at for at, one in enumerate(book.sentences) if one.printed_page == label]
    assert len(after) == 7, "the sentences after the mark of page 12 up to the one in which page 13 begins"
    assert {book.sentences[at].ref for at in after} == {ref}
    assert book.sentences[0].printed_page is None


def test_a_mark_inside_a_word_leaves_it_whole() -> None:
    text = "# Salt\n\n" + "".join(f"{SENTENCE * 5}The cl[{n:03}]erk sells sand. " for n in range(1, 12))
    book = read_source(f"{text}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
    assert book.text.count("The clerk sells sand.") == 11


def test_numbers_of_notes_are_no_pages() -> None:
    calls = "".join(f"{SENTENCE * (1 + n * 7 % 5)}So says Mill.[{n}] " for n in range(1, 25))
    notes = "".join(f"[{n}] On Salt, page nine.\n\n" for n in range(1, 25))
    book = read_source(f"SALT\n\n{calls}\n\n{notes}SAND\n\n{SENTENCE * 9}\n".encode(), "b.txt")
    assert all(one.printed_page is None for one in book.sentences)
    assert sum(section.kind.value == "note" for section in book.sections) == 24


def test_a_few_numbers_in_brackets_and_numbers_out_of_order_are_text() -> None:
    for numbers in ([3, 4, 5], [9, 2, 7, 1, 30, 4, 11, 2, 8, 5]):
        text = "# Salt\n\n" + "".join(f"{SENTENCE * 6}So says Mill [{n}] of sand. " for n in numbers)
        book = read_source(f"{text}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
        assert all(f"[{n}]" in book.text for n in numbers)


def test_pages_in_five_columns_count_through() -> None:
    marks = [f"{page}{column}" for page in (17, 18, 19) for column in "abcde"]
    text = "# Salt\n\n" + "".join(f"{SENTENCE * 5}The clerk [{mark}] sells sand. " for mark in marks)
    book = read_source(f"{text}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
    assert "[" not in book.text
    assert [one for one in dict.fromkeys(one.printed_page for one in book.sentences) if one] == marks
    assert {one.ref for one in book.sentences if one.printed_page == "17b"} == {"17b"}


@pytest.mark.parametrize("mark", ["[p. {}]", "[A{}/B{}]", "[4:{}]", "[{:03}]", "[{}a]"])
def test_pages_that_short_paragraphs_cite_stay_in_the_text(mark: str) -> None:
    cited = [mark.format(n, n + 24) for n in range(50, 60)]
    text = "# Salt\n\n" + "".join(f"{SENTENCE}So he says {one}.\n\n" for one in cited)
    book = read_source(f"{text}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
    assert all(one in book.text for one in cited)


def test_pages_that_a_commentary_cites_stay_in_the_text() -> None:
    apart = [1, 9, 2, 30, 1, 1, 14, 2, 40, 1, 3, 22]
    cited = [f"[A{50 + n}/B{74 + n}]" for n in range(len(apart))]
    text = "# Salt\n\n" + "".join(f"{SENTENCE * n}So he says {one}.\n\n" for n, one in zip(apart, cited, strict=True))
    book = read_source(f"{text}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
    assert all(one in book.text for one in cited)
    again = "# Salt\n\n" + "".join(f"{SENTENCE * 6}So he says {one}, {SENTENCE * 6} {one}.\n\n" for one in cited)
    book = read_source(f"{again}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
    assert all(book.text.count(one) == 2 for one in cited)


@pytest.mark.parametrize("at", [5, 20])
def test_a_page_that_is_cited_among_the_marks_of_pages_stays_in_the_text(at: int) -> None:
    pieces = [f"{SENTENCE * 6}The clerk [A{n}/B{n + 24}] sells sand. " for n in range(1, 25)]
    pieces.insert(at, "So he says (see [A12/B36]). ")
    text = f"# Salt\n\n{''.join(pieces)}\n\n# Sand\n\n{SENTENCE}"
    book = read_source(text.encode(), "b.md")
    assert book.text.count("[") == 1 and "(see [A12/B36])" in book.text


def test_marks_of_two_editions_are_two_series() -> None:
    text = "# Salt\n\n" + "".join(
        f"{SENTENCE * 4}The clerk [A{n}] sells. {SENTENCE * 3}The clerk [B{n + 24}] buys. " for n in range(1, 25)
    )
    book = read_source(f"{text}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
    assert "[" not in book.text


def test_numbers_of_verses_are_no_pages() -> None:
    text = "# Salt\n\n" + "".join(f"[1:{n}] {SENTENCE}\n\n" for n in range(1, 32))
    book = read_source(f"{text}\n\n# Sand\n\n{SENTENCE}".encode(), "b.md")
    assert all(f"[1:{n}]" in book.text for n in range(1, 32))


def test_volumes_that_count_anew_are_both_read() -> None:
    text = "".join(
        f"# {name}\n\n" + "".join(f"{SENTENCE * 6}The clerk [p. {n}] sells sand. " for n in range(1, 15)) + "\n\n"
        for name in ("Salt", "Sand")
    )
    assert "[" not in read_source(text.encode(), "b.md").text
