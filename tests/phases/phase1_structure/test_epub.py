"""EPUB: navigation of both versions, anchors, odd names, and files that must be refused."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.errors import BookFault, Damaged, Protected, Unsupported
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.book_files import archive, epub, nav, xhtml

PROSE = "The tide clerk wrote down what the water did, and nobody asked him why he did it."


def titles(book: Book, in_toc: bool = True) -> list[tuple[int, str]]:
    return [(one.level, one.title) for one in book.sections if one.in_toc or not in_toc]


def body_of(book: Book, title: str) -> str:
    section = next(one for one in book.sections if one.title == title)
    return book.text[section.body_start : section.end].strip()


def test_ncx_with_nesting_anchors_and_prefix() -> None:
    ncx = (
        '<x:ncx xmlns:x="http://www.daisy.org/z3986/2005/ncx/"><x:navMap><x:navPoint><x:navLabel><x:text>Book One'
        '</x:text></x:navLabel><x:content src="a.xhtml"/><x:navPoint><x:navLabel><x:text>First</x:text></x:navLabel>'
        '<x:content src="a.xhtml#one"/></x:navPoint><x:navPoint><x:navLabel><x:text>Second</x:text></x:navLabel>'
        '<x:content src="a.xhtml#two"/></x:navPoint></x:navPoint></x:navMap></x:ncx>'
    )
    text = xhtml(f'<h1>Book One</h1><p>Own text.</p><h2 id="one">First</h2><p>{PROSE}</p><p id="two">Second.</p>')
    book = read_source(epub({"a.xhtml": text}, None, ncx), "b.epub")
    assert titles(book) == [(1, "Book One"), (2, "First"), (2, "Second")]
    assert body_of(book, "First") == PROSE and body_of(book, "Second") == "Second."
    assert [one.href for one in book.sections] == ["a.xhtml", "a.xhtml#one", "a.xhtml#two"]
    assert (book.title, book.author, book.language) == ("The Tidal Clerk", "Ada Rowe", "en")


def test_spine_text_outside_the_contents_is_kept_in_reading_order() -> None:
    files = {
        "motto.xhtml": xhtml("<p>A motto nobody listed.</p>"),
        "one.xhtml": xhtml(f"<h1>One</h1><p>{PROSE}</p>"),
        "one-b.xhtml": xhtml("<p>The chapter goes on in a second file.</p>"),
        "two.xhtml": xhtml("<h1>Two</h1><p>The end.</p>"),
    }
    book = read_source(
        epub(files, nav('<li><a href="one.xhtml">One</a></li><li><a href="two.xhtml">Two</a></li>')), "b.epub"
    )
    assert body_of(book, "One").endswith("The chapter goes on in a second file.")
    assert book.text.count("A motto nobody listed.") == 1
    assert not book.sections[0].in_toc


def test_nav_entries_without_link_stand_before_what_they_hold() -> None:
    items = '<li><span>Part One</span><ol><li><a href="a.xhtml">A</a></li><li><a href="b.xhtml">B</a></li></ol></li>'
    page_list = '<nav epub:type="page-list"><ol><li><a href="a.xhtml#p1">1</a></li></ol></nav>'
    files = {"a.xhtml": xhtml("<h1>A</h1><p>First.</p>"), "b.xhtml": xhtml("<h1>B</h1><p>Second.</p>")}
    book = read_source(epub(files, nav(items, page_list)), "b.epub")
    assert titles(book) == [(1, "Part One"), (2, "A"), (2, "B")]


def test_a_book_without_navigation_takes_its_headings() -> None:
    files = {"a.xhtml": xhtml(f"<h1>A</h1><p>{PROSE}</p>"), "b.xhtml": xhtml(f"<h1>B</h1><p>{PROSE}</p>")}
    book = read_source(epub(files, None), "b.epub")
    assert titles(book) == [(1, "A"), (1, "B")]
    assert [one.code for one in book.warnings] == ["epub.no_navigation"]


def test_kinds_come_from_the_file_and_from_titles() -> None:
    files = {
        "t.xhtml": xhtml('<section epub:type="titlepage"><h1>X</h1></section>'),
        "c.xhtml": xhtml(f"<h1>C</h1><p>{PROSE}</p>"),
        "n.xhtml": xhtml('<section epub:type="endnotes"><h1>Remarks</h1><p>A remark.</p></section>'),
        "u.xhtml": xhtml("<h1>Uncopyright</h1><p>Free.</p>"),
    }
    names = {"t": "Start", "c": "C", "n": "Remarks", "u": "Uncopyright"}
    items = "".join(f'<li><a href="{key}.xhtml">{title}</a></li>' for key, title in names.items())
    book = read_source(epub(files, nav(items)), "b.epub")
    assert [one.kind for one in book.sections] == [
        SectionKind.FRONT,
        SectionKind.BODY,
        SectionKind.BACK,
        SectionKind.BOILERPLATE,
    ]


def test_note_references_and_page_breaks_leave_the_text() -> None:
    body = (
        '<h1>C</h1><p>He left the harbour.<a epub:type="noteref" href="#n1">1</a> '
        '<span epub:type="pagebreak" title="12"/>Then x<sup>2</sup> grew.<sup><a href="#n2">2</a></sup> It ended.</p>'
        '<aside epub:type="footnote" id="n1"><p>By night.</p></aside>'
    )
    book = read_source(epub({"c.xhtml": xhtml(body)}, nav('<li><a href="c.xhtml">C</a></li>')), "b.epub")
    assert "He left the harbour. Then x² grew. It ended." in book.text
    assert book.text.count("By night.") == 1
    assert [one.printed_page for one in book.sentences][:2] == [None, "12"]


FONT = "http://www.idpf.org/2008/embedding"


def encryption(uri: str, algorithm: str) -> dict[str, bytes]:
    text = (
        '<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod '
        f'Algorithm="{algorithm}"/><e:CipherData><e:CipherReference URI="{uri}"/></e:CipherData></e:EncryptedData>'
        "</encryption>"
    )
    return {"META-INF/encryption.xml": text.encode()}


def simple(**others: dict[str, bytes]) -> bytes:
    return epub({"c.xhtml": xhtml(f"<h1>C</h1><p>{PROSE}</p>")}, nav('<li><a href="c.xhtml">C</a></li>'), **others)


def test_obfuscated_fonts_are_no_protection_but_encrypted_text_is() -> None:
    assert read_source(simple(others=encryption("OEBPS/f.otf", FONT)), "b.epub").sentences
    with pytest.raises(Protected, match=r"b\.epub"):
        read_source(simple(others=encryption("OEBPS/c.xhtml", "http://www.w3.org/2001/04/xmlenc#aes128-cbc")), "b.epub")


@pytest.mark.parametrize(
    "uri",
    ["/OEBPS/c.xhtml", "./OEBPS/c.xhtml", "../OEBPS/c.xhtml", "c.xhtml", "OEBPS/../OEBPS/c.xhtml", "oebps/C.xhtml",
     "OEBPS/%63.xhtml", " OEBPS/c.xhtml#x"],
)  # fmt: skip
def test_protection_is_seen_however_its_list_writes_the_name(uri: str) -> None:
    with pytest.raises(Protected, match=r"b\.epub"):
        read_source(simple(others=encryption(uri, "http://www.w3.org/2001/04/xmlenc#aes128-cbc")), "b.epub")


@pytest.mark.parametrize("uri", ["", "/", "OEBPS/font.otf", "d.xhtml", "hc.xhtml"])
def test_what_names_no_text_protects_none(uri: str) -> None:
    others = encryption(uri, "http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    assert read_source(simple(others=others), "b.epub").sentences


@pytest.mark.parametrize(
    "content",
    [
        simple()[:-200],
        simple()[:300],
        archive({"META-INF/container.xml": b"<container/>"}),
        archive({"a.txt": b"no book"}),
        simple(others={"../../outside.txt": b"x"}),
        epub({"c.xhtml": xhtml("<p>" + " " * 30_000_000 + "</p>")}, nav('<li><a href="c.xhtml">C</a></li>')),
        epub({"c.xhtml": '<!DOCTYPE html [<!ENTITY a "aaaa">]>' + xhtml("<p>&a;</p>")}, nav("")),
        simple(others={"OEBPS/content.opf": b'<!DOCTYPE x [<!ENTITY a "aa">]><package>&a;</package>'}),
    ],
    ids=["cut", "half", "no-package", "no-epub", "traversal", "bomb", "entities", "package-entities"],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_bad_files_are_refused_by_name(content: bytes) -> None:
    with pytest.raises((Damaged, Unsupported)) as caught:
        read_source(content, "b.epub")
    assert "b.epub" in str(caught.value) and isinstance(caught.value, BookFault)


@pytest.mark.parametrize(
    ("metadata", "year"),
    [
        ("<dc:date>1912</dc:date>", "1912"),
        ("<dc:date>2015-03-01</dc:date>", "2015"),
        ("<dc:date>2015-03-01T00:00:00Z</dc:date>", None),
        ("<dc:date>2019-07-16</dc:date><dc:source>https://www.gutenberg.org/ebooks/5827</dc:source>", None),
        ('<dc:date event="modification">2019</dc:date>', None),
        ('<dc:date event="original-publication">1894</dc:date><dc:date event="publication">2004</dc:date>'
         "<dc:publisher>Project Gutenberg</dc:publisher>", "1894"),
    ],
)  # fmt: skip
def test_the_year_is_the_works_and_not_the_files(metadata: str, year: str | None) -> None:
    source = epub(
        {"c.xhtml": xhtml(f"<h1>C</h1><p>{PROSE}</p>")}, nav('<li><a href="c.xhtml">C</a></li>'), metadata=metadata
    )
    assert read_source(source, "b.epub").year == year
