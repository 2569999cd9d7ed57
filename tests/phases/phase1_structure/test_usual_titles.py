"""Chapters with a title that many books have, and §§ of two looks in one book."""

import pytest

from pipeline.phases.phase1_structure.kinds import section_kinds
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.test_units import PROSE, units


def titles(book: Book) -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in book.sections if section.kind is SectionKind.BODY]


def text_of(*headings: str) -> bytes:
    """Each heading with prose below it; "A / B" is two lines."""
    return "\n\n".join(f"{one.replace(' / ', f'{chr(10) * 2}')}\n\n{PROSE * 3}" for one in headings).encode()


@pytest.mark.parametrize("usual", ["CONCLUSION", "INTRODUCTION", "EPILOGUE", "NOTE"])
@pytest.mark.parametrize("word", ["CHAPTER {}.", "{}.", "BOOK {}"])
def test_a_usual_title_is_that_of_the_number_above_it(usual: str, word: str) -> None:
    one, two, three = (word.format(n) for n in ("I", "II", "III"))
    book = read_source(text_of(f"{one} / OF SALT", f"{two} / OF SAND", f"{three} / {usual}"), "b.txt")
    assert [title for _, title in titles(book)] == [f"{one} OF SALT", f"{two} OF SAND", f"{three} {usual}"]
    first = read_source(text_of(f"{one} / {usual}", f"{two} / OF SAND", f"{three} / OF SILT"), "b.txt")
    assert titles(first)[0][1] == f"{one} {usual}" and len(first.chapters) == 3


def test_it_is_also_where_html_has_it() -> None:
    body = "".join(
        f"<h2>CHAPTER {n}.</h2><h3>{title}</h3><p>{PROSE}</p>"
        for n, title in (("I", "Of Salt"), ("II", "Of Sand"), ("III", "Conclusion"))
    )
    book = read_source(f"<h1>Salt</h1>{body}".encode(), "b.html")
    assert [title for _, title in titles(book)][-1] == "CHAPTER III. Conclusion" and len(book.chapters) == 3


def test_the_introduction_of_a_part_with_chapters_is_a_section_of_its_own() -> None:
    text = text_of("PART I. / INTRODUCTION", "CHAPTER I. / OF SALT", "PART II. / CHAPTER II. / OF SAND")
    assert (2, "INTRODUCTION") in titles(read_source(text, "b.txt"))


@pytest.mark.parametrize("last", ["Anmerkungen", "Index", "Appendix", "Register"])
def test_what_stands_behind_the_last_part_in_a_contents_list_is_no_title_of_it(last: str) -> None:
    contents = f"Inhalt\n\nErstes Buch\nZweites Buch\n{last}\n\n\n"
    text = f"Das Salz\n\n{contents}Erstes Buch\n\n{PROSE * 3}\n\nZweites Buch\n\n{PROSE * 3}\n\n{last}\n\n1) Siehe Mill, S. 4.\n"
    book = read_source(text.encode(), "b.txt")
    assert [section.title for section in book.sections if section.level == 1][-3:] == [
        "Erstes Buch",
        "Zweites Buch",
        last,
    ]


@pytest.mark.parametrize("count", [3, 12])
def test_paragraphs_of_two_looks_are_one_row(count: int) -> None:
    first = "".join(f"§ {n}. {PROSE * 2}\n\n" for n in range(1, 16))
    second = "".join(f"§ {n}.\n\n{PROSE * 2}\n\n" for n in range(16, 16 + count))
    book = read_source(f"Erster Teil. Die Lehre\n\n{first}Zweiter Teil. Die Praxis\n\n{second}".encode(), "b.txt")
    assert [ref for *_, ref in units(book)] == [f"§ {n}" for n in range(1, 16 + count)]
    assert len(book.chapters) == 2 and len({section.level for section in book.sections if section.unit}) == 1


def test_ten_thousand_chapters_may_each_have_their_notes() -> None:
    titles = [title for number in range(10_000) for title in (f"Of salt {number}", "Notes")]
    marks = tuple(Mark(title, 1 + at % 2, 2 * at, 1) for at, title in enumerate(titles))
    blocks = tuple(
        block for title in titles for block in (Block(title, BlockRole.HEADING), Block("Salt is white, as he says."))
    )
    last = Mark("Index", 1, len(blocks))
    kinds = section_kinds(ParsedBook("html", (*blocks, Block("Salt, 3")), (*marks, last)))
    assert set(kinds[:-1]) == {SectionKind.BODY} and kinds[-1] is SectionKind.BACK
