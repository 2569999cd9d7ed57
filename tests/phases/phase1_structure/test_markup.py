"""No text in HTML is lost without a word: what is unusual is kept, what is never closed is kept and named."""

import pytest

from pipeline.phases.phase1_structure.parsers.markup import read_markup
from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book
from tests.phases.phase1_structure.book_files import epub, nav, xhtml

UNUSUAL = {
    "cdata": ("<p>A <![CDATA[x < y & z]]> b.</p>", "A x < y & z b."),
    "noscript": ("<p>A.</p><noscript><p>Without scripts.</p></noscript><p>B.</p>", "A.\n\nWithout scripts.\n\nB."),
    "svg": (
        "<p>See <svg><title>Tide</title><text>high</text><text>low</text></svg> now.</p>",
        "See Tide high low now.",
    ),
    "textarea": ("<p>A <textarea>typed <b>in</b></textarea> b.</p>", "A typed in b."),
    "iframe": ("<iframe src='x'><p>Fallback.</p></iframe><p>B.</p>", "Fallback.\n\nB."),
    "object": ("<object data='x'><p>Fallback.</p></object><p>B.</p>", "Fallback.\n\nB."),
    "template": ("<template><p>Set apart.</p></template><p>B.</p>", "Set apart.\n\nB."),
    "ruby": ("<p><ruby>漢<rt>kan</rt>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>.</p>", "漢 (kan)字(ji)."),
    "mathml": (
        "<p>So <math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>"
        "<annotation>x^2=a/b</annotation></math> holds.</p>",
        "So x^2=a/b holds.",
    ),
    "exponent": ("<p>E = mc<sup>2</sup> and 5 cm<sup>2</sup> of it.</p>", "E = mc² and 5 cm² of it."),
    "exponent of letters": (
        "<p>So y<sup>n</sup>, x<sub>2</sub>y<sup>n</sup>, x<sup>n+1</sup>, 10<sup>-6</sup>, 2<sup>k</sup>.</p>",
        "So yⁿ, x2yⁿ, xⁿ⁺¹, 10⁻⁶, 2^k.",
    ),
    "raised ends of words": (
        "<p>M<sup>r</sup> Mill, the 1<sup>st</sup> and N<sup>o</sup> 2<sup>nd</sup>, S<sup>te</sup>.</p>",
        "Mr Mill, the 1st and No 2nd, Ste.",
    ),
    "hidden": ("<p>A.</p><p hidden='hidden'>b</p><div style='color:red; display: none'>c</div><p>D.</p>", "A.\n\nD."),
    "hidden note": ("<p>A.</p><aside role='doc-footnote' hidden=''>B.</aside><p>C.</p>", "A.\n\nB.\n\nC."),
    "note number": ("<p>as he is<sup>2</sup> to be. It<sup>3</sup> is so.</p>", "as he is to be. It is so."),
    "attributes together": ('<p title="x > y"class="z">Text.</p>', "Text."),
    "comment": ("<p>A <!-- not > text --> b.</p>", "A b."),
    "nested p": ("<p>A <p>b <i>c <p>d</p></i></p> e</p>", "A\n\nb c\n\nd\n\ne"),
    "script": ("<script>if (a < b) {}</script><p>A.</p><style>p > i {}</style>", "A."),
    "options": ("<select><option>A</option><option>B</option></select>", "A\n\nB"),
    "long mark": (
        f"<p>A <a class='noteref' href='#n'>1 and on {'and on ' * 12}.</p><p>B.</p>",
        f"A 1 and on {'and on ' * 12}.\n\nB.",
    ),
    "mark not closed": ("<p>A <span class='pagenum'>12 of it.<p>B.</p>", "A 12 of it.\n\nB."),
    "heading not closed": ("<h1>One<p>A.</p><p>B.</p><h2>Two</h2><p>C.</p>", "One\n\nA.\n\nB.\n\nTwo\n\nC."),
}

