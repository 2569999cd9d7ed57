"""Text before the first heading: the author's is read, a title page is not, what is in doubt is named."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from pipeline.phases.phase1_structure.title_page import reads_as_prose
from schemas.text import SectionKind
from tests.phases.phase1_structure.book_files import epub, lines, nav, pdf, xhtml
from tests.phases.phase1_structure.test_laws import check_laws

PROSE = "The tide clerk wrote down what the water did, and nobody asked him why."
LATER = "# One\n\nText of the first.\n\n# Two\n\nText of the second.\n"
AUTHORS = {
    "a paragraph": PROSE,
    "a short sentence": "Salt is dear.",
    "several": f"{PROSE}\n\nHe left.\n\n{PROSE}",
    "with a list": "These are granted:\n\n- Salt is dear.\n- Water is not.",
    "verse": "The water came and nobody had\nasked it to come in, said the clerk\nwho had been there all the night\nand saw the barrels go",
    "long among an imprint": f"Copyright 1912 by the Quay Press.\n\n{f'{PROSE} ' * 4}",
}
AUTHORS |= {
    "Chinese": "人生而自由，却无往不在枷锁之中。",
    "Hindi": "ज्ञान अनुभव से आता है और अनुभव दो प्रकार का होता है।",
    "Arabic": "هل تأتي كل معرفة من التجربة وحدها أم من العقل؟",
    "a long paragraph about electronic books": f"When I first read an e-book I was nine years old. {f'{PROSE} ' * 3}",
}
TITLE_PAGES = {
    "title and author": "THE TIDAL CLERK\n\nby Ada Rowe",
    "closed with stops": "The Tidal Clerk.\n\nBy Ada Rowe, M.A.\n\nLondon: Quay and Co., 1883.",
    "edition": "The Tidal Clerk\n\nSecond edition, revised by the author.\n\nTranslated from the Latin by B. Hill.",
    "licence": "The Tidal Clerk\n\nCopyright © 2001 Ada Rowe. All rights reserved. No part of this book may be copied.\n\n"
    "This work is licensed under a Creative Commons licence, which you will find at its end.",
}


@pytest.mark.parametrize("front", AUTHORS.values(), ids=AUTHORS)
def test_an_authors_text_is_read(front: str) -> None:
    book = read_source(f"{front}\n\n{LATER}".encode(), "b.md")
    check_laws(book)
    assert book.sections[0].kind is SectionKind.BODY and not book.sections[0].in_toc
    assert [one.title for one in book.chapters] == ["Before the first heading", "One", "Two"]
    assert book.warnings == ()


@pytest.mark.parametrize("front", TITLE_PAGES.values(), ids=TITLE_PAGES)
def test_a_title_page_is_not(front: str) -> None:
    book = read_source(f"{front}\n\n{LATER}".encode(), "b.md")
    assert book.sections[0].kind is SectionKind.FRONT and front.split("\n")[0] in book.text
    assert [one.title for one in book.chapters] == ["One", "Two"]
    assert book.warnings == ()


def test_little_prose_beside_an_imprint_is_named_with_its_words() -> None:
    book = read_source(f"Copyright 1912 by the Quay Press.\n\n{PROSE}\n\n{LATER}".encode(), "b.md")
    assert [one.title for one in book.chapters] == ["One", "Two"]
    assert [one.code for one in book.warnings] == ["structure.front_not_read"] and " 14 words" in book.warnings[
        0
    ].message


def test_a_title_page_of_many_words_is_named() -> None:
    names = "\n\n".join(f"Name {n} of the Harbour Board" for n in range(20))
    book = read_source(f"{names}\n\n{LATER}".encode(), "b.md")
    assert [one.code for one in book.warnings] == ["structure.front_not_read"]


def test_text_before_one_heading_over_all_leaves_the_chapters_as_they_are() -> None:
    book = read_source(f"{PROSE}\n\n# The Clerk\n\n## One\n\n{PROSE}\n\n## Two\n\n{PROSE}\n".encode(), "b.md")
    assert [one.title for one in book.chapters] == ["Before the first heading", "One", "Two"]


def test_text_below_the_book_s_own_title_is_read() -> None:
    book = read_source(f"# The Clerk\n\nSalt is dear.\n\n## One\n\n{PROSE}\n\n## Two\n\n{PROSE}\n".encode(), "b.md")
    assert [(one.title, one.own_text) for one in book.chapters] == [("The Clerk", True), ("One", False), ("Two", False)]
    html = f"<h1>The Clerk</h1><p>Salt is dear.</p><h2>One</h2><p>{PROSE}</p><h2>Two</h2><p>{PROSE}</p>"
    book = read_source(html.encode(), "b.html")
    assert [one.title for one in book.chapters] == ["The Clerk", "One", "Two"]


def test_other_formats() -> None:
    text = f"THE CLERK\n\nby Ada Rowe\n\n{PROSE}\n\nCHAPTER I\n\n{PROSE}\n\nCHAPTER II\n\n{PROSE}\n"
    files = {"m.xhtml": xhtml(f"<p>{PROSE}</p>"), "a.xhtml": xhtml(f"<h1>One</h1><p>{PROSE}</p>")}
    pages = [lines([PROSE]), [*lines(["One"], size=18), *lines([PROSE], top=160)]]
    for name, source in {
        "b.txt": text.encode(),
        "b.html": f"<p>{PROSE}</p><h1>One</h1><p>{PROSE}</p>".encode(),
        "b.epub": epub(files, nav('<li><a href="a.xhtml">One</a></li>')),
        "b.pdf": pdf(pages, [[1, "One", 2]]),
    }.items():
        book = read_source(source, name)
        assert book.chapters[0].title == "Before the first heading", name
        assert all(PROSE in book.text[book.sentences[one.first].start :] for one in book.chapters[:1])


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Der Mensch ist das Maß aller Dinge.", True),
        ("“Who are you?” he asked.", True),
        ("I am.", False),
        ("On the Origin of Species by Means of Natural Selection.", False),
        ("An Enquiry Concerning Human Understanding.", False),
        ("In the year 1883 nobody had printed what the clerk of the quay by night had seen of the water and the salt and the law.", True),
        ("For there is no salt in it.", True),
        ("For God is the cause of it.", True),
        ("To John Ryall and the Master of the College.", False),
        ("Printed by R. and R. Clark, Edinburgh.", False),
        ("To my wife, who counted the barrels.", True),
        ("Preface . . . . . . 2 Essay I. On the scope of a philosophy of mind . . . . . . 5 and so on for many more lines of it here", False),
    ],
)  # fmt: skip
def test_what_reads_as_prose(text: str, prose: bool) -> None:
    assert reads_as_prose(text) is prose


def test_two_gutenberg_texts_in_one_file_are_both_read() -> None:
    one = "*** START OF THIS PROJECT GUTENBERG EBOOK X ***\n\n{}\n\n*** END OF THIS PROJECT GUTENBERG EBOOK X ***\n\nLicence.\n\n"
    body = f"CHAPTER {{}}.\n\n{PROSE}\n\n{PROSE}\n"
    text = one.format(body.format("I") * 6) + one.format(body.format("II"))
    book = read_source(text.encode(), "b.txt")
    assert "CHAPTER II." in [chapter.title for chapter in book.chapters]


def test_prose_below_a_contents_list_is_named() -> None:
    listed = "- One\n- Two\n"
    book = read_source(f"# Contents\n\n{listed}\n{PROSE} {PROSE} {PROSE}\n\n{LATER}".encode(), "b.md")
    assert [(one.code, one.names) for one in book.warnings] == [("structure.front_not_read", ("Contents",))]
    assert "42 words" in book.warnings[0].message
    assert read_source(f"# Contents\n\n{listed}\n{LATER}".encode(), "b.md").warnings == ()


def test_a_long_text_without_outline_or_headings_says_so():
    prose = "The reader weighs a claim against what was said before. " * 80
    codes = [warning.code for warning in read_source(prose.encode(), "b.txt").warnings]
    assert codes == ["structure.no_headings"]
    assert read_source(prose[:560].encode(), "b.txt").warnings == ()
