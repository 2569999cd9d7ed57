"""Which paragraphs and sections are units: rows with gaps, lists, §§ spoken of, chapters called like propositions."""

import sys
from types import FrameType
from typing import Any

import pytest

from pipeline.phases.phase1_structure.parsed import Block, Mark, ParsedBook
from pipeline.phases.phase1_structure.phase import read_source
from pipeline.phases.phase1_structure.units import with_units
from schemas.text import SectionKind
from tests.phases.phase1_structure.test_units import PROSE, units


def test_essays_called_problems_are_chapters() -> None:
    text = "".join(
        f"# Problem {n}: {name}\n\n{PROSE * 90}\n\n" for n, name in enumerate(("Freedom", "Salt", "Sand"), 1)
    )
    book = read_source(text.encode(), "b.md")
    assert len(book.chapters) == 3 and units(book) == []
    parts = "".join(
        f"# Theorem {n}: {name}\n\n{PROSE}\n\n## Of it\n\n{PROSE * 90}\n\n" for n, name in ((1, "Freedom"), (2, "Salt"))
    )
    assert units(read_source(parts.encode(), "b.md")) == [], "what stands below a section is of its length"


def test_short_sections_with_a_label_and_a_title_are_units() -> None:
    text = "# Salt\n\n" + "".join(f"## Theorem {n}: {name}\n\n{PROSE}\n\n" for n, name in ((1, "Weight"), (2, "Sand")))
    assert [ref for *_, ref in units(read_source(text.encode(), "b.md"))] == ["p1", "p2"]


@pytest.mark.parametrize("title", ["Definition and Essence", "Proof of God", "Notes on Salt", "Problem and Method"])
def test_a_title_that_begins_with_such_a_word_makes_no_units_of_a_list(title: str) -> None:
    text = f"# {title}\n\n1. {PROSE}\n\n2. {PROSE}\n\n# Sand\n\n{PROSE}"
    assert units(read_source(text.encode(), "b.md")) == []


def test_a_list_in_a_section_of_definitions_makes_no_units() -> None:
    text = f"# Problems of Philosophy\n\n{PROSE * 9}\n\n1. Salt.\n\n2. Sand.\n\n# Sand\n\n{PROSE}"
    assert units(read_source(text.encode(), "b.md")) == []


def test_the_definitions_of_a_thing_are_units() -> None:
    text = f"# Definitions of the Emotions\n\nI. {PROSE}\n\nII. {PROSE}\n\n# Sand\n\n{PROSE}"
    assert [kind for kind, *_ in units(read_source(text.encode(), "b.md"))] == ["definition"] * 2


def test_a_missing_number_ends_no_run() -> None:
    text = "# Salt\n\n" + "".join(f"{n}. {PROSE}\n\n" for n in range(1, 60) if n != 11)
    refs = [ref for *_, ref in units(read_source(text.encode(), "b.md"))]
    assert refs == [str(n) for n in range(1, 60) if n != 11]


def test_numbers_with_gaps_everywhere_are_no_run() -> None:
    text = "# Salt\n\n" + "".join(f"{n}. {PROSE}\n\n" for n in range(1, 40, 3)) + f"# Sand\n\n{PROSE}"
    assert units(read_source(text.encode(), "b.md")) == []


def test_a_list_in_an_aphorism_takes_no_number_from_the_others() -> None:
    items = "".join(f"{n}. Weigh it.\n\n" for n in range(1, 8))
    text = "# Salt\n\n" + "".join(f"{n}. {PROSE * 2}\n\n{items if n == 4 else ''}" for n in range(1, 10))
    book = read_source(text.encode(), "b.md")
    found = [section for section in book.sections if section.unit]
    assert [section.ref for section in found] == [str(n) for n in range(1, 10)]
    assert all(book.text[section.body_start :].startswith("The clerk") for section in found)


def test_paragraphs_that_speak_of_a_paragraph_are_no_units() -> None:
    text = "# Salt\n\n" + "".join(
        f"§ {n} of the Prolegomena says: {PROSE}\n\n{PROSE}\n\n" for n in (12, 13, 14, 15, 16, 17)
    )
    assert units(read_source(text.encode(), "b.md")) == []
    text = "# Salt\n\n" + "".join(f"§ {n} Kant is of another mind. {PROSE}\n\n{PROSE}\n\n" for n in (12, 40, 7))
    assert units(read_source(text.encode(), "b.md")) == []


@pytest.mark.parametrize("stop", [".", " —", "", "\n"])
def test_paragraphs_in_a_row_are_units(stop: str) -> None:
    text = "# Salt\n\n" + "".join(f"§ {n}{stop} {PROSE}\n\n" for n in range(1, 8))
    assert [ref for *_, ref in units(read_source(text.encode(), "b.md"))] == [f"§ {n}" for n in range(1, 8)]


def test_a_paragraph_spoken_of_in_mid_argument_begins_no_series() -> None:
    text = "".join(
        f"# {name}\n\n" + "".join(f"§ {n}. {PROSE}\n\n{'§ 1. ' + PROSE if n in {4, 12} else ''}\n\n" for n in numbers)
        for name, numbers in (("Salt", range(1, 9)), ("Sand", range(9, 17)))
    )
    assert [ref for *_, ref in units(read_source(text.encode(), "b.md"))] == [f"§ {n}" for n in range(1, 17)]


def test_paragraphs_that_begin_anew_in_each_chapter_are_units() -> None:
    text = "".join(f"# {name}\n\n" + "".join(f"§ {n}. {PROSE}\n\n" for n in (1, 2, 3)) for name in ("Salt", "Sand"))
    refs = [ref for *_, ref in units(read_source(text.encode(), "b.md"))]
    assert refs == ["§ 1", "§ 2", "§ 3", "§ 1'", "§ 2'", "§ 3'"]


@pytest.mark.parametrize("stop", ["", "."])
def test_a_long_row_of_decimal_numbers_makes_units(stop: str) -> None:
    numbers = ["1", "1.1", "1.11", "1.12", "1.13", "1.2", "1.21", "2", "2.01", "2.011", "2.0121", "2.1", "3"]
    text = "# Salt\n\n" + "".join(f"{n}{stop} {PROSE}\n\n" for n in numbers)
    assert [ref for *_, ref in units(read_source(text.encode(), "b.md"))] == numbers


def test_a_few_decimal_numbers_are_text() -> None:
    text = "# Salt\n\n" + "".join(f"{n} {PROSE}\n\n" for n in ("1", "1.1", "1.2", "2")) + f"# Sand\n\n{PROSE}"
    assert units(read_source(text.encode(), "b.md")) == []


def test_the_work_of_finding_units_grows_as_the_book_does() -> None:
    def lines_run(sections: int) -> int:
        """Lines of our code run, which no other program on the machine changes."""
        body = "".join(f"PROP. {n}. Salt is salt.\n\nProof.—Weigh it.\n\n" for n in (1, 2))
        blocks = tuple(Block(text) for text in (f"# S\n\n{body}" * sections).split("\n\n") if text)
        marks = tuple(Mark(f"Salt {at}", 1, at * 5, heading_blocks=1) for at in range(sections))
        count = 0

        def step(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal count
            count += event == "line"
            return step

        before = sys.gettrace()
        sys.settrace(step)
        try:
            with_units(ParsedBook("markdown", blocks, marks), [SectionKind.BODY] * sections)
        finally:
            sys.settrace(before)
        return count

    assert lines_run(400) < 5 * lines_run(100)
