"""Which call a note belongs to, where labels come again, are missing or stand in a heading."""

import itertools

import pymupdf
import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.test_notes import notes, page_of, read_order

PROSE = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. "


def everything_is_read_once(book: Book) -> None:
    """Every letter of a paragraph is in exactly one sentence."""
    held = sorted((one.start, one.end) for one in book.sentences)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(held))
    text = list(book.text)
    for start, end in held:
        text[start:end] = " " * (end - start)
    rest = "".join(text).split()
    headings = " ".join(book.text[one.start : one.body_start] for one in book.sections if not one.unit).split()
    assert [word for word in rest if word not in headings] == []


def test_a_note_that_a_heading_calls_is_read_in_its_own_chapter() -> None:
    text = f"# Ethics [1]\n\n## One\n\n{PROSE}\n\n# Physics\n\n## Part [2]\n\n### Two\n\n{PROSE}\n\n## Notes\n\n[1] In Latin.\n\n[2] In Greek.\n"
    book = read_source(text.encode(), "b.md")
    everything_is_read_once(book)
    order = [" ".join(one.split()) for one in read_order(book)]
    assert "In Latin." in order and "In Greek." in order
    chapter_of = {
        book.sentence_text(at): chapter.order for chapter in book.chapters for at in range(chapter.first, chapter.last)
    }
    of_title = {book.sections[chapter.section].title: chapter.order for chapter in book.chapters}
    assert (chapter_of["In Latin."], chapter_of["In Greek."]) == tuple(of_title.values())[:2]
    assert order.index("In Latin.") < order.index("In Greek.")


def test_signs_that_come_again_on_every_page_of_one_paragraph_go_to_their_page() -> None:
    document = pymupdf.open()
    for number in range(11, 17):
        text = (
            f"the clerk of page {number}<sup style='font-size:6px'>*</sup> weighs the salt "
            + "and weighs the sand " * 70
        )
        page = page_of(document, f"<p>{text}</p>", foot=f"* Said on page {number}.")
        page.insert_text((190, 30), str(number), fontsize=9)
    book = read_source(document.tobytes(), "b.pdf")
    found = [(before.split()[-1], text) for before, text, _ in notes(book)]
    assert found == [(str(number), f"Said on page {number}.") for number in range(11, 17)]
    places = {book.sentence_text(at): one for at, one in enumerate(book.sentences) if book.is_note(at)}
    assert [(one.pdf_page, one.printed_page) for one in places.values()] == [(n - 10, str(n)) for n in range(11, 17)]


def test_a_missing_call_shifts_no_other_note() -> None:
    chapters = "".join(
        f"CHAPTER {name}\n\n"
        + "".join(f"{PROSE}In {name} {n}.{'' if (name, n) == ('I', 3) else f'[{n}]'} {PROSE}\n\n" for n in (1, 2, 3))
        for name in ("I", "II", "III", "IV")
    )
    listed = "".join(f"[{n}] Note {n} of {name}.\n\n" for name in ("I", "II", "III", "IV") for n in (1, 2, 3))
    book = read_source(f"{chapters}NOTES\n\n{listed}".encode(), "b.txt")
    assert {text: section for _, text, section in notes(book)} == {
        f"Note {n} of {name}.": f"CHAPTER {name}"
        for name in ("I", "II", "III", "IV")
        for n in (1, 2, 3)
        if (name, n) != ("I", 3)
    }


def test_a_note_between_paragraphs_takes_no_call_of_another_chapter() -> None:
    text = f"SALT\n\n{PROSE}So.[1] {PROSE}\n\n{PROSE * 4}\n\nSAND\n\n{PROSE * 4}\n\n[1] A note that nothing calls here.\n\n{PROSE * 4}\n"
    assert notes(read_source(text.encode(), "b.txt")) == []


@pytest.mark.parametrize(
    ("call", "note"), [("[1]", "[Footnote 1: See Mill.]"), ("[A]", "[A] See Mill."), ("[B]", "[Footnote B: See Mill.]")]
)
def test_the_ways_in_which_plain_text_writes_notes(call: str, note: str) -> None:
    text = f"SALT\n\n{PROSE}So says Mill.{call} {PROSE}\n\n{note}\n\n{PROSE * 4}\n\nSAND\n\n{PROSE * 4}\n"
    book = read_source(text.encode(), "b.txt")
    assert [(before[-5:], said) for before, said, _ in notes(book)] == [("Mill.", "See Mill.")]
    assert call not in book.text


def test_a_page_break_in_an_endnote_moves_no_page_of_the_text() -> None:
    html = (
        f"<h1>Salt</h1><p><span role='doc-pagebreak' title='5'></span>{PROSE}So.<a href='#n1' role='doc-noteref'>1</a></p>"
        f"<h1>Sand</h1><p>{PROSE}</p><p>{PROSE}<span role='doc-pagebreak' title='6'></span>{PROSE}</p>"
        "<h1>Notes</h1><p id='n1'><span role='doc-pagebreak' title='301'></span>A note of the end.</p>"
    )
    book = read_source(html.encode(), "b.html")
    pages = [(book.is_note(at), one.printed_page) for at, one in enumerate(book.sentences)]
    assert pages == [(False, "5"), (False, "5"), (True, "301"), (False, "5"), (False, "5"), (False, "6")]


def test_a_year_at_the_head_of_a_notes_second_paragraph_is_no_label() -> None:
    text = f"CHAPTER I\n\n{PROSE}So.[1] {PROSE}\n\nCHAPTER II\n\n{PROSE * 3}\n\nNOTES\n\n[1] See Mill.\n\n1781 was the year of it.\n"
    ((_, note, _),) = notes(read_source(text.encode(), "b.txt"))
    assert note == "See Mill.\n\n1781 was the year of it."


@pytest.mark.parametrize(
    ("note", "voice"),
    [
        ("See the papers in Guyer and Wood (eds.).", "author"), ("It is so. —Tr.", "translator"), ("It is so. [Ed.]", "editor"),
        ("See Smith (ed.)", "author"), ("A first word.\n\n    It is so. — Tr.", "translator"),
    ],
)  # fmt: skip
def test_a_note_is_somebody_elses_only_by_a_signature(note: str, voice: str) -> None:
    text = f"# Salt\n\n{PROSE}So.[^1] {PROSE}\n\n# Sand\n\n{PROSE}\n\n[^1]: {note}\n"
    book = read_source(text.encode(), "b.md")
    (section,) = (one for one in book.sections if one.kind is SectionKind.NOTE)
    assert section.voice.value == voice
