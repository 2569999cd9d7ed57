"""Notes that are known by their links, however calls and notes look."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book
from tests.phases.phase1_structure.book_files import epub, nav, xhtml
from tests.phases.phase1_structure.test_notes import notes
from tests.phases.phase1_structure.test_units import PROSE

NOTE = "In the harbour rolls of that year."


def book_with(call: str, note: str, wrap: str = "{}", title: str = "Notes") -> Book:
    """Two chapters that call two notes each, all of them in a file at the end; `call` and `note` have {n} and {k}."""
    files: dict[str, str] = {}
    lists = f"<h1>{title}</h1>"
    for chapter in (0, 1):
        body = f"<h1>Chapter {chapter + 1}: Of Salt</h1>"
        inside = ""
        for n in (1, 2):
            k = 2 * chapter + n
            body += f"<p>{PROSE}Weighed in war{call.format(n=n, k=k)} by clerk {k}. {PROSE}</p>"
            inside += note.format(n=n, k=k, c=f"c{chapter}.xhtml", text=f"Note {k}: {NOTE}")
        files[f"c{chapter}.xhtml"] = xhtml(body)
        lists += wrap.format(inside)
    files["notes.xhtml"] = xhtml(lists)
    titles = (("c0.xhtml", "Chapter 1: Of Salt"), ("c1.xhtml", "Chapter 2: Of Salt"), ("notes.xhtml", title))
    return read_source(epub(files, nav("".join(f'<li><a href="{f}">{t}</a></li>' for f, t in titles))), "b.epub")


CALLS = (
    "<a id='r{k}' href='notes.xhtml#n{k}'>{n}</a>",
    "<a id='r{k}' href='notes.xhtml#n{k}'>[{n}]</a>",
    "[<a id='r{k}' href='notes.xhtml#n{k}'>{n}</a>]",
    "<a id='r{k}'/><sup><a href='notes.xhtml#n{k}'>{n}</a></sup>",
    "<a id='r{k}' href='notes.xhtml#n{k}'><sup>{n}</sup></a>",
    "<a id='r{k}' href='notes.xhtml#n{k}' class='c3'><span class='sup'>{n}</span></a>",
    "<a id='r{k}' href='notes.xhtml#n{k}'>note {n}</a>",
    "<a id='r{k}' href='notes.xhtml#n{k}'>*</a>",
    "<a id='r{k}' href='notes.xhtml#n{k}'>({n})</a>",
)
NOTES = (
    ("<p id='n{k}'><a href='{c}#r{k}'>{n}.</a> {text}</p>", "{}"),
    ("<p id='n{k}'>[<a href='{c}#r{k}'>{n}</a>] {text}</p>", "{}"),
    ("<p><a id='n{k}' href='{c}#r{k}'>{n}</a>. {text}</p>", "{}"),
    ("<p><a id='n{k}' href='{c}#r{k}'><sup>{n}</sup></a>{text}</p>", "{}"),
    ("<p id='n{k}'><sup><a href='{c}#r{k}'>{n}</a></sup> {text}</p>", "{}"),
    ("<li id='n{k}'><p>{text} <a href='{c}#r{k}'>↩</a></p></li>", "<ol>{}</ol>"),
    ("<li id='n{k}'>{text} <a href='{c}#r{k}'>(back)</a></li>", "<ol>{}</ol>"),
    ("<p id='n{k}'><a href='{c}#r{k}'>Back to text {n}</a> {text}</p>", "{}"),
    ("<dt id='n{k}'><a href='{c}#r{k}'>{n}</a></dt><dd>{text}</dd>", "<dl>{}</dl>"),
    ("<p id='n{k}'><a href='{c}#r{k}'>{n}.</a></p><p>{text}</p>", "{}"),
    ("<p id='n{k}'>{text} <a href='{c}#r{k}'>[{n}]</a></p>", "{}"),
)


def is_right(book: Book) -> None:
    found = notes(book)
    assert [text for _, text, _ in found] == [f"Note {k}: {NOTE}" for k in (1, 2, 3, 4)]
    assert all(before.endswith("in war") for before, *_ in found)
    for k in (1, 2, 3, 4):
        assert f"Weighed in war by clerk {k}." in book.text


@pytest.mark.parametrize("call", CALLS)
def test_calls_of_any_look_are_found(call: str) -> None:
    is_right(book_with(call, *NOTES[0]))


@pytest.mark.parametrize(("note", "wrap"), NOTES)
def test_notes_of_any_look_are_found(note: str, wrap: str) -> None:
    is_right(book_with(CALLS[0], note, wrap))


@pytest.mark.parametrize("title", ["Notes", "Remarks of the Clerk"])
def test_the_title_above_the_notes_doesnt_matter(title: str) -> None:
    is_right(book_with(CALLS[1], *NOTES[5], title))


def test_a_word_that_calls_a_note_stays_in_the_text() -> None:
    book = book_with("s of <a id='r{k}' href='notes.xhtml#n{k}'>Salt Street</a>", NOTES[0][0])
    assert "Weighed in wars of Salt Street by clerk 1." in book.text
    assert [before[-11:] for before, *_ in notes(book)] == ["Salt Street"] * 4


def test_a_note_of_two_paragraphs_and_one_without_a_way_back() -> None:
    text = (
        "<h1>Salt</h1><p>Weighed in war<a id='r1' href='#n1'>[1]</a> and in peace<a href='#n2'>[2]</a> and after"
        f"<a id='r3' href='#n3'>[3]</a>. {PROSE}</p><h2>Notes</h2><ol><li id='n1'><p>One.</p><p>And so on. "
        "<a href='#r1'>↩</a></p></li><li id='n2'><p>Two.</p></li><li id='n3'><p>Three. <a href='#r3'>↩</a></p></li></ol>"
    )
    book = read_source(text.encode(), "b.html")
    assert [text for _, text, _ in notes(book)] == ["One.\n\nAnd so on.", "Two.", "Three."]
    assert "in war and in peace and after." in book.text


def test_a_contents_list_and_its_chapters_that_link_back_are_no_notes() -> None:
    entries = "".join(f"<p>{n}. <a id='t{n}' href='#c{n}'>Of Salt {n}</a></p>" for n in (1, 2, 3))
    pages = "".join(f"<p>Of Sand {n} <a id='u{n}' href='#c{n}'>{n}</a></p>" for n in (1, 2, 3))
    chapters = "".join(
        f"<p class='title' id='c{n}'><a href='#t{n}'>Of Salt {n}</a></p><p>{PROSE}</p>" for n in (1, 2, 3)
    )
    book = read_source(f"<h1>Salt</h1>{entries}{pages}{chapters}".encode(), "b.html")
    assert notes(book) == [] and book.text.count("Of Salt 2") == 2 and "Of Sand 2 2" in book.text


def test_places_that_refer_to_each_other_are_no_notes() -> None:
    text = (
        "<h1>Salt</h1><p id='a'>Salt is heavy, which follows from what is said of <a href='#b'>sand</a> below.</p>"
        "<p id='b'>Sand is light, since it was said above of <a href='#a'>salt</a> that it is heavy.</p>"
    )
    book = read_source(text.encode(), "b.html")
    assert notes(book) == [] and "of sand below" in book.text and "of salt that" in book.text
