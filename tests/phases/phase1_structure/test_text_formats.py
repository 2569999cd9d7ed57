"""Markdown, HTML and plain text: what is a heading, what is text, where both stand in the source."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind

PROSE = "The tide clerk wrote down what the water did, and nobody asked him why he did it for so long a time."


def rows(book: Book) -> list[tuple[int, str]]:
    return [(one.level, one.title) for one in book.sections if one.in_toc]


MARKDOWN = """---
title: "The Tidal Clerk"
author:
  - Ada Rowe
lang: en
---

**Part One **
=============

Own text with *stress*, `code`, [a link](x.html), <b>tags</b> and a mark.[^late]

### 1.1 The *Quay* ### {#quay .x}

```
# no heading
```

~~~
## nor this
~~~

    # indented

<!-- # hidden -->

#no space is prose

1. First claim
2. Second claim

Right        Left
12           wide                   open
-----------------------------------------

## Last one ##

Text.

[^late]: Said much later.
[^lost]: Nobody refers to this.
"""


def test_markdown() -> None:
    book = read_source(MARKDOWN.encode(), "b.md")
    assert rows(book) == [(1, "Part One"), (3, "1.1 The Quay"), (2, "Last one")]
    assert (book.title, book.author, book.language) == ("The Tidal Clerk", "Ada Rowe", "en")
    assert "Own text with stress, code, a link, tags and a mark.\n\nSaid much later." in book.text
    for kept in ("# no heading", "## nor this", "# indented", "#no space is prose", "1. First claim", "Nobody refers"):
        assert kept in book.text
    assert "hidden" not in book.text
    for section in book.sections:
        if section.kind.value == "note":
            continue
        begins = MARKDOWN[section.source_start :].lstrip("#* ")
        assert begins.startswith(section.title.replace("Quay", "*Quay*"))


def test_markdown_offsets_count_the_newlines_of_the_file() -> None:
    text = "# One\r\n\r\nText.\r\n\r\n# Two\r\n\r\nMore.\r\n"
    book = read_source(b"\xef\xbb\xbf" + text.encode(), "b.md")
    assert [one.source_start for one in book.sections] == [0, text.index("# Two")]


def test_angle_brackets_that_are_no_tags_stay() -> None:
    book = read_source(b"# T\n\nIt stops at </s>, <think>, <|end|> and not at <b>bold</b>.\n\n<br>\n", "b.md")
    assert book.text.endswith("It stops at </s>, <think>, <|end|> and not at bold.")


HTML = """<html lang="de"><head><title>Titel</title></head><body><h1>The Clerk</h1><h2>by</h2><h2>Ada Rowe</h2>
<h2>PART I.</h2><h3>Of the &Auml;ther</h3><h4>DEFINITIONS.</h4><p>{p}</p><h4>AXIOMS</h4><p>{p}</p>
<h2>PART II. OF WATER</h2><h3>DEFINITIONS</h3><p>{p}<p>{p}<h4>AXIOMS</h4><p>{p}</p>
<h2>PART III. OF SALT</h2><h4>DEFINITIONS</h4><p>{p}</p><h4>PART IV: OF AIR</h4><h4>DEFINITIONS</h4><p>{p}</p>
</body></html>""".replace("{p}", PROSE)


def test_html_levels_are_mended_by_pattern() -> None:
    book = read_source(HTML.encode(), "b.html")
    assert rows(book) == [
        (1, "PART I. Of the Äther"), (2, "DEFINITIONS."), (2, "AXIOMS"),
        (1, "PART II. OF WATER"), (2, "DEFINITIONS"), (2, "AXIOMS"),
        (1, "PART III. OF SALT"), (2, "DEFINITIONS"),
        (1, "PART IV: OF AIR"), (2, "DEFINITIONS"),
    ]  # fmt: skip
    assert book.language == "de"
    assert all(HTML[one.source_start or 0 :].startswith("<h") for one in book.sections)
    assert book.text.count(PROSE) == 7


def test_html_charset_and_gutenberg_frame() -> None:
    page = (
        '<html><head><meta charset="iso-8859-1"><title>x</title></head><body><pre>The Project Gutenberg EBook\n\n'
        "Title: Über das Salz\n\nAuthor: Ada Rowe\n\nLanguage: English\n\n*** START OF THIS PROJECT GUTENBERG EBOOK X ***"
        f"</pre><h2>CHAPTER I</h2><p>{PROSE}</p><h2>CHAPTER II</h2><p>{PROSE}</p>"
        "<pre>End of Project Gutenberg's X\n\nLicence text.</pre><h2>Section 1. Terms</h2><p>Terms.</p></body></html>"
    )
    book = read_source(page.encode("latin-1"), "b.htm")
    assert (book.title, book.author) == ("Über das Salz", "Ada Rowe")
    assert rows(book) == [(1, "CHAPTER I"), (1, "CHAPTER II")]
    assert [one.kind.value for one in book.sections] == ["boilerplate", "body", "body", "boilerplate"]
    assert "Terms." in book.text


def test_plain_text_with_parts_and_chapters() -> None:
    text = f"THE CLERK\n\nby Ada Rowe\n\n\nPART ONE\n\nCHAPTER I.\n\nOF WATER\n\n{PROSE}\n\nCHAPTER II.\n\n{PROSE}\n\nPART TWO\n\nCHAPTER III.\n\n{PROSE}\n"
    book = read_source(text.replace("\n", "\r\n").encode(), "b.txt")
    assert rows(book) == [
        (1, "PART ONE"), (2, "CHAPTER I. OF WATER"), (2, "CHAPTER II."), (1, "PART TWO"), (2, "CHAPTER III."),
    ]  # fmt: skip
    assert book.sections[0].kind is SectionKind.FRONT and not book.sections[0].in_toc


@pytest.mark.parametrize(
    ("headings", "titles"),
    [
        (("Chapter 1", "Chapter 2"), ["Chapter 1", "Chapter 2"]),
        (("Of Water\n========", "Of Salt\n--------"), ["Of Water", "Of Salt"]),
        (("OF WATER", "OF SALT"), ["OF WATER", "OF SALT"]),
        (("I.", "II."), ["I.", "II."]),
        (("1. Of Water", "2. Of Salt"), ["1. Of Water", "2. Of Salt"]),
        (("§ 1. Of Water.", "§ 2. Of Salt."), ["§ 1. Of Water.", "§ 2. Of Salt."]),
    ],
)
def test_plain_text_headings(headings: tuple[str, str], titles: list[str]) -> None:
    long = f"{PROSE} {PROSE}"
    text = f"{headings[0]}\n\n{long}\n\n{long}\n\n{headings[1]}\n\n{long}\n"
    book = read_source(text.encode(), "b.txt")
    assert rows(book) == [(1, title) for title in titles]
    assert all(text[one.source_start or 0 :].startswith(one.title) for one in book.sections)


def test_plain_text_follows_its_printed_contents() -> None:
    text = (
        f"THE CLERK\n\nContents\n\nINTRODUCTION ..... 1\nTHE FIRST QUESTION ..... 5\n    HOW IS SALT\n    POSSIBLE? ..... 6\n\n\n"
        f"INTRODUCTION\n\n{PROSE}\n\nTHE FIRST QUESTION\n\nHOW IS SALT POSSIBLE?\n\n{PROSE}\n\n§ 1. Of Pans.\n\n{PROSE}\n"
    )
    book = read_source(text.encode(), "b.txt")
    assert rows(book) == [(1, "INTRODUCTION"), (1, "THE FIRST QUESTION"), (2, "HOW IS SALT POSSIBLE?")]
    assert book.sections[-1].title == "§ 1. Of Pans." and book.sections[-1].level == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings(encoding: str) -> None:
    text = "Ada wrote: “naïve clerks weigh twice – or not at all.”\r\n\r\nThe end of the tale.\r\n"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    book = read_source((mark + text).encode(encoding), "b.txt")
    assert book.text == "Ada wrote: “naïve clerks weigh twice – or not at all.”\n\nThe end of the tale."


def test_kinds_by_title_and_position() -> None:
    sections = ["Contents", "Preface", "1 Salt", "Notes", "2 Law", "Notes", "References", "Index", "Glossary"]
    text = "\n\n".join(f"# {title}\n\n{PROSE}" for title in sections)
    book = read_source(text.encode(), "b.md")
    assert [one.kind.value for one in book.sections] == [
        "front", "body", "body", "body", "body", "body", "back", "back", "back",
    ]  # fmt: skip
    assert [one.title for one in book.chapters] == ["Preface", "1 Salt", "Notes", "2 Law", "Notes"]


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85"])
def test_unicode_s_own_line_ends_are_line_ends(end: str) -> None:
    prose = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. " * 3
    text = (end * 2).join(("CHAPTER I", prose, "CHAPTER II", prose))
    book = read_source(text.encode(), "b.txt")
    assert [section.title for section in book.sections] == ["CHAPTER I", "CHAPTER II"]
