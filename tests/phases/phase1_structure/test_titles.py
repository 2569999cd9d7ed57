"""A title never costs a chapter: it is one's unless the whole title is a contents list's, an index's, an imprint's."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind, StructureOptions
from tests.phases.phase1_structure.book_files import epub, lines, nav, pdf, xhtml

PROSE = "Whoever weighs salt by night must see it, for nobody weighs what he doesn't see. Hence the clerk was awake."
WORDS = len(PROSE.split())
LAST = [
    "Answers to Objections",
    "Answers",
    "Solutions to the Paradox",
    "Sources",
    "Literature",
    "Reference",
    "Register",
]
ANYWHERE = """The Contents of Consciousness|Contents of Perception|Index of Refraction|Indices of Power|Dedication
Glossary of the Soul|Illustrations|Chronology|Acknowledgement|Credits|License|Advertisements|Produced by Nature|Imprint
Also by Chance|End of the Ebook Era|A History of Project Gutenberg|Praise for Folly|Newsletter|Epigraph|Copyright
Bibliographies and Their Makers|Chapter 2. Contents|4. Index|II. Glossary""".replace("\n", "|").split("|")
ENTRIES = {
    "Contents": ("front", "Of Salt ..... 3\n\nOf Water ..... 9"),
    "Contents of the Second Volume": ("front", "Of Salt\n\nOf Water"),
    "Illustrations": ("front", "The Quay\n\nThe Scales"),
    "List of Illustrations": ("front", "The Quay\n\nThe Scales"),
    "Chronology": ("front", "1776 The quay is built.\n\n1801 The clerk is born at the weigh-house."),
    "Dedication": ("front", "To my mother"),
    "Index of Names": ("back", "Ada, 12, 45–7\n\nBen, ix, xii seqq., and by night, 99"),
    "General Index": ("back", "Ada, 12, 45–7\n\nBen, 99"),
    "Selected Bibliography": (
        "back",
        "Hill, B. (1902). Knots of the harbour, and how they are tied. Boston: Ropewalk.",
    ),
    "Sources": ("back", "Hill, B. (1902). Knots of the harbour, and how they are tied. Boston: Ropewalk."),
    "Answers": (
        "back",
        "1. It follows from the second.\n\n2. It does not follow from any of them, since salt is dear.",
    ),
    "Answers to Selected Exercises": ("back", "1. It follows from the second."),
    "Glossary": ("back", "Salt: what is weighed"),
    "Copyright": ("boilerplate", f"Copyright 1912 by Ada Rowe. All rights reserved.\n\n{PROSE}"),
    "Also by Ada Rowe": ("boilerplate", "Of Water\n\nOf Salt"),
    "The Full Project Gutenberg License": ("boilerplate", PROSE),
}
OTHERS = ["Acknowledgements", "Publisher’s Note", "A Note on the Text", "About the Author", "Transcriber’s Notes"]


def book_of(titles: list[str], texts: list[str], name: str = "b.md") -> Book:
    if name == "b.epub":
        files = {
            f"{number}.xhtml": xhtml(f"<h1>{title}</h1>" + "".join(f"<p>{part}</p>" for part in text.split("\n\n")))
            for number, (title, text) in enumerate(zip(titles, texts, strict=True))
        }
        items = "".join(f'<li><a href="{number}.xhtml">{title}</a></li>' for number, title in enumerate(titles))
        return read_source(epub(files, nav(items)), name)
    if name == "b.pdf":
        pages = [
            [
                *lines([title], size=18),
                *lines([f"{title}, to begin with.", text[:60], text[60:]], top=160 + 40 * number),
            ]
            for number, (title, text) in enumerate(zip(titles, texts, strict=True))
        ]
        outline: list[list[object]] = [[1, title, number] for number, title in enumerate(titles, 1)]
        return read_source(pdf(pages, outline), name)
    source = "\n\n".join(f"# {title}\n\n{text}" for title, text in zip(titles, texts, strict=True))
    return read_source(source.encode(), name)


@pytest.mark.parametrize("name", ["b.md", "b.epub", "b.pdf"])
@pytest.mark.parametrize("title", [*ANYWHERE, *LAST])
def test_a_chapter_of_prose_is_read_whatever_its_title(title: str, name: str) -> None:
    titles = [title, "On Salt", "On Law", title] if title in ANYWHERE else ["On Salt", "On Law", title]
    book = book_of(titles, [PROSE] * len(titles), name)
    assert [one.kind for one in book.sections] == [SectionKind.BODY] * len(titles)
    assert [one.title for one in book.chapters] == titles
    assert book.warnings == ()


@pytest.mark.parametrize("title", ["Solutions to the Paradox", "Sources", "Index of Refraction", "License"])
def test_prose_below_such_a_title_is_read_too(title: str) -> None:
    source = f"# On Salt\n\n{PROSE}\n\n# {title}\n\n## The First\n\n{PROSE}\n\n## The Second\n\n{PROSE}\n"
    book = read_source(source.encode(), "b.md")
    assert {one.kind for one in book.sections} == {SectionKind.BODY} and book.warnings == ()


@pytest.mark.parametrize("title", ENTRIES)
def test_lists_and_imprints_are_known(title: str) -> None:
    kind, text = ENTRIES[title]
    titles = [title, "On Salt", "On Law"] if kind != "back" else ["On Salt", "On Law", title]
    book = book_of(titles, [text if one == title else PROSE for one in titles])
    assert next(one.kind.value for one in book.sections if one.title == title) == kind
    assert [one.title for one in book.chapters] == ["On Salt", "On Law"]
    assert book.warnings == ()


@pytest.mark.parametrize("title", OTHERS)
def test_what_others_write_is_left_out_without_a_word(title: str) -> None:
    book = book_of([title, "On Salt", "On Law"], [PROSE] * 3)
    assert [one.title for one in book.chapters] == ["On Salt", "On Law"] and book.warnings == ()


@pytest.mark.parametrize("title", ["Index", "Glossary", "Bibliography", "Notes", "References", "List of Tables"])
def test_prose_left_out_by_its_title_is_named_with_its_words(title: str) -> None:
    titles = ["On Salt", "On Law", title] if title != "List of Tables" else [title, "On Salt", "On Law"]
    book = book_of(titles, [PROSE] * 3)
    assert [one.title for one in book.chapters] == ["On Salt", "On Law"]
    assert [(one.code, one.names) for one in book.warnings] == [("structure.section_not_read", (title,))]
    assert f"{title} ({WORDS} words)" in book.warnings[0].message


def test_all_that_is_left_out_is_named_in_one_warning_and_not_where_it_is_read() -> None:
    source = "\n\n".join(f"# {title}\n\n{PROSE}" for title in ("On Salt", "On Law", "Notes", "Index"))
    assert [one.names for one in read_source(source.encode(), "b.md").warnings] == [("Notes", "Index")]
    options = StructureOptions(include=frozenset({SectionKind.BACK}))
    assert read_source(source.encode(), "b.md", options).warnings == ()


def test_an_index_among_the_chapters_is_one_of_them_if_it_is_prose() -> None:
    book = book_of(["Icon", "Index", "Symbol"], [PROSE] * 3)
    assert [one.title for one in book.chapters] == ["Icon", "Index", "Symbol"]
    listed = book_of(["Icon", "Index", "Symbol"], [PROSE, "Ada, 12\n\nBen, 14", PROSE])
    assert [one.title for one in listed.chapters] == ["Icon", "Symbol"]


def test_what_a_long_licence_may_hide_is_named() -> None:
    text = f"Licensed under the terms below.\n\n{PROSE}"
    assert book_of(["On Salt", "On Law", "License"], [PROSE, PROSE, text]).warnings == ()
    long = book_of(["On Salt", "On Law", "License"], [PROSE, PROSE, text + f"\n\n{PROSE}" * 12])
    assert [one.names for one in long.warnings] == [("License",)]


@pytest.mark.parametrize("title", ["Copyright", "Title Page", "Cover", "Back Matter", "License"])
def test_chapters_below_a_page_that_holds_none_are_read(title: str) -> None:
    source = f"# {title}\n\nCopyright 1912 by Ada Rowe.\n\n## On Salt\n\n{PROSE}\n\n## On Law\n\n{PROSE}\n"
    book = read_source(source.encode(), "b.md")
    assert [one.title for one in book.chapters] == ["On Salt", "On Law"] and book.warnings == ()


def test_a_sentence_or_two_in_a_contents_list_are_named() -> None:
    book = book_of(["Contents", "On Salt", "On Law"], [f"Of Salt\n\nOf Law\n\n{PROSE}", PROSE, PROSE])
    assert [one.code for one in book.warnings] == ["structure.front_not_read"]


def test_back_matter_in_a_part_of_its_own_is_known_by_its_own_titles() -> None:
    source = f"# On Salt\n\n{PROSE}\n\n# Back Matter\n\n## Afterword\n\n{PROSE}\n\n## Index\n\nAda, 12\n"
    kinds = [one.kind.value for one in read_source(source.encode(), "b.md").sections]
    assert kinds == ["body", "back", "body", "back"]


NOTICE = "Under the terms of the peace the boat was his."


@pytest.mark.parametrize(
    ("title", "last"),
    [("Notes", True), ("Credits", False), ("The Project Gutenberg literary archive and its enemies", False)],
)
def test_a_word_of_the_trade_excuses_no_page_of_prose(title: str, last: bool) -> None:
    prose = "\n\n".join([NOTICE, *[f"{PROSE} {PROSE}"] * 4])
    after = "" if last else f"# Two\n\n{PROSE}\n"
    book = read_source(f"# One\n\n{PROSE}\n\n# {title}\n\n{prose}\n\n{after}".encode(), "b.md")
    read = any(section.title == title and section.kind is SectionKind.BODY for section in book.sections)
    assert read or [one.names for one in book.warnings] == [(title,)]


def test_prose_in_a_script_without_spaces_is_named_too() -> None:
    prose = "认识起于经验，一切观念都来自经验之上。人生而自由，却无往不在枷锁之中。海是暖的，风是冷的。" * 2
    book = read_source(f"# 一\n\n{prose}\n\n# Notes\n\n{prose}\n".encode(), "b.md")
    assert [one.code for one in book.warnings] == ["structure.section_not_read"]
