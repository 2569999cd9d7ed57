"""Nothing is lost: every character of a source is in the text of the book or in what was printed beside it, but white space,
what no eye sees, and the marks that say how it is set."""

import re
import unicodedata
import zipfile
from collections import Counter
from html.parser import HTMLParser
from io import BytesIO

import pymupdf
import pytest

from pipeline.phases.phase1_structure.phase import read_source
from tests.phases.phase1_structure.test_notes import ENDNOTES, HTML, MARKDOWN, TEXT, epub, pdf
from tests.phases.phase1_structure.test_true_contents import BOOKS


class _Shown(HTMLParser):
    """What a browser shows of a page, by the standard library's parser alone."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in {"script", "style", "title"}
        self.text.extend(value or "" for name, value in attrs if name == "alt" and tag == "img")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.text.extend(value or "" for name, value in attrs if name == "alt" and tag == "img")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in {"script", "style", "title"} and self.hidden > 0

    def handle_data(self, data: str) -> None:
        self.text.extend([] if self.hidden else [data])


def shown(html: str) -> str:
    page = _Shown()
    page.feed(html)
    page.close()
    return " ".join(page.text)


def source_text(source: bytes, name: str) -> str:
    """All text of a file, by another way than the product's."""
    match name.rpartition(".")[2]:
        case "txt":
            return source.decode("utf-8-sig")
        case "html":
            return shown(source.decode("latin-1" if b"charset=iso-8859-1" in source[:2000].lower() else "utf-8"))
        case "epub":
            archive = zipfile.ZipFile(BytesIO(source))
            package = next(entry for entry in archive.namelist() if entry.endswith(".opf"))
            folder = package.rpartition("/")[0]
            opf = archive.read(package).decode()
            items = {
                re.search(r'\bid="([^"]+)"', item)[1]: re.search(r'\bhref="([^"]+)"', item)[1]  # type: ignore[index]
                for item in re.findall(r"<item\s[^>]*>", opf)
            }
            spine = re.findall(r'<itemref[^>]*\bidref="([^"]+)"', opf)
            return " ".join(shown(archive.read(f"{folder}/{items[one]}".lstrip("/")).decode()) for one in spine)
        case _:
            return " ".join(page.get_text("text") for page in pymupdf.open("pdf", source))


MARKS = {
    "txt": "_*=",
    "pdf": "-[]",
}  # emphasis in plain text; hyphens at line ends and brackets of page numbers in print


def characters(text: str) -> Counter[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return Counter(
        one for one in folded if not one.isspace() and one != "\ufffd" and unicodedata.category(one) not in ("Cc", "Cf")
    )


def unaccounted(source: bytes, name: str) -> tuple[Counter[str], Counter[str]]:
    """Characters lost, characters invented."""
    book = read_source(source, name)
    here, there = characters(" ".join([book.text, *book.furniture])), characters(source_text(source, name))
    lost = there - here
    for mark in MARKS.get(name.rpartition(".")[2], ""):
        lost.pop(mark, None)
    return lost, here - there


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (TEXT.encode(), "b.txt"),
        (ENDNOTES.encode(), "b.txt"),
        (HTML.encode(), "b.html"),
        (epub(), "b.epub"),
        (pdf(), "b.pdf"),
    ],
)
def test_every_character_of_a_small_book_is_accounted_for(source: bytes, name: str) -> None:
    assert unaccounted(source, name) == (Counter(), Counter())


def test_every_word_of_markdown_is_accounted_for() -> None:
    book = read_source(MARKDOWN.encode(), "b.md")
    words = Counter(re.findall(r"\w+", re.sub(r"\[\^\w+\]:?", "", MARKDOWN)))
    assert words - Counter(re.findall(r"\w+", book.text)) == Counter()


@pytest.mark.slow
@pytest.mark.skipif(not BOOKS.is_dir(), reason=f"the folder of test books is absent: {BOOKS}")
@pytest.mark.parametrize(
    "name",
    [
        "austen_pride_and_prejudice.txt",
        "kant_prolegomena.txt",
        "spinoza_ethics.html",
        "hume_enquiry.epub",
        "russell_problems_of_philosophy.epub",
        "hegel_philosophy_of_mind.pdf",
        "boole_laws_of_thought.pdf",
    ],
)
def test_every_character_of_a_real_book_is_accounted_for(name: str) -> None:
    assert unaccounted((BOOKS / name).read_bytes(), name) == (Counter(), Counter())
