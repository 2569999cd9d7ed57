"""PDF: outline entries at their headings, text as it was meant, pages and labels, files that can't be read."""

import pytest
from pydantic import SecretStr

from pipeline.phases.phase1_structure.phase import read_source
from schemas.errors import BookFault, Damaged, NoText, PasswordRequired, PasswordWrong
from schemas.text import Book, StructureOptions
from tests.phases.phase1_structure.book_files import Printed, lines, pdf


def text_of(book: Book) -> str:
    return " ".join(book.text.split())


def test_a_section_begins_at_its_heading_not_at_the_top_of_the_page() -> None:
    pages = [
        [(48, 60, "The Quay", 16), *lines(["The boats came in at night and went out before", "anyone was awake."])],
        [*lines(["The last of them stayed."], 60), (48, 130, "The Ledger", 16), *lines(["It was already open."], 160)],
    ]
    book = read_source(pdf(pages, [[1, "The Quay", 1], [1, "The Ledger", 2]]), "b.pdf")
    quay, ledger = book.sections
    assert book.text[quay.body_start : quay.end].strip().endswith("The last of them stayed.")
    assert book.text[ledger.body_start :] == "It was already open."
    assert (quay.page, ledger.page) == (1, 2)
    assert [one.pdf_page for one in book.sentences] == [1, 2, 2]


def test_a_heading_of_several_lines_and_a_label_above_it() -> None:
    pages = [[(48, 60, "CHAPTER IV", 11), (48, 85, "On the Weighing of Salt and", 16), (48, 104, "of Other Things", 16),
              *lines(["The salt was weighed twice."], 140)]]  # fmt: skip
    book = read_source(pdf(pages, [[1, "Chapter IV. On the Weighing of Salt and of Other Things", 1]]), "b.pdf")
    assert book.text[book.sections[-1].body_start :] == "The salt was weighed twice."


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        (["The gover-", "nors met."], "The governors met."),
        (["A well-known man and a well-", "known clerk."], "A well-known man and a well-known clerk."),
        (["Mara Quill-", "Ashgrove came."], "Mara Quill-Ashgrove came."),
        (["From 1914-", "1918 it burned."], "From 1914-1918 it burned."),
        (["A jar of n-", "hexane stood there."], "A jar of n-hexane stood there."),
        (["The har\u00ad", "bour was still."], "The harbour was still."),
    ],
)
def test_words_parted_at_the_end_of_a_line(printed: list[str], wanted: str) -> None:
    filler = lines(["All this was written down by the second clerk of the weigh-house there."], 300)
    assert wanted in text_of(read_source(pdf([[*lines(printed), *filler]]), "b.pdf"))


def test_running_heads_and_page_numbers_go_and_paragraphs_go_on_over_the_page() -> None:
    pages: list[list[Printed]] = []
    for number in range(8):
        head = "The Tidal Clerk" if number % 2 else "Of Water"
        body = [
            f"Line {number} of the text begins here and it goes on for a while and",
            "goes over to the next page where it",
        ]
        pages.append([(180, 40, head, 9), *lines(body, 80), (205, 565, str(number + 31), 9)])
    book = read_source(pdf(pages), "b.pdf")
    assert "Clerk" not in book.text and "Of Water" not in book.text and "35" not in book.text
    assert "where it Line 3 of the text" in book.text
    assert book.sentences[0].printed_page == "31"


def test_page_labels() -> None:
    labels = [{"startpage": 0, "style": "r", "firstpagenum": 1}, {"startpage": 2, "style": "D", "firstpagenum": 1}]
    book = read_source(pdf([lines([f"Sentence {number} is here."]) for number in range(4)], labels=labels), "b.pdf")
    assert book.page_labels == ("i", "ii", "1", "2")
    assert [one.page_label for one in book.sentences] == ["i", "ii", "1", "2"]


