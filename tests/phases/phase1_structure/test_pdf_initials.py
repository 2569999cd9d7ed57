"""Large initials beside the lines that they open."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from tests.phases.phase1_structure.typeset import LEADING, LEFT, SIZE, TOP, Setting, length, prose

SECOND, THIRD = "and nobody asked the clerk for it,", "Salt was weighed there by two men,"


def first_words(letter: str, first: str, size: float, rows: int, late: str = "lines", gap: float = 2.0) -> str:
    """The text of a book whose chapters begin with an initial as many rows high, drawn before, between or after them."""
    setting = Setting(number=lambda _: "")
    for title in ("Salt", "Water", "Boats"):
        setting.new_page()
        setting.page.insert_text((LEFT, TOP), title, fontsize=16, fontname="tibo")
        top = TOP + 100  # below what is taken for running heads
        pieces = [
            (LEFT + length(letter, "tiro", size) + gap, top + row * LEADING, SIZE, text)
            for row, text in enumerate((first, SECOND, THIRD)[:rows])
        ]
        at = {"lines": rows, "first": 0, "between": 1}[late]
        pieces.insert(at, (LEFT, top + (rows - 1) * LEADING, size, letter))
        for x, y, points, text in pieces:
            setting.page.insert_text((x, y), text, fontsize=points, fontname="tiro")
        setting._y = top + (rows - 1) * LEADING
        setting.paragraph("before the boats went out. " + prose(150, len(title)), indent=0)
    setting.page.insert_text((LEFT, 520), "second thought of harbours", fontsize=SIZE)
    return read_source(setting.bytes(), "b.pdf").text


@pytest.mark.parametrize("late", ["first", "between", "lines"])
@pytest.mark.parametrize(("size", "rows"), [(28, 2), (30, 2), (40, 3)])
def test_an_initial_and_its_word_are_one(size: float, rows: int, late: str) -> None:
    text = first_words("T", "he second cause of all was hidden in the ice,", size, rows, late)
    rest = f" {THIRD}" if rows == 3 else ""
    whole = f"The second cause of all was hidden in the ice, {SECOND}{rest} before the boats went out."
    assert text.count(whole) == 3


@pytest.mark.parametrize(
    ("letter", "first", "wanted"),
    [
        ("A", "second cause was hidden in the ice", "A second cause"),
        ('"T', 'he boats," said he, and went away', '"The boats," said he'),
        ("T", "HE SECOND cause was hidden in the ice", "THE SECOND cause"),
        ("É", "lie and the other clerk went away at dawn", "Élie and"),
        ("A", "fter the winter the ice was thick on every", "After the winter"),
    ],
)
def test_what_an_initial_is(letter: str, first: str, wanted: str) -> None:
    assert first_words(letter, first, 30, 2).count(wanted) == 3
