"""PDFs without an outline that print their contents: entries at their headings, in any form a list is set in."""

from collections.abc import Callable

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.typeset import Setting, Starts, roman, set_twice, with_front


def found(book: Book) -> list[tuple[str, int, int | None, bool]]:
    return [
        (one.title, one.level, one.page, one.in_toc)
        for one in book.sections
        if one.body_start > one.start and one.kind is not SectionKind.BOILERPLATE
    ]


CHAPTERS = ("Of Salt", "Of Water and the Tides", "Of Boats", "Of the Weighing of Fish")


def test_leaders_and_roman_front_pages() -> None:
    def write(setting: Setting, starts: Starts) -> None:
        setting.line("THE TIDAL CLERK", 24, centred=True, before=100)
        setting.new_page()
        setting.heading("Contents")
        setting.contents_row("Preface", roman(starts.get("Preface", 3)))
        for number, title in enumerate(CHAPTERS, 1):
            setting.contents_row(f"{number}. {title}", str(starts.get(f"{number}. {title}", 5) - 4))
        setting.new_page()
        setting.heading("Preface")
        setting.text(350, 3)
        while len(setting.document) < 4:
            setting.new_page()
        for number, title in enumerate(CHAPTERS, 1):
            setting.new_page()
            setting.heading(f"{number}. {title}")
            setting.text(700, 6)

    setting = set_twice(lambda: Setting(with_front(4)), write)
    book = read_source(setting.bytes(), "b.pdf")
    starts = setting.starts
    assert found(book) == [
        ("Contents", 1, 2, False),
        ("Preface", 1, 3, True),
        *((f"{n}. {title}", 1, starts[f"{n}. {title}"], True) for n, title in enumerate(CHAPTERS, 1)),
    ]
    assert book.sections[1].kind is SectionKind.FRONT
    assert book.title == "THE TIDAL CLERK"
    assert book.warnings == ()


def test_no_leaders_nested_by_indent_and_longer_printed_titles() -> None:
    parts = (("The Shore", ("Salt", "Water")), ("The Open Sea", ("Boats", "Fish", "Ice")))

    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("CONTENTS", 14)
        for part, chapters in parts:
            setting.contents_row(part, str(starts.get(part, 2)), 0, leaders=False)
            for title in chapters:
                setting.contents_row(title, str(starts.get(f"{title}, and What Is Said of It", 2)), 18, leaders=False)
        for part, chapters in parts:
            setting.new_page()
            setting.heading(part, 20)
            for title in chapters:
                setting.new_page()
                setting.heading(f"{title}, and What Is Said of It", 14)
                setting.text(600, 5)

    setting = set_twice(Setting, write)
    starts = setting.starts
    wanted = [("CONTENTS", 1, 1, False)]
    for part, chapters in parts:
        wanted.append((part, 1, starts[part], True))
        for title in chapters:
            long = f"{title}, and What Is Said of It"
            wanted.append((long, 2, starts[long], True))
    assert found(read_source(setting.bytes(), "b.pdf")) == wanted


def test_a_list_over_several_pages_with_entries_of_two_lines_and_headings_it_leaves_out() -> None:
    titles = [f"The {name} Inquiry into Salt" for name in "First Second Third Fourth Fifth Sixth Seventh".split()]
    long = {titles[3]: ("The Fourth Inquiry, in which the Opinions of Several Clerks", "concerning Salt Are Weighed")}

    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("Table of Contents")
        for count, title in enumerate(titles):
            first, last = long.get(title, ("", title))
            if count == 4:
                setting.new_page()
            if first:
                setting.contents_row(first, "")
            setting.contents_row(last, str(starts.get(first or title, 3) - 2), 12 if first else 0)
        for title in titles:
            setting.new_page()
            first, last = long.get(title, (title, ""))
            setting.line(first, 13, "tibo", before=30)
            if last:
                setting.line(last, 13, "tibo")
            setting.text(150)
            setting.heading(f"A remark on {title.split()[1].lower()} things", SIZE_OF_TEXT)
            setting.text(400, 4)

    setting = set_twice(lambda: Setting(with_front(2)), write)
    book = read_source(setting.bytes(), "b.pdf")
    listed = [one for one in found(book) if one[3]]
    assert [one[:3] for one in listed] == [
        (" ".join(long.get(title, (title,))), 1, setting.starts[long.get(title, (title,))[0]]) for title in titles
    ]
    finer = [one for one in found(book) if not one[3] and one[0] != "Table of Contents"]
    assert [(one[0], one[1]) for one in finer] == [
        (f"A remark on {title.split()[1].lower()} things", 2) for title in titles
    ]


SIZE_OF_TEXT = 10.5


def test_chapter_labels_over_titles_and_parts_without_a_page() -> None:
    def write(setting: Setting, starts: Starts) -> None:
        setting.line("CONTENTS", 12, centred=True, before=20, after=10)
        for part in (1, 2):
            setting.line("BOOK THE " + ("FIRST" if part == 1 else "SECOND"), centred=True, before=12)
            for chapter in (1, 2, 3):
                setting.line(f"CHAPTER {roman(chapter).upper()}.", 9, centred=True, before=6)
                title = CHAPTERS[chapter - 1] if part == 1 else f"{CHAPTERS[chapter]} Again"
                setting.contents_row(title, str(starts.get(title.upper(), 1)))
        for part in (1, 2):
            for chapter in (1, 2, 3):
                setting.new_page()
                if chapter == 1:
                    setting.line("BOOK THE " + ("FIRST" if part == 1 else "SECOND") + ".", 14, centred=True, before=60)
                title = CHAPTERS[chapter - 1] if part == 1 else f"{CHAPTERS[chapter]} Again"
                setting.line(f"CHAPTER {roman(chapter).upper()}", 11, centred=True, before=30)
                setting.line(title.upper(), 9.5, centred=True, before=12, after=12)
                setting.text(500, 4)

    setting = set_twice(Setting, write)
    got = [(one[0], one[1], one[2]) for one in found(read_source(setting.bytes(), "b.pdf"))[1:]]
    wanted: list[tuple[str, int, int]] = []
    for part in (1, 2):
        for chapter in (1, 2, 3):
            title = CHAPTERS[chapter - 1] if part == 1 else f"{CHAPTERS[chapter]} Again"
            page = setting.starts[title.upper()]
            if chapter == 1:
                wanted.append(("BOOK THE " + ("FIRST." if part == 1 else "SECOND."), 1, page))
            wanted.append((f"CHAPTER {roman(chapter).upper()} {title.upper()}", 2, page))
    assert got == wanted


