"""The elements that are open while markup is read: what they imply, and what they put between their children."""

import re

from pipeline.phases.phase1_structure.parsers.markup_elements import ENDS_HEADING, IMPLIED, SIGNS, OpenElement
from pipeline.phases.phase1_structure.parsers.tolerant import TolerantParser


class OpenElements(TolerantParser):
    """Keeps the text of the block that is being read in `_buffer`, `_length` code points long, and where in the source it
    began."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[OpenElement] = []
        self._buffer: list[str] = []
        self._length = 0
        self._source: int | None = None

    def _add(self, text: str) -> None:
        if self._source is None and text.strip():
            self._source = self.position()
        self._buffer.append(text)
        self._length += len(text)

    def _has(self, role: str) -> bool:
        return any(element.role == role for element in self._open)

    def _between_children(self) -> None:
        if not self._open:
            return
        parent = self._open[-1]
        signs = SIGNS.get(parent.tag, ())
        if 0 < parent.children <= len(signs):
            self._add(signs[parent.children - 1])
        parent.children += 1

    def _has_formula(self) -> bool:
        return any(element.tag == "math" and self._length > element.start for element in self._open)

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
