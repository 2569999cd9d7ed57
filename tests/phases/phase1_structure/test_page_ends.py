"""Plain text with form feeds, as pdftotext writes it: a page's end hides no heading and parts no sentence."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book

PROSE = "The tide clerk wrote down what the water did, and nobody\nasked him why he did it for so long a time."
LINE = " ".join(PROSE.split())
ENDS = ["\n\f", "\f", "\n\f\n", "\r\n\f", "\n \f", "\n\n\f", "\n\f\f"]


def paragraphs(book: Book) -> list[str]:
    return book.text.split("\n\n")


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("heading", ["CHAPTER II", "Chapter 2. Of Salt", "OF SALT", "Conclusion", "Of Salt\n======="])
def test_a_heading_at_the_top_of_a_page_is_found(heading: str, end: str) -> None:
    book = read_source(f"CHAPTER I\n\n{PROSE}{end}{heading}\n\n{PROSE}\n".encode(), "b.txt")
    title = heading.split("\n")[0]
    assert [one.title for one in book.sections] == ["CHAPTER I", title]
    assert paragraphs(book) == ["CHAPTER I", LINE, title, LINE]


@pytest.mark.parametrize("end", [*ENDS[:5], ENDS[6]])
def test_a_sentence_runs_over_a_page_s_end(end: str) -> None:
    for rest in ("and of Salt Quay he\nwrote nothing at all.", "Salt Quay he wrote nothing.", "he said no."):
        book = read_source(f"CHAPTER I\n\n{PROSE} But of{end}{rest}\n\n{PROSE}\n".encode(), "b.txt")
        assert paragraphs(book) == ["CHAPTER I", f"{LINE} But of {' '.join(rest.split())}", LINE]


def test_where_a_sentence_ends_a_paragraph_may_and_after_an_abbreviation_it_goes_on() -> None:
    book = read_source(f"CHAPTER I\n\n{PROSE}\n\f{PROSE}\n".encode(), "b.txt")
    assert paragraphs(book) == ["CHAPTER I", LINE, LINE]
    book = read_source(f"CHAPTER I\n\n{PROSE} See vol.\n\ftwo of it.\n".encode(), "b.txt")
    assert paragraphs(book) == ["CHAPTER I", f"{LINE} See vol. two of it."]


@pytest.mark.parametrize("head", ["THE TIDAL CLERK", "THE TIDAL CLERK {}", "{}"])
def test_a_running_head_or_a_page_s_number_is_no_heading(head: str) -> None:
    pages = "".join(
        f" But of\n\f{head.format(number)}\n\nthe water he wrote nothing, {LINE}" for number in range(12, 17)
    )
    book = read_source(f"CHAPTER I\n\n{PROSE}{pages}\n\nCHAPTER II\n\n{PROSE}\n".encode(), "b.txt")
    assert [one.title for one in book.sections] == ["CHAPTER I", "CHAPTER II"]


def test_chapters_that_all_begin_a_page_are_found() -> None:
    text = "".join(f"Chapter {number}\n\n{PROSE}\n\f" for number in range(1, 7))
    book = read_source(text.encode(), "b.txt")
    assert [one.title for one in book.chapters] == [f"Chapter {number}" for number in range(1, 7)]
    assert all(text[one.source_start or 0 :].startswith(one.title) for one in book.sections)


def test_a_heading_of_markdown_behind_a_page_s_end_is_found() -> None:
    text = f"# One\n\n{PROSE}\n\f# Two\n\n{PROSE} But of\n\fhim.\n"
    book = read_source(text.encode(), "b.md")
    assert paragraphs(book) == ["One", LINE, "Two", f"{LINE} But of him."]
