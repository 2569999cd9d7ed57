"""What a scholar does in the Prefect UI, in a real browser: fills the form, watches the run, reads what it found."""

import pytest

from flows.form import BooksForm, ReaderChoice, ReadingForm
from tests.flows.browser.conftest import (
    FOLDER,
    choose,
    ended,
    field,
    log_with,
    open_artifact,
    open_form,
    open_tab,
    photograph,
    submit,
)
from tests.flows.conftest import PROSE

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]

BOOKS = {"lamps.md": ("A Treatise of Lamps", "The Wick", "The Oil"), "salt.md": ("Of Salt", "The Scales", "The Ledger")}


@pytest.fixture(scope="module")
def books(ui):
    """Two small books of two chapters each in the scholar's home."""
    folder = ui.home / "books"
    folder.mkdir()
    for name, (title, *chapters) in BOOKS.items():
        text = "\n\n".join(f"# {chapter}\n\n{PROSE} {PROSE}" for chapter in chapters)
        (folder / name).write_text(f"---\ntitle: {title}\n---\n\n{text}\n")


def test_the_form_shows_each_title_with_its_help_in_our_order(page, ui):
    open_form(page, ui)
    fields = [*BooksForm.model_fields.values(), *ReadingForm.model_fields.values()]
    ours = [text for one in fields for text in (one.title, one.description)]
    shown = [line.removesuffix(" (Optional)") for line in page.locator("form").inner_text().splitlines()]
    assert [line for line in shown if line in ours] == ours
    assert shown.index("Only show what would be read, and how many calls it takes; nothing is asked or written.")
    assert choose(page, "Reader", "llm") == [choice.value for choice in ReaderChoice]
    assert field(page, "Files in the folder").input_value() == "**/*"
    for empty in ("Budget (tokens)", "Chapters at a time", "Gaps allowed (%)"):
        assert field(page, empty).input_value() == "", empty


def test_a_number_that_makes_no_sense_is_refused_in_the_form(page, ui):
    open_form(page, ui)
    field(page, "Folder").fill(FOLDER)
    workers = field(page, "Chapters at a time")
    workers.fill("0")
    page.get_by_role("button", name="Submit").click()
    assert workers.evaluate("field => field.validationMessage") == "Value must be greater than or equal to 1."
    assert field(page, "Folder").is_visible()  # still at the form


def test_a_folder_that_is_not_there_is_said_in_one_line(page, ui):
    open_form(page, ui)
    field(page, "Folder").fill("/no/such/folder")
    for written in ("4", ""):  # as one who thought better of it
        field(page, "Chapters at a time").fill(written)
    submit(page)
    assert ended(page) == "Failed"
    said = "[usage.path_not_found] There is no file or folder '/no/such/folder'."
    open_tab(page, "Details")
    page.get_by_text(said, exact=True).wait_for()
    log = log_with(page, f'Finished in state Failed("{said}")')
    assert said in log.splitlines() and "Traceback" not in log


def test_a_run_is_begun_watched_and_read(page, ui, books, empty_graph):
    empty_graph()
    open_form(page, ui)
    field(page, "Folder").fill(FOLDER)
    choose(page, "Reader", "llm")
    photograph(page, "form.png", height=1700)
    submit(page)
    assert ended(page) == "Completed"
    page.get_by_text("ingest books", exact=True).first.wait_for()  # our name, not the one that the form proposed
    run = page.url

    page.reload()
    open_tab(page, "Subflow Runs")
    for name in BOOKS:
        page.get_by_role("link", name=name, exact=True).wait_for()
    photograph(page, "run.png")
    _look_at_a_book(page)

    page.goto(run)
    open_tab(page, "Artifacts")
    page.get_by_text("What was read, found and missed", exact=True).wait_for()
    photograph(page, "artifacts.png")
    titles = [title for title, *_ in BOOKS.values()]
    table = open_artifact(page, "books", *titles)
    assert "2 books: 2 done; 4 chunks, 0 gaps" in table
    page.goto(run)
    report = open_artifact(page, "report", *titles)
    photograph(page, "report.png")
    assert "done: 2 books" in report
    assert "glossator logs " in report


def _look_at_a_book(page):
    """Its chapters as bars and as a list, and how far each came."""
    with page.expect_response(lambda response: "/graph-v2" in response.url) as drawn:
        page.get_by_role("link", name="lamps.md", exact=True).click()
        page.get_by_text("Parent Run").wait_for()
    assert sorted(node["label"] for _, node in drawn.value.json()["nodes"]) == ["ch01 The Wick", "ch02 The Oil"]
    page.locator("canvas").wait_for()
    open_tab(page, "Task Runs")
    for label in ("ch01 The Wick", "ch02 The Oil"):
        page.get_by_role("link", name=label, exact=True).wait_for()
    photograph(page, "book.png")
    said = "A Treatise of Lamps, The Wick: chunk 1/1"
    assert "Progress: 100%" in open_artifact(page, "ch01", said)
