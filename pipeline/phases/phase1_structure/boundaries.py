"""Sections the file doesn't declare: text before the first heading, and Project Gutenberg's header and licence."""

from dataclasses import replace

from pipeline.phases.phase1_structure.contents_list import is_contents_heading
from pipeline.phases.phase1_structure.gutenberg import (
    first_of_licence,
    header_metadata,
    last_of_header,
    unread_in_header,
)
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from pipeline.phases.phase1_structure.title_page import is_authors, unread_words
from schemas.text import SectionKind, TextWarning

UNTITLED = "Text"
HEADER = "Project Gutenberg header"


def bounded(parsed: ParsedBook, name: str) -> ParsedBook:
    """The book with a mark at its first block and with its boilerplate in sections of their own."""
    marks = list(parsed.marks)
    first = last_of_header(parsed.blocks, parsed.marks)
    if first is not None:
        header = "\n\n".join(block.text for block in parsed.blocks[: first + 1])
        parsed = replace(parsed, metadata=header_metadata(header, parsed.metadata))
        # Marks inside the header go: they are its own headings or contents that point into it.
        kept = [mark if mark.at > first else None for mark in marks]
        marks = [
            Mark(
                HEADER,
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
    parsed = replace(parsed, marks=_with_licence(parsed, marks))
    return _with_loose_headings_as_text(replace(parsed, warnings=(*parsed.warnings, *_unread(parsed, name))))


def _unread(parsed: ParsedBook, name: str) -> list[TextWarning]:
    """A warning for each title page, and for a Project Gutenberg header, that holds more than such a page does."""
    warnings: list[TextWarning] = []
    for index, mark in enumerate(parsed.marks):
        stop = parsed.marks[index + 1].at if index + 1 < len(parsed.marks) else len(parsed.blocks)
        own = parsed.blocks[mark.at + mark.heading_blocks : stop]
        if mark.kind is SectionKind.FRONT and not mark.in_toc and not is_contents_heading(mark.title):
            words, taken = unread_words(own), "a title page"
        elif mark.kind is SectionKind.BOILERPLATE and mark.title == HEADER:
            words, taken = unread_in_header(own), "Project Gutenberg’s"
        else:
            continue
        if words:
            message = f"{name}: {mark.title!r} is taken for {taken}; {words} words of it that may be text are not read."
            warnings.append(TextWarning(code="structure.front_not_read", message=message, names=(mark.title,)))
    return warnings


def _with_loose_headings_as_text(parsed: ParsedBook) -> ParsedBook:
    """Headings that are no section's (a title page's lines, a contents list's) are text, so that nothing is lost."""
    taken = {mark.at + step for mark in parsed.marks for step in range(mark.heading_blocks)}
    blocks = tuple(
        replace(block, role=BlockRole.TEXT) if block.role is BlockRole.HEADING and at not in taken else block
        for at, block in enumerate(parsed.blocks)
    )
    return replace(parsed, blocks=blocks)


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
        kind = SectionKind.BODY if is_authors(parsed.blocks[at:stop]) else SectionKind.FRONT
        title = "Before the first heading" if kind is SectionKind.BODY else "Front matter"
    block = parsed.blocks[at]
    page = _page(parsed.blocks, at)
    return [Mark(title, 1, at, in_toc=False, kind=kind, source=block.source, href=block.file, page=page)]


def _with_licence(parsed: ParsedBook, marks: list[Mark]) -> tuple[Mark, ...]:
    """The marks with the licence as a section; what is declared in it stays, what merely looks like a heading goes."""
    blocks = parsed.blocks
    end = first_of_licence(blocks, marks)
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
