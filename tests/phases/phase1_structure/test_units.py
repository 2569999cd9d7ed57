"""Units below the contents are addressable and divide nothing."""

import json

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from pipeline.phases.phase1_structure.unit_labels import unit_label
from schemas.text import Book, SectionKind, UnitKind
from tests.phases.phase1_structure.test_true_contents import BOOKS

PROSE = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it at the quay. "


def units(book: Book) -> list[tuple[str, str, str | None]]:
    return [(section.unit.value, section.title, section.ref) for section in book.sections if section.unit]


@pytest.mark.parametrize(
    ("text", "kind", "number", "title"),
    [
        ("PROP. VII. Weight belongs to salt.", UnitKind.PROPOSITION, 7, "PROP. VII."),
        ("Proposition 12. Weight", UnitKind.PROPOSITION, 12, "Proposition 12."),
        ("Lehrsatz 3. Das Salz", UnitKind.PROPOSITION, 3, "Lehrsatz 3."),
        ("Note II.—No doubt", UnitKind.NOTE, 2, "Note II."),
        ("Another proof.—Of salt", UnitKind.PROOF, 0, "Another proof."),
        ("Explanation—I say", UnitKind.EXPLANATION, 0, "Explanation"),
        ("Coroll. II—Secondly", UnitKind.COROLLARY, 2, "Coroll. II"),
        ("§ 21a. The clerk", UnitKind.PARAGRAPH, 21, "§ 21a."),
        ("§ 52.b. The clerk", UnitKind.PARAGRAPH, 52, "§ 52.b."),
        ("XIV. Whatever is weighed", UnitKind.NUMBER, 14, "XIV."),
        ("12. Whatever is weighed", UnitKind.NUMBER, 12, "12."),
        ("Theorem 2.1. Let salt be weighed", UnitKind.PROPOSITION, 2, "Theorem 2.1."),
        ("Theorem 2 (Gödel). Let salt be weighed", UnitKind.PROPOSITION, 2, "Theorem 2 (Gödel)."),
    ],
)
def test_a_label_is_told_from_its_text(text: str, kind: UnitKind, number: int, title: str) -> None:
    label = unit_label(text)
    assert label is not None
    assert (label.kind, label.number, label.title) == (kind, number, title)


@pytest.mark.parametrize(
    "text",
    [
        "Proof of this was never given.",
        "Proposition seven is the one I mean.",
        "Note that salt is heavy.",
        "definitions are made by clerks.",
        "1984 was a year.",
        "Theorem 2.1 shows that salt is heavy.",
        "Theorem 2 (see below) shows that salt is heavy.",
    ],
)
def test_prose_that_only_begins_like_one_has_no_label(text: str) -> None:
    assert unit_label(text) is None


def test_what_belongs_to_a_proposition_stands_below_it() -> None:
    text = (
        "# Part I. Of Salt\n\n## Definitions\n\nI. By salt I mean what clerks weigh.\n\n"
        "II. By a clerk I mean one who weighs.\n\n## Propositions\n\n"
        + "".join(f"PROP. {n}. {PROSE}\n\nProof.—{PROSE}\n\n" for n in ("I", "II", "III"))
        + f"Corollary.—{PROSE}\n\nNote.—{PROSE}\n\n# Part II. Of Weight\n\nPROP. I. {PROSE}\n\n"
        + "".join(f"PROP. {n}. {PROSE}\n\n" for n in ("II", "III", "IV", "V", "VI", "VII"))
    )
    book = read_source(("---\ntitle: The Scales\n---\n\n" + text).encode(), "b.md")
    assert [ref for *_, ref in units(book)] == [
        "S1def1", "S1def2", "S1p1", "S1p1d", "S1p2", "S1p2d", "S1p3", "S1p3d", "S1p3c", "S1p3s",
        "S2p1", "S2p2", "S2p3", "S2p4", "S2p5", "S2p6", "S2p7",
    ]  # fmt: skip
    third = next(section for section in book.sections if section.ref == "S1p3")
    note = next(section for section in book.sections if section.ref == "S1p3s")
    assert note.path[:-1] == third.path and note.end == third.end
    assert book.text[third.start :].startswith("PROP. III. The clerk") and book.text[third.body_start :].startswith(
        "The"
    )
    assert next(one.ref for one in book.sentences if one.start == note.start) == "S1p3s"
    first = next(one for one in book.sentences if one.start == third.start)
    assert book.text[first.start : first.end].startswith("PROP. III. The clerk weighs"), "a label is no sentence"


def test_units_are_no_chapters_and_end_no_episode() -> None:
    text = "".join(
        f"# {name}\n\n" + "".join(f"{n}. {PROSE * 3}\n\n" for n in range(1, 13)) for name in ("Salt", "Sand")
    )
    book = read_source(text.encode(), "b.md")
    assert [chapter.title for chapter in book.chapters] == ["Salt", "Sand"]
    assert len([unit for unit in units(book) if unit[0] == "number"]) == 24
    assert len({ref for *_, ref in units(book)}) == 24
    deepest_of_contents = max(section.level for section in book.sections if section.kind is SectionKind.BODY)
    assert book.episode_level > deepest_of_contents
    assert [chunk.words > 100 for chunk in book.chunks] == [True] * len(book.chunks)


def test_a_short_list_in_a_chapter_is_no_run_of_units() -> None:
    text = f"# Salt\n\n{PROSE * 5}\n\n1. {PROSE}\n\n2. {PROSE}\n\n3. {PROSE}\n\n{PROSE * 5}\n\n# Sand\n\n{PROSE}"
    assert units(read_source(text.encode(), "b.md")) == []


