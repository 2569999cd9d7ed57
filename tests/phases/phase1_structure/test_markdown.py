"""Markdown: what the parser or a careless reading of its front matter would drop is kept."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source


@pytest.mark.parametrize("depth", [5, 15, 40, 200, 2000])
def test_text_nested_deep_is_kept(depth: int) -> None:
    quoted = read_source(f"# One\n\n{'>' * depth} deep text\n\nAfter.\n".encode(), "b.md")
    assert "deep text" in quoted.text and "After." in quoted.text


def test_lists_nested_deep_are_kept() -> None:
    text = "".join(f"{'  ' * level}- item{level}.\n" for level in range(100))
    book = read_source(f"# One\n\n{text}\nAfter.\n".encode(), "b.md")
    assert [f"item{level}." for level in range(100) if f"item{level}." not in book.text] == []


def test_cells_beyond_a_table_s_head_are_kept() -> None:
    for line in ("| 1 | 2 | three | *four* |", "1 | 2 | three | *four*"):
        book = read_source(f"# One\n\n| a | b |\n|---|---|\n{line}\n| 5 |\n\nAfter.\n".encode(), "b.md")
        assert book.text == "One\n\na | b\n\n1 | 2 | three | *four*\n\n5\n\nAfter."


def test_a_rule_above_prose_is_no_front_matter() -> None:
    book = read_source(b"---\n\nNote: he said this.\n\nIt was long.\n\n---\n\n# One\n\nText.\n", "b.md")
    assert book.text == "Note: he said this.\n\nIt was long.\n\nOne\n\nText."
    front = b"---\n# made by hand\ntitle: T\nabstract: |\n  Of salt.\ntags: [a,\n  b]\nauthor:\n- A\n---\n\n# One\n\nText.\n"
    book = read_source(front, "b.md")
    assert (book.text, book.title, book.author) == ("One\n\nText.", "T", "A")


def test_a_nul_is_no_letter_but_in_a_word_it_stands_for_one() -> None:
    text = "The tide clerk wrote. " * 10
    for name, start in (("b.md", "# "), ("b.txt", "CHAPTER "), ("b.html", "<h1>1</h1>")):
        book = read_source(f"{start}I\0\n\n{text} It is di\0erent.\0\n".encode(), name)
        assert book.text.endswith(f"{text}It is di\ufffderent.") and "\0" not in book.sections[0].title, name
        assert {one.code for one in book.warnings} & {"text.controls_removed", "text.replaced"}, name
