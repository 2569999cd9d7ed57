"""What every parser gives back: blocks of text in reading order and the section marks between them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from schemas.text import SectionKind, TextWarning, UnitKind, Voice


class BlockRole(StrEnum):
    """What a block is: running text, a printed heading, or a note kept beside the text."""

    TEXT = "text"
    HEADING = "heading"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading or note; `pages` are (offset in the text, 0-based page) where a page begins,
    `printed` the same for page numbers that the text itself carries.

    `source` is the block's offset in the decoded source, `file` the file inside an EPUB. `calls` are (offset, label)
    where it calls a note; `note` is the label of the note it begins, where the file itself says that.
    """

    text: str
    role: BlockRole = BlockRole.TEXT
    source: int | None = None
    pages: tuple[tuple[int, int], ...] = ()
    printed: tuple[tuple[int, str], ...] = ()
    file: str | None = None
    calls: tuple[tuple[int, str], ...] = ()
    note: str | None = None

    @property
    def page(self) -> int | None:
        """The page on which it begins, from 1."""
        return self.pages[0][1] + 1 if self.pages else None

    def without(self, spans: Sequence[tuple[int, int]]) -> "Block":
        """The block without these spans, which are in order and apart; pages and calls stay where they stand in the text."""

        def at(offset: int) -> int:
            return offset - sum(min(offset, end) - start for start, end in spans if start < offset)

        kept = zip([0, *(end for _, end in spans)], [*(start for start, _ in spans), len(self.text)], strict=True)
        return replace(
            self,
            text="".join(self.text[start:end] for start, end in kept),
            pages=tuple((at(offset), page) for offset, page in self.pages),
            printed=tuple((at(offset), label) for offset, label in self.printed),
            calls=tuple((at(offset), label) for offset, label in self.calls),
        )


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a section begins: at block `at`, whose first `heading_blocks` blocks are its printed heading; a unit's
    label may stand at the head of its first paragraph, `run_in` code points long. `call` is where a note is called, as
    (block, offset)."""

    title: str
    level: int
    at: int
    heading_blocks: int = 0
    label: str | None = None
    in_toc: bool = True
    kind: SectionKind | None = None  # what the file itself declares, e.g. by epub:type
    source: int | None = None
    href: str | None = None
    page: int | None = None  # 1-based
    run_in: int = 0
    unit: UnitKind | None = None
    voice: Voice = Voice.AUTHOR
    call: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Metadata:
    title: str | None = None
    author: str | None = None
    translator: str | None = None
    editor: str | None = None
    edition: str | None = None
    year: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedBook:
    """A parsed file; marks are in reading order (`at` never falls). `furniture` is what was printed beside the text and
    taken out of it: running heads, page numbers, marks of notes."""

    format: str
    blocks: tuple[Block, ...]
    marks: tuple[Mark, ...]
    metadata: Metadata = field(default_factory=Metadata)
    page_labels: tuple[str, ...] = ()
    warnings: tuple[TextWarning, ...] = ()
    furniture: tuple[str, ...] = ()


def followers(marks: Sequence[Mark]) -> list[int | None]:
    """For each mark the block where the next of its level or above begins."""
    found: list[int | None] = [None] * len(marks)
    open_marks: list[int] = []
    for index, mark in enumerate(marks):
        while open_marks and marks[open_marks[-1]].level >= mark.level:
            found[open_marks.pop()] = mark.at
        open_marks.append(index)
    return found
