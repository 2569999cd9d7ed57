"""Words that a line's end or spaces between their letters part, and lines that columns part, are whole in the text."""

import pytest

from pipeline.phases.phase1_structure.letter_spacing import spaced_words_joined
from pipeline.phases.phase1_structure.phase import read_source
from tests.phases.phase1_structure.book_files import Printed, lines, pdf
from tests.phases.phase1_structure.typeset import prose


def text_of(*paragraphs: str) -> str:
    return read_source("\n\n".join(("CHAPTER I", *paragraphs, "CHAPTER II", "The end of it.")).encode(), "b.txt").text


@pytest.mark.parametrize(
    ("source", "whole"),
    [
        ("The gover-\nnors met. All governors did.", "The governors met."),
        ("He was self-\nconscious, a self-conscious man.", "was self-conscious, a"),
        ("A well-\nknown governor met the gover-\nnor.", "A well-known governor"),
        ("Die Haupt-\nund Nebensätze: das Haupt der Sätze.", "Haupt- und Nebensätze"),
        ("Die Ver⸗\nnunft, die Vernunft.", "Die Vernunft, die"),
        ("Nothing but exam-\nples, noth-\ning but exam-\nples.", "but examples, nothing but examples."),
        ("Salt—\nthe white one.", "Salt— the white one."),
        ("from 1900-\n1910 he slept", "from 1900- 1910"),
    ],
)
def test_a_hyphen_at_a_line_s_end_of_plain_text(source: str, whole: str) -> None:
    assert whole in text_of(source)


def test_where_an_edition_joined_its_words_the_hyphens_left_are_compounds() -> None:
    assert "the tide-clerk wrote" in text_of(
        *[f"{prose(200, seed)}".replace(". ", ".\n") for seed in range(9)], "the tide-\nclerk wrote"
    )


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("das ist s e h r wahr", "das ist sehr wahr"),
        ("sagt S p i n o z a;", "sagt Spinoza;"),
        ("das ist s e h r  w i c h t i g, ja", "das ist sehr  wichtig, ja"),
        ("so s e h r w a h r", "so sehr wahr"),
        ("D a s  D i n g  a n  s i c h", "Das  Ding  an  sich"),
    ],
)  # fmt: skip
def test_spaced_letters_in_a_sentence_are_words(line: str, whole: str) -> None:
    assert spaced_words_joined([line, "Das war sehr lang und wahr."])[0] == whole


def test_a_spaced_word_that_a_line_s_end_parts_is_whole() -> None:
    parted = ["den Begriff des S i t t e n g e", "s e t z e s, das ist so", "ja s e h r", "w a h r e, sehr reine"]
    whole = ["den Begriff des Sittengesetzes,", "das ist so", "ja sehr", "w a h r e, sehr reine"]
    assert spaced_words_joined(parted) == whole


@pytest.mark.parametrize(
    "line",
    ["A E I O", "a b x y = c", "x + a e i o u y", "moods A I I and E A E", "p q r s t", "I a m here", "a x b y c"],
)
def test_rows_of_signs_are_no_words(line: str) -> None:
    assert spaced_words_joined([line, "He is sure of it."])[0] == line


def test_the_fewest_words_are_read_and_a_row_that_no_words_make_up_is_none() -> None:
    known = "Das also war sehr gut, so gut, er also."
    assert spaced_words_joined(["a l s o s e h r g u t", known])[0] == "also sehr gut"
    assert spaced_words_joined(["w a r b c d f g h j k", known])[0] == "w a r b c d f g h j k"


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("a b c d f g h j " * 20_000, "a b c d f g h j " * 20_000),
        ("s e h r " * 25_000, "sehr " * 25_000),
        ("a b c d f g h j " * 20_000 + "= 1", "a b c d f g h j " * 20_000 + "= 1"),
    ],
    ids=["no words", "words", "no end"],
)
def test_a_line_of_spaced_letters_may_be_as_long_as_a_book(line: str, whole: str) -> None:
    assert spaced_words_joined([line, "Das war sehr gut."])[0] == whole


def test_spaced_letters_in_a_pdf() -> None:
    page = lines(["P R E F A C E", *[prose(9, seed) for seed in range(20)], "said S p i n o z a to him."])
    text = read_source(pdf([page]), "b.pdf").text
    assert "PREFACE" in text and "said Spinoza to him." in text


def wrapped(words: int, width: int, seed: int) -> list[str]:
    rows = [""]
    for word in prose(words, seed).split():
        if len(rows[-1]) + len(word) >= width:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows


@pytest.mark.parametrize("columns", [2, 3])
@pytest.mark.parametrize("across", [True, False])
def test_columns_are_read_one_after_the_other(columns: int, across: bool) -> None:
    wide = 300 // columns
    texts = [wrapped(160 // columns, wide // 6, seed) for seed in range(columns)]
    rows: list[Printed] = [(48, 60, "Of salt and of all that comes after the salt", 16)]
    pieces = [
        (48 + n * (wide + 20), 100 + 15 * at, row, 10.5) for n, text in enumerate(texts) for at, row in enumerate(text)
    ]
    rows += sorted(pieces, key=lambda piece: piece[1]) if across else pieces
    read = " ".join(read_source(pdf([rows]), "b.pdf").text.split())
    assert " ".join(" ".join(text) for text in texts) in read


def test_numbers_beside_lines_and_tables_are_no_columns() -> None:
    rows = [
        piece
        for at in range(20)
        for piece in lines([prose(6, at)], 100 + 15 * at) + lines([f"{at}.5"], 100 + 15 * at, x=330)
    ]
    text = read_source(pdf([rows]), "b.pdf").text
    assert text.index("3.5") < text.index("12.5")
    first, second = prose(6, 3), prose(6, 12)
    assert text.index(first) < text.index("3.5") < text.index(second) < text.index("12.5")
