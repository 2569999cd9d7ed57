"""EPUBs whose parts disagree: what can be read is read, what can't is named in a warning."""

import io
import zipfile

import pytest

from pipeline.phases.phase1_structure.phase import read_source
from schemas.errors import Damaged
from tests.phases.phase1_structure.book_files import epub, nav, package, xhtml

ONE = xhtml("<h1>One</h1><p>First text.</p>").encode()
TWO = xhtml("<h1>Two</h1><p>Second text.</p>").encode()
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><text>Drawn words.</text></svg>'


def item(name: str, href: str, kind: str = "application/xhtml+xml", more: str = "") -> str:
    return f'<item id="{name}" href="{href}" media-type="{kind}" {more}/>'


def ref(*names: str) -> str:
    return "".join(f'<itemref idref="{name}"/>' for name in names)


BOTH = item("a", "a.xhtml") + item("b", "b.xhtml")
FILES = {"a.xhtml": ONE, "b.xhtml": TWO}
FAULTS = {
    "unknown item": (BOTH, ref("a", "ghost", "b"), FILES, "epub.unknown_item", ("ghost",)),
    "one id twice": (item("a", "a.xhtml") + item("a", "b.xhtml"), ref("a"), FILES, "epub.duplicate_id", ("a",)),
    "missing file": (
        BOTH + item("c", "c.xhtml"), ref("a", "c", "b"), FILES, "epub.file_missing", ("OEBPS/c.xhtml",),
    ),
    "picture": (
        BOTH + item("p", "p.png", "image/png"), ref("a", "p", "b"), FILES | {"p.png": b"x"},
        "epub.not_text", ("OEBPS/p.png",),
    ),
    "outside the order": (
        BOTH + item("c", "c.xhtml"), ref("a", "b"), FILES | {"c.xhtml": ONE}, "epub.outside_order", ("OEBPS/c.xhtml",),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("items", "spine", "files", "code", "names"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_the_package_is_named_and_costs_no_other_text(
    items: str, spine: str, files: dict[str, bytes], code: str, names: tuple[str, ...]
) -> None:
    book = read_source(package(items, spine, files), "b.epub")
    assert book.text == "One\n\nFirst text.\n\nTwo\n\nSecond text."
    assert [(one.code, one.names) for one in book.warnings if one.code != "epub.no_navigation"] == [(code, names)]


def test_a_reading_order_of_unknown_items_only_is_damaged() -> None:
    with pytest.raises(Damaged, match=r"b\.epub"):
        read_source(package(BOTH, ref("x", "y"), FILES), "b.epub")


def test_items_that_are_not_linear_drawings_and_fallbacks_are_read_in_place() -> None:
    items = BOTH + item("s", "s.svg", "image/svg+xml") + item("p", "p.pdf", "application/pdf", 'fallback="b"')
    spine = '<itemref idref="a" linear="no"/>' + ref("s", "p")
    book = read_source(package(items, spine, FILES | {"s.svg": SVG, "p.pdf": b"x"}), "b.epub")
    assert book.text == "One\n\nFirst text.\n\nDrawn words.\n\nTwo\n\nSecond text."
    assert [one.code for one in book.warnings] == ["epub.no_navigation"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_files_of_one_name_the_last_counts() -> None:
    target = io.BytesIO(epub({"a.xhtml": ONE.decode()}, nav('<li><a href="a.xhtml">A</a></li>')))
    with zipfile.ZipFile(target, "a") as file:
        file.writestr("OEBPS/a.xhtml", TWO)
    book = read_source(target.getvalue(), "b.epub")
    assert "Second text." in book.text
    assert [(one.code, one.names) for one in book.warnings] == [("epub.duplicate_name", ("OEBPS/a.xhtml",))]


@pytest.mark.parametrize("encoding", ["utf-16", "koi8-r", "shift_jis", "iso-8859-2", "windows-1251", "gb2312"])
def test_declared_encodings(encoding: str) -> None:
    words = {"koi8-r": "Соль дорога", "windows-1251": "Соль дорога", "shift_jis": "塩は高い", "gb2312": "盐很贵"}
    text = words.get(encoding, "Sól jest droga")
    page = xhtml(f"<h1>One</h1><p>{text}.</p>").replace("utf-8", encoding).encode(encoding)
    book = read_source(package(item("a", "a.xhtml"), ref("a"), {"a.xhtml": page}), "b.epub")
    assert text in book.text and [one.code for one in book.warnings] == ["epub.no_navigation"]


@pytest.mark.parametrize("declared", ["undefined", "idna", "zlib", "no-such-thing", "utf-8"])
def test_an_encoding_that_is_none_or_wrong_is_named(declared: str) -> None:
    page = xhtml("<h1>One</h1><p>Über das Salz.</p>").replace("utf-8", declared).encode("cp1252")
    book = read_source(package(item("a", "a.xhtml"), ref("a"), {"a.xhtml": page}), "b.epub")
    assert "das Salz." in book.text
    assert {one.code for one in book.warnings} & {"text.encoding_guessed", "text.replaced"}


def test_contents_that_point_nowhere_are_named_and_the_text_stays() -> None:
    items = '<li><a href="a.xhtml#gone">A</a></li><li><a href="b.xhtml">B</a></li><li><a href="no.xhtml">C</a></li>'
    book = read_source(epub({"a.xhtml": ONE.decode(), "b.xhtml": TWO.decode()}, nav(items)), "b.epub")
    assert book.text == "One\n\nFirst text.\n\nTwo\n\nSecond text."
    assert [(one.code, one.names) for one in book.warnings] == [("epub.target_not_found", ("A", "C"))]


def test_contents_nested_a_thousand_deep_are_read() -> None:
    deep = "".join(f"<navPoint><navLabel><text>{n}</text></navLabel><content src='a.xhtml'/>" for n in range(1500))
    ncx = f"<ncx><navMap>{deep}{'</navPoint>' * 1500}</navMap></ncx>"
    book = read_source(epub({"a.xhtml": ONE.decode()}, None, ncx), "b.epub")
    assert len(book.sections) == 1500 and "First text." in book.text
