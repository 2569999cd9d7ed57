"""The title and the author that a title page prints, for books whose files declare none."""

import pymupdf
import pytest

from pipeline.phases.phase1_structure.person_names import person, signature
from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book
from tests.phases.phase1_structure.test_units import PROSE


def book_of(*lines: str) -> Book:
    body = "".join(f"CHAPTER {n}. OF {title}\n\n{PROSE * 6}\n\n" for n, title in (("I", "SALT"), ("II", "SAND")))
    return read_source(("\n\n".join(lines) + f"\n\n\n{body}").encode(), "file.txt")


@pytest.mark.parametrize(
    ("lines", "title", "author"),
    [
        (["THE ART OF SALT", "by", "OTTO HARWEN"], "THE ART OF SALT", "OTTO HARWEN"),
        (["THE ART OF SALT", "BY OTTO HARWEN, LL.D."], "THE ART OF SALT", "OTTO HARWEN"),
        (["The Art of Salt\nby Otto Harwen"], "The Art of Salt", "Otto Harwen"),
        (["THE ART OF SALT", "OTTO HARWEN"], "THE ART OF SALT", "OTTO HARWEN"),
        (["THE ART OF SALT", "In Two Chapters", "OTTO VON HARWEN"], "THE ART OF SALT", "OTTO VON HARWEN"),
        (["Title: The Art of Salt", "Author: Otto Harwen"], "The Art of Salt", "Otto Harwen"),
        (["Die Kunst des Salzes", "von", "Otto Harwen"], "Die Kunst des Salzes", "Otto Harwen"),
        (["THE ART OF SALT", "Translated by Jane Mill"], "THE ART OF SALT", None),
        (["THE ART OF SALT", "TRANSLATED FROM THE DANISH", "BY JANE MILL"], "THE ART OF SALT", None),
        (["THE ART OF SALT", "WEIGHED BY CLERKS"], "THE ART OF SALT", None),
        (["THE ART OF SALT", "NEW YORK", "1899"], "THE ART OF SALT", None),
        (["SALT"], "SALT", None),
        (["# no title"], "file", None),
    ],
)
def test_a_plain_text_says_it_on_its_title_page(lines: list[str], title: str, author: str | None) -> None:
    book = book_of(*lines)
    assert (book.title, book.author) == (title, author)


def test_a_pdf_without_metadata_says_it_too() -> None:
    document = pymupdf.open()
    page = document.new_page(width=400, height=500)
    page.insert_text((80, 150), "The Art of Salt", fontsize=22)
    page.insert_text((140, 200), "Otto Harwen", fontsize=14)
    page.insert_text((120, 240), "Translated by Jane Mill", fontsize=11)
    for title in ("Of Salt", "Of Sand", "Of Silt"):
        page = document.new_page(width=400, height=500)
        page.insert_text((40, 80), title, fontsize=18)
        page.insert_textbox((40, 110, 360, 460), PROSE * 6, fontsize=11)
    book = read_source(document.tobytes(), "file.pdf")
    assert (book.title, book.author, book.translator) == ("The Art of Salt", "Otto Harwen", "Jane Mill")


@pytest.mark.parametrize("top", ["BOOK I", "PART I. OF SALT", "PREFACE"])
def test_no_part_names_the_book(top: str) -> None:
    below = "".join(f"CHAPTER {n}\n\n{PROSE * 6}\n\n" for n in ("I", "II"))
    assert read_source(f"{top}\n\n{below}".encode(), "file.txt").title == "file"


@pytest.mark.parametrize(
    "text", ["Moral Philosophy", "New York", "Trinity College", "OXFORD", "The End", "George Other, London", "12 May"]
)
def test_what_is_no_person(text: str) -> None:
    assert person(text, {"moral", "the", "end"}) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("George Other, Oxford, 1999", "George Other"), ("GEORGE OTHER.", "GEORGE OTHER"), ("— G. Other", "G. Other"),
        ("George Other Oxford 1999", "George Other Oxford"), ("G. O.", "G. O."), ("Oxford, May 1899.", None),
        ("New York, 1999", None), ("London", None), ("Trinity College, Cambridge", None), ("4 May 1899", None),
    ],
)  # fmt: skip
def test_a_signature_begins_with_its_name(text: str, name: str | None) -> None:
    assert signature(text) == name
