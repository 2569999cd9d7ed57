"""Notes stand behind their section, are read with the paragraph that calls them and are linked from their call."""

import zipfile
from io import BytesIO

import pymupdf
import pytest

from pipeline.phases.phase1_structure.note_calls import call, lifted
from pipeline.phases.phase1_structure.parsed import Block
from pipeline.phases.phase1_structure.parsers.pdf_lines import page_lines
from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.test_true_contents import BOOKS

PROSE = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. "


def notes(book: Book) -> list[tuple[str, str, str]]:
    """What stands before each call, the note's text, and the section that has it."""
    return [
        (
            book.text[: section.call].splitlines()[-1][-12:],
            book.text[section.start : section.end].strip(),
            book.sections[book.section_by_path[section.path[:-1]]].title,
        )
        for section in book.sections
        if section.kind is SectionKind.NOTE
    ]


def read_order(book: Book) -> list[str]:
    return [book.sentence_text(at) for chapter in book.chapters for at in range(chapter.first, chapter.last)]


MARKDOWN = (
    f"# Salt\n\n{PROSE}So says Mill.[^mill] {PROSE}\n\nIt is sold.[^2] {PROSE}\n\n## Kinds\n\n{PROSE}\n\n# Sand\n\n{PROSE}\n\n"
    "[^mill]: On Salt, page nine.\n\n    With a second paragraph.\n\n[^2]: By the pound.\n"
)
HTML = (
    f"<h1>Salt</h1><p>{PROSE}So says Mill.<sup><a href='#n1' id='r1'>1</a></sup> {PROSE}</p>"
    f"<p>It is sold.<a href='#n2' role='doc-noteref'>2</a> {PROSE}</p><h2>Kinds</h2><p>{PROSE}</p><h1>Sand</h1><p>{PROSE}</p>"
    "<h1>Notes</h1><ol><li id='n1'><p>On Salt, page nine.</p><p>With a second paragraph. <a href='#r1' role='doc-backlink'>↩</a></p></li>"
    "<li id='n2'>By the pound.</li></ol>"
)
TEXT = (
    f"SALT\n\n{PROSE}So says Mill.[1] {PROSE}\n\n[1] On Salt, page nine.\n\nIt is sold.[2] {PROSE}\n\n[2] By the pound.\n\n"
    f"KINDS\n\n{PROSE * 4}\n\nSAND\n\n{PROSE * 4}\n"
)
ENDNOTES = (
    f"CHAPTER I\n\n{PROSE}So says Mill.{{1}} {PROSE}\n\nIt is sold.{{2}} {PROSE}\n\nCHAPTER II\n\n{PROSE}\n\nSo says Roe.{{1}} {PROSE}\n\n"
    "NOTES\n\n{1} On Salt, page nine.\n\n{2} By the pound.\n\n{1} On Sand, page three.\n"
)


def epub() -> bytes:
    container = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>'
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest><item id="a" href="t/a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="n" href="t/n.xhtml" media-type="application/xhtml+xml"/><item id="v" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        '</manifest><spine><itemref idref="a"/><itemref idref="n"/></spine></package>'
    )
    nav = '<html><body><nav epub:type="toc"><ol><li><a href="t/a.xhtml">Salt</a></li><li><a href="t/n.xhtml">Endnotes</a></li></ol></nav></body></html>'
    chapter = (
        f'<html><body><h2>Salt</h2><p>{PROSE}So says Mill.<a href="n.xhtml#note-1" epub:type="noteref">1</a> {PROSE}</p>'
        f'<p>It is sold.<a href="n.xhtml#note-2" epub:type="noteref">2</a> {PROSE}</p></body></html>'
    )
    list_ = (
        '<html><body><section epub:type="endnotes"><h2>Endnotes</h2><ol><li id="note-1"><p>On Salt, page nine. '
        '<a href="a.xhtml#r1" epub:type="backlink">↩</a></p><p>With a second paragraph.</p></li>'
        '<li id="note-2"><p>By the pound.</p></li></ol></section></body></html>'
    )
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for name, text in {
            "META-INF/container.xml": container,
            "b.opf": package,
            "nav.xhtml": nav,
            "t/a.xhtml": chapter,
            "t/n.xhtml": list_,
        }.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def page_of(document: pymupdf.Document, html: str, foot: str) -> pymupdf.Page:
    """A new page of this text, with small print at its foot."""
    page = document.new_page(width=400, height=500)
    writer = pymupdf.DocumentWriter(buffer := BytesIO())
    device = writer.begin_page(page.rect)
    story = pymupdf.Story(html, user_css="* {font-size: 11px}")
    story.place(pymupdf.Rect(40, 60, 360, 420))
    story.draw(device)
    writer.end_page()
    writer.close()
    page.show_pdf_page(page.rect, pymupdf.open("pdf", buffer.getvalue()), 0)
    page.insert_text((40, 450), foot, fontsize=8)
    return page


