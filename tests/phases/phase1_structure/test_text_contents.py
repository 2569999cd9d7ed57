"""Printed contents of plain text books: of several forms, in other words than the headings, with and without pages."""

import pytest

from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.test_text_headings import PROSE, chapters, read, rows


def is_front(book: Book) -> bool:
    return [one.kind for one in book.sections if one.title.strip(".").casefold() == "contents"] == [SectionKind.FRONT]


LONG = "OF SALT, AND OF THE WAYS IN WHICH IT IS WEIGHED"
LISTS = {
    "paragraphs": (
        "CONTENTS.\n\n                                              PAGE\n\nPREFACE                                         v\n\n"
        "CHAPTER I\n\nOF SALT, AND OF THE WAYS IN WHICH IT IS\nWEIGHED                                         1\n\n"
        "CHAPTER II\n\nOF SAND                                        12\n\nCHAPTER III\n\nOF CLAY                                        30"
    ),
    "centred": (
        "                 CONTENTS\n\n                                            PAGE\n\n   PREFACE                                      v\n\n"
        "                 CHAPTER I\n\n   OF SALT, AND OF THE WAYS IN WHICH IT IS\n   WEIGHED                                      1\n\n"
        "                CHAPTER II\n\n   OF SAND                                     12\n\n               CHAPTER III\n\n"
        "   OF CLAY                                     30"
    ),
    "columns": (
        "Contents\n\nCHAPTER                                    PAGE\n\n      Preface                                 v\n\n"
        "   I. Of salt, and of the ways in which it\n        is weighed                             1\n\n"
        "  II. Of sand                                 12\n\n III. Of clay                                 30"
    ),
    "other words": (
        "CONTENTS\n\nPREFACE\n\nCHAPTER I. Of the weighing of salt\n\nCHAPTER II. Sand, its kinds and uses\n\nCHAPTER III. Clays"
    ),
    "one paragraph": (
        "CONTENTS\n\nPREFACE\nCHAPTER I. Salt and its weighing\nCHAPTER II. The kinds and uses of sand\nCHAPTER III. Clays"
    ),
    "leaders": (
        "CONTENTS\n\nPreface ........... v\nChapter 1 Salt and its weighing ....... 1\nChapter 2 Sand ....... 12\nChapter 3 Clay .... 30"
    ),
    "same paragraph": "CONTENTS\nPREFACE\nCHAPTER I. OF SALT\nCHAPTER II. OF SAND\nCHAPTER III. OF CLAY",
}


SUMMARY = (
    "What it is--How it is found--Who first found it--Of the pans in which it is\nboiled, and of the fires below them"
)


