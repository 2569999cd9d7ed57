"""HTML and XHTML to blocks with their source offsets; shared by HTML, EPUB and the HTML inside Markdown."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from html.parser import HTMLParser

from pipeline.phases.phase1_structure.parsed import Block, BlockRole

_BLOCK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hgroup hr html li main nav ol p pre section summary table tbody tfoot thead tr ul".split()
)
_SKIPPED = frozenset("script style template noscript svg head".split())
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_NOTE_TYPES = re.compile(r"\b(?:footnotes?|endnotes?|rearnotes?|doc-footnote|doc-endnote)\b", re.IGNORECASE)
_REFERENCE_TYPES = re.compile(r"\b(?:noteref|doc-noteref|fnref|footnote-?ref|fnanchor)\b", re.IGNORECASE)
_BACKLINK_TYPES = re.compile(r"\b(?:backlink|doc-backlink|footnote-back)\b", re.IGNORECASE)
_PAGE_TYPES = re.compile(r"\b(?:pagebreak|doc-pagebreak|pagenum|pageno|page-?number)\b", re.IGNORECASE)
_INVISIBLE = re.compile("[\u00ad\u2060\u200b\ufeff]")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_SUPERSCRIPTS = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ")


@dataclass(slots=True)
class MarkupBlock:
    """A block, its heading level (0 = none), the anchors in it with their offsets, and the printed pages begun."""

    text: str
    source: int
    heading: int = 0
    note: bool = False
    group: int = 0  # number of the hgroup it stands in; 0 = none
    anchors: list[tuple[str, int]] = field(default_factory=list)
    types: str = ""  # epub:type of the elements around it
    printed: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    tag: str
    types: str
    role: str = ""  # "", skip, note, reference, page, sup
    start: int = 0
    linked: bool = False
    number: str = ""


class MarkupReader(HTMLParser):
    """Collects blocks in reading order; `title` is the head's title, `end_anchors` those behind the last text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[MarkupBlock] = []
        self.title = ""
        self.end_anchors: list[str] = []
        self._lines: list[int] = []
        self._open: list[_Open] = []
        self._buffer: list[str] = []
        self._length = 0
        self._source: int | None = None
        self._block_source: int | None = None
        self._anchors: list[tuple[str, int]] = []
        self._printed: list[tuple[int, str]] = []
        self._heading = 0
        self._groups = 0
        self._in_title = False

    def read(self, text: str) -> "MarkupReader":
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.feed(text)
        self.close()
        self._flush()
        self.end_anchors = [name for name, _ in self._anchors]
        return self

    def _position(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _has(self, role: str) -> bool:
        return any(element.role == role for element in self._open)

    def _flush(self) -> None:
        text = _INVISIBLE.sub("", "".join(self._buffer))
        if text.strip():
            source = self._block_source if self._block_source is not None else self._source
            groups = [int(element.number) for element in self._open if element.tag == "hgroup"]
            self.blocks.append(
                MarkupBlock(
                    text,
                    source or 0,
                    self._heading,
                    self._has("note"),
                    groups[-1] if groups else 0,
                    self._anchors,
                    " ".join(element.types for element in self._open if element.types),
                    self._printed,
                )
            )
            self._anchors, self._printed = [], []
        else:
            self._anchors = [(name, 0) for name, _ in self._anchors]
            self._printed = [(0, label) for _, label in self._printed]
        self._buffer.clear()
        self._length = 0
        self._source = self._block_source = None

    def _add(self, text: str) -> None:
        if self._source is None and text.strip():
            self._source = self._position()
        self._buffer.append(text)
        self._length += len(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title" and not any(element.tag == "svg" for element in self._open):
            self._in_title = not self.title
            return
        if tag in _BLOCK_TAGS:
            self._close_implied(tag)
            self._flush()
            self._block_source = self._position()
        values = {name: value or "" for name, value in attrs}
        types = " ".join(values.get(name, "") for name in ("epub:type", "role", "class"))
        for name in (values.get("id"), values.get("name") if tag == "a" else None, values.get("xml:id")):
            if name:
                self._anchors.append((name, self._length))
        if tag == "br":
            self._add("\n")
        elif tag in {"td", "th"}:
            self._add(" ")
        if _PAGE_TYPES.search(types):
            label = values.get("title") or values.get("aria-label") or ""
            if label or tag in _VOID:
                self._printed.append((self._length, label.strip(" .[]")))
        if tag in _VOID:
            return
        if re.fullmatch("h[1-6]", tag):
            self._heading = int(tag[1])
        element = _Open(tag, values.get("epub:type", "") or values.get("role", ""), start=self._length)
        if tag in _SKIPPED:
            element.role = "skip"
        elif _PAGE_TYPES.search(types):
            element.role = "page"
        elif (tag in {"a", "sup", "span"} and _REFERENCE_TYPES.search(types)) or _BACKLINK_TYPES.search(types):
            element.role = "reference"
        elif tag == "sup":
            element.role = "sup"
        elif _NOTE_TYPES.search(types) and tag in _BLOCK_TAGS:
            element.role = "note"
        if tag == "a" and values.get("href", "").partition("#")[2]:
            for outer in self._open:
                outer.linked = outer.linked or outer.role == "sup"
        if tag == "hgroup":
            self._groups += 1
            element.number = str(self._groups)
        self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "title":
            self.handle_starttag(tag, attrs)
            if tag not in _VOID:
                self.handle_endtag(tag)

    def _close_implied(self, tag: str) -> None:
        """A new block ends an open <p>; a new <li>, <dt>, <dd> or <tr> its open sibling. Old HTML leaves them open."""
        implied = {"li": {"li", "p"}, "dt": {"dt", "dd", "p"}, "dd": {"dt", "dd", "p"}, "tr": {"tr", "td", "th", "p"}}
        closing = implied.get(tag, {"p"})
        while self._open and self._open[-1].tag in closing:
            self.handle_endtag(self._open[-1].tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
            return
        index = next((at for at in range(len(self._open) - 1, -1, -1) if self._open[at].tag == tag), None)
        if index is None:
            return
        if tag in _BLOCK_TAGS:
            self._flush()
        for element in reversed(self._open[index:]):
            if element.role == "sup" and tag not in _BLOCK_TAGS:
                self._raise(element)
            elif element.role == "page" and element.number.strip():
                self._printed.append(
                    (self._length, re.sub(r"^(?:pg?|page|s)\.?\s*", "", element.number.strip(" []{}"), flags=re.I))
                )
        del self._open[index:]
        if re.fullmatch("h[1-6]", tag):
            self._heading = 0

    def _raise(self, element: _Open) -> None:
        """A raised number is a note's (dropped, so that it isn't glued to the word) or an exponent (kept raised)."""
        text = "".join(self._buffer)
        before, raised = text[: element.start], text[element.start :]
        if re.fullmatch(r"[\s(\[]*(?:\d{1,3}|[*†‡§]+|[a-z])[\s)\]]*", raised):
            exponent = not element.linked and re.search(r"(?:^|[^\w])\w$|[\d)\]]$", before)
            if element.linked or (not exponent and not raised.strip().isalpha()):
                raised = ""
            elif exponent:
                raised = raised.strip().translate(_SUPERSCRIPTS)
        self._buffer[:] = [before, raised]
        self._length = len(before) + len(raised)

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif self._has("skip") or self._has("reference"):
            return
        elif self._has("page"):
            for element in self._open:
                if element.role == "page":
                    element.number += data
        elif any(element.tag == "pre" for element in self._open):
            self._add_preformatted(data)
        else:
            self._add(data)

    def _add_preformatted(self, data: str) -> None:
        """Blank lines in preformatted text part its paragraphs."""
        start, base = 0, self._position()
        for gap in _BLANK_LINE.finditer(data):
            self._add(data[start : gap.start()])
            self._flush()
            start = gap.end()
            self._block_source = base + start
        self._add(data[start:])


def read_markup(text: str) -> MarkupReader:
    return MarkupReader().read(text)


def plain(text: str) -> str:
    return " ".join(text.split())


def role_of(block: MarkupBlock) -> BlockRole:
    if block.heading:
        return BlockRole.HEADING
    return BlockRole.NOTE if block.note else BlockRole.TEXT


def blocks_of_fragment(text: str, source: int | None) -> list[tuple[Block, int]]:
    """Blocks of a piece of HTML with their heading level (0 = none); `source` is where the piece begins."""
    found = read_markup(text).blocks
    return [
        (Block(plain(block.text), role_of(block), None if source is None else source + block.source), block.heading)
        for block in found
    ]


def offset_of_line(lines: list[int], offset: int) -> int:
    """The number (from 0) of the line that holds `offset`."""
    return bisect_right(lines, offset) - 1