def pdf() -> bytes:
    document = pymupdf.open()
    for who, what in (("Mill", "Salt, page nine"), ("Roe", "Sand, page three")):
        text = f"<p>{PROSE}So says {who}.<sup style='font-size:6px'>1</sup> {PROSE}</p><p>{PROSE * 2}</p>"
        page_of(document, text, foot=f"1 On {what}.")
    return document.tobytes()


@pytest.mark.parametrize(
    ("source", "name"), [(MARKDOWN, "b.md"), (HTML, "b.html"), (TEXT, "b.txt"), (epub(), "b.epub")]
)
def test_a_note_stands_behind_its_section_and_is_read_with_its_paragraph(source: str | bytes, name: str) -> None:
    book = read_source(source if isinstance(source, bytes) else source.encode(), name)
    second = "" if name == "b.txt" else "\n\nWith a second paragraph."
    found = notes(book)
    assert [(before.split()[-1], text) for before, text, _ in found] == [
        ("Mill.", f"On Salt, page nine.{second}"),
        ("sold.", "By the pound."),
    ]
    assert {section.casefold() for *_, section in found} == {"salt"}
    order = read_order(book)
    mill, sold = order.index("On Salt, page nine."), order.index("By the pound.")
    assert order[mill - 1].startswith("The clerk weighs") and mill < order.index("It is sold.") < sold
    assert "[1]" not in book.text and "↩" not in book.text and "\ufde0" not in book.text


def test_lists_of_notes_that_begin_anew_follow_the_order_of_their_calls() -> None:
    book = read_source(ENDNOTES.encode(), "b.txt")
    assert [(text, section) for _, text, section in notes(book)] == [
        ("On Salt, page nine.", "CHAPTER I"), ("By the pound.", "CHAPTER I"), ("On Sand, page three.", "CHAPTER II"),
    ]  # fmt: skip
    assert [chapter.title for chapter in book.chapters] == ["CHAPTER I", "CHAPTER II"]


def test_notes_at_the_foot_of_pages_go_to_the_call_of_their_page() -> None:
    book = read_source(pdf(), "b.pdf")
    assert [(before.split()[-1], text) for before, text, _ in notes(book)] == [
        ("Mill.", "On Salt, page nine."), ("Roe.", "On Sand, page three."),
    ]  # fmt: skip


def glued_page(document: pymupdf.Document, call: str, foot: list[str]) -> pymupdf.Page:
    """A page whose notes' numbers are raised, in smaller print and set close, as TeX sets them."""
    page = page_of(
        document,
        f"<p>{PROSE}So says Roe.{call} {PROSE * 3}It is (a −b)<sup style='font-size:6px'>2</sup> of salt, and of</p>",
        "",
    )
    for row, line in enumerate(foot):
        number = line[: len(line) - len(line.lstrip("123456789"))]
        page.insert_text((50, 430 + 12 * row), number, fontsize=5)
        page.insert_text((50 + 2.8 * len(number), 433 + 12 * row), line[len(number) :], fontsize=8)
    return page