@pytest.mark.parametrize("printed", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize(
    "numbers", [("CHAPTER I", "CHAPTER II", "CHAPTER III"), ("I", "II", "III"), ("I.", "II.", "III.")]
)
def test_a_printed_contents_in_any_form_is_one_and_its_entries_are_placed(
    printed: str, numbers: tuple[str, ...]
) -> None:
    titles = (LONG, "OF SAND", "OF CLAY")
    heads = [f"{number}\n\n{title}" for number, title in zip(numbers, titles, strict=True)]
    book = read("THE PANS", "by Ada Rowe", printed, "\n\nPREFACE", PROSE, *chapters(*heads))
    expected = [f"{number} {title}" for number, title in zip(numbers, titles, strict=True)]
    assert rows(book) == [(1, "PREFACE"), *((1, title) for title in expected)]
    assert is_front(book)
    assert book.sections[0].title == "Front matter"


def test_entries_without_numbers_are_matched_by_likeness() -> None:
    printed = "CONTENTS\n\nThe kinds and the uses of salt     1\n\nSand and where it is found      9\n\nOn clay      20"
    book = read(
        printed,
        "\n\nOF THE KINDS AND USES OF SALT",
        PROSE,
        "OF SAND, AND WHERE IT IS FOUND",
        PROSE,
        "OF PEBBLES",
        PROSE,
        "ON CLAY",
        PROSE,
    )
    assert rows(book) == [(1, "OF THE KINDS AND USES OF SALT"), (1, "OF SAND, AND WHERE IT IS FOUND"), (1, "ON CLAY")]
    assert any(one.title == "OF PEBBLES" and not one.in_toc for one in book.sections)


@pytest.mark.parametrize("indent", ["", "    "])
def test_contents_of_books_and_chapters_that_count_anew(indent: str) -> None:
    printed = "\n\n".join(
        f"BOOK {book}. OF {name}\n\n{indent}CHAPTER I. Kinds\n\n{indent}CHAPTER II. Uses"
        for book, name in (("I", "SALT"), ("II", "SAND"))
    )
    body = [
        part
        for book, name in (("I", "SALT"), ("II", "SAND"))
        for part in (f"BOOK {book}", f"OF {name}", *chapters("CHAPTER I\n\nTHE KINDS", "CHAPTER II\n\nTHE USES"))
    ]
    book = read("THE PANS", "CONTENTS", printed, *body)
    below = [(2, "CHAPTER I THE KINDS"), (2, "CHAPTER II THE USES")]
    assert rows(book) == [(1, "BOOK I OF SALT"), *below, (1, "BOOK II OF SAND"), *below]
    assert is_front(book)


@pytest.mark.parametrize("page", ["", "       1"])
def test_a_contents_with_summaries(page: str) -> None:
    printed = [f"CHAPTER {at}\n\n{name}\n\n{SUMMARY}{page}" for at, name in (("I", "OF SALT"), ("II", "OF SAND"))]
    book = read("CONTENTS", *printed, *chapters("\n\nCHAPTER I\n\nOF SALT", "CHAPTER II\n\nOF SAND"))
    assert rows(book) == [(1, "CHAPTER I OF SALT"), (1, "CHAPTER II OF SAND")]
    assert is_front(book)


def test_a_centred_contents_nests_by_its_numbers() -> None:
    printed = (
        "                 PART I\n\n               OF EARTHS\n\nCHAP.                     PAGE\n\n  1. Salt               3\n\n"
        "                 PART II\n\n               OF WATERS\n\n  2. Rain              33"
    )
    parts = ("\n\nPART I", "OF EARTHS", "CHAPTER 1", "Salt", PROSE, "PART II", "OF WATERS", "CHAPTER 2", "Rain", PROSE)
    assert rows(read("THE PANS", "Table of Contents", printed, *parts)) == [
        (1, "PART I OF EARTHS"), (2, "CHAPTER 1 Salt"), (1, "PART II OF WATERS"), (2, "CHAPTER 2 Rain"),
    ]  # fmt: skip


def test_a_year_at_the_end_of_a_title_is_no_page() -> None:
    printed = "CHAPTER I. Salt in 1850     1\n\nCHAPTER II. Sand in 1860     9"
    book = read("CONTENTS", printed, *chapters("CHAPTER I\n\nSALT IN 1850", "CHAPTER II\n\nSAND IN 1860"))
    assert rows(book) == [(1, "CHAPTER I SALT IN 1850"), (1, "CHAPTER II SAND IN 1860")]


def test_a_title_with_a_full_stop_that_the_contents_lists() -> None:
    printed = "Vorrede            III\n\nErstes Kapitel. Vom Salze       1\n\nZweites Kapitel. Vom Sande     20"
    heads = ("Erstes Kapitel.\n\nVom Salze.", "Zweites Kapitel.\n\nVom Sande.")
    book = read("Inhalt", printed, "Vorrede", PROSE, *chapters(*heads))
    assert rows(book) == [(1, "Vorrede"), (1, "Erstes Kapitel. Vom Salze."), (1, "Zweites Kapitel. Vom Sande.")]


@pytest.mark.parametrize("printed", ["Of Salt      1\n\nOf Sand      9\n\nOf Clay     12", "Of Salt\nOf Sand\nOf Clay"])
def test_headings_in_small_letters_that_the_contents_lists(printed: str) -> None:
    book = read("Contents", printed, *chapters("\n\nOf Salt", "Of Sand", "Of Clay"))
    assert rows(book) == [(1, "Of Salt"), (1, "Of Sand"), (1, "Of Clay")]
    assert is_front(book)


@pytest.mark.parametrize("title", ["PREFACE", "TO THE READER"])
def test_what_stands_before_the_first_listed_chapter_is_read(title: str) -> None:
    printed = "CHAPTER I. Salt\nCHAPTER II. Sand"
    book = read("CONTENTS", printed, f"\n\n{title}", PROSE, *chapters("CHAPTER I\n\nSALT", "CHAPTER II\n\nSAND"))
    assert [(one.level, one.title, one.in_toc) for one in book.sections][1:3] == [
        (1, title, False),
        (1, "CHAPTER I SALT", True),
    ]


def test_a_contents_that_names_nothing_in_the_text_is_still_one() -> None:
    book = read("CONTENTS", "Alpha and omega   1\n\nBeta matters    2", *chapters("\n\nCHAPTER I", "CHAPTER II"))
    assert rows(book) == [(1, "CHAPTER I"), (1, "CHAPTER II")]
    assert is_front(book)


def test_an_appendix_with_its_page_in_the_contents_is_an_entry() -> None:
    printed = "I. The salt of the sea    1\n\nII. The sand    7\n\nAPPENDIX      20"
    heads = ("\n\nCHAPTER THE FIRST\n\nSEA-SALT", "CHAPTER THE SECOND\n\nSHORE SAND", "APPENDIX")
    assert rows(read("CONTENTS", printed, *chapters(*heads))) == [
        (1, "CHAPTER THE FIRST SEA-SALT"), (1, "CHAPTER THE SECOND SHORE SAND"), (1, "APPENDIX"),
    ]  # fmt: skip
