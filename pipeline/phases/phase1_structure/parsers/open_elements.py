"""The elements that are open while markup is read: what they imply, and what they put between their children."""

import re
from collections import Counter

from pipeline.phases.phase1_structure.parsers.markup_elements import ENDS_HEADING, IMPLIED, SIGNS, OpenElement
from pipeline.phases.phase1_structure.parsers.tolerant import TolerantParser

MOST_TELLING = 100  # elements within each other; those of no book stand deeper
_TELLING_TAGS = frozenset("svg math pre hgroup".split())


class OpenElements(TolerantParser):
    """Keeps the text of the block that is being read in `_buffer`, `_length` code points long, and where in the source it
    began. Of the open elements those that tell something of the text in them are few, and the only ones to look through."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[OpenElement] = []
        self._open_tags: Counter[str] = Counter()
        self._telling: list[OpenElement] = []
        self._buffer: list[str] = []
        self._length = 0
        self._source: int | None = None

    def _add(self, text: str) -> None:
        if self._source is None and text.strip():
            self._source = self.position()
        self._buffer.append(text)
        self._length += len(text)

    def _tail(self, start: int) -> str:
        """What the block's text holds from this code point on."""
        pieces: list[str] = []
        at = self._length
        for piece in reversed(self._buffer):
            if at <= start:
                break
            pieces.append(piece)
            at -= len(piece)
        return "".join(reversed(pieces))[max(0, start - at) :]

    def _take(self, start: int) -> str:
        """Takes what the block's text holds from this code point on out of it."""
        taken = self._tail(start)
        self._length -= len(taken)
        left = len(taken)
        while left > 0:
            piece = self._buffer.pop()
            if len(piece) > left:
                self._buffer.append(piece[:-left])
            left -= len(piece)
        return taken

    def _begin(self, element: OpenElement) -> None:
        """Opens an element; one that stands deeper than any book's marks do is none, so that its text is text."""
        element.depth = len(self._open)
        if element.role or element.types or element.href or element.tag in _TELLING_TAGS:
            if len(self._telling) < MOST_TELLING:
                self._telling.append(element)
            else:
                element.role = element.types = element.href = ""
                self.note_unclosed(f"{element.tag} in {MOST_TELLING} other marks")
        self._open.append(element)
        self._open_tags[element.tag] += 1

    def _end_from(self, index: int) -> None:
        """Closes an element and those in it."""
        self._open_tags.subtract(element.tag for element in self._open[index:])
        del self._open[index:]
        while self._telling and self._telling[-1].depth >= index:
            self._telling.pop()

    def _has(self, role: str) -> bool:
        return any(element.role == role for element in self._telling)

    def _between_children(self) -> None:
        if not self._open:
            return
        parent = self._open[-1]
        signs = SIGNS.get(parent.tag, ())
        if 0 < parent.children <= len(signs):
            self._add(signs[parent.children - 1])
        parent.children += 1

    def _has_formula(self) -> bool:
        return any(element.tag == "math" and self._length > element.start for element in self._telling)

    def _close_reading(self) -> None:
        """A reading in a ruby ends where the next one begins."""
        if self._open and self._open[-1].tag in {"rt", "rp"}:
            self.handle_endtag(self._open[-1].tag)

    def _close_implied(self, tag: str) -> None:
        """A new block ends an open <p>; a new <li>, <dt>, <dd> or <tr> its open sibling. Old HTML leaves them open."""
        closing = IMPLIED.get(tag, {"p"})
        if (
            tag in ENDS_HEADING
            and "".join(self._buffer).strip()
            and self._open
            and re.fullmatch("h[1-6]", self._open[-1].tag)
        ):
            self.handle_endtag(self._open[-1].tag)  # its own end tag is missing
        while self._open and self._open[-1].tag in closing:
            self.handle_endtag(self._open[-1].tag)