UNCLOSED = {
    "comment": ("<p>A.</p><!-- b <p>C.</p>", "A.\n\nb\n\nC."),
    "cdata": ("<p>A.</p><p><![CDATA[b</p><p>C.</p>", "A.\n\nb\n\nC."),
    "script": ("<p>A.</p><script src='x'><p>C.</p>", "A.\n\nC."),
    "first of two scripts": ("<script src='x'><p>A.</p><script src='y'></script><p>C.</p>", "A.\n\nC."),
    "style": ("<style><p>A.</p><p>C.</p>", "A.\n\nC."),
    "quotation mark": ("<p>A <a href='x.html>link</a>.</p><p>He said 'go' then.</p>", "A link.\n\nHe said 'go' then."),
    "title's quotation mark": (
        '<p>A <a title="unclosed>b</a>.</p><p>A whole paragraph.</p><p>C <a href="x">d</a>.</p>',
        "A b.\n\nA whole paragraph.\n\nC d.",
    ),
    "quotation mark before prose": ('<p title="t>A.</p><p>He said "go" then.</p>', 'A.\n\nHe said "go" then.'),
    "quotation mark before quoted markup": ('<p title="t>A.</p><p>" and b.</p>', 'A.\n\n" and b.'),
    "quotation mark to the end": ("<p>A <b class='x>b</b>.</p><p>C.</p>", "A b.\n\nC."),
    "quotation mark of data": ('<p data-x="1>A.</p><p class="y">C.</p>', "A.\n\nC."),
    "second attribute": ("<p><a href='x' title='y id=z>A</a>.</p><p class='c'>C.</p>", "A.\n\nC."),
    "two quotation marks": ('<p>A <a title="t alt=\'u>b</a>.</p><p>C <a href="x">d</a>.</p>', "A b.\n\nC d."),
    "quotation mark over lines": ("<p title='t>A.\n" + "b c\n" * 60 + " 'd' .</p>", "A. " + "b c " * 60 + "'d' ."),
}


QUOTED = {
    "alt": "<p><img alt='a > b'>.</p>",
    "title": "<p title='a > b'>a > b .</p>",
    "markup in a title": "<p title='<b>x</b> y'>a > b .</p>",
    "script": "<p onclick=\"if (a > b) x('<i>')\" data-x='> <b>'>a > b .</p>",
    "lines": "<p title='a > b\n c'>a > b .</p>",
}


def html(body: str, head: str = "<title>T</title>") -> Book:
    return read_source(f"<html><head>{head}</head><body>{body}</body></html>".encode(), "b.html")


@pytest.mark.parametrize(("body", "text"), UNUSUAL.values(), ids=UNUSUAL)
def test_unusual_markup_keeps_its_text(body: str, text: str) -> None:
    book = html(body)
    assert (book.text, book.warnings) == (text, ())


@pytest.mark.parametrize(("body", "text"), UNCLOSED.values(), ids=UNCLOSED)
def test_what_is_never_closed_swallows_nothing_and_is_named(body: str, text: str) -> None:
    book = html(body)
    assert book.text == text
    assert [one.code for one in book.warnings] == ["markup.unclosed"]
    assert "line 1" in book.warnings[0].message


@pytest.mark.parametrize("body", QUOTED.values(), ids=QUOTED)
def test_a_sign_in_a_value_that_is_closed_is_no_fault(body: str) -> None:
    book = html(body)
    assert (book.text, book.warnings) == ("a > b .", ())


def test_an_unclosed_quotation_mark_is_named_with_its_line_and_moves_nothing() -> None:
    page = '<h1>One</h1>\n<p>A <a title="t>b</a>.</p>\n<h1 class="x">Two</h1><p>C.</p>'
    book = read_source(page.encode(), "b.html")
    assert [(one.title, one.source_start) for one in book.sections] == [("One", 0), ("Two", page.index("<h1 class"))]
    assert book.warnings[0].names == ("a quotation mark (line 2)",)


