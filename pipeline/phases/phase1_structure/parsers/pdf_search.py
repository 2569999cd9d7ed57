"""Where a PDF's printed lines spell a title, found without going through all lines for each title."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from pipeline.phases.phase1_structure.parsers.pdf_lines import Page

LONGEST_HEADING = 8  # lines
_NO_LETTER = re.compile(r"[\W_]+")


def letters(text: str) -> str:
    return _NO_LETTER.sub("", text.casefold())


class LineIndex:
    """The letters of every line, and the lines by their letters."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.texts: tuple[tuple[str, ...], ...] = tuple(
            tuple(letters(line.text) for line in page.lines) for page in pages
        )
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, texts in enumerate(self.texts):
            for index, text in enumerate(texts):
                if text:
                    self._places[text].append((number, index))

    def spelled(self, wanted: str) -> Iterator[tuple[int, int, int]]:
        """(page, line, lines) in reading order wherever whole lines spell these letters and no more."""
        starts = [self._places[wanted[:end]] for end in range(1, len(wanted) + 1) if wanted[:end] in self._places]
        for number, index in sorted(place for places in starts for place in places):
            size = self._lines_that_spell(wanted, self.texts[number], index)
            if size:
                yield number, index, size

    @staticmethod
    def _lines_that_spell(wanted: str, texts: Sequence[str], index: int) -> int:
        joined = ""
        for size in range(1, min(LONGEST_HEADING, len(texts) - index) + 1):
            joined += texts[index + size - 1]
            if joined == wanted:
                return size
            if not wanted.startswith(joined):
                return 0
        return 0