def test_a_number_set_close_to_its_note_begins_it_and_a_formula_in_it_begins_none() -> None:
    document = pymupdf.open()
    one = "<sup style='font-size:6px'>1</sup>"
    glued_page(document, one, ["1On Salt, page nine, where we have", "2 · 3 + x = 6, and more of it."])
    glued_page(document, "", [])
    book = read_source(document.tobytes(), "b.pdf")
    assert [text for _, text, _ in notes(book)] == ["On Salt, page nine, where we have 2 · 3 + x = 6, and more of it."]
    assert "(a −b)² of salt, and of The clerk weighs" in " ".join(book.text.split()), "a page's end parts no sentence"


def test_a_number_behind_a_bracket_or_a_year_calls_the_note_of_its_page() -> None:
    document = pymupdf.open()
    for n, before in enumerate(("in 1802", "(so they say)", "in the year"), 1):
        page_of(
            document,
            f"<p>{PROSE}He said it {before}<sup style='font-size:6px'>{n}</sup> of salt.</p>",
            f"{n} On page {n}.",
        )
    book = read_source(document.tobytes(), "b.pdf")
    assert [(before.split()[-1], text) for before, text, _ in notes(book)] == [
        ("1802", "On page 1."), ("say)", "On page 2."), ("year", "On page 3."),
    ]  # fmt: skip


def test_every_sentence_is_read_once_and_a_note_in_the_chunk_that_calls_it() -> None:
    paragraphs = "".join(f"{PROSE * 3}Number {n}.[^{n}] {PROSE * 3}\n\n" for n in range(40))
    definitions = "".join(f"[^{n}]: Note of number {n}, {PROSE}\n\n" for n in range(40))
    book = read_source(f"# Salt\n\n{paragraphs}# Sand\n\n{PROSE}\n\n{definitions}".encode(), "b.md")
    assert len(notes(book)) == 40 and len(book.chunks) > 3
    read = [at for chunk in book.chunks for at in range(chunk.first, chunk.last)]
    assert read == sorted(set(read)) and len(read) == len(book.sentences)
    chunk_of = {at: chunk for chunk in book.chunks for at in range(chunk.first, chunk.last)}
    for at in range(len(book.sentences)):
        if book.is_note(at):
            offset = book.sections[book.sentences[at].section].call
            caller = next(
                i for i, one in enumerate(book.sentences) if not book.is_note(i) and one.start < offset <= one.end
            )
            assert chunk_of[caller] == chunk_of[at]
    for chunk in book.chunks:
        words = sum(len(book.sentence_text(at).split()) for at in range(chunk.first, chunk.last))
        assert len(book.passage(chunk.first, chunk.last).split()) in {words, words + 1}  # and a heading between


def test_a_note_keeps_the_reference_of_its_place_and_may_be_someone_elses() -> None:
    text = "# Salt\n\n" + "".join(f"{n}. {PROSE}[^{n}] {PROSE}\n\n" for n in range(1, 8))
    text += "".join(f"[^{n}]: It is so.{' —Tr.' if n == 2 else ' [Ed.]' if n == 3 else ''}\n\n" for n in range(1, 8))
    book = read_source(text.encode(), "b.md")
    sections = [section for section in book.sections if section.kind is SectionKind.NOTE]
    assert [section.voice.value for section in sections[:4]] == ["author", "translator", "editor", "author"]
    refs = [one.ref for at, one in enumerate(book.sentences) if book.is_note(at)]
    assert refs[0] == "1 n. 1" and refs[-1] == "7 n. 7"


def test_a_note_that_nothing_calls_and_a_call_without_note_stay_in_the_text() -> None:
    text = (
        f"SALT\n\n{PROSE}So says Mill.[1] {PROSE}\n\n[7] Nobody calls this one.\n\n{PROSE * 4}\n\nSAND\n\n{PROSE * 4}\n"
    )
    book = read_source(text.encode(), "b.txt")
    assert notes(book) == [] and "[7] Nobody calls this one." in book.text and "So says Mill.[1]" in book.text


