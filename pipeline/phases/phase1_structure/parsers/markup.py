"""HTML and XHTML to blocks with their source offsets; shared by HTML, EPUB and the HTML inside Markdown."""

import re

from pipeline.phases.phase1_structure.hyphens import joined_at_soft_hyphens
from pipeline.phases.phase1_structure.note_calls import call
from pipeline.phases.phase1_structure.parsers.mark_signs import is_mark, is_way_back
from pipeline.phases.phase1_structure.parsers.markup_elements import (
    APART,
    BACKLINK_TYPES,
    BLANK_LINE,
    BLOCK_TAGS,
    HEAD_TAGS,
    INVISIBLE,
    LONGEST_MARK,
    LONGEST_RAISED_TO,
    LONGEST_TITLE,
    PAGE_TYPES,
    SKIPPED,
    VOID,
    Link,
    MarkupBlock,
    OpenElement,
    heading_rank,
    is_hidden,
    page_label,
    raised_text,
    role_of_mark,
)
from pipeline.phases.phase1_structure.parsers.open_elements import OpenElements
from pipeline.phases.phase1_structure.parsers.stray_tags import StrayTags


class MarkupReader(OpenElements):
    """Collects blocks in reading order; `title` is the head's title, `end_anchors` those behind the last text."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[MarkupBlock] = []
        self.title = ""
        self.end_anchors: list[str] = []
        self.calls: list[str] = []  # what each call of a note points to, or its label where it is no link
        self.furniture: list[str] = []  # marks of notes and pages, which are no text
        self._block_source: int | None = None
        self._anchors: list[tuple[str, int]] = []
        self._printed: list[tuple[int, str]] = []
        self._links: list[Link] = []
        self._heading = 0
        self._groups = 0
        self._in_title = False

    def read(self, text: str, tags: StrayTags | None = None) -> "MarkupReader":
        self.read_whole(text, tags)
        self._end_title()
        self._flush()
        self.end_anchors = [name for name, _ in self._anchors]
        return self

    def _flush(self) -> None:
        text = INVISIBLE.sub("", joined_at_soft_hyphens("".join(self._buffer)))
        if text.strip():
            source = self._block_source if self._block_source is not None else self._source
            groups = [int(element.number) for element in self._telling if element.tag == "hgroup"]
            self.blocks.append(
                MarkupBlock(
                    text,
                    source or 0,
                    self._heading,
                    self._has("note"),
                    groups[-1] if groups else 0,
                    self._anchors,
                    " ".join(element.types for element in self._telling if element.types),
                    self._printed,
                    self._links,
                )
            )
            self._anchors, self._printed, self._links = [], [], []
        else:
            self._anchors = [(name, 0) for name, _ in self._anchors]
            self._printed = [(0, label) for _, label in self._printed]
        self._buffer.clear()
        self._length = 0
        self._source = self._block_source = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = self.plain_tag(tag)
        if tag == "title" and not any(element.tag == "svg" for element in self._telling):
            self._in_title = not self.title
            return
        if tag in BLOCK_TAGS or tag in HEAD_TAGS:
            self._end_title()
        if tag in BLOCK_TAGS:
            self._end_marks()
            self._close_implied(tag)
            self._flush()
            self._block_source = self.position()
        values = {name: value or "" for name, value in attrs}
        types = " ".join(values.get(name, "") for name in ("epub:type", "role", "class"))
        for name in (values.get("id"), values.get("name") if tag == "a" else None, values.get("xml:id")):
            if name:
                self._anchors.append((name, self._length))
        if tag == "br":
            self._add("\n")
        elif tag in APART:
            self._add(" ")
        elif tag == "img" and values.get("alt", "").strip() and not (self._heading and self._length):
            self._add(values["alt"] if len(values["alt"]) == 1 else f" {values['alt']} ")
        self._between_children()
        if PAGE_TYPES.search(types):
            label = values.get("title") or values.get("aria-label") or ""
            if label or tag in VOID:
                self._printed.append((self._length, label.strip(" .[]")))
        if tag in VOID:
            return
        element = OpenElement(tag, values.get("epub:type", "") or values.get("role", ""), start=self._length)
        element.heading = heading_rank(tag, values.get("class", ""))
        self._heading = element.heading or self._heading
        if is_hidden(values, types):
            element.role = "hidden"
        elif tag in SKIPPED and (tag == "metadata" or self.is_closed(tag)):
            element.role = "skip"
        elif tag in SKIPPED:
            self.note_unclosed(tag)
            return
        elif tag.startswith("annotation") and self._has_formula():
            element.role = "skip"  # the same formula in another notation
        else:
            element.role = role_of_mark(tag, types)
        element.back = element.role == "reference" and bool(BACKLINK_TYPES.search(types))
        if element.role == "reference" and not element.back:
            element.target = values.get("href", "")
        if tag == "a" and values.get("href", "").partition("#")[2]:
            element.href = values["href"]
            for outer in self._telling:
                outer.linked = outer.linked or outer.role == "sup"
                outer.target = element.href if outer.role in {"sup", "reference"} else outer.target
        elif element.role == "sup":
            element.target = next((outer.href for outer in self._telling if outer.href), "")
            element.linked = bool(element.target)
        if tag == "hgroup":
            self._groups += 1
            element.number = str(self._groups)
        if tag in {"rt", "rp"}:
            self._close_reading()
        if tag == "rt" and not re.search(r"[(（［\[]\s*$", "".join(self._buffer[-2:])):
            self._add(" (")
            element.after = ")"
        self._begin(element)

    def _end_title(self) -> None:
        """A title that nothing closes ends at the first markup that can't stand in it; a whole text in it is text."""
        if not self._in_title:
            return
        self._in_title = False
        self.note_unclosed("title")
        if len(self.title) > LONGEST_TITLE:
            self._add(self.title)
            self.title = ""

    def _end_marks(self) -> None:
        """A block ends what is only ever a few signs in a line: marks of notes and pages, a formula's annotation."""
        for element in self._telling:
            self._keep_words(element)
            if element.role in {"reference", "page", "skip"} and element.tag not in BLOCK_TAGS:
                element.role = ""

    def _keep_words(self, element: OpenElement) -> None:
        """What is marked up as a note's or a page's mark and is none is text."""
        if element.role not in {"reference", "page"} or is_mark(element.number):
            return
        if not (element.back and is_way_back(element.number)):
            element.role = ""
            self._add(element.number)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag.rpartition(":")[2] != "title":
            self.handle_starttag(tag, attrs)
            if tag not in VOID:
                self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        tag = self.plain_tag(tag)
        if tag == "title" and self._in_title:
            self._in_title = False
            return
        if tag in {"head", "body", "html"}:
            self._end_title()
        if not self._open_tags[tag]:
            return
        index = next(at for at in range(len(self._open) - 1, -1, -1) if self._open[at].tag == tag)
        for element in self._open[index:]:
            self._keep_words(element)
        if tag in BLOCK_TAGS:
            self._end_marks()
            self._flush()
        elif tag in APART:
            self._add(" ")
        for element in reversed(self._open[index:]):
            if element.after:
                self._add(element.after)
            if element.role == "sup" and tag not in BLOCK_TAGS:
                self._raise(element)
            elif element.role == "reference" and not element.back:
                self._call(element.target, element.number)
            elif element.role == "reference":
                self.furniture.append(element.number)
            elif element.role == "page" and element.number.strip():
                self.furniture.append(element.number)
                self._printed.append((self._length, page_label(element.number)))
            if element.href and element.start <= self._length:
                text = element.number or self._tail(element.start)
                self._links.append(Link(element.start, self._length, element.href, text))
        if any(element.heading for element in self._open[index:]):
            self._heading = 0
        self._end_from(index)

    def _raise(self, element: OpenElement) -> None:
        """A raised number is a note's (dropped, so that it isn't glued to the word) or an exponent (kept raised)."""
        raised = self._take(element.start)
        kept = raised_text(self._tail(self._length - LONGEST_RAISED_TO), raised, element.linked)
        self._add(kept or "")
        if kept is None:
            self._call(element.target, raised)

    def _call(self, target: str, label: str) -> None:
        """Marks the call of a note; none in a heading, whose text is a title."""
        bare = label.strip(" \t\n()[]{}.")
        self.furniture.append(label)
        if not self._heading and (target.partition("#")[2] or bare):
            self.calls.append(target if target.partition("#")[2] else bare)
            self._add(call(str(len(self.calls) - 1)))

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif self._has("hidden"):
            self.furniture.append(data)
        elif self._has("skip"):
            return
        elif mark := next((element for element in self._telling if element.role in {"reference", "page"}), None):
            mark.number += data
            if len(mark.number) > LONGEST_MARK:
                mark.role = ""
                self._add(mark.number)
        elif any(element.tag == "pre" for element in self._telling):
            self._add_preformatted(data)
        else:
            self._add(data)

    def _add_preformatted(self, data: str) -> None:
        """Blank lines in preformatted text part its paragraphs."""
        start, base = 0, self.position()
        for gap in BLANK_LINE.finditer(data):
            self._add(data[start : gap.start()])
            self._flush()
            start = gap.end()
            self._block_source = base + start
        self._add(data[start:])


def read_markup(text: str, tags: StrayTags | None = None) -> MarkupReader:
    return MarkupReader().read(text, tags)