def test_a_lost_destination_is_placed_by_its_heading_or_named() -> None:
    import pymupdf

    pages = [[(48, 60, "One", 16), *lines(["First."])], [(48, 60, "Two", 16), *lines(["Second."])]]
    document = pymupdf.open("pdf", pdf(pages, [[1, "One", 1], [1, "Two", 2], [1, "Nowhere", 2]]))
    for xref in range(1, document.xref_length()):
        if document.xref_get_key(xref, "Title")[1] in {"Two", "Nowhere"}:
            document.xref_set_key(xref, "Dest", "null")
            document.xref_set_key(xref, "A", "null")
    book = read_source(document.tobytes(), "b.pdf")
    assert [(one.title, one.page) for one in book.sections] == [("One", 1), ("Two", 2)]
    assert [one.names for one in book.warnings] == [("Two",), ("Nowhere",)]


def test_passwords_are_asked_for_and_never_shown() -> None:
    content = pdf([lines(["A locked room."])], password="tide-4")
    with pytest.raises(PasswordRequired, match=r"b\.pdf"):
        read_source(content, "b.pdf")
    with pytest.raises(PasswordWrong) as caught:
        read_source(content, "b.pdf", StructureOptions(password=SecretStr("tide-5")))
    assert "tide-5" not in str(caught.value)
    assert "A locked room." in read_source(content, "b.pdf", StructureOptions(password=SecretStr("tide-4"))).text


def test_pictures_and_damage_are_errors_that_name_the_file() -> None:
    import pymupdf

    document = pymupdf.open()
    picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 20, 20))
    for _ in range(2):
        document.new_page().insert_image(pymupdf.Rect(0, 0, 200, 200), pixmap=picture)
    with pytest.raises(NoText, match=r"scan\.pdf"):
        read_source(document.tobytes(), "scan.pdf")
    with pytest.raises(Damaged, match=r"bad\.pdf"):
        read_source(b"%PDF-1.7\nnothing follows", "bad.pdf")
    with pytest.raises(Damaged, match=r"other\.pdf"):
        read_source(b"just words", "other.pdf")


def test_sideways_print_is_named() -> None:
    import pymupdf

    document = pymupdf.open(stream=pdf([lines(["Upright text of the page."])]), filetype="pdf")
    document[0].insert_text((300, 300), "Sideways words.", rotate=90)
    book = read_source(document.tobytes(), "b.pdf")
    assert "Sideways" not in book.text
    assert [(one.code, one.names) for one in book.warnings] == [("pdf.sideways_text", ("1",))]


@pytest.mark.parametrize("damage", [(b"/Count 2", b"/Count -"), (b"/Type/Pages", b"/Type/Xages"), (b"/Kids", b"/Xids")])
def test_a_damaged_page_tree_is_one_clear_error_or_read(damage: tuple[bytes, bytes]) -> None:
    source = pdf([lines(["One two three."]), lines(["Four five."])])
    assert damage[0] in source
    try:
        book = read_source(source.replace(*damage), "b.pdf")
        assert book.warnings or text_of(book) == "One two three. Four five."
    except BookFault as fault:
        assert "b.pdf" in str(fault) and fault.code in {"book.damaged", "book.no_text"}


def test_a_page_number_that_stands_alone_on_its_page_is_that_of_the_next_text() -> None:
    body = ["Salt is weighed by two men while the", "boats go out before dawn. So it is."]
    pages: list[list[Printed]] = []
    for number in range(1, 13):
        head: Printed = (180, 40, f"Of Salt {number + 170}", 9)
        if number == 3:
            pages.append([head, (48, 540, "[003]", 9)])
        else:
            pages.append(
                [
                    head,
                    *lines(body, 80),
                    *([(48, 300, f"[{number:03}]", 9)] if number > 3 else []),
                    *lines([f"It is {number}."], 320),
                ]
            )
    book = read_source(pdf(pages), "b.pdf")
    assert [one.printed_page for one in book.sentences if one.pdf_page == 4] == ["3", "3", "4"]
    assert {one.printed_page for one in book.sentences if one.pdf_page == 9} == {"8", "9"}
    assert "[" not in book.text and sum("003" in taken for taken in book.furniture) == 1
