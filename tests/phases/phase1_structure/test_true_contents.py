"""The contents of whole books, declared and inferred, against their true tables of contents."""

import json
import os
from pathlib import Path

import pytest

from pipeline.phases.phase1_structure.phase import read_structure
from schemas.text import Book
from tests.measure.contents import INFERRED, folded, score

BOOKS = Path(os.environ.get("GLOSSATOR_TEST_BOOKS") or Path(__file__).parents[4] / "shared" / "data" / "books")
DECLARED = (
    "hume_enquiry",
    "russell_problems_of_philosophy",
    "hegel_philosophy_of_mind",
    "forallx_ubc",
    "spinoza_ethics",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BOOKS.is_dir(), reason=f"the folder of test books is absent: {BOOKS}"),
]

Entry = tuple[str, int, str]


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


@pytest.mark.parametrize("name", DECLARED)
def test_declared_contents_are_found_exactly(name: str) -> None:
    file, gold = gold_entries(name)
    found = found_entries(read_structure(BOOKS / file))
    assert [entry for entry in gold if entry not in found] == [], "missed"
    assert [entry for entry in found if entry not in gold] == [], "invented"
    assert len(found) == len(gold)


@pytest.mark.parametrize("name", INFERRED)
def test_headings_that_a_book_declares_nowhere_are_found(name: str) -> None:
    found = score(BOOKS, name)
    assert found.f1 >= 0.95 and found.level_accuracy >= 0.95
