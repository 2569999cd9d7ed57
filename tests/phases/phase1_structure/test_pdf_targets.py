"""Outlines whose targets are wrong, and headings that an outline leaves out."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book
from tests.phases.phase1_structure.typeset import Setting

CHAPTERS = tuple(f"{name} of the Harbour" for name in ("Salt", "Water", "Boats", "Fish", "Rope", "Ice"))


def book_of_chapters(contents: bool = False, sections: bool = False) -> Setting:
    setting = Setting()
    if contents:
        setting.heading("Contents")
        for number, title in enumerate(CHAPTERS):
            setting.contents_row(title, str(2 * number + 2))
    else:
        setting.line("THE TIDAL CLERK", 24, centred=True)
    for title in CHAPTERS:
        setting.new_page()
        setting.heading(title)
        setting.text(250, 3)
        for name in ("Measure", "Price") if sections else ():
            setting.heading(f"The {name} of {title.split()[0]}", 13)
            setting.text(200, 2)
        setting.text(250, 3)
    return setting


def pages_of(book: Book) -> dict[str, int | None]:
    return {one.title: one.page for one in book.sections if one.in_toc}


def truth(setting: Setting) -> dict[str, int]:
    return {title: setting.starts[title] for title in CHAPTERS}


def moved(book: Book) -> list[str]:
    return [one.names[0] for one in book.warnings if one.code == "pdf.destination_by_heading"]


@pytest.mark.parametrize("contents", [False, True])
def test_all_targets_on_one_page(contents: bool) -> None:
    setting = book_of_chapters(contents)
    book = read_source(setting.bytes([[1, title, 1] for title in CHAPTERS]), "b.pdf")
    assert pages_of(book) == truth(setting)
    assert moved(book) == list(CHAPTERS)


def test_targets_on_the_page_before_the_heading() -> None:
    setting = book_of_chapters()
    book = read_source(setting.bytes([[1, title, setting.starts[title] - 1] for title in CHAPTERS]), "b.pdf")
    assert pages_of(book) == truth(setting)
    assert moved(book) == list(CHAPTERS)
    assert all(one.body_start > one.start for one in book.sections if one.in_toc)


def test_targets_out_of_order() -> None:
    setting = book_of_chapters()
    pages = [setting.starts[title] for title in CHAPTERS]
    wrong = [pages[0], pages[1], pages[4], 1, pages[2], pages[5]]
    book = read_source(setting.bytes([[1, t, page] for t, page in zip(CHAPTERS, wrong, strict=True)]), "b.pdf")
    assert pages_of(book) == truth(setting)
    assert [one.title for one in book.sections if one.in_toc] == list(CHAPTERS)
    assert {CHAPTERS[2], CHAPTERS[3], CHAPTERS[4]} <= set(moved(book))


@pytest.mark.slow
def test_425_entries_without_a_target() -> None:
    setting = Setting()
    titles = [f"Entry {number} on the Price of Salt" for number in range(425)]
    for title in titles:
        setting.heading(title, 14)
        setting.text(40)
    outline = setting.bytes([[1, title, -1] for title in titles])
    book = read_source(outline, "b.pdf")
    assert pages_of(book) == {title: setting.starts[title] for title in titles}
    assert len(moved(book)) == 425


def test_pages_out_of_range() -> None:
    import pymupdf

    setting = book_of_chapters()
    document = pymupdf.open("pdf", setting.bytes([[1, title, 1] for title in CHAPTERS]))
    for xref in range(1, document.xref_length()):
        if document.xref_get_key(xref, "Title")[0] != "null":
            document.xref_set_key(xref, "A", "null")
            document.xref_set_key(xref, "Dest", "[900 /XYZ 0 0 0]")
    book = read_source(document.tobytes(), "b.pdf")
    assert pages_of(book) == truth(setting)
    assert moved(book) == list(CHAPTERS)


def test_finer_headings_stand_below_the_outlines_entries() -> None:
    setting = book_of_chapters(sections=True)
    book = read_source(setting.bytes([[1, title, setting.starts[title]] for title in CHAPTERS]), "b.pdf")
    wanted: list[tuple[str, int, int, bool]] = []
    for title in CHAPTERS:
        wanted.append((title, 1, setting.starts[title], True))
        for name in ("Measure", "Price"):
            finer = f"The {name} of {title.split()[0]}"
            wanted.append((finer, 2, setting.starts[finer], False))
    assert [(one.title, one.level, one.page, one.in_toc) for one in book.sections if one.path != (1,)] == wanted
    assert book.warnings == ()


def test_a_heading_that_goes_over_to_the_next_page_keeps_the_outlines_page() -> None:
    import pymupdf

    setting = book_of_chapters()
    entries: list[list[object]] = []
    for title in CHAPTERS:
        foot = {"kind": pymupdf.LINK_GOTO, "page": setting.starts[title] - 2, "to": pymupdf.Point(48, 590)}
        entries.append([1, title, setting.starts[title] - 1, foot])
    book = read_source(setting.bytes(entries), "b.pdf")
    assert pages_of(book) == {title: page - 1 for title, page in truth(setting).items()}
    assert all(book.text[one.start :].startswith(one.title) for one in book.sections if one.in_toc)
    assert book.warnings == ()


@pytest.mark.parametrize("name", ["Page {}", "Seite {}", "p. {}", "{}", "tidal_clerk_{:04}", "[{}]"])
@pytest.mark.parametrize("beside", [0, 1])
def test_an_outline_of_pages_is_no_contents(name: str, beside: int) -> None:
    setting = book_of_chapters(contents=bool(beside))
    rows: list[list[object]] = [[1, name.format(page), page] for page in range(1, len(setting.document) + 1)]
    book = read_source(setting.bytes([[1, "Cover", 1]] * beside + rows), "b.pdf")
    starts = truth(setting)
    assert {one.title: one.page for one in book.sections if one.title in starts} == starts
    assert not any(one.title in {str(row[1]) for row in rows} for one in book.sections)
    assert [one.code for one in book.warnings] == ["pdf.outline_of_pages"]


def test_pages_below_an_outlines_chapters_are_left_out() -> None:
    setting = book_of_chapters()
    starts = {page: title for title, page in truth(setting).items()}
    rows: list[list[object]] = []
    for page in range(2, len(setting.document) + 1):
        rows += [[1, starts[page], page]] if page in starts else []
        rows += [[2, f"Page {page}", page]]
    book = read_source(setting.bytes(rows), "b.pdf")
    assert pages_of(book) == truth(setting)


def test_poems_that_are_numbered_and_stand_on_a_page_each_are_no_pages() -> None:
    setting = Setting()
    for number in range(1, 7):
        setting.new_page()
        setting.heading(f"Sonnet {number}")
        setting.text(120)
    book = read_source(setting.bytes([[1, f"Sonnet {number}", number + 1] for number in range(1, 7)]), "b.pdf")
    assert [one.title for one in book.sections if one.in_toc] == [f"Sonnet {number}" for number in range(1, 7)]
