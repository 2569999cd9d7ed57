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


@pytest.mark.parametrize(
    "line",
    [
        "[Socrates]: Certainly",
        "[Meno]: 'Indeed'",
        "[Kant]: Word 'quoted words that are prose'",
        "[Note]: prose",
        "[Meno]: Yes.",
        "[Meno]:\nCertainly",
        "[Meno]: and/or",
        "[7]: https://example.org/salt",
    ],
)
def test_a_definition_that_defines_nothing_is_text(line: str) -> None:
    kept = " ".join(line.split())
    assert read_source(f"# One\n\n{line}\n".encode(), "b.md").text == f"One\n\n{kept}"
    for sign in ("> ", "- "):
        block = "\n".join(
            f"{sign if at == 0 or sign == '> ' else '  '}{row}" for at, row in enumerate(line.split("\n"))
        )
        assert read_source(f"# One\n\n{block}\n".encode(), "b.md").text == f"One\n\n{kept}"
    book = read_source(f"# One\n\n[A]: https://a.org\n{line}\n[B]: Well\n\nSee [it][a].\n".encode(), "b.md")
    assert book.text == f"One\n\n{kept} [B]: Well\n\nSee it."


def test_a_label_in_the_text_makes_no_address_of_a_word() -> None:
    book = read_source(b"# One\n\nAs [Kant] says.\n\n[Kant]: Word 'of his own'\n", "b.md")
    assert book.text == "One\n\nAs [Kant] says.\n\n[Kant]: Word 'of his own'"


def test_a_definition_that_is_used_is_no_text() -> None:
    links = "[1]: https://example.org/a 'A title'\n[two]: notes.html\n[image]: <data:image/png;base64,AAAA>\n[1]: https://example.org/b\n"
    text = f"# One\n\nSee [this][1], [Two] and ![it][image].\n\n[Meno]: Yes\n{links}\n[//]: # (a comment)\n"
    assert read_source(text.encode(), "b.md").text == "One\n\nSee this, Two and it.\n\n[Meno]: Yes"


def test_offsets_stay_where_a_definition_is_text() -> None:
    text = "# One\n\n[Meno]: Yes\n\n# Two\n\nMore.\n"
    book = read_source(text.encode(), "b.md")
    assert [one.source_start for one in book.sections] == [0, text.index("# Two")]


@pytest.mark.parametrize(
    "lines",
    [
        "Kant: he said first and so on\nHume: the reply second",
        "Kant: he said\nDate: the fruit\nHume: the reply",
        "Editor: why so?\nAuthor: it is.\nEditor: well.",
        "DATE: none of it",
    ],
)
def test_speech_between_rules_is_text(lines: str) -> None:
    for end, other in (("---", "\n"), ("...", "\n"), ("---", "\r\n")):
        source = f"---\n{lines}\n{end}\n\n# One\n\nText.\n".replace("\n", other)
        book = read_source(source.encode(), "b.md")
        assert book.text.startswith(" ".join(lines.split())) and book.text.endswith("One\n\nText.")
        assert [one.title for one in book.sections if one.in_toc] == ["One"]
        assert [one.source_start for one in book.sections if one.in_toc] == [source.index("# One")]


def test_fields_that_nothing_reads_are_named() -> None:
    front = "---\ntitle: T\nAuthor: A\nabstract: |\n  Of salt.\ntags: [a]\nseries_order: 2\nmood: calm\n---\n\n# One\n\nText.\n"
    book = read_source(front.encode(), "b.md")
    assert (book.text, book.title, book.author) == ("One\n\nText.", "T", "A")
    assert [(one.code, one.names) for one in book.warnings] == [
        ("markdown.fields_unused", ("abstract", "tags", "series_order", "mood"))
    ]
    assert read_source(b"---\ntitle: T\ndate: 1900\n---\n\n# One\n\nText.\n", "b.md").warnings == ()


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\v"])
def test_headings_parted_by_other_line_ends_are_several(sign: str) -> None:
    source = f"# One{sign}# Two{sign}Text.{sign}{sign}# Three\n\nMore.\n"
    book = read_source(source.encode(), "b.md")
    assert [one.title for one in book.sections] == ["One", "Two", "Three"]
    assert [one.source_start for one in book.sections] == [source.index(f"# {one.title}") for one in book.sections]


@pytest.mark.parametrize(
    ("fields", "title"),
    [("author: A\nauthor: B\ntitle: X", "X"), ("TITLE: X\nAUTHOR: Y", "X"), ("Title: X\nid: 5", "X")],
)
def test_metadata_as_people_write_it(fields: str, title: str) -> None:
    assert read_source(f"---\n{fields}\n---\n\n# One\n\nText.\n".encode(), "b.md").title == title


@pytest.mark.parametrize(
    "inner", ["> # A quoted heading\n>\n> It speaks of salt.", "- # A heading in a list\n\n  It lists."]
)
def test_a_heading_in_a_quotation_or_a_list_begins_no_chapter(inner: str) -> None:
    book = read_source(f"# One\n\nSalt.\n\n{inner}\n\nMore of one.\n\n# Two\n\nWater.\n".encode(), "b.md")
    assert [section.title for section in book.sections] == ["One", "Two"]
    assert "heading" in book.text and "More of one." in book.passage(0, len(book.sentences))


def test_headings_that_all_stand_in_a_quotation_are_the_book_s() -> None:
    book = read_source(b"> # One\n>\n> Salt.\n>\n> # Two\n>\n> Water.\n", "b.md")
    assert [section.title for section in book.sections] == ["One", "Two"]