def test_numbering_nests_a_flat_list() -> None:
    rows = ["1 Salt", "1.1 White Salt", "1.2 Grey Salt", "1.2.1 Wet", "2 Water", "2.1 Tides", "3 Boats"]

    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("Contents")
        for row in rows:
            setting.contents_row(row, str(starts.get(row, 1)))
        setting.new_page()
        for row in rows:
            setting.heading(row, 16 - 2 * row.count("."))
            setting.text(300, 3)

    setting = set_twice(Setting, write)
    assert [one[:3] for one in found(read_source(setting.bytes(), "b.pdf"))[1:]] == [
        (row, row.count(".") + 1, setting.starts[row]) for row in rows
    ]


def test_a_list_of_another_volume_makes_no_sections() -> None:
    setting = Setting()
    setting.heading("Contents of the Second Volume")
    for number in range(1, 9):
        setting.contents_row(f"The {number}th Voyage to the Ice", str(11 * number))
    for title in CHAPTERS:
        setting.new_page()
        setting.heading(title)
        setting.text(700, 5)
    book = read_source(setting.bytes(), "b.pdf")
    assert [one[0] for one in found(book) if one[0] in CHAPTERS] == list(CHAPTERS)
    assert not [one for one in book.sections if "Voyage" in one.title or one.in_toc]
    assert [one.code for one in book.warnings] == ["pdf.contents_not_matched"]


def test_numbers_right_after_the_titles_and_a_summary_below_each() -> None:
    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("Inhalt")
        for number, title in enumerate(CHAPTERS, 1):
            setting.line(f"Kapitel {number}. {title}, {starts.get(f'Kapitel {number}. {title}', 2)}", before=6)
            setting.line("What salt is. How it is weighed, and by whom. Of the price,", 9, indent=14)
            setting.line("and of the night in which it rose.", 9, indent=14)
        for number, title in enumerate(CHAPTERS, 1):
            setting.new_page()
            setting.heading(f"Kapitel {number}. {title}", 12)
            setting.text(500, 4)

    setting = set_twice(Setting, write)
    book = read_source(setting.bytes(), "b.pdf")
    titles = [f"Kapitel {number}. {title}" for number, title in enumerate(CHAPTERS, 1)]
    assert found(book) == [("Inhalt", 1, 1, False), *((title, 1, setting.starts[title], True) for title in titles)]
    assert "What salt is" in book.text[: book.sections[1].start]


def test_a_list_of_figures_makes_no_sections() -> None:
    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("Contents")
        for title in CHAPTERS:
            setting.contents_row(title, str(starts.get(title, 1)))
        setting.heading("List of Figures")
        for number in range(1, 5):
            setting.contents_row(f"Boats at quay number {number}", str(starts.get(CHAPTERS[number - 1], 1)))
        for number, title in enumerate(CHAPTERS, 1):
            setting.new_page()
            setting.heading(title)
            setting.text(300, 3)
            setting.line(f"Boats at quay number {number}", centred=True, before=40, after=8)
            setting.text(300, 3)

    setting = set_twice(Setting, write)
    book = read_source(setting.bytes(), "b.pdf")
    assert [(one[0], one[2]) for one in found(book) if one[3]] == [(t, setting.starts[t]) for t in CHAPTERS]
    assert not [one for one in book.sections if "Boats at" in one.title]


@pytest.mark.parametrize("numbers", ["printed", "labels", "none"])
def test_an_entry_that_no_page_prints_begins_at_the_top_of_its_page(numbers: str) -> None:
    def write(setting: Setting, starts: Starts) -> None:
        setting.heading("Contents")
        for title in (*CHAPTERS, "A Lost Chapter"):
            setting.contents_row(title, str(starts.get(title, 17) - 1))
        for title in CHAPTERS:
            setting.new_page()
            setting.heading(title)
            setting.text(700, 5)
        setting.new_page()
        setting.starts["A Lost Chapter"] = len(setting.document)
        setting.text(300, 3)

    blank: Callable[[int], str] = lambda index: ""  # noqa: E731
    setting = set_twice(lambda: Setting(with_front(1) if numbers == "printed" else blank), write)
    if numbers == "labels":
        setting.document.set_page_labels(
            [{"startpage": 0, "style": "r", "firstpagenum": 1}, {"startpage": 1, "style": "D", "firstpagenum": 1}]
        )
    book = read_source(setting.bytes(), "b.pdf")
    lost = book.sections[-1]
    assert (lost.title, lost.page, lost.in_toc) == ("A Lost Chapter", setting.starts["A Lost Chapter"], True)
    assert lost.body_start == lost.start
    assert [(one.code, one.names) for one in book.warnings] == [("pdf.contents_without_heading", ("A Lost Chapter",))]
