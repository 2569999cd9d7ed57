"""Books set as PDFs for the tests: headings, paragraphs, lists and contents flow over pages with heads and numbers."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

WIDTH, HEIGHT = 420.0, 595.0
LEFT, RIGHT, TOP, BOTTOM = 48.0, 372.0, 72.0, 540.0
SIZE, LEADING = 10.5, 14.0
_WORDS = (
    "the clerk of this harbour wrote down what water did at night and nobody asked him why he kept such a long record "
    "for it seemed to all who read that salt was weighed by two men while boats went out before dawn with rope oil and "
    "barrels of fish whose price had risen since winter because ice lay thick on every quay"
).split()


def roman(number: int) -> str:
    text = ""
    for value, sign in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while number >= value:
            text, number = text + sign, number - value
    return text


def prose(words: int, seed: int = 0) -> str:
    """Sentences of no meaning, the same for the same seed."""
    chosen = random.Random(seed)
    sentences: list[str] = []
    left = words
    while left > 0:
        one = [chosen.choice(_WORDS) for _ in range(min(chosen.randint(9, 22), max(left, 6)))]
        sentences.append(" ".join(one).capitalize() + ".")
        left -= len(one)
    return " ".join(sentences)


@cache
def length(text: str, font: str, size: float) -> float:
    """In points; these fonts have no kerning, so that words can be added up."""
    import pymupdf

    return float(pymupdf.get_text_length(text, fontname=font, fontsize=size))


@dataclass
class Setting:
    """A book being set; `starts` are the pages, from 1, on which the texts given to `line` stand."""

    number: Callable[[int], str] = lambda index: str(
        index + 1
    )  # the page number printed at the foot of the page with this index
    head: str | None = None
    columns: int = 1
    starts: dict[str, int] = field(default_factory=dict)
    seed: int = 0
    _y: float = 0.0
    _column: int = 0
    _font: str = "tiro"

    def __post_init__(self) -> None:
        import pymupdf

        self.document = pymupdf.open()
        self.new_page()

    @property
    def page(self):
        return self.document[len(self.document) - 1]

    @property
    def column_width(self) -> float:
        return (RIGHT - LEFT - 18 * (self.columns - 1)) / self.columns

    @property
    def left(self) -> float:
        return LEFT + self._column * (self.column_width + 18)

    def new_page(self, head: bool = True) -> None:
        self.document.new_page(width=WIDTH, height=HEIGHT)
        index = len(self.document) - 1
        if self.head and head:
            self.page.insert_text((LEFT + 60, 42), self.head, fontsize=9, fontname=self._font)
        number = self.number(index)
        if number:
            self.page.insert_text((205, 570), number, fontsize=9, fontname=self._font)
        self._y, self._column = TOP, 0

    def room(self, height: float) -> None:
        if self._y + height <= BOTTOM:
            return
        if self._column + 1 < self.columns:
            self._column, self._y = self._column + 1, TOP
        else:
            self.new_page()

    def line(
        self, text: str, size: float = SIZE, font: str = "tiro", centred: bool = False, indent: float = 0.0,
        before: float = 0.0, after: float = 0.0, step: float | None = None,
    ) -> None:  # fmt: skip
        """A printed line with so much space before and after it."""
        self.room(before + 4 * LEADING)
        if self._y > TOP:
            self._y += before
        x = self.left + indent
        if centred:
            x = self.left + (self.column_width - length(text, font, size)) / 2
        self._y += step or max(LEADING, 1.3 * size)
        self.page.insert_text((x, self._y), text, fontsize=size, fontname=font)
        self.starts.setdefault(text, len(self.document))
        self._y += after

    def heading(self, text: str, size: float = 16, font: str = "tibo", **given: object) -> None:
        self.line(text, size, font, before=18, after=10, **given)  # type: ignore[arg-type]

    def text(self, words: int, paragraphs: int = 1, indent: float = 12.0) -> None:
        for _ in range(paragraphs):
            self.seed += 1
            self.paragraph(prose(words // paragraphs, self.seed), indent)

    def paragraph(self, text: str, indent: float = 12.0, size: float = SIZE, font: str = "tiro", left: float = 0.0,
                  start: str = "", start_font: str = "tibo") -> None:  # fmt: skip
        """Wrapped lines, the first one indented; `start` is a run-in heading in another type."""
        width = self.column_width - 2 * left
        lead = length(start + " ", start_font, size) if start else 0.0
        line, room = "", width - indent - lead
        used, space = 0.0, length(" ", font, size)
        first = True
        for word in [*text.split(), None]:
            wide = length(word, font, size) if word is not None else 0.0
            if word is not None and used + space + wide <= room + (0 if line else space):
                line, used = f"{line} {word}".strip(), used + wide + (space if line else 0.0)
                continue
            self.room(LEADING)
            self._y += LEADING
            x = self.left + left + (indent if first else 0.0)
            if first and start:
                self.page.insert_text((x, self._y), start + " ", fontsize=size, fontname=start_font)
                x += lead
            self.page.insert_text((x, self._y), line, fontsize=size, fontname=font)
            line, used, room, first = word or "", wide, width, False

    def contents_row(self, title: str, number: str, indent: float = 0.0, leaders: bool = True) -> None:
        self.room(LEADING)
        self._y += LEADING
        x = LEFT + indent
        end = length(number, self._font, SIZE)
        left = RIGHT - x - end - length(f"{title} ", self._font, SIZE)
        dots = max(int(left / length(" .", self._font, SIZE)), 0) if number and leaders else 0
        text = title + " ." * dots
        self.page.insert_text((x, self._y), text, fontsize=SIZE, fontname=self._font)
        self.page.insert_text((RIGHT - end, self._y), number, fontsize=SIZE, fontname=self._font)

    def bytes(self, outline: list[list[object]] | None = None) -> bytes:
        if outline:
            self.document.set_toc(outline)
        return self.document.tobytes()


Starts = dict[str, int]


def with_front(front: int) -> Callable[[int], str]:
    """Roman numbers on so many pages, then arabic ones from 1."""
    return lambda index: roman(index + 1) if index < front else str(index + 1 - front)


def set_twice(make: Callable[[], Setting], write: Callable[[Setting, Starts], None]) -> Setting:
    """The book set once to learn on which pages its headings stand, and again with these in its contents."""
    first = make()
    write(first, {})
    second = make()
    write(second, first.starts)
    assert len(first.document) == len(second.document)
    return second