def test_a_list_of_many_items_late_in_a_chapter_is_no_run_of_units() -> None:
    text = f"# Salt\n\n{PROSE * 30}\n\n" + "".join(f"{n}. Weigh it.\n\n" for n in range(1, 9)) + f"# Sand\n\n{PROSE}"
    assert units(read_source(text.encode(), "b.md")) == []


def test_sections_of_a_number_and_few_words_are_units_of_their_part() -> None:
    aphorism = PROSE * 4
    text = "".join(
        f"# Part {part}\n\n" + "".join(f"## {n}\n\n{aphorism}\n\n" for n in range(first, first + 30))
        for part, first in (("One", 1), ("Two", 31))
    )
    book = read_source(text.encode(), "b.md")
    assert [chapter.title for chapter in book.chapters] == ["Part One", "Part Two"]
    assert [ref for *_, ref in units(book)] == [str(n) for n in range(1, 61)]
    assert all(section.in_toc for section in book.sections if section.unit)


def test_chapters_of_a_number_stay_chapters() -> None:
    text = "".join(f"# {n}\n\n" + f"{PROSE * 30}\n\n" for n in range(1, 25))
    book = read_source(text.encode(), "b.md")
    assert len(book.chapters) == 24 and units(book) == []


def test_notes_at_a_chapters_end_belong_to_no_proposition() -> None:
    text = f"# Salt\n\n{PROSE}\n\nNote.—{PROSE}\n\n# Sand\n\n{PROSE}\n\n## Notes\n\n{PROSE}\n\n# Silt\n\n{PROSE}"
    assert units(read_source(text.encode(), "b.md")) == []


def test_numbers_with_a_point_are_cited_whole() -> None:
    heads = ("Definition 1.1.", "Definition 1.2.", "Theorem 2.1.", "Proof.", "Theorem 2.2 (Gödel).", "Corollary 2.3.")
    text = "# Salt\n\n" + "".join(f"{head} {PROSE}\n\n" for head in heads)
    refs = [ref for *_, ref in units(read_source(text.encode(), "b.md"))]
    assert refs == ["def1.1", "def1.2", "p2.1", "p2.1 d", "p2.2", "p2.2 c2.3"]


@pytest.mark.parametrize(
    "parts",
    [
        ("Erster Teil. Vom Salz", "Zweiter Teil. Vom Sand"),
        ("Part One: Of Salt", "Part Two: Of Sand"),
        ("Part the First. Of Salt", "Part the Second. Of Sand"),
        ("Teil Eins", "Teil Zwei"),
        ("Première partie", "Deuxième partie"),
        ("Livre un", "Livre deux"),
    ],
)
def test_a_parts_number_may_be_a_word(parts: tuple[str, str]) -> None:
    text = "".join(
        f"# {part}\n\n" + "".join(f"PROP. {n}. {PROSE}\n\n" for n in ("I", "II", "III", "IV", "V")) for part in parts
    )
    refs = [ref for *_, ref in units(read_source(("---\ntitle: Ethics\n---\n\n" + text).encode(), "b.md"))]
    assert refs == [f"E{part}p{n}" for part in (1, 2) for n in range(1, 6)]


@pytest.mark.skipif(not BOOKS.is_dir(), reason=f"the folder of test books is absent: {BOOKS}")
def test_all_propositions_of_a_real_book_stand_at_their_place() -> None:
    gold = json.loads((BOOKS / "spinoza_ethics.toc.json").read_text(encoding="utf-8"))
    wanted = {(e["title"], e["level"], e["char_start"]) for e in gold["entries"] if e["kind"] == "proposition"}
    book = read_source((BOOKS / gold["file"]).read_bytes(), gold["file"])
    found = {(s.title, s.level, s.source_start) for s in book.sections if s.unit is UnitKind.PROPOSITION}
    assert len(wanted) == 259 and found == wanted
    refs = [section.ref for section in book.sections if section.unit]
    assert None not in refs and len(set(refs)) == len(refs)
    assert {"E1def6", "E1def6e", "E2p7s", "E2p13", "E3p2d", "E4app32", "E5p42"} <= set(refs)
    sizes = sorted(chunk.words for chunk in book.chunks)
    assert sizes[len(sizes) // 2] >= 700


def test_a_series_that_begins_a_third_time_is_primed_through_and_a_parts_appendix_is_cited() -> None:
    def axioms(last: int) -> str:
        return "".join(f"AXIOM {'I' * n}. {PROSE}\n\n" for n in range(1, last + 1))

    propositions = "".join(f"PROP. {n}. {PROSE}\n\n" for n in range(1, 12))
    book = read_source(
        (
            f"---\ntitle: Salt\n---\n\n# PART I. Of Salt\n\n## Preface\n\n{PROSE}\n\n## Weights\n\n{axioms(3)}{propositions}{axioms(2)}LEMMA I. {PROSE}\n\n"
            f"{axioms(3)}LEMMA II. {PROSE}\n\n## Appendix\n\n{PROSE}\n\n# PART II. Of Sand\n\n{PROSE}\n"
        ).encode(),
        "Salt.md",
    )
    refs = [section.ref for section in book.sections]
    primed = ["S1ax1", "S1ax2", "S1ax3", "S1ax1'", "S1ax2'", "S1ax1''", "S1ax2''", "S1ax3''"]
    assert [ref for ref in refs if ref and "ax" in ref] == primed
    assert {"S1pref", "S1app"} <= set(refs) and len([ref for ref in refs if ref]) == len({ref for ref in refs if ref})
    assert {one.ref for one in book.sentences if book.sections[one.section].title == "Appendix"} == {"S1app"}
