"""Units at the top of a book, and numbers that stand alone above their paragraphs."""

from statistics import median

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.book_files import epub, nav, xhtml
from tests.phases.phase1_structure.test_units import PROSE, units


def chunk_words(book: Book) -> float:
    return median(chunk.words for chunk in book.chunks)


def test_a_book_of_aphorisms_is_one_chapter() -> None:
    numbers = range(1, 101)
    files = {f"c{n}.xhtml": xhtml(f"<h1>{n}</h1><p>{PROSE * 2}</p>") for n in numbers}
    items = "".join(f'<li><a href="c{n}.xhtml">{n}</a></li>' for n in numbers)
    book = read_source(epub(files, nav(items)), "b.epub")
    assert [chapter.title for chapter in book.chapters] == ["The Tidal Clerk"]
    assert [ref for *_, ref in units(book)] == [str(n) for n in numbers]
    assert chunk_words(book) >= 700
    assert {section.level for section in book.sections if section.unit} == {2}


@pytest.mark.parametrize("head", ["# {}\n\n", "{}.\n\n", "§ {}.\n\n", "## § {}\n\n"])
def test_whatever_the_numbers_look_like(head: str) -> None:
    text = "".join(f"{head.format(n)}{PROSE * 2}\n\n" for n in range(1, 61))
    book = read_source(text.encode(), "b.md" if head.startswith("#") else "b.txt")
    assert len(book.chapters) == 1 and len(units(book)) == 60 and chunk_words(book) >= 700
    assert book.title == "b"


@pytest.mark.parametrize("title", ["Aphorism {}", "Fragment {}.", "No. {}", "[{}]", "— {} —"])
def test_a_title_that_only_counts_is_a_number(title: str) -> None:
    text = "".join(f"# {title.format(n)}\n\n{PROSE * 2}\n\n" for n in range(1, 61))
    book = read_source(text.encode(), "b.md")
    assert len(book.chapters) == 1 and [ref for *_, ref in units(book)] == [str(n) for n in range(1, 61)]


def test_a_preface_and_an_epilogue_stand_beside_the_aphorisms() -> None:
    middle = "".join(f"# {n}\n\n{PROSE * 2}\n\n" for n in range(1, 31))
    text = f"---\ntitle: Salt\n---\n\n# Preface\n\n{PROSE * 9}\n\n{middle}# Epilogue\n\n{PROSE * 9}\n"
    book = read_source(text.encode(), "b.md")
    assert [chapter.title for chapter in book.chapters] == ["Preface", "Salt", "Epilogue"]


def test_aphorisms_set_as_high_as_their_book_stand_below_it() -> None:
    text = "".join(
        f"# {name}\n\n" + "".join(f"# {n}\n\n{PROSE * 2}\n\n" for n in numbers)
        for name, numbers in (("Of Salt", range(1, 31)), ("Of Sand", range(31, 61)))
    )
    book = read_source(text.encode(), "b.md")
    assert [chapter.title for chapter in book.chapters] == ["Of Salt", "Of Sand"]
    tops = [section.title for section in book.sections if section.level == 1]
    assert tops == ["Of Salt", "Of Sand"]


def test_a_number_alone_above_its_paragraph_is_a_units() -> None:
    body = "".join(f"<p class='n'>{n}</p><p>{PROSE * 2}</p>" for n in range(1, 31))
    files = {"a.xhtml": xhtml(f"<h1>First Essay</h1>{body}"), "b.xhtml": xhtml(f"<h1>Second Essay</h1><p>{PROSE}</p>")}
    items = '<li><a href="a.xhtml">First Essay</a></li><li><a href="b.xhtml">Second Essay</a></li>'
    book = read_source(epub(files, nav(items)), "b.epub")
    assert [ref for *_, ref in units(book)] == [str(n) for n in range(1, 31)]
    read = [book.sentence_text(at) for at in range(len(book.sentences))]
    assert not [text for text in read if text.strip().isdigit()], "a number is no sentence"


def test_numbers_in_the_middle_of_sentences_are_pages() -> None:
    body = "".join(f"<p>The clerk weighs the salt and</p><p>{n}</p><p>goes. {PROSE}</p>" for n in range(1, 31))
    book = read_source(epub({"a.xhtml": xhtml(f"<h1>Salt</h1>{body}")}, None), "b.epub")
    assert units(book) == []
    assert all(section.kind is SectionKind.BODY for section in book.sections)


def test_the_first_number_below_a_parts_title_is_a_unit_too() -> None:
    files = {
        f"{name}.xhtml": xhtml(f"<h1>Of {name}</h1>" + "".join(f"<h3>{n}.</h3><p>{PROSE * 2}</p>" for n in numbers))
        for name, numbers in (("Salt", range(1, 16)), ("Sand", range(16, 31)))
    }
    items = "".join(f'<li><a href="{name}.xhtml">Of {name}</a></li>' for name in ("Salt", "Sand"))
    book = read_source(epub(files, nav(items)), "b.epub")
    assert [ref for *_, ref in units(book)] == [str(n) for n in range(1, 31)]
    assert [chapter.title for chapter in book.chapters] == ["Of Salt", "Of Sand"]
