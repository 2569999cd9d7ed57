"""PDFs without an outline and without printed contents: headings by number, size, weight, capitals or running heads."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind
from tests.phases.phase1_structure.typeset import SIZE, Setting, prose

Found = list[tuple[str, int, int | None]]


def found(book: Book) -> Found:
    return [
        (one.title, one.level, one.page)
        for one in book.sections
        if one.body_start > one.start and one.kind in {SectionKind.BODY, SectionKind.FRONT, SectionKind.BACK}
    ]


def read(setting: Setting) -> Book:
    return read_source(setting.bytes(), "b.pdf")


def wanted(setting: Setting, *titles: tuple[str, int]) -> Found:
    return [(title, level, setting.starts[title]) for title, level in titles]


def test_numbers_only_in_the_texts_own_type() -> None:
    setting = Setting()
    titles = [("1 Salt", 1), ("1.1 White Salt", 2), ("1.1.1 Of the Quay", 3), ("1.2 Grey Salt", 2), ("2 Water", 1),
              ("2.1 Tides and Their Names", 2), ("3 Boats", 1)]  # fmt: skip
    for title, _ in titles:
        setting.line(title, before=14, after=5)
        setting.text(220, 3)
        setting.paragraph("1. " + prose(14, 3))  # a numbered paragraph and a list are no headings
        setting.line("1 Rope", indent=12)
        setting.line("2 Oil", indent=12)
        setting.line("3 Ice", indent=12, after=4)
        setting.text(120, 2)
    assert found(read(setting)) == wanted(setting, *titles)


def test_sizes_only() -> None:
    setting = Setting(head="THE TIDAL CLERK")
    titles = []
    for chapter in ("Salt", "Water", "Boats"):
        setting.new_page()
        setting.heading(chapter, 18, "tiro")
        titles.append((chapter, 1))
        setting.text(150)
        for section in ("as it is bought", "as it is kept"):
            setting.heading(f"{chapter} {section}", 13, "tiro")
            titles.append((f"{chapter} {section}", 2))
            setting.text(250, 3)
    assert found(read(setting)) == wanted(setting, *titles)


def test_bold_only() -> None:
    setting = Setting()
    titles = [f"The {name} of the Harbour" for name in ("Clerk", "Quay", "Water", "Price", "Oil")]
    for title in titles:
        setting.line(title, font="tibo", before=12, after=3)
        setting.text(160, 2)
        setting.paragraph(prose(40, 8), start="Theorem 3.", indent=0)
        setting.paragraph(prose(30, 9), start="Of ropes.")
        setting.line("Lemma 4.", font="tibo", before=8)
        setting.paragraph(prose(30, 5), font="tiit")
        setting.text(60)
        setting.line("Proof", font="tibo", before=8)
        setting.text(60)
    assert found(read(setting)) == wanted(setting, *((title, 1) for title in titles))


def test_a_novel_with_centred_numbers() -> None:
    setting = Setting()
    setting.line("THE TIDAL CLERK", 22, centred=True, before=150)
    setting.line("BY ADA ROWE", 12, centred=True, before=30)
    numbers = ("I", "II", "III", "IV", "V", "VI", "VII")
    for number in numbers:
        setting.new_page()
        setting.line(f"CHAPTER {number}", centred=True, before=60, after=30)
        setting.text(700, 14)
    setting.line("THE END", centred=True, before=20)
    book = read(setting)
    assert found(book) == wanted(setting, *((f"CHAPTER {number}", 1) for number in numbers))
    assert book.title == "THE TIDAL CLERK"


def test_numerals_alone_that_begin_anew_in_each_part() -> None:
    setting = Setting(head="THE TIDAL CLERK")
    titles: list[tuple[str, int, int]] = []
    for part in ("PART ONE", "PART TWO"):
        setting.new_page()
        setting.line(part, 16, centred=True, before=120, after=20)
        titles.append((part, 1, len(setting.document)))
        for numeral in ("I", "II", "III", "IV"):
            setting.line(numeral, centred=True, before=20, after=12)
            titles.append((numeral, 2, len(setting.document)))
            setting.text(260, 4)
    assert found(read(setting)) == titles


def test_parts_and_chapters_in_one_type_and_a_preface_set_large() -> None:
    setting = Setting()
    setting.heading("Preface", 20)
    setting.text(300, 3)
    titles = [("Preface", 1)]
    chapter = 0
    for part in ("PART ONE", "PART TWO"):
        setting.new_page()
        setting.line(part, 14, "tibo", centred=True, before=200)
        titles.append((part, 1))
        for _ in range(3):
            chapter += 1
            setting.new_page()
            setting.line(f"Chapter {chapter}. Of Salt {chapter}", 14, "tibo", centred=True, after=16)
            titles.append((f"Chapter {chapter}. Of Salt {chapter}", 2))
            setting.text(500, 5)
    assert found(read(setting)) == wanted(setting, *titles)


def test_chapters_of_two_lines_with_numbered_sections_in_bold_and_italics() -> None:
    setting = Setting(head="A DISSERTATION")
    titles: list[tuple[str, int, int]] = []
    for chapter, name in enumerate(("WEIGHING", "BUYING", "KEEPING"), 1):
        setting.new_page()
        setting.line(f"CHAPTER {chapter}", 14, "tibo", centred=True, before=40)
        setting.line(f"{name} SALT", 14, "tibo", centred=True, before=10, after=20)
        titles.append((f"CHAPTER {chapter} {name} SALT", 1, len(setting.document)))
        setting.text(100)
        for section in (1, 2):
            bold, italic = f"{chapter}.{section} Of the {name.title()}", f"{chapter}.{section}.1 By Night"
            setting.line(bold, font="tibo", before=12, after=6)
            titles.append((bold, 2, setting.starts[bold]))
            setting.text(150, 2)
            setting.line(italic, font="tiit", before=12, after=6)
            titles.append((italic, 3, setting.starts[italic]))
            setting.text(120, 2)
    assert found(read(setting)) == titles


def test_two_columns() -> None:
    setting = Setting(columns=2)
    titles = [f"{number}. The {name} Column" for number, name in enumerate(("First", "Second", "Third", "Last"), 1)]
    for title in titles:
        setting.line(title, 11, "tibo", before=10, after=4)
        setting.text(420, 4)
    assert found(read(setting)) == wanted(setting, *((title, 1) for title in titles))


def test_formulas_tables_captions_and_verse_are_no_headings() -> None:
    setting = Setting()
    titles = ["1. On Weights", "2. On Measures", "3. On Prices"]
    for number, title in enumerate(titles, 1):
        setting.new_page()
        setting.heading(title, 15)
        setting.text(120)
        setting.line("x + y = z (1 - v)", 14, centred=True, before=8, after=8)
        setting.text(120)
        setting.line("V = 0", 13, "tibo", centred=True, before=8, after=8)
        setting.line(f"Figure {number}. A boat on the water", 12.5, "tibo", centred=True, before=40, after=8)
        setting.line(f"Table {number}: Prices", font="tibo", centred=True, before=8)
        for row in (("Salt", "Oil", "Ice"), ("12", "13", "14"), ("15", "16", "17")):
            setting.room(14)
            setting._y += 14
            for place, cell in enumerate(row):
                font = "tibo" if row[0] == "Salt" else "tiro"
                setting.page.insert_text((70 + 90 * place, setting._y), cell, fontsize=SIZE, fontname=font)
        setting.text(100)
        for verse in ("Who comes by night across the bar,", "Who brings the salt, who brings the tar?"):
            setting.line(verse, font="tiit", indent=40)
        setting.line("The tide alone can say.", font="tiit", indent=40, after=6)
        setting.text(100)
        setting.paragraph(prose(45, number), size=12.5, left=24, indent=0)  # a quotation in larger print
        setting.text(160, 2)
    assert found(read(setting)) == wanted(setting, *((title, 1) for title in titles))


def test_the_short_lines_of_an_index_and_a_bibliography_are_no_headings() -> None:
    setting = Setting()
    for title in ("Of Salt", "Of Water", "Of Boats"):
        setting.heading(title, 15)
        setting.text(500, 5)
    setting.new_page()
    setting.heading("Bibliography", 15)
    for name in ("Ash", "Brook", "Cole", "Dunn"):
        setting.line(f"{name.upper()}, J.", font="tibo", before=8)
        setting.line(f"The Weighing of Salt. Harrow, 19{len(name)}4.", indent=12)
    setting.new_page()
    setting.heading("Index", 15)
    for letter in "ABCDIM":
        setting.line(letter, 12.5, "tibo", before=8, after=4)
        for word in ("salt", "tides", "boats"):
            setting.line(f"{letter}{word}, {ord(letter)}, 12")
    assert found(read(setting)) == wanted(
        setting, *((title, 1) for title in ("Of Salt", "Of Water", "Of Boats", "Bibliography", "Index"))
    )


@pytest.mark.parametrize("kind", ["prose", "letters", "glossary", "play"])
def test_where_nothing_is_sure_there_is_no_section(kind: str) -> None:
    setting = Setting(head="THE TIDAL CLERK")
    for count in range(30):
        if kind == "letters":
            setting.line(f"Harrow, the {count + 1}th of May", indent=180, before=10, after=4)
            setting.text(150)
            setting.line("Ada Rowe", indent=200, before=6)
        elif kind == "glossary":
            setting.line("abcdefghijklmnopqrstuvwxyz"[count % 26].upper() + f"ordage {count % 26:02}", font="tibo")
            setting.text(60)
        elif kind == "play":
            setting.line(("HENRY", "CLERK", "ADA")[count % 3], centred=True, before=8, after=4)
            setting.text(60)
        else:
            setting.text(150)
            setting.paragraph("(1) Salt is white.", indent=24)
            setting.text(60)
    book = read(setting)
    assert found(book) == []
    assert [one.code for one in book.warnings] == ["structure.no_headings"]


@pytest.mark.parametrize(
    "chapters",
    [("1 The Salt", "2 The Water", "3 Boats"), ("Chapter I: Salt", "Chapter II: Water", "Chapter III: Boats")],
)
def test_numbers_decide_against_the_type(chapters: tuple[str, str, str]) -> None:
    setting = Setting()
    salt, water, boats = chapters
    titles = [("Preface", 1), (salt, 1), ("1.1 White Salt", 2), ("1.2 Grey Salt", 2), (water, 1),
              ("2.1 Tides and Their Names", 2), ("2.2 Ice", 2), (boats, 1), ("3.1 Small Boats", 2)]  # fmt: skip
    for title, level in titles:
        setting.heading(title, SIZE if level == 1 else 12)
        setting.text(240, 3)
    assert found(read(setting)) == wanted(setting, *titles)


def test_numbered_remarks_in_the_sections_of_a_chapter_stay_below_them() -> None:
    setting = Setting()
    titles = []
    for chapter in (1, 2, 3):
        titles += [(f"Chapter {chapter}", 1, 18)]
        for section in (1, 2):
            titles += [(f"{chapter}.{section} The {chapter}{section}th Quay", 2, 14)]
            titles += [(f"{remark} The {chapter}{section}{remark}th Clerk", 3, 12) for remark in (1, 2, 3)]
    for title, _, size in titles:
        setting.heading(title, size)
        setting.text(160, 2)
    assert found(read(setting)) == wanted(setting, *((title, level) for title, level, _ in titles))