@pytest.mark.parametrize(
    "rest", ["</head><body><h1>One</h1><p>A.</p>", "<body><h1>One</h1><p>A.</p>", "<h1>One</h1>A."]
)
def test_an_unclosed_title_ends_where_the_page_begins(rest: str) -> None:
    book = read_source(f"<html><head><title>Salt {rest}</html>".encode(), "b.html")
    assert (book.text, book.title) == ("One\n\nA.", "Salt")
    assert [one.code for one in book.warnings] == ["markup.unclosed"]


def test_a_whole_text_in_an_unclosed_title_is_text() -> None:
    text = "The tide clerk wrote. " * 30
    assert read_source(f"<title>{text}".encode(), "b.html").text == text.strip()


def test_the_same_holds_in_an_epub_and_for_its_contents() -> None:
    page = xhtml("<h1>C</h1><p>A <![CDATA[<b>]]> b.</p>").replace("</title>", "")
    book = read_source(
        epub({"c.xhtml": page}, nav('<li><a href="c.xhtml">C &amp; D</a></li>').replace("</title>", "")), "b.epub"
    )
    assert book.text == "C\n\nA <b> b." and [one.title for one in book.sections] == ["C & D"]
    assert [one.code for one in book.warnings] == ["markup.unclosed"] and "c.xhtml" in book.warnings[0].message


def test_markup_inside_markdown_keeps_its_text() -> None:
    book = read_source(
        b"# T\n\nA <![CDATA[x & y]]> b.\n\n<![CDATA[\nwhole block\n]]>\n\n<noscript>\nkept\n</noscript>\n", "b.md"
    )
    assert book.text == "T\n\nA x & y b.\n\nwhole block\n\nkept"


def test_an_unclosed_comment_in_markdown_is_named() -> None:
    book = read_source(b"# T\n\nA.\n\n<!-- b\n\nC.\n", "b.md")
    assert book.text == "T\n\nA.\n\nb C."
    assert [one.code for one in book.warnings] == ["markup.unclosed"]


def test_pictures_keep_their_words() -> None:
    body = "<h1>One<img src='x' alt='ornament'></h1><h1><img src='x' alt='Two'></h1><p><img alt='T'>he <img alt='x = y'>.</p>"
    assert html(body).text == "One\n\nTwo\n\nThe x = y ."


def test_a_thousand_unclosed_things_are_read_at_once_and_named_in_short() -> None:
    book = html("<p>A <!-- b <script> c <style> d </p>" * 3000)
    assert len(book.text.split()) == 12_000 and len(book.warnings[0].names) == 20
    assert book.warnings[0].message.endswith(" more.")
    book = html('<p>A <a title="t>b</a> c <a href="x">d</a>.</p>' * 5000)
    assert len(book.text.split()) == 20_000 and len(book.warnings[0].names) == 20


