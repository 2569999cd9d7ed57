"""The declared contents of whole books, against their true tables of contents."""

import json
import os
from pathlib import Path

import pytest

from pipeline.phases.phase1_structure.phase import read_structure
from schemas.text import Book, SectionKind

BOOKS = Path(os.environ.get("GLOSSATOR_TEST_BOOKS") or Path(__file__).parents[4] / "shared" / "data" / "books")
DECLARED = (
    "hume_enquiry",
    "russell_problems_of_philosophy",
    "hegel_philosophy_of_mind",
    "forallx_ubc",
    "spinoza_ethics",
)

pytestmark = pytest.mark.skipif(not BOOKS.is_dir(), reason=f"the folder of test books is absent: {BOOKS}")

Entry = tuple[str, int, str]


def folded(title: str) -> str:
    return " ".join(title.split()).casefold()


def gold_entries(name: str) -> tuple[str, list[Entry]]:
    gold = json.loads((BOOKS / f"{name}.toc.json").read_text(encoding="utf-8"))
    place = {"epub": "href", "pdf": "page"}.get(gold["format"], "char_start")
    entries = [entry for entry in gold["entries"] if entry.get("in_toc", True)]
    return gold["file"], [(folded(entry["title"]), entry["level"], str(entry[place])) for entry in entries]


def found_entries(book: Book) -> list[Entry]:
    return [
        (
            folded(section.title),
            section.level,
            str(next(place for place in (section.href, section.page, section.source_start) if place is not None)),
        )
        for section in book.sections
        if section.in_toc
    ]


INFERRED = {  # book: what of its gold its headings are measured against, F1 at least
    "boole_laws_of_thought": ("entries", 0.95),  # no outline; a printed contents list with shorter titles
    "hegel_philosophy_of_mind": ("entries_fine", 0.95),  # the outline leaves out two thirds of the headings
}


@pytest.mark.parametrize("name", INFERRED)
def test_headings_that_a_pdf_declares_nowhere_are_found(name: str) -> None:
    key, least = INFERRED[name]
    gold = json.loads((BOOKS / f"{name}.toc.json").read_text(encoding="utf-8"))
    # the publisher's own sections aside, which the file frames the book with
    wanted = [
        (folded(one["title"]), one["level"], one["page"]) for one in gold[key] if one.get("kind") != "boilerplate"
    ]
    found = [
        (folded(one.title), one.level, one.page or 0)
        for one in read_structure(BOOKS / gold["file"]).sections
        if one.body_start > one.start and one.kind is not SectionKind.BOILERPLATE
    ]
    levels = {(title, page): level for title, level, page in wanted}
    matched = [(level, levels[title, page]) for title, level, page in found if (title, page) in levels]
    assert 2 * len(matched) / (len(found) + len(wanted)) >= least
    assert sum(ours == theirs for ours, theirs in matched) >= 0.95 * len(matched)


@pytest.mark.parametrize("name", DECLARED)
def test_declared_contents_are_found_exactly(name: str) -> None:
    file, gold = gold_entries(name)
    found = found_entries(read_structure(BOOKS / file))
    assert [entry for entry in gold if entry not in found] == [], "missed"
    assert [entry for entry in found if entry not in gold] == [], "invented"
    assert len(found) == len(gold)
