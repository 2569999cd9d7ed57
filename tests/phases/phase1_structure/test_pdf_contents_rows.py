"""Printed contents in other forms: numbers that begin at one place, other leaders, entries that all begin alike."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from tests.phases.phase1_structure.typeset import LEFT, SIZE, Setting, Starts, length, roman, set_twice, with_front

TITLES = [("Preface", 1), ("1 Of the Salt", 1), ("1.1 White Salt", 2), ("1.2 Grey Salt", 2), ("2 Of Boats", 1),
          ("2.1 Small Boats", 2), ("2.2 Great Boats", 2), ("3 Of Water", 1), ("3.1 Tides", 2)]  # fmt: skip


@pytest.mark.parametrize("leader", ["", "- ", "\u2013 "])
@pytest.mark.parametrize("indent", [0.0, 14.0])
def test_page_numbers_that_begin_at_one_place(leader: str, indent: float) -> None:
    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("Contents")
        for row, (title, level) in enumerate(TITLES):
            x, y = LEFT + indent * (level - 1), 130 + 16 * row
            free = 280 - length(f"{title}  ", "tiro", SIZE)
            led = leader * int(free / length(leader, "tiro", SIZE)) if leader else ""
            page = starts.get(title, 1)
            number = roman(page) if page <= 3 else str(page - 3)
            setting.page.insert_text((x, y), f"{title}  {led}".rstrip(), fontsize=SIZE, fontname="tiro")
            setting.page.insert_text((350, y), number, fontsize=SIZE, fontname="tiro")
        setting.new_page()
        for title, level in TITLES:
            if title == "1 Of the Salt":
                setting.new_page()
            setting.heading(title, 16 if level == 1 else 13)
            setting.text(400 if title == "Preface" else 600, 5)

    setting = set_twice(lambda: Setting(number=with_front(3)), write)
    book = read_source(setting.bytes(), "b.pdf")
    listed = [(one.title, one.level, one.page) for one in book.sections if one.in_toc]
    assert listed == [(title, level, setting.starts[title]) for title, level in TITLES]
    assert not [one.code for one in book.warnings if one.code.startswith("pdf.")]


def test_a_list_that_begins_all_entries_alike_has_the_levels_of_their_headings() -> None:
    setting = Setting()
    setting.heading("Contents")
    titles = [("Preface", 1), ("Of the Salt", 1), ("Its price", 2), ("Its weight", 2), ("Of the Boats", 1),
              ("Its price", 2), ("Its weight", 2), ("Of the Ice", 1), ("Its price", 2)]  # fmt: skip
    for number, (title, _) in enumerate(titles):
        setting.contents_row(title, str(number + 2))
    for title, level in titles:
        setting.new_page()
        setting.heading(title, 16 if level == 1 else 12.5)
        setting.text(250, 3)
    book = read_source(setting.bytes(), "b.pdf")
    assert [(one.title, one.level) for one in book.sections if one.in_toc] == titles


def test_a_year_in_a_title_is_no_page_number() -> None:
    titles = ("Before 1789", "The Year 1793", "From 1800 to 1815", "After 1848")

    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("Contents")
        for title in titles:
            setting.contents_row(title, str(starts.get(title, 1)), leaders=False)
        for title in titles:
            setting.new_page()
            setting.heading(title)
            setting.text(900, 6)

    setting = set_twice(Setting, write)
    book = read_source(setting.bytes(), "b.pdf")
    listed = [(one.title, one.page, one.body_start > one.start) for one in book.sections if one.in_toc]
    assert listed == [(title, setting.starts[title], True) for title in titles]
