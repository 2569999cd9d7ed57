"""What an EPUB declares a section to be counts if it is said of the whole section and the section bears it out."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.book_files import epub, nav, xhtml

PROSE = "Whoever weighs salt by night must see it, for nobody weighs what he doesn't see. Hence the clerk was awake."
MANY = f"<p>{PROSE}</p>" * 30
CHAPTERS = {
    "epigraph first": f'<section epub:type="chapter"><p epub:type="epigraph">Salt is dear.</p>{MANY}</section>',
    "quoted epigraph": f'<section epub:type="chapter"><blockquote epub:type="epigraph"><p>A.</p></blockquote>{MANY}</section>',
    "dedication first": f'<section epub:type="chapter"><p epub:type="dedication">To my wife.</p>{MANY}</section>',
    "without a section": f'<p epub:type="epigraph">Salt is dear.</p>{MANY}',
    "by role": f'<p role="doc-epigraph">Salt is dear.</p>{MANY}',
    "note first": f'<aside epub:type="footnote"><p>By night.</p></aside>{MANY}',
    "all quoted": f'<section epub:type="chapter"><blockquote epub:type="epigraph">{MANY}</blockquote></section>',
    "a term of an index": f'<p epub:type="index-term-x">Salt.</p>{MANY}',
    "verse": f'<blockquote epub:type="epigraph"><p>Sing, Muse</p></blockquote>{"<p>the wind blows on</p>" * 8}',
    "under a heading": f'<h1>One</h1><p epub:type="epigraph">Salt is dear.</p>{MANY}',
}
DECLARED = {
    "front": '<section epub:type="dedication"><p>To my wife, who counted them.</p></section>',
    "back": f'<section epub:type="endnotes"><h2>Said Later</h2>{MANY}</section>',
    "boilerplate": f'<body epub:type="backmatter"><section epub:type="colophon">{MANY}</section></body>',
}


def book_of(first: str, title: str = "One", guide: str = "") -> Book:
    files = {"a.xhtml": xhtml(first), "b.xhtml": xhtml(f"<h1>Two</h1>{MANY}")}
    source = epub(files, nav(f'<li><a href="a.xhtml">{title}</a></li><li><a href="b.xhtml">Two</a></li>'), guide=guide)
    return read_source(source, "b.epub")


@pytest.mark.parametrize("body", CHAPTERS.values(), ids=CHAPTERS)
def test_one_block_says_nothing_of_its_file(body: str) -> None:
    book = book_of(body)
    assert [one.kind for one in book.sections] == [SectionKind.BODY] * 2
    assert book.warnings == ()


@pytest.mark.parametrize("kind", DECLARED)
def test_what_is_said_of_the_whole_section_counts(kind: str) -> None:
    book = book_of(DECLARED[kind])
    assert [one.kind.value for one in book.sections] == [kind, "body"] and book.warnings == ()


@pytest.mark.parametrize("declared", ["toc", "cover", "title-page", "loi"])
def test_a_guide_that_calls_a_chapter_a_page_without_prose_is_not_believed(declared: str) -> None:
    guide = f'<reference type="{declared}" title="x" href="a.xhtml"/>'
    book = book_of(f"<h1>One</h1>{MANY}", guide=guide)
    assert [one.kind.value for one in book.sections] == ["body", "body"] and book.warnings == ()
    assert book_of("<p>The Clerk</p><p>by Ada Rowe</p>", guide=guide).sections[0].kind is SectionKind.FRONT
    named = book_of(f"<h1>Cover</h1>{MANY}", "Cover", guide)
    assert named.sections[0].kind is SectionKind.FRONT
    assert [one.code for one in named.warnings] == ["structure.section_not_read"]


@pytest.mark.parametrize("declared", ["toc", "cover", "titlepage", "frontispiece"])
def test_nor_is_such_a_section(declared: str) -> None:
    book = book_of(f'<section epub:type="{declared}">{MANY}</section>')
    assert [one.kind.value for one in book.sections] == ["body", "body"] and book.warnings == ()


def test_an_entry_that_goes_on_in_another_file_is_judged_by_its_own_file() -> None:
    files = {
        "a.xhtml": xhtml('<section epub:type="dedication"><p>To my wife, who counted them.</p></section>'),
        "more.xhtml": xhtml(MANY),
    }
    book = read_source(epub(files, nav('<li><a href="a.xhtml">One</a></li>')), "b.epub")
    assert book.sections[0].kind is SectionKind.BODY
