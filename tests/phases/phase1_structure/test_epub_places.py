"""Entries of an EPUB's contents that point to a file and to no place in it."""

import pytest

from pipeline.phases.phase1_structure.parsed import Block, Mark
from pipeline.phases.phase1_structure.parsers import epub as parser
from pipeline.phases.phase1_structure.parsers.markup_elements import MarkupBlock
from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book
from tests.phases.phase1_structure.book_files import epub, nav, xhtml
from tests.phases.phase1_structure.test_units import PROSE

TITLES = ("Of Salt", "Of Sand", "Of Silt")


def sections(book: Book) -> list[tuple[int, str, int]]:
    """Level, title and how many sentences each section has itself."""
    own = [sentence.section for sentence in book.sentences]
    return [(section.level, section.title, own.count(at)) for at, section in enumerate(book.sections)]


def entry(title: str, target: str, below: str = "") -> str:
    return f'<li><a href="{target}">{title}</a>{f"<ol>{below}</ol>" if below else ""}</li>'


@pytest.mark.parametrize("tag", ["h1", "h3", "p class='title'"])
@pytest.mark.parametrize("anchor", ["", "#gone"])
def test_each_stands_at_its_printed_heading(tag: str, anchor: str) -> None:
    body = "".join(f"<{tag}>{title}</{tag.split()[0]}><p>{PROSE}</p>" for title in TITLES)
    items = "".join(entry(title, f"a.xhtml{anchor}") for title in TITLES)
    book = read_source(epub({"a.xhtml": xhtml(body)}, nav(items)), "b.epub")
    assert [(level, title) for level, title, _ in sections(book)] == [(1, title) for title in TITLES]
    assert [words for *_, words in sections(book)] == ([1, 1, 1] if tag.startswith("h") else [2, 2, 2])
    assert not book.warnings


def test_numbers_written_otherwise_are_the_same() -> None:
    body = "".join(
        f"<h2>CHAPTER {n}.</h2><h3>{t}</h3><p>{PROSE}</p>" for n, t in zip(("I", "II", "III"), TITLES, strict=True)
    )
    items = "".join(entry(f"{n}: {title}", "a.xhtml") for n, title in zip(("1", "2", "3"), TITLES, strict=True))
    book = read_source(epub({"a.xhtml": xhtml(body)}, nav(items)), "b.epub")
    assert [title for level, title, _ in sections(book) if level == 1] == ["1: Of Salt", "2: Of Sand", "3: Of Silt"]


def test_a_part_and_its_first_chapter_may_begin_a_file_together() -> None:
    items = entry("Part One", "a.xhtml", entry("Of Salt", "a.xhtml") + entry("Of Sand", "b.xhtml"))
    files = {"a.xhtml": xhtml(f"<p>{PROSE}</p>"), "b.xhtml": xhtml(f"<h1>Of Sand</h1><p>{PROSE}</p>")}
    book = read_source(epub(files, nav(items)), "b.epub")
    assert sections(book) == [(1, "Part One", 0), (2, "Of Salt", 1), (2, "Of Sand", 1)]
    files["a.xhtml"] = xhtml(f"<h1>Part One</h1><h2>Of Salt</h2><p>{PROSE}</p>")
    assert sections(read_source(epub(files, nav(items)), "b.epub")) == [
        (1, "Part One", 0),
        (2, "Of Salt", 1),
        (2, "Of Sand", 1),
    ]


def test_one_that_is_printed_nowhere_makes_no_empty_section_and_is_named() -> None:
    body = f"<h1>Of Salt</h1><p>{PROSE}</p><h1>Of Silt</h1><p>{PROSE}</p>"
    items = "".join(entry(title, "a.xhtml") for title in TITLES)
    book = read_source(epub({"a.xhtml": xhtml(body)}, nav(items)), "b.epub")
    assert sections(book) == [(1, "Of Salt", 1), (1, "Of Silt", 1)]
    assert [warning.names for warning in book.warnings] == [("Of Sand",)]


def test_contents_of_forty_thousand_entries_are_put_in_order_with_the_headings_below_them() -> None:
    many = 40_000
    blocks = [MarkupBlock(f"Of Salt {at}", at, 1 + at % 2) for at in range(2 * many)]
    text = parser._Text([Block(block.text) for block in blocks], blocks)
    marks = parser._in_order([Mark(blocks[2 * at].text, 1, 2 * at) for at in reversed(range(many))], text)
    assert [mark.at for mark in marks] == list(range(0, 2 * many, 2)) and marks[0].heading_blocks == 2
    alone = [Mark(mark.title, 1, mark.at, 1) for mark in marks]
    placed = parser._with_lower_headings(alone, text)
    assert [(mark.level, mark.at) for mark in placed] == [(1 + at % 2, at) for at in range(2 * many)]
