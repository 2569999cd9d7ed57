"""Words in angle brackets are text; tags with attributes, elements of an author's own, drawings and formulas are not."""

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from tests.phases.phase1_structure.book_files import epub, nav, xhtml

WORDS = """<the soul is said>|<namely>|<namely this one>|<Here the manuscript breaks off …>|<Kant says that …>|<Hume: it is>
<p, the first premise>|<p is the case>|<i.e. the soul>|<a man>|<b and not c>|<body>|<object>|<time>|<the-soul>|<well-known to all>
<q then>|<i think so>|<p = q>|<x = y>|<Here it says x=1>|<sic!>|<Seele>|<link>|<text>|<set of all sets>|<line 3>|<note: this>|<Hume:says this>
<?uncertain>|<! wrong>|</so>|<em phasis of mine>|<code of law>|<address to the nation>|<A>|<ος>""".replace(
    "\n", "|"
).split("|")
WORDS.remove("<A>")
MARKUP = """<input disabled>|<details open>x</details>|<td nowrap>x</td>|<hr noshade/>|<video controls autoplay>x</video>
<my-tag>x</my-tag>|<my-tag active>x</my-tag>|<lb/>|<pb n="12"/>|<persName ref='#h'>x</persName>|<font size=2>x</font>
<b>x</b>|<img src=x alt="">|<br clear=all/>|<a name=x></a>|<svg><circle r='1'/><text>x</text></svg>
<math><mi>x</mi></math>|<foo>x</foo>|<i data-x aria-hidden>x</i>|<?php echo 1 > 0 ?>|<time>x</time>|<ol reversed>x</ol>""".replace(
    "\n", "|"
).split("|")


IN_HTML = [
    "<o:p></o:p>",
    "<o:p/>",
    '<p class="a"id="b">x',
    "</br>",
    "<p>x</p></p>",
    "<?xml:namespace prefix=o />",
    "<![if !IE]>",
]


@pytest.mark.parametrize("words", WORDS)
def test_words_in_angle_brackets_are_text(words: str) -> None:
    line = f"He says that {words} immortal."
    assert read_source(f"# T\n\n{line}\n".encode(), "b.md").text == f"T\n\n{line}"
    assert read_source(f"# T\n\n{words} immortal.\n".encode(), "b.md").text == f"T\n\n{words} immortal."
    assert read_source(f"# T\n\n<div>\n{line}\n</div>\n".encode(), "b.md").text == f"T\n\n{line}"
    page = f"<html><head><title>T</title></head><p>{line}</p></html>"
    if words != "<body>":
        assert read_source(page.encode(), "b.html").text == line


@pytest.mark.parametrize("tag", MARKUP)
def test_markup_is_none(tag: str) -> None:
    for source, name in (
        (f"# T\n\nA {tag} b.\n", "b.md"),
        (f"# T\n\n<div>\nA {tag} b.\n</div>\n", "b.md"),
        (f"<html><body><h1>T</h1><div>A {tag} b.</div></body></html>", "b.html"),
    ):
        text = read_source(source.encode(), name).text
        assert "<" not in text and ">" not in text, (name, text)


@pytest.mark.parametrize("tag", IN_HTML)
def test_what_markdown_knows_not_is_markup_in_html(tag: str) -> None:
    text = read_source(f"<html><body><h1>T</h1><div>A {tag} b.</div></body></html>".encode(), "b.html").text
    assert "<" not in text and ">" not in text


def test_a_bracket_that_is_not_closed_draws_in_neither_words_nor_markup() -> None:
    book = read_source(b"<h1>T</h1><p>It is <the soul is </p><p>and <Kant <i>says</i> so.</p>", "b.html")
    assert book.text == "T\n\nIt is <the soul is\n\nand <Kant says so."


def test_a_long_tag_is_read_at_once() -> None:
    words = "a" * 100_000
    assert words in read_source(f"<h1>T</h1><p>A <the {words}> b <i {words}> c.</p>".encode(), "b.html").text


def test_words_in_the_files_and_the_contents_of_an_epub() -> None:
    page = xhtml("<h1>On <the> Soul</h1><p>It is <the soul> &lt;he says&gt;.</p></br>")
    book = read_source(epub({"c.xhtml": page}, nav('<li><a href="c.xhtml">On <the> Soul</a></li>')), "b.epub")
    assert book.text == "On <the> Soul\n\nIt is <the soul> <he says>."
    assert [one.title for one in book.sections] == ["On <the> Soul"]


def test_what_a_document_opens_in_one_piece_and_closes_in_another_is_markup() -> None:
    book = read_source(b"# T\n\n<aside>\n\nA <my-tag> b.\n\nC </my-tag> d.\n\n</aside>\n", "b.md")
    assert book.text == "T\n\nA  b.\n\nC  d.".replace("  ", " ")