MARKS = [
    *"1 12 [12] (3) * † ** a [b] bb iv XII [xii] 12a A12 {12} ¹² § ↩ p.12 p12 fn3 Page_12 12–13 4:421 Ⅳ".split(),
    *("p. 12", "Page 12", "[Pg 12]", "page xii", "S. 12", "note 3", "A 12 / B 34", "[Ak 4:421]", "12, 13"),
    "Page 3 of 9",
]
WORDS = [
    "many words in a noteref here that are long enough",
    "page twelve and a lot more words which are surely text",
    "word",
    "Salt water",
    "civil",
    "12 of it",
    "See 3",
    "page",
    "He",
    "back to the sea",
    "12 und so weiter",
]
PLACES = {
    "noteref": "<p>A<a epub:type='noteref' href='#n'>{}</a>.</p>",
    "raised": "<p>A<sup class='fnref'><a href='#n'>{}</a></sup>.</p>",
    "page": "<p>A<span class='pagenum'>{}</span>.</p>",
    "nested": "<p>A<span class='pagenum'><i><a id='p'>{}</a></i></span>.</p>",
    "way back": "<p>A<a role='doc-backlink' href='#r'>{}</a>.</p>",
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_marks_of_notes_and_pages_are_numbers_letters_and_signs_and_all_else_is_text(place: str) -> None:
    assert [one for one in MARKS if html(place.format(one)).text != "A."] == []
    assert [one for one in WORDS if html(place.format(one)).text != f"A{one}."] == []


@pytest.mark.parametrize("tag", ["div", "p"])
def test_a_block_for_a_page_s_number_with_words_in_it_is_a_block_of_text(tag: str) -> None:
    for words in ("Salt water", "<b>Salt</b> water", "<p>Salt water</p>"):
        book = html(f"<p>A.</p><{tag} class='pagenum'>{words}</{tag}><p>B.</p>")
        assert book.text == "A.\n\nSalt water\n\nB."
    assert html(f"<p>A.</p><{tag} class='pagenum'>[Pg 12]</{tag}><p>B.</p>").text == "A.\n\nB."


def test_a_way_back_to_the_text_is_none_of_it() -> None:
    for words in ("↩", "Back", "[back]", "Return to text", "Jump up to reference 3", "back to text"):
        assert html(f"<p>A <a class='footnote-back' href='#r'>{words}</a></p>").text == "A"


@pytest.mark.parametrize("name", ["chapter-title", "chapterTitle", "calibre1 chapter_head", "ChapTitle", "part-title"])
def test_a_paragraph_whose_class_says_so_is_a_heading(name: str) -> None:
    body = "".join(f"<p class='{name}'>Of {one}</p><p>The clerk weighs it.</p>" for one in ("Salt", "Sand"))
    assert [section.title for section in html(body).sections] == ["Of Salt", "Of Sand"]
    plain = html("<p class='subtitle'>Of Salt</p><p class='chapter'>The clerk.</p><p class='title-page'>So.</p>")
    assert len(plain.sections) == 1


@pytest.mark.parametrize(
    ("begin", "end", "told"),
    [
        ("<div>", "</div>", False),
        ("<b>", "", False),
        ("<section epub:type='part'>", "</section>", True),
        ("<sup>", "", True),
        ("<pre>", "</pre>", True),
    ],
)
def test_elements_may_stand_in_each_other_ten_thousands_deep(begin: str, end: str, told: bool) -> None:
    words = [f"grain{number}" for number in range(20_000)]
    deep = "".join(f"{begin}{word} " for word in words)
    reader = read_markup(f"<h1>Salt</h1>{deep}{end * 20_000}<h1>Sand</h1><p>The end of it.</p>")
    assert [block.text for block in reader.blocks if block.heading] == ["Salt", "Sand"]
    assert " ".join(block.text for block in reader.blocks).split() == ["Salt", *words, *"Sand The end of it.".split()]
    assert told == any("in 100 other marks" in one for one in reader.unclosed)


def test_what_stands_too_deep_to_be_a_mark_is_told() -> None:
    book = read_source(f"<html><h1>Salt</h1><p>a{'<sup>' * 300} white</p></html>".encode(), "b.html")
    (warning,) = (warning for warning in book.warnings if warning.code == "markup.unclosed")
    assert "sup in 100 other marks (line 1)" in warning.message and "white" in book.text


def test_one_paragraph_may_hold_thousands_of_raised_numbers_and_links() -> None:
    links = "".join(f"grain<sup>{n % 90}</sup> <a id='g{n}' href='#g{n}'>here</a> " for n in range(8_000))
    (block,) = read_markup(f"<p>{links}x<sup>2</sup></p>").blocks
    assert [word[:5] for word in block.text.split()] == [*["grain", "here"] * 8_000, "x²"]
    assert len(block.links) == 8_000
