"""Files that broke others' products: each folder holds a file and what reading it must give (expected.json)."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from pipeline.phases.phase1_structure.phase import read_structure
from schemas.errors import BookFault, GlossatorError
from schemas.text import Book, Section, SectionKind, StructureOptions

CASES = Path(os.environ.get("GLOSSATOR_TEST_CASES") or Path(__file__).parents[4] / "shared" / "cases")
WANTED = (
    "B001 B007 B008 B010 B012 B013 B016 B017 B019 B021 B026 B027 B030 B032 B034 B036 B038 B039 B042 B044 B103 B108"
).split()


pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"the folder of shared cases is absent: {CASES}")


def case_folders() -> list[Path]:
    return [folder for number in WANTED for folder in sorted(CASES.glob(f"{number}-*"))]


def plain(text: str) -> str:
    return " ".join(text.split())


def section_text(book: Book, section: Section) -> str:
    return plain(book.text[section.body_start : section.end])


def own_sections(book: Book) -> list[Section]:
    starts = {sentence.section for sentence in book.sentences}
    return [section for index, section in enumerate(book.sections) if index in starts]


@pytest.mark.parametrize("folder", case_folders(), ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    expected: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    for run in expected.get("runs", [expected]):
        check_run(folder, {"input": expected.get("input", []), **run})


def check_run(folder: Path, run: dict[str, Any]) -> None:
    files = [folder / name for name in run["input"] if not name.endswith(".json")]
    password = run.get("settings", {}).get("password")
    options = StructureOptions(password=SecretStr(password) if password else None)
    books: list[Book] = []
    error: GlossatorError | None = None
    for file in files:
        try:
            books.append(read_structure(file, options))
        except BookFault as fault:
            error = fault
    outcomes = [run, *([run["or"]] if "or" in run else [])]
    failures = []
    for outcome in outcomes:
        try:
            check_outcome(outcome, books, error)
        except AssertionError as failure:
            failures.append(failure)
    assert len(failures) < len(outcomes), failures
    for row in run.get("per_document", []):
        text = plain(books[run["input"].index(row["input"])].text)
        check_fragments(row, text)
    if "documents" in run:
        assert len({book.text_id for book in books}) == run["documents"]


def check_outcome(run: dict[str, Any], books: list[Book], error: GlossatorError | None) -> None:
    if run["outcome"] == "error":
        assert error is not None, "no error"
        check_error(run["error"], error)
        return
    assert error is None, error
    for book in books:
        check_book(run, book)
    if "unique_ids" in run:
        assert len({section.path for section in books[0].sections}) == len(books[0].sections)


def check_error(expected: dict[str, Any], error: GlossatorError) -> None:
    assert error.code == f"book.{expected['kind']}"
    message = str(error)
    if "message_any" in expected:
        assert any(word.lower() in message.lower() for word in expected["message_any"]), message
    assert all(word in message for word in expected.get("message_all", []))
    assert not [word for word in expected.get("message_never", []) if word.lower() in message.lower()], message


def check_book(run: dict[str, Any], book: Book) -> None:
    text = plain(book.text)
    check_fragments(run.get("document", {}), text)
    for fragment in run.get("once", []):
        assert text.count(fragment) == 1, fragment
    if "title" in run.get("document", {}):
        assert book.title == run["document"]["title"]
    if "chapter_count" in run:
        assert len(own_sections(book)) == run["chapter_count"], [section.title for section in own_sections(book)]
    if "page_labels" in run:
        assert list(book.page_labels) == run["page_labels"]
    if run.get("encodable"):
        book.text.encode(run["encodable"])
    for low, high in run.get("document", {}).get("lacks_ranges", []):
        first, last = (chr(int(point.removeprefix("U+"), 16)) for point in (low, high))
        assert not [char for char in book.text if first <= char <= last]
    check_chapters(run.get("chapters", []), book)
    check_roles(run.get("sections", []), book)
    check_warnings(run.get("warnings", []), book)
    if run["outcome"] == "ok":
        assert book.warnings == ()


def check_fragments(expected: dict[str, Any], text: str) -> None:
    missing = [fragment for fragment in expected.get("contains", []) if fragment not in text]
    assert missing == []
    # whole numbers only: "117" isn't in "1170"
    found = [fragment for fragment in expected.get("lacks", []) if re.search(whole(fragment), text)]
    assert found == []
    for fragment, count in expected.get("count", {}).items():
        assert text.count(fragment) == count, fragment


def whole(fragment: str) -> str:
    return rf"(?<!\d){re.escape(fragment)}(?!\d)" if fragment.isdigit() else re.escape(fragment)


def check_chapters(expected: list[dict[str, Any]], book: Book) -> None:
    position = 0
    for row in expected:
        section = next(
            (one for one in book.sections[position:] if one.title == row["title"] and section_text(book, one)), None
        )
        assert section is not None, f"no section {row['title']!r} in {[one.title for one in book.sections]}"
        position = book.sections.index(section) + 1
        check_fragments(row, section_text(book, section))
        if "level" in row:
            assert section.level == row["level"]
        if "parent" in row:
            assert book.sections[book.section_by_path[section.path[:-1]]].title == row["parent"]
        sentences = [one for one in book.sentences if section.body_start <= one.start < section.end]
        if "pages" in row:
            assert section.page == row["pages"][0]
            assert all(row["pages"][0] <= (one.pdf_page or 0) <= row["pages"][1] for one in sentences)
        if "labels" in row:
            assert {one.page_label for one in sentences} == set(row["labels"]) or len(sentences) == 1


def check_roles(expected: list[dict[str, Any]], book: Book) -> None:
    kinds = {"front_matter": SectionKind.FRONT, "body": SectionKind.BODY, "back_matter": SectionKind.BACK}
    read = {book.sentences[at].section for chunk in book.chunks for at in range(chunk.first, chunk.last)}
    for row in expected:
        index = next(at for at, section in enumerate(book.sections) if section.title == row["title"])
        assert book.sections[index].kind is kinds[row["role"]], row["title"]
        assert (index in read) == row["extracted"], row["title"]


def check_warnings(expected: list[dict[str, Any]], book: Book) -> None:
    for row in expected:
        assert any(
            all(name in warning.message or name in warning.names for name in row.get("names", []))
            and any(word.lower() in warning.message.lower() for word in row["message_any"])
            for warning in book.warnings
        ), [warning.message for warning in book.warnings]
