"""Blocks and marks to the canonical text, its section tree and its paragraphs."""

from bisect import bisect_right
from dataclasses import dataclass, replace

from pipeline.phases.phase1_structure.labels import label_of
from pipeline.phases.phase1_structure.language import section_language
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook, followers
from schemas.text import Section, SectionKind

SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A block of running text in the canonical text; `pages` and `printed` as (canonical offset, page or label)."""

    start: int
    end: int
    section: int
    pages: tuple[tuple[int, int], ...]
    printed: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    text: str
    sections: tuple[Section, ...]
    paragraphs: tuple[Paragraph, ...]


def assemble(parsed: ParsedBook, kinds: tuple[SectionKind, ...]) -> Outline:
    """The book's text and tree; `kinds` has one kind for each mark. The first mark must stand at block 0."""
    starts: list[int] = []
    position = 0
    for block in parsed.blocks:
        starts.append(position)
        position += len(block.text) + len(SEPARATOR)
    text = SEPARATOR.join(block.text for block in parsed.blocks)
    sections = _sections(parsed.marks, kinds, [*starts, len(text)], len(text))
    return Outline(text, sections, _paragraphs(parsed.blocks, parsed.marks, starts))


def with_languages(outline: Outline, of_book: str) -> Outline:
    """The outline with the language of each section whose own text is in another than the book's."""
    texts: dict[int, list[str]] = {}
    for paragraph in outline.paragraphs:
        texts.setdefault(paragraph.section, []).append(outline.text[paragraph.start : paragraph.end])
    found = {index: section_language(" ".join(own), of_book) for index, own in texts.items()}
    sections = (
        section.model_copy(update={"language": found[index]}) if found.get(index, of_book) != of_book else section
        for index, section in enumerate(outline.sections)
    )
    return replace(outline, sections=tuple(sections))


def _sections(
    marks: tuple[Mark, ...], kinds: tuple[SectionKind, ...], starts: list[int], length: int
) -> tuple[Section, ...]:
    sections: list[Section] = []
    path: list[int] = []
    levels: list[int] = []
    following = followers(marks)
    for index, (mark, kind) in enumerate(zip(marks, kinds, strict=True)):
        while levels and levels[-1] >= mark.level:
            levels.pop()
        depth = len(levels)
        path = [*path[:depth], path[depth] + 1] if len(path) > depth else [*path, 1]
        levels.append(mark.level)
        end = length if following[index] is None else starts[following[index] or 0]
        start = starts[mark.at]
        body_start = min(starts[mark.at + mark.heading_blocks] + mark.run_in, end)
        sections.append(
            Section(
                path=tuple(path),
                level=mark.level,
                title=mark.title,
                label=mark.label or label_of(mark.title),
                kind=kind,
                in_toc=mark.in_toc,
                start=start,
                end=end,
                body_start=body_start,
                source_start=mark.source,
                href=mark.href,
                page=mark.page,
                unit=mark.unit,
                voice=mark.voice,
                call=None if mark.call is None else starts[mark.call[0]] + mark.call[1],
            )
        )
    return tuple(sections)


def _paragraphs(blocks: tuple[Block, ...], marks: tuple[Mark, ...], starts: list[int]) -> tuple[Paragraph, ...]:
    mark_places = [mark.at for mark in marks]
    return tuple(
        Paragraph(
            start,
            start + len(block.text),
            max(bisect_right(mark_places, index) - 1, 0),
            tuple((start + offset, page) for offset, page in block.pages),
            tuple((start + offset, label) for offset, label in block.printed),
        )
        for index, (block, start) in enumerate(zip(blocks, starts, strict=True))
        if block.role is not BlockRole.HEADING
    )
