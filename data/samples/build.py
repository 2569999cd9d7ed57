"""Builds treatise.epub and treatise.pdf from treatise.md, the same bytes every time."""

import io
import re
import zipfile
from html import escape
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pymupdf
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

HERE = Path(__file__).parent
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
IDENTIFIER = "urn:uuid:6f1d3a52-7c0e-5b8a-9d41-2e6b8c0f4a17"
XHTML = "application/xhtml+xml"
MODIFIED = "2026-01-01T00:00:00Z"
PDF_DATE = "D:20260101000000Z"
ZIP_DATE = (2026, 1, 1, 0, 0, 0)
PAGE = pymupdf.Rect(0, 0, 420, 595)  # A5, in points
BODY = pymupdf.Rect(54, 60, 366, 525)  # the text area; the page number stands below it
CSS = """body { font-family: serif; line-height: 1.4; } h1 { font-size: 1.5em; margin: 0 0 1em 0; }
h2 { font-size: 1.15em; margin: 1.4em 0 0.6em 0; } p { margin: 0 0 0.6em 0; text-align: justify; }
"""


class Heading(NamedTuple):
    """A heading of the book: its level, its title and the anchor that stands at it."""

    level: int
    title: str
    anchor: str


class Chapter(NamedTuple):
    """One chapter: its file name without ending, its headings and its body as XHTML."""

    name: str
    headings: list[Heading]
    xhtml: str


def read_source(source: Path) -> tuple[dict[str, str], list[Chapter]]:
    """Reads the front matter and renders every chapter (and the preface) for itself."""
    _, front, body = source.read_text(encoding="utf-8").split("---\n", 2)
    meta = dict(line.split(": ", 1) for line in front.splitlines())
    meta["title_page"] = f"<h1>{escape(meta['title'])}</h1>\n<p>{escape(meta['author'])}</p>\n"
    parts = re.split(r"^(?=# )", body, flags=re.MULTILINE)[1:]
    return meta, [render_chapter(number, part) for number, part in enumerate(parts)]


def render_chapter(number: int, text: str) -> Chapter:
    """Renders one chapter; number 0 is the preface."""
    markdown = MarkdownIt("commonmark", {"xhtmlOut": True}).use(footnote_plugin)
    tokens = markdown.parse(text)
    headings: list[Heading] = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            anchor = f"c{number}" if opening.tag == "h1" else f"c{number}-{len(headings)}"
            opening.attrSet("id", anchor)
            headings.append(Heading(int(opening.tag[1]), inline.content, anchor))
    xhtml = markdown.renderer.render(tokens, markdown.options, {})
    return Chapter("preface" if number == 0 else f"chapter-{number}", headings, xhtml)


def page_xhtml(title: str, language: str, body: str) -> str:
    """Wraps a body as an XHTML file of the EPUB."""
    return (
        f"{XML}<!DOCTYPE html>\n"
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'xml:lang="{language}" lang="{language}">\n<head><title>{escape(title)}</title>'
        f'<link rel="stylesheet" type="text/css" href="style.css"/></head>\n<body>\n{body}</body>\n</html>\n'
    )


def nav_xhtml(meta: dict[str, str], chapters: list[Chapter]) -> str:
    """The EPUB 3 navigation document: chapters, and their subsections below them."""
    rows = []
    for name, headings, _ in chapters:
        first, *rest = [f'<a href="{name}.xhtml#{h.anchor}">{escape(h.title)}</a>' for h in headings]
        below = "".join(f"<li>{link}</li>" for link in rest)
        rows.append(f"<li>{first}{f'<ol>{below}</ol>' if below else ''}</li>\n")
    body = f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n<ol>\n{"".join(rows)}</ol></nav>\n'
    return page_xhtml(meta["title"], meta["language"], body)


def toc_ncx(meta: dict[str, str], chapters: list[Chapter]) -> str:
    """The EPUB 2 table of contents, for older readers."""
    points, order = [], count(1)
    for chapter in chapters:
        opened = [
            f'<navPoint id="n-{h.anchor}" playOrder="{next(order)}"><navLabel><text>{escape(h.title)}</text>'
            f'</navLabel><content src="{chapter.name}.xhtml#{h.anchor}"/>'
            for h in chapter.headings
        ]
        points.append(opened[0] + "".join(f"{point}</navPoint>" for point in opened[1:]) + "</navPoint>\n")
    return (
        f'{XML}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">\n'
        f'<head><meta name="dtb:uid" content="{IDENTIFIER}"/><meta name="dtb:depth" content="2"/></head>\n'
        f"<docTitle><text>{escape(meta['title'])}</text></docTitle>\n"
        f"<navMap>\n{''.join(points)}</navMap>\n</ncx>\n"
    )


