"""Project Gutenberg's header and licence are left out; a book that speaks of them or quotes their lines is read."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind

PROSE = "The tide clerk wrote down what the water did, and nobody asked him why he did it for so long a time."
START, END = "*** START OF THE PROJECT GUTENBERG EBOOK SALT ***", "*** END OF THE PROJECT GUTENBERG EBOOK SALT ***"
HEADER = "The Project Gutenberg EBook of Salt, by Ada Rowe\n\nTitle: Salt\n\nAuthor: Ada Rowe"
LICENCE = f"Redistribution is subject to the trademark licence.\n\n{PROSE}\n\n{PROSE}"
STARTS = [
    START,
    START.replace(" SALT ***", ""),
    "***START OF THIS PROJECT GUTENBERG ETEXT SALT***",
    f"Character set encoding: UTF-8 {START}",
    f"{START} Produced by Ben Hill",
    "*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
    "*END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.02.11.02*END*",
]
ENDS = [
    END,
    "End of the Project Gutenberg EBook of Salt, by Ada Rowe",
    f"End of Project Gutenberg’s Salt, by Ada Rowe {END}",
    f"End of Project Gutenberg’s Salt, by A. R.\n\n{END}",
]
MENTIONS = [
    f"Every such file has a line {START} in it, he said.",
    f"He read: {START}",
    f"{START} is what each of them says.",
    "*** START OF THE PROJECT GUTENBERG EBOOK is a line which nobody reads.",
    "*END*THE SMALL PRINT was the last line that he read.",
    "End of Project Gutenberg’s dream, some said.",
    "End of Project Gutenberg’s dream",
    f"{END} is how it closes, he said.",
    "He was at the end of the Project Gutenberg ebook.",
]


def words_read(book: Book) -> int:
    return sum(
        book.text[one.start : one.end].count("tide clerk")
        for one in book.sentences
        if book.sections[one.section].kind is SectionKind.BODY
    )


def chapters(*middle: str) -> str:
    return "\n\n".join(
        [*(f"CHAPTER {number}.\n\n{PROSE}" for number in ("I", "II")), *middle]
        + [f"CHAPTER {number}.\n\n{PROSE}" for number in ("III", "IV")]
    )


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("start", STARTS)
def test_the_frame_is_left_out(start: str, end: str) -> None:
    book = read_source(f"{HEADER}\n\n{start}\n\n{chapters()}\n\n{end}\n\n{LICENCE}\n".encode(), "b.txt")
    kinds = [one.kind.value for one in book.sections]
    assert (kinds[0], kinds[-1], kinds.count("boilerplate")) == ("boilerplate", "boilerplate", 2)
    assert (words_read(book), book.warnings) == (4, ())


@pytest.mark.parametrize("name", ["b.txt", "b.md", "b.html"])
@pytest.mark.parametrize("mention", MENTIONS)
def test_a_mention_of_its_lines_costs_no_text(mention: str, name: str) -> None:
    text = chapters(mention, PROSE)
    source = {"b.txt": text, "b.md": text.replace("CHAPTER", "# CHAPTER")}.get(
        name, "".join(f"<p>{part}</p>" for part in text.replace("CHAPTER", "Chapter").split("\n\n"))
    )
    book = read_source(source.encode(), name)
    assert {one.kind for one in book.sections} == {SectionKind.BODY}
    assert (words_read(book), book.warnings) == (5, ())


@pytest.mark.parametrize("line", [START, END])
def test_a_line_quoted_among_chapters_costs_no_text(line: str) -> None:
    book = read_source(f"{chapters(line)}\n\n{PROSE}\n".encode(), "b.txt")
    assert (words_read(book), book.warnings) == (5, ())


def test_a_header_that_holds_prose_is_named_with_its_words() -> None:
    history = f"# The Story of Project Gutenberg\n\n{PROSE}\n\n{PROSE}\n\n"
    book = read_source(f"{history}{START}\n\n# One\n\n{PROSE}\n".encode(), "b.md")
    assert [one.code for one in book.warnings] == ["structure.front_not_read"]
    assert f" {2 * len(PROSE.split())} words" in book.warnings[0].message


def test_of_two_texts_in_one_file_both_are_read() -> None:
    texts = [f"{HEADER}\n\n{START}\n\n{chapters()}\n\n{END}\n\nLicence." for _ in range(2)]
    book = read_source("\n\n".join(texts).encode(), "b.txt")
    assert words_read(book) == 8


def test_a_short_text_before_a_long_licence_loses_the_licence() -> None:
    book = read_source(f"{HEADER}\n\n{START}\n\n{PROSE}\n\n{END}\n\n{LICENCE}\n\n{LICENCE}\n".encode(), "b.txt")
    assert words_read(book) == 1


def test_chapters_above_a_quoted_line_are_read_whatever_words_they_hold() -> None:
    text = (
        "Project Gutenberg is small print, or SMALL PRINT.\n\nCHAPTER I\n\nThe wind was cold that year on the quay.\n\n"
        "*** START OF THE PROJECT GUTENBERG EBOOK ***\n\nCHAPTER II\n\nThe sea was warm.\n"
    )
    book = read_source(text.encode(), "b.txt")
    body = [section.title for section in book.sections if section.kind is SectionKind.BODY]
    assert "CHAPTER I" in body and "CHAPTER II" in body
