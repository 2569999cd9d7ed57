"""Books of propositions: what a proposition says is read, whatever line it stands in, and belongs to its part."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from pipeline.phases.phase1_structure.unit_labels import unit_label
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.test_units import PROSE, units

NUMERALS = "I II III IV V VI VII VIII IX X XI XII".split()


def said_of(book: Book) -> dict[str, list[str]]:
    """The sentences of each reference."""
    found: dict[str, list[str]] = {}
    for at, sentence in enumerate(book.sentences):
        found.setdefault(sentence.ref or "", []).append(book.sentence_text(at))
    return found


@pytest.mark.parametrize("stop", [".", ""])
@pytest.mark.parametrize("word", ["PROP.", "Proposition", "THEOREM", "LEMMA", "Lehrsatz"])
def test_a_proposition_of_one_line_is_said(word: str, stop: str) -> None:
    text = "PART I. OF SALT\n\n" + "".join(
        f"{word} {n}. Salt is by nature heavier than sand{stop}\n\nProof.--{PROSE}\n\n" for n in NUMERALS
    )
    book = read_source(text.encode(), "salt.txt")
    main = [section for section in book.sections if section.unit and section.unit.value in {"proposition", "lemma"}]
    said = said_of(book)
    assert len(main) == 12 and not any(section.in_toc for section in main)
    for section in main:
        assert said[section.ref or ""] == [f"{section.title} Salt is by nature heavier than sand{stop}"]
    assert [section.title for section in book.sections if section.kind is SectionKind.BODY] == ["PART I. OF SALT"]


@pytest.mark.parametrize("said", ["Salt is heavier than sand.", "SALT IS HEAVIER THAN SAND."])
def test_a_proposition_set_as_a_heading_is_said_too(said: str) -> None:
    text = "# Part I. Of Salt\n\n" + "".join(f"## PROP. {n}. {said}\n\nProof.—{PROSE}\n\n" for n in NUMERALS)
    book = read_source(text.encode(), "salt.md")
    assert said_of(book)["S1p3"] == [f"PROP. III. {said}"]
    two = "# Part I. Of Salt\n\n" + "".join(f"## PROP. {n}.\n\n{said}\n\nProof.—{PROSE}\n\n" for n in NUMERALS)
    assert read_source(two.encode(), "salt.md").text.count(said) == 12


def test_a_title_behind_the_label_is_no_sentence() -> None:
    text = "# Salt\n\n" + "".join(f"## Theorem {n}: The Law of Salt\n\n{PROSE}\n\n" for n in (1, 2))
    book = read_source(text.encode(), "b.md")
    assert len(units(book)) == 2 and len(book.sentences) == 2


def test_the_preface_of_a_part_stands_in_it_and_what_lies_below_a_part_on_one_level() -> None:
    def part(number: str, title: str, above: str) -> str:
        props = "".join(f"PROP. {n}. Salt is heavier than sand.\n\nProof.—{PROSE}\n\n" for n in NUMERALS[:6])
        return f"PART {number}. {title}\n\n{above}PROPOSITIONS\n\n{props}"

    definitions = "DEFINITIONS\n\nI. By salt I mean what clerks weigh.\n\nII. By sand I mean what they don't.\n\n"
    text = f"THE SCALES\n\n{part('I', 'OF SALT', definitions)}{part('II', 'OF SAND', f'PREFACE{chr(10) * 2}{PROSE}{chr(10) * 2}')}"
    book = read_source(text.encode(), "scales.txt")
    body = [(section.level, section.title) for section in book.sections if section.kind is SectionKind.BODY]
    assert body == [
        (1, "PART I. OF SALT"), (2, "DEFINITIONS"), (2, "PROPOSITIONS"),
        (1, "PART II. OF SAND"), (2, "PREFACE"), (2, "PROPOSITIONS"),
    ]  # fmt: skip
    refs = {section.ref for section in book.sections if section.unit and section.unit.value == "proposition"}
    assert {ref[:-1] for ref in refs if ref} == {f"{refs and sorted(filter(None, refs))[0][0]}{n}p" for n in (1, 2)}


@pytest.mark.parametrize("listed", ["PART I PART II", "PART I\nPART II", "PART I\n\nPART II"])
def test_labels_in_a_row_are_a_contents_list_and_no_section(listed: str) -> None:
    text = f"The Scales\n\n{listed}\n\n\nPART I. OF SALT\n\n{PROSE}\n\nPART II. OF SAND\n\n{PROSE}\n"
    book = read_source(text.encode(), "b.txt")
    titles = [section.title for section in book.sections if section.kind is SectionKind.BODY]
    assert titles == ["PART I. OF SALT", "PART II. OF SAND"]


@pytest.mark.parametrize("dash", ["--", "—", "–", "---", " - ", ". -- ", ".— "])
def test_any_dash_behind_a_label_is_the_labels(dash: str) -> None:
    text = f"Proof{'' if dash.startswith('.') else '.'}{dash}This is clear."
    label = unit_label(text)
    assert label is not None and text[label.length :] == "This is clear." and label.title == "Proof."