def content_opf(meta: dict[str, str], names: list[str]) -> str:
    """The EPUB's package file: metadata, manifest and reading order."""
    spine = "".join(f'<itemref idref="{name}"/>\n' for name in names)
    items = "".join(f'<item id="{name}" href="{name}.xhtml" media-type="{XHTML}"/>\n' for name in names)
    return (
        f'{XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'<dc:identifier id="id">{IDENTIFIER}</dc:identifier>\n<dc:title>{escape(meta["title"])}</dc:title>\n'
        f"<dc:creator>{escape(meta['author'])}</dc:creator>\n<dc:language>{meta['language']}</dc:language>\n"
        f'<dc:rights>CC0-1.0</dc:rights>\n<meta property="dcterms:modified">{MODIFIED}</meta>\n</metadata>\n'
        f'<manifest>\n<item id="nav" href="nav.xhtml" media-type="{XHTML}" properties="nav"/>\n'
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>\n'
        f'<item id="css" href="style.css" media-type="text/css"/>\n{items}</manifest>\n'
        f'<spine toc="ncx">\n{spine}</spine>\n</package>\n'
    )


def build_epub(meta: dict[str, str], chapters: list[Chapter], target: Path) -> None:
    """Writes the EPUB; nothing is compressed, so that its bytes depend on no zlib."""
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": f'{XML}<container version="1.0" '
        'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path='
        '"OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n',
        "OEBPS/content.opf": content_opf(meta, ["title", *(chapter.name for chapter in chapters)]),
        "OEBPS/nav.xhtml": nav_xhtml(meta, chapters),
        "OEBPS/toc.ncx": toc_ncx(meta, chapters),
        "OEBPS/style.css": CSS,
        "OEBPS/title.xhtml": page_xhtml(meta["title"], meta["language"], meta["title_page"]),
    }
    for name, headings, xhtml in chapters:
        files[f"OEBPS/{name}.xhtml"] = page_xhtml(headings[0].title, meta["language"], xhtml)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, text in files.items():
            info = zipfile.ZipInfo(name, ZIP_DATE)
            info.create_system = 3
            archive.writestr(info, text.encode("utf-8"))


def place_pages(writer: pymupdf.DocumentWriter, xhtml: str, first: int) -> tuple[int, dict[str, Any]]:
    """Sets XHTML on new pages from number `first`; returns the last page, and where each anchor stands."""
    story, found = pymupdf.Story(html=xhtml, user_css=CSS, em=10.5), []
    anchors: dict[str, Any] = {}
    last, more = first - 1, 1
    while more:
        last += 1
        device = writer.begin_page(PAGE)
        more, _ = story.place(BODY)
        story.element_positions(lambda position: found.append(position))
        for position in (each for each in found if each.heading and each.id):
            anchors.setdefault(position.id, (last, position.rect[1]))
        found.clear()
        story.draw(device)
        writer.end_page()
    return last, anchors


def build_pdf(meta: dict[str, str], chapters: list[Chapter], target: Path) -> None:
    """Writes the PDF: a title page, then each chapter from a new page, with labels, outline and metadata."""
    buffer = io.BytesIO()
    writer = pymupdf.DocumentWriter(buffer)
    last, _ = place_pages(writer, meta["title_page"], 1)
    outline: list[list[Any]] = []
    for chapter in chapters:
        last, anchors = place_pages(writer, chapter.xhtml, last + 1)
        for heading in chapter.headings:
            page, height = anchors[heading.anchor]
            goal = {"kind": pymupdf.LINK_GOTO, "to": pymupdf.Point(BODY.x0, height), "zoom": 0}
            outline.append([heading.level, heading.title, page, goal])
    writer.close()
    book = pymupdf.open("pdf", buffer.getvalue())
    first_chapter = next(row[2] for row in outline if row[1] == chapters[1].headings[0].title) - 1
    roman = {"startpage": 0, "prefix": "", "style": "r", "firstpagenum": 1}
    book.set_page_labels([roman, {**roman, "startpage": first_chapter, "style": "D"}])
    for page in list(book)[1:]:
        label = page.get_label()
        middle = (PAGE.width - pymupdf.get_text_length(label, "tiro", 9)) / 2
        page.insert_text((middle, BODY.y1 + 30), label, fontname="tiro", fontsize=9)
    book.set_toc(outline)
    dates = {"creationDate": PDF_DATE, "modDate": PDF_DATE}
    book.set_metadata({"title": meta["title"], "author": meta["author"], **dates})
    book.save(target, garbage=3, deflate=True, no_new_id=True)


def build(folder: Path) -> None:
    """Builds both files into a folder."""
    meta, chapters = read_source(HERE / "treatise.md")
    build_epub(meta, chapters, folder / "treatise.epub")
    build_pdf(meta, chapters, folder / "treatise.pdf")


if __name__ == "__main__":
    build(HERE)
