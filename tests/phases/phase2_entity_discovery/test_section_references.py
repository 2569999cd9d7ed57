"""Section words find their section: by number, by order, and seen from where they stand."""

import pytest

from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.section_references import find_section
from schemas.text import StructureOptions

TEXT = "The clerk weighed the salt. He wrote the sum into the ledger."


@pytest.fixture(scope="module")
def book_of(tmp_path_factory):
    def book(*headings):
        path = tmp_path_factory.mktemp("book") / "book.md"
        path.write_text("\n\n".join(f"{heading}\n\n{TEXT}" for heading in headings), encoding="utf-8")
        return read_structure(path, StructureOptions(language="en"))

    return book


@pytest.fixture(scope="module")
def find(book_of):
    named = book_of("# Of Salt", "## Weighing", "## Measuring", "# Of Iron", "## Rust", "## Rods", "# Of Rope")

    def title(words, near, book=named):
        at = next(i for i, section in enumerate(book.sections) if section.title == near)
        found = find_section(book, words, at)
        return None if found is None else book.sections[found].title

    return title


@pytest.mark.parametrize(
    ("words", "near", "title"),
    [
        ("our last chapter", "Of Iron", "Of Salt"),
        ("the preceding chapter", "Rust", "Of Salt"),
        ("the next chapter", "Rods", "Of Rope"),
        ("the following essay", "Of Iron", "Of Rope"),
        ("this chapter", "Rods", "Of Iron"),
        ("the present lecture", "Of Rope", "Of Rope"),
        ("the next section", "Rust", "Rods"),
        ("our last section", "Rust", "Measuring"),
        ("this section", "Rods", "Rods"),
        ("the last chapter", "Of Salt", None),
        ("the next chapter", "Of Rope", None),
        ("the next section", "Of Rope", None),
        ("the next part", "Rust", None),
    ],
)
def test_what_is_near_is_found_by_the_structure(find, words, near, title):
    assert find(words, near) == title


def test_headings_that_say_what_they_are_go_before(book_of, find):
    book = book_of(
        "# Part One", "## Chapter I. Salt", "## Chapter II. Iron", "# Part Two", "## Chapter I. Rope", "# Index"
    )
    assert find("the next part", "Chapter II. Iron", book) == "Part Two"
    assert find("the next chapter", "Chapter II. Iron", book) == "Chapter I. Rope"
    assert find("the preceding chapter", "Chapter I. Rope", book) == "Chapter II. Iron"
