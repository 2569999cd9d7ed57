"""Running heads of PDFs: chapters that only they tell, and headings that look like them."""

import pytest

from tests.phases.phase1_structure.test_pdf_headings import found, read, wanted
from tests.phases.phase1_structure.typeset import Setting


def test_running_heads_only() -> None:
    setting = Setting()
    opens = {}
    for title in ("OF SALT", "OF WATER", "OF BOATS AND MEN"):
        setting.head = None
        setting.new_page()
        opens[title] = len(setting.document)
        setting.head = title
        setting.text(1500, 12)
    book = read(setting)
    sections = [one for one in book.sections if one.title in opens]
    assert {one.title: one.page for one in sections} == opens
    assert not any(one.in_toc for one in sections)
    assert [one.code for one in book.warnings] == ["pdf.sections_by_running_heads"]


@pytest.mark.parametrize("words", [300, 700])
def test_a_label_in_large_print_that_comes_again_over_each_chapter(words: int) -> None:
    setting = Setting()
    titles = [("I", "Of Salt"), ("II", "Of Water"), ("III", "Of Boats"), ("IV", "Of Ice"), ("V", "Of Rope")]
    for number, title in titles:
        setting.new_page()
        setting.line("LECTURE", 14, "tibo", centred=True)
        setting.line(number, 14, "tibo", centred=True, step=22)
        setting.line(title, 12, "tiit", centred=True, step=22, after=14)
        setting.text(words, 4)
    assert [title for title, _, _ in found(read(setting))] == [f"LECTURE {number} {title}" for number, title in titles]


def test_a_running_head_in_large_print() -> None:
    setting = Setting()
    for title in ("Salt", "Water", "Boats"):
        setting.new_page()
        for page in range(3):
            if page:
                setting.new_page()
            setting.line("THE TIDAL CLERK", 13, "tibo", centred=True, after=10)
            if not page:
                setting.heading(title)
            setting.text(250, 2)
    assert [title for title, _, _ in found(read(setting))] == ["Salt", "Water", "Boats"]


def test_a_running_heads_chapter_begins_at_its_printed_title_in_whatever_type() -> None:
    setting = Setting()
    titles = ("The Salt of the Quay", "Of Water", "Of Boats and Their Owners")
    for number, title in enumerate(titles):
        setting.head = titles[number - 1].upper() if number else None
        setting.text(300, 3)
        setting.line(title, after=4)
        setting.head = title.upper()
        setting.text(1500, 8)
    book = read(setting)
    assert found(book) == wanted(setting, *((title, 1) for title in titles))
    assert [one.code for one in book.warnings] == ["pdf.sections_by_running_heads"]


def test_running_heads_that_come_once_are_no_headings() -> None:
    setting = Setting()
    titles = ("The Salt of the Quay", "Of Water", "Of Boats and Their Owners", "Of Ice", "What Rope Costs")
    for title in titles:
        setting.head = None
        setting.new_page()
        setting.line(title, font="tiit", after=10)
        setting.head = title.upper()
        setting.text(450, 4)
    assert found(read(setting)) == wanted(setting, *((title, 1) for title in titles))


def test_a_page_number_that_the_file_itself_gives_to_the_page_is_no_text() -> None:
    setting = Setting(number=lambda index: ("", "ii", "1", "2", "3")[index])  # one roman number, nothing to count by
    setting.line("THE TIDAL CLERK", 20, "tibo", centred=True)
    for title in ("Preface", "Of Salt"):
        setting.new_page()
        setting.heading(title)
        setting.text(100 if title == "Preface" else 700, 2)
    setting.document.set_page_labels(
        [{"startpage": 0, "style": "r", "firstpagenum": 1}, {"startpage": 2, "style": "D", "firstpagenum": 1}]
    )
    setting.document.set_toc([[1, "Preface", 2], [1, "Of Salt", 3]])
    book = read(setting)
    assert "ii" not in [book.sentence_text(index) for index in range(len(book.sentences))]
    (preface,) = [section for section in book.sections if section.title == "Preface"]
    assert book.text[preface.start : preface.end].rstrip()[-1] == "."


def test_a_year_at_the_foot_of_every_page_is_no_page_number() -> None:
    setting = Setting(number=lambda index: "2024")
    for title in ("Of Salt", "Of Water"):
        setting.heading(title)
        setting.text(900, 5)
        setting.new_page()
    setting.text(100, 2)
    book = read(setting)
    assert {sentence.printed_page for sentence in book.sentences} == {None} and "2024" not in book.text


def test_an_equation_that_comes_again_at_the_top_of_pages_is_text() -> None:
    setting = Setting()
    setting.document.set_toc([[1, "Of Classes", 1]])
    for _ in range(4):
        setting.head = None
        setting.line("V (1 - V ) = 0.", 10.5, "tiit", centred=True)
        setting.text(320, 2)
        setting.new_page()
    setting.text(60, 1)
    assert read(setting).text.count("V (1 - V ) = 0.") == 4
