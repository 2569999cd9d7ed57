"""What can't be text reaches neither the canonical text nor a title, a name or a message."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.phases.phase1_structure.phase import read_source
from pipeline.phases.phase1_structure.tidying import readable
from schemas.text import Book
from tests.phases.phase1_structure.book_files import epub, nav, xhtml
from tests.phases.phase1_structure.test_laws import check_laws

ODD = "a\x1b[31mb\x07\x7f\x9b\u202ec\u2066\u200bd\u200d\ufeff\u00ad\U000e0041e"
PLAIN = "a[31mbcde"
MORE = "The tide clerk wrote down what the water did. " * 8


def shown(book: Book) -> list[str]:
    """All that reaches graph and terminal."""
    return [
        book.text, book.title, book.author or "", *book.page_labels,
        *(section.title + (section.label or "") + (section.href or "") for section in book.sections),
        *(chapter.title for chapter in book.chapters),
        *(warning.message + "".join(warning.names) for warning in book.warnings),
    ]  # fmt: skip


def test_markdown_html_and_text() -> None:
    for name, source in {
        "b.md": f"---\ntitle: {ODD}\nauthor: {ODD}\n---\n\n# {ODD} one\n\n{ODD} two. {MORE}\n",
        "b.html": f"<title>{ODD}</title><h1>{ODD} one</h1><p>{ODD} two. {MORE}</p>",
        "b.txt": f"Chapter 1. {ODD}\n\n{ODD} two. {MORE}\n",
    }.items():
        book = read_source(source.encode(), f"x\x1b]0;\udc80{name}")
        assert f"{PLAIN} two." in book.text
        assert PLAIN in book.sections[0].title
        assert [one.code for one in book.warnings] == ["text.controls_removed"]
        assert "x]0;\ufffd" in book.warnings[0].message
        check_laws(book)


def test_epub_titles_metadata_and_warnings() -> None:
    page = xhtml(f"<h1>{ODD} one</h1><p>{ODD} two. {MORE}</p>")
    contents = nav(f'<li><a href="a.xhtml">{ODD} one</a></li><li><a href="a.xhtml#x">{ODD} lost</a></li>')
    book = read_source(epub({"a.xhtml": page}, contents), "b.epub")
    assert book.sections[0].title == f"{PLAIN} one"
    assert not [text for text in shown(book) if readable(text) != " ".join(text.split())]


def test_a_title_of_nothing_visible_has_a_name() -> None:
    book = read_source(epub({"a.xhtml": xhtml("<p>Text.</p>")}, nav('<li><a href="a.xhtml">\u200b</a></li>')), "b.epub")
    assert [one.title for one in book.sections] == ["Untitled"]


@pytest.mark.parametrize(
    "text", ["می\u200cخواهم", "क्\u200dष", "👩\u200d🔬", "na\u0131̈ve", "א\u05b0ב", "x\u00a0y".replace("\u00a0", " ")]
)
def test_signs_that_belong_to_a_script_stay(text: str) -> None:
    assert readable(text) == text


@given(st.text())
def test_readable_text_is_stable_encodable_and_loses_no_letter(text: str) -> None:
    plain = readable(text)
    assert readable(plain) == plain
    plain.encode("utf-8")
    spelled = "".join(_spelled(char) for char in text)
    letters = [char for char in spelled if unicodedata.category(char)[0] in "LNPS"]
    assert [char for char in plain if unicodedata.category(char)[0] in "LNPS" and char != "\ufffd"] == [
        char for char in letters if char != "\ufffd"
    ]


def _spelled(char: str) -> str:
    """A ligature as its letters."""
    return {"\ufb05": "ſt"}.get(char) or unicodedata.normalize("NFKC", char) if "\ufb00" <= char <= "\ufb06" else char


def test_pages_stay_at_their_words_when_signs_before_them_go() -> None:
    body = '<h1>C</h1><p>He\u200b\x07 left.<span epub:type="pagebreak" title="12"/> She \u200bcame. They stayed.</p>'
    book = read_source(epub({"c.xhtml": xhtml(body)}, nav('<li><a href="c.xhtml">C</a></li>')), "b.epub")
    assert [(book.sentence_text(at), one.printed_page) for at, one in enumerate(book.sentences)] == [
        ("He left.", None), ("She came.", "12"), ("They stayed.", "12"),
    ]  # fmt: skip


def test_a_heading_as_long_as_a_text_is_text() -> None:
    text = "The tide clerk wrote down what the water did. " * 30
    for name, source in {
        "b.html": f"<h1>One {text}<h2>Two</h2><p>End.</p>",
        "b.md": f"# One {text}\n\n## Two\n\nEnd.\n",
    }.items():
        book = read_source(source.encode(), name)
        assert book.sections[0].title == "One The tide clerk wrote down what the water did. The tide […]"
        assert [one.code for one in book.warnings] == ["structure.heading_too_long"]
        assert sum(chunk.words for chunk in book.chunks) == 1 + 9 * 30 + 1
        check_laws(book)


def test_a_soft_hyphen_at_a_line_s_end_joins_the_word() -> None:
    text = "The har\u00ad\nbour and the\u00ad\r\n quay; a shy\u00adly said\u00ad\n\nword."
    for name, source in (("b.txt", text), ("b.md", text), ("b.html", f"<p>{text.replace(chr(10) * 2, '<p>')}</p>")):
        assert read_source(source.encode(), name).text == "The harbour and thequay; a shyly said\n\nword.", name
    assert read_source(b"<p>har&shy;<br>bour</p>", "b.html").text == "harbour"


def test_ligatures_are_letters_in_text_titles_and_places_of_notes() -> None:
    text = "# Of E\ufb00ects\n\nThe \ufb01rst o\ufb03cer \ufb02ed.[^1] He came back.\n\n# Sand\n\nMore.\n\n[^1]: Diﬃcult.\n"
    book = read_source(text.encode(), "b.md")
    assert book.sections[0].title == "Of Effects"
    assert "The first officer fled." in book.text and "Difficult." in book.text
    (note,) = (section for section in book.sections if section.kind.value == "note")
    assert book.text[: note.call].endswith("officer fled.")
