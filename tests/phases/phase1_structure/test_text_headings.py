"""Headings of plain text books: numerals, decimals, titles below numbers, marks of emphasis, and what is none."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book

PROSE = (
    "The tide clerk wrote down what the water did in the pans, and nobody\nasked him why he did it for so long a time. "
    "He weighed the salt twice\nand the sand once, and went home."
)
ITALICS = (
    "He was _very_ sure that the _whole_ of it was _salt_, and said so to the clerk who kept the books of the pans."
)


def read(*paragraphs: str) -> Book:
    return read_source("\n\n".join(paragraphs).encode(), "b.txt")


def rows(book: Book) -> list[tuple[int, str]]:
    return [(one.level, one.title) for one in book.sections if one.in_toc]


def chapters(*headings: str) -> list[str]:
    return [part for heading in headings for part in (heading, PROSE, PROSE)]


@pytest.mark.parametrize("title", ["{}", "               {}"])
@pytest.mark.parametrize("names", [("OF SALT", "OF SAND", "OF CLAY"), ("Of Salt", "Of Sand", "Of Clay")])
def test_single_numerals_above_titles(title: str, names: tuple[str, ...]) -> None:
    heads = [
        f"{title.format(number)}\n\n{title.format(name)}"
        for number, name in zip(("I", "II", "III"), names, strict=True)
    ]
    book = read("THE PANS", "by Ada Rowe", *chapters(*heads))
    assert rows(book) == [(1, f"{number} {name}") for number, name in zip(("I", "II", "III"), names, strict=True)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("BOOK THE FIRST", "BOOK THE SECOND"), ("PART THE FIRST.", "PART THE SECOND."), ("VOLUME THE THIRD", "VOLUME THE FOURTH"),
        ("FIRST BOOK", "SECOND BOOK"), ("THE FIRST PART", "THE SECOND PART"), ("ERSTES BUCH", "ZWEITES BUCH"),
        ("Fünfter Teil", "Sechster Teil"), ("BOOK I.", "BOOK II."), ("LIVRE PREMIER", "LIVRE SECOND"),
        ("PART THE FIRST. OF PANS", "PART THE SECOND. OF PITS"),
    ],
)  # fmt: skip
def test_containers(first: str, second: str) -> None:
    book = read(first, *chapters("1. Of salt", "2. Of sand"), second, *chapters("1. Of clay", "2. Of chalk"))
    assert rows(book) == [
        (1, first),
        (2, "1. Of salt"),
        (2, "2. Of sand"),
        (1, second),
        (2, "1. Of clay"),
        (2, "2. Of chalk"),
    ]


@pytest.mark.parametrize("intro", [(), (PROSE,)])
@pytest.mark.parametrize("stop", ["", "."])
def test_decimals(intro: tuple[str, ...], stop: str) -> None:
    deeper = chapters("1.1 Kinds of salt", "1.2 Uses of salt", "1.2.1 At home")
    book = read(f"1{stop} Salt", *intro, *deeper, f"2{stop} Sand", *intro, *chapters("2.1 Kinds of sand"))
    assert rows(book) == [
        (1, f"1{stop} Salt"), (2, "1.1 Kinds of salt"), (2, "1.2 Uses of salt"), (3, "1.2.1 At home"),
        (1, f"2{stop} Sand"), (2, "2.1 Kinds of sand"),
    ]  # fmt: skip


@pytest.mark.parametrize("mark", ["_", "*", "="])
@pytest.mark.parametrize(
    ("heads", "titles"),
    [
        (("{0}Of Salt{0}", "{0}Of Sand{0}"), ["Of Salt", "Of Sand"]),
        (("{0}CHAPTER I. OF SALT.{0}", "{0}CHAPTER II. OF SAND.{0}"), ["CHAPTER I. OF SALT.", "CHAPTER II. OF SAND."]),
        (("CHAPTER I. {0}Of Salt{0}", "CHAPTER II. {0}Of Sand{0}"), ["CHAPTER I. Of Salt", "CHAPTER II. Of Sand"]),
        (("CHAPTER I\n\n{0}Of Salt{0}", "CHAPTER II\n\n{0}Of Sand{0}"), ["CHAPTER I Of Salt", "CHAPTER II Of Sand"]),
        (("{0}I.{0}", "{0}II.{0}"), ["I.", "II."]),
    ],
)
def test_marks_of_emphasis_around_headings(mark: str, heads: tuple[str, ...], titles: list[str]) -> None:
    book = read(*chapters(*(head.format(mark) for head in heads)), ITALICS.replace("_", mark))
    assert rows(book) == [(1, title) for title in titles]
    assert mark not in book.text


def test_marks_of_emphasis_around_words() -> None:
    text = "A _very\nlong_ word, “_so_”, (_and_) _so_. Call snake_case_name and 2*3, x = y, a * b."
    book = read(*chapters("CHAPTER I", "CHAPTER II"), text)
    assert "A very long word, “so”, (and) so. Call snake_case_name and 2*3, x = y, a * b." in book.text


@pytest.mark.parametrize(
    "text",
    [
        "Set _private and _hidden and _own, and once _all_ of them.",
        "2*3*4 and a*b are arithmetic, and x=y=z too; a * b * c.",
        "The word* has a note, this* too, and that*.",
        "Only _one_ word.",
        "See __init__ and __main__ and __name__.",
    ],
)
def test_signs_that_mark_no_emphasis_stay(text: str) -> None:
    assert text in read(*chapters("CHAPTER I", "CHAPTER II"), text).text


@pytest.mark.parametrize("number", ["Chapter {}", "CHAPTER {}.", "Chapter {}."])
def test_titles_in_small_letters_below_a_number(number: str) -> None:
    titles = ("The Kinds and Uses of Salt", "What is Sand?", "Of clay and chalk")
    heads = [f"{number.format(at)}\n\n{title}" for at, title in enumerate(titles, 1)]
    assert rows(read(*chapters(*heads))) == [(1, f"{number.format(at)} {title}") for at, title in enumerate(titles, 1)]


@pytest.mark.parametrize("line", ["He came at last.", "“Who is there”", "they said so", "London, the third of May,"])
def test_a_short_paragraph_below_a_number_is_no_title(line: str) -> None:
    book = read(*chapters(f"Chapter 1\n\n{line}", f"Chapter 2\n\n{line}", "Chapter 3"))
    assert rows(book) == [(1, "Chapter 1"), (1, "Chapter 2"), (1, "Chapter 3")]


@pytest.mark.parametrize(
    ("spaced", "title"),
    [
        ("C H A P T E R  I", "CHAPTER I"), ("C H A P T E R   I V.", "CHAPTER IV."), ("C H A P T E R I", "CHAPTER I"),
        ("P R E F A C E", "PREFACE"), ("P R E F A C E.", "PREFACE."), ("C H A P T E R  2", "CHAPTER 2"),
        ("O F  T H E  S A L T", "OF THE SALT"), ("B O O K  T H E  F I R S T", "BOOK THE FIRST"),
    ],
)  # fmt: skip
def test_spaced_letters_are_words(spaced: str, title: str) -> None:
    assert title in [one.title for one in read(*chapters(f"     {spaced}", "OF PEBBLES")).sections]


@pytest.mark.parametrize("row", ["A B C D E", "A  B  C  D", "X Y Z X", "I I I I", "a b c d e f"])
def test_rows_of_letters_are_no_words(row: str) -> None:
    assert " ".join(row.split()) in read(*chapters("CHAPTER I", "CHAPTER II"), row, PROSE).text


@pytest.mark.parametrize(
    "cap", ["T\n\nHE tide clerk wrote", "I\n\nn the beginning", "I\n\nN the beginning there was", "V\n\nERY often"]
)
def test_a_drop_cap_is_no_heading(cap: str) -> None:
    book = read(*(part for head in ("CHAPTER I", "CHAPTER II") for part in (head, f"{cap} {PROSE}", PROSE)))
    assert rows(book) == [(1, "CHAPTER I"), (1, "CHAPTER II")]


def test_speakers_are_no_headings() -> None:
    talk = ["HYLAS.", PROSE, "PHILONOUS.", PROSE] * 3
    book = read("THE FIRST DIALOGUE", *talk, "THE SECOND DIALOGUE", *talk)
    assert rows(book) == [(1, "THE FIRST DIALOGUE"), (1, "THE SECOND DIALOGUE")]
    assert book.text.count("PHILONOUS.") == 6


def test_titles_that_come_again_in_each_part_are_headings() -> None:
    book = read(
        *(part for name in ("ONE", "TWO", "THREE") for part in (f"PART {name}", *chapters("DEFINITIONS", "RULES")))
    )
    assert [title for _, title in rows(book)].count("DEFINITIONS") == 3


@pytest.mark.parametrize(
    "end",
    [
        "THE END",
        "THE END.",
        "_The End_",
        "FINIS.",
        "END OF THE FIRST VOLUME.",
        "ENDE DES ERSTEN BUCHES",
        "* * THE END * *",
    ],
)
def test_the_end_is_no_heading(end: str) -> None:
    assert rows(read(*chapters("CHAPTER I", "CHAPTER II"), end)) == [(1, "CHAPTER I"), (1, "CHAPTER II")]


def test_verse_is_no_heading() -> None:
    verse = "\n".join(
        ["    The salt is white,", "    The sand is grey,", "    And all the night", "    We weigh the day."]
    )
    stanzas = [part for number in ("1.", "2.", "3.") for part in (number, f"{verse}\n{verse}")]
    book = read(*chapters("CHAPTER I", "CHAPTER II"), verse, verse, *stanzas)
    assert rows(book) == [(1, "CHAPTER I"), (1, "CHAPTER II")]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_encodings_and_ends_of_lines(encoding: str, newline: str) -> None:
    quoted = "“Größe”" if encoding != "latin-1" else '"Größe"'
    text = "\n\n".join(
        ["ERSTES BUCH", *chapters("1. Über das Salz", "2. Über die Größe"), f"_Sehr_ {quoted} _ist_ _das_."]
    )
    book = read_source(text.replace("\n", newline).encode(encoding), "b.txt")
    assert rows(book) == [(1, "ERSTES BUCH"), (2, "1. Über das Salz"), (2, "2. Über die Größe")]
    assert book.text.endswith(f"Sehr {quoted} ist das.")


def test_an_introduction_to_each_book_stands_in_it() -> None:
    book = read(
        *(
            part
            for name in ("FIRST", "SECOND")
            for part in (f"{name} BOOK", *chapters("INTRODUCTION", "1. Salt", "2. Sand"))
        )
    )
    assert rows(book)[:4] == [(1, "FIRST BOOK"), (2, "INTRODUCTION"), (2, "1. Salt"), (2, "2. Sand")]


def test_numerals_above_short_speech_and_drop_caps() -> None:
    parts = (
        "I",
        PROSE,
        "II",
        "“Yes,” said the clerk.",
        PROSE,
        "III",
        f"T\n\nHE salt {PROSE}",
        "IV",
        f"I\n\nT was {PROSE}",
    )
    assert rows(read("THE PANS", "by Ada Rowe", *parts, PROSE)) == [(1, number) for number in ("I", "II", "III", "IV")]


def test_numerals_below_titles_in_capitals_are_their_parts() -> None:
    book = read(
        "THE ESSAYS", "by Ada Rowe", *(part for name in ("OF SALT", "OF SAND") for part in (name, *chapters("I", "II")))
    )
    assert rows(book) == [(1, "OF SALT"), (2, "I"), (2, "II"), (1, "OF SAND"), (2, "I"), (2, "II")]


def test_speakers_of_scenes() -> None:
    talk = ("_A room._", "ADA.", PROSE, "_She rises._", "THE CLERK.", PROSE, "ADA.", PROSE)
    assert rows(read("ACT I", "SCENE I", *talk, "SCENE II", "_A garden._", "THE CLERK.", PROSE, "ADA.", PROSE)) == [
        (1, "ACT I"), (1, "SCENE I"), (1, "SCENE II"),
    ]  # fmt: skip


def test_an_epigraph_and_who_said_it_are_no_title() -> None:
    parts = [
        part
        for number in ("I", "II", "III")
        for part in (f"CHAPTER {number}", "    The salt is white", "--ROWE.", PROSE)
    ]
    assert rows(read(*parts)) == [(1, "CHAPTER I"), (1, "CHAPTER II"), (1, "CHAPTER III")]


@pytest.mark.parametrize("first", [1, 12])
def test_page_numbers_between_paragraphs_are_no_headings(first: int) -> None:
    pages = [f"{PROSE} And then\n\n{first + at}\n\nhe {PROSE}" for at in range(4)]
    assert rows(read("CHAPTER I", *pages[:2], "CHAPTER II", *pages[2:])) == [(1, "CHAPTER I"), (1, "CHAPTER II")]


@pytest.mark.parametrize(
    "heads", [("1\n\nOF SALT", "2\n\nOF SAND"), ("1\n\nOf Salt", "2\n\nOf Sand"), ("1", "2"), ("1.", "2.")]
)
def test_bare_numbers_that_count_from_one_are_headings(heads: tuple[str, ...]) -> None:
    assert rows(read(*chapters(*heads))) == [(1, " ".join(head.split())) for head in heads]