def test_notes_of_what_is_not_read_are_not_read() -> None:
    text = f"# Contents\n\nSalt[^1] 3\n\n# Salt\n\n{PROSE}\n\n# Sand\n\n{PROSE}\n\n[^1]: A note to the contents.\n"
    book = read_source(text.encode(), "b.md")
    assert not any("note to the contents" in sentence for sentence in read_order(book))


def test_calls_are_lifted_with_the_places_behind_them() -> None:
    block = lifted(Block(f"Salt.{call('12')} Sand{call('*')} is", pages=((0, 3), (12, 4))))
    assert block.text == "Salt. Sand is"
    assert block.calls == ((5, "12"), (10, "*"))
    assert block.text[block.pages[1][0] :] == "d is"
    assert call("a") == ""


@pytest.mark.slow
@pytest.mark.skipif(not BOOKS.is_dir(), reason=f"the folder of test books is absent: {BOOKS}")
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("hume_enquiry.epub", 34),
        ("spinoza_ethics.html", 17),
        ("hegel_philosophy_of_mind.pdf", 160),
        ("kant_prolegomena.txt", 40),
        ("boole_laws_of_thought.pdf", 56),
    ],
)
def test_notes_of_real_books_are_found(name: str, least: int) -> None:
    book = read_source((BOOKS / name).read_bytes(), name)
    found = notes(book)
    assert len(found) >= least
    assert all(text for _, text, _ in found)


@pytest.mark.slow
@pytest.mark.skipif(not BOOKS.is_dir(), reason=f"the folder of test books is absent: {BOOKS}")
@pytest.mark.parametrize(
    ("name", "authors", "unbalanced"),
    [
        ("hume_enquiry.epub", 34, 0),
        ("spinoza_ethics.html", 2, 0),
        ("hegel_philosophy_of_mind.pdf", 2, 0),
        ("kant_prolegomena.txt", 35, 0),
        ("boole_laws_of_thought.pdf", 53, 15),
    ],
)
def test_notes_of_real_books_are_their_authors_or_not_and_brackets_hold(
    name: str, authors: int, unbalanced: int
) -> None:
    book = read_source((BOOKS / name).read_bytes(), name)
    voices = [section.voice.value for section in book.sections if section.kind is SectionKind.NOTE]
    assert voices.count("author") == authors
    said = [book.sentence_text(at) for at in range(len(book.sentences))]
    assert sum(one.count("(") != one.count(")") for one in said) <= unbalanced
    formulas = 1 if name.startswith("boole") else 0  # set apart, which parts paragraphs
    assert sum(one[0] in ")]}" for one in said) == formulas
    if name.startswith("hegel"):
        first = next(one for one in book.sentences if one.ref == "§ 377")
        assert (first.printed_page, first.pdf_page) == ("3", 179)


def test_what_is_set_close_behind_a_call_in_print_is_a_word_of_its_own() -> None:
    """TeX sets a narrow blank behind a raised number, which the file then doesn't hold."""
    shape = {"flags": 4, "origin": (50, 100)}
    spans = [
        {"text": "of order.", "size": 10, **shape},
        {"text": "3", "size": 7, "flags": 5, "origin": (90, 96)},
        {"text": "Thus we weigh.", "size": 10, **shape},
    ]
    line = {"spans": spans, "dir": (1, 0), "bbox": (50, 90, 200, 102)}
    (only,) = page_lines({"blocks": [{"lines": [line]}], "height": 400}, 0).lines
    assert only.bare == "of order. Thus we weigh."
    spans[2]["text"] = "t + 1"
    (only,) = page_lines({"blocks": [{"lines": [line]}], "height": 400}, 0).lines
    assert only.bare == "of order.t + 1", "a formula goes on"
