"""Notes of plain text that are marked by signs."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.test_notes import notes
from tests.phases.phase1_structure.test_units import PROSE


def book_with(*passages: str) -> Book:
    text = f"CHAPTER I. OF SALT\n\n{PROSE}" + "\n\n".join(passages) + f"\n\nCHAPTER II. OF SAND\n\n{PROSE}\n"
    return read_source(text.encode(), "b.txt")


@pytest.mark.parametrize(
    ("call", "note"),
    [
        ("*", "* In Latin."), ("*", "*In Latin."), ("†", "† In Latin."), ("**", "** In Latin."), ("¹", "¹ In Latin."),
        ("¹²", "¹² In Latin."), ("[^1]", "[^1]: In Latin."), ("[^mill]", "[^mill]: In Latin."), ("‡", "    ‡ In Latin."),
    ],
)  # fmt: skip
def test_a_sign_calls_its_note(call: str, note: str) -> None:
    book = book_with(f"So says Mill of war{call} and of peace. {PROSE}", note, PROSE)
    assert [(before[-3:], text) for before, text, _ in notes(book)] == [("war", "In Latin.")]
    assert "of war and of peace." in book.text and "In Latin." in book.text
    at = next(at for at in range(len(book.sentences)) if book.is_note(at))
    assert book.sentence_text(at - 1).startswith("The clerk"), "it is read behind its paragraph"


def test_equal_signs_go_in_order() -> None:
    book = book_with(f"One.* {PROSE}", "* First.", f"Two.* And three.† {PROSE}", "* Second.", "† Third.")
    assert [text for _, text, _ in notes(book)] == ["First.", "Second.", "Third."]
    assert "One. The" in book.text and "And three. The" in book.text


def test_whose_note_it_is() -> None:
    book = book_with(f"One.* Two.† {PROSE}", "* First. [Translator's note.]", "† Second.—Editor’s note.")
    found = [section.voice.value for section in book.sections if section.kind is SectionKind.NOTE]
    assert found == ["translator", "editor"]


@pytest.mark.parametrize(
    "text",
    [
        "* First item.\n\n* Second item.\n\n* Third item.",
        "Thus x² is a square.\n\n² is raised.",
        "* * *",
        "They wrote 2*3 and 3 * 4.\n\n* stands for times.",
        "A note without a call is read where it stands.\n\n† Like this.",
    ],
)
def test_what_is_no_note(text: str) -> None:
    book = book_with(PROSE, text)
    assert notes(book) == []
    assert all(word in book.text for word in text.split() if any(char.isalnum() for char in word))
