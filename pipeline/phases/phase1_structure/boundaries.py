"""Sections the file doesn't declare: text before the first heading, and Project Gutenberg's header and licence."""

import re
from dataclasses import replace

from pipeline.phases.phase1_structure.gutenberg import header_metadata
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from schemas.text import SectionKind

_START = re.compile(r"\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG", re.IGNORECASE)
_SMALL_PRINT = re.compile(r"\*END[\s*]*THE SMALL PRINT", re.IGNORECASE)
_END = re.compile(
    r"\s*(?:\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the |this )?Project Gutenberg(?:[’']s| E))",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?;:][\"'”’»)\]]*$")
UNTITLED = "Text"
PROSE_WORDS = 40  # a text before the first heading with this much prose is body, with less a title page


def bounded(parsed: ParsedBook) -> ParsedBook:
    """The book with a mark at its first block and with its boilerplate in sections of their own."""
    marks = list(parsed.marks)
    first = _last_of_header(parsed.blocks)
    if first is not None:
        header = "\n\n".join(block.text for block in parsed.blocks[: first + 1])
        parsed = replace(parsed, metadata=header_metadata(header, parsed.metadata))
        # Marks inside the header go: they are its own headings or contents that point into it.
        kept = [mark if mark.at > first else None for mark in marks]
        marks = [
            Mark(
                "Project Gutenberg header",
                1,
                0,
                in_toc=False,
                kind=SectionKind.BOILERPLATE,
                page=_page(parsed.blocks, 0),
            ),
            *_front_mark(parsed, first + 1, [mark for mark in kept if mark]),
            *(mark for mark in kept if mark),
        ]
    elif not marks or marks[0].at > 0:
        marks = [*_front_mark(parsed, 0, marks), *marks]
    return _with_loose_headings_as_text(replace(parsed, marks=_with_licence(parsed, marks)))


def _with_loose_headings_as_text(parsed: ParsedBook) -> ParsedBook:
    """Headings that are no section's (a title page's lines, a contents list's) are text, so that nothing is lost."""
    taken = {mark.at + step for mark in parsed.marks for step in range(mark.heading_blocks)}
    blocks = tuple(
        replace(block, role=BlockRole.TEXT) if block.role is BlockRole.HEADING and at not in taken else block
        for at, block in enumerate(parsed.blocks)
    )
    return replace(parsed, blocks=blocks)


def _last_of_header(blocks: tuple[Block, ...]) -> int | None:
    limit = min(len(blocks), 400)
    found = [
        index for index in range(limit) if _START.search(blocks[index].text) or _SMALL_PRINT.search(blocks[index].text)
    ]
    return found[-1] if found else None


def _page(blocks: tuple[Block, ...], index: int) -> int | None:
    pages = blocks[index].pages if index < len(blocks) else ()
    return pages[0][1] + 1 if pages else None


def _front_mark(parsed: ParsedBook, at: int, marks: list[Mark]) -> list[Mark]:
    """A mark for the text from block `at` to the first of `marks`, if there is any."""
    stop = marks[0].at if marks else len(parsed.blocks)
    if at >= stop:
        return []
    if not marks:
        title = parsed.metadata.title or UNTITLED  # the file's name has no part in the text's id
        kind = SectionKind.BODY
    else:
        prose = sum(len(text.split()) for text in _prose(parsed.blocks[at:stop]))
        kind = SectionKind.BODY if prose >= PROSE_WORDS else SectionKind.FRONT
        title = "Before the first heading" if kind is SectionKind.BODY else "Front matter"
    block = parsed.blocks[at]
    page = _page(parsed.blocks, at)
    return [Mark(title, 1, at, in_toc=False, kind=kind, source=block.source, href=block.file, page=page)]


def _prose(blocks: tuple[Block, ...]) -> list[str]:
    """Texts of at least ten words that end like a sentence."""
    texts = [block.text for block in blocks if block.role is not BlockRole.HEADING]
    return [text for text in texts if len(text.split()) >= 10 and _SENTENCE_END.search(text)]


def _with_licence(parsed: ParsedBook, marks: list[Mark]) -> tuple[Mark, ...]:
    """The marks with the licence as a section; what is declared in it stays, what merely looks like a heading goes."""
    blocks = parsed.blocks
    half = len(blocks) // 2
    end = next((index for index in range(half, len(blocks)) if _END.match(blocks[index].text)), None)
    if end is None or any(mark.at == end for mark in marks):
        return tuple(marks)
    licence = Mark(
        "Project Gutenberg licence",
        1,
        end,
        in_toc=False,
        kind=SectionKind.BOILERPLATE,
        source=blocks[end].source,
        href=blocks[end].file,
        page=_page(blocks, end),
    )
    before = [mark for mark in marks if mark.at < end]
    declared = parsed.format in {"pdf", "epub"}
    after = [replace(mark, kind=SectionKind.BOILERPLATE) for mark in marks if mark.at > end and declared]
    return (*before, licence, *after)
