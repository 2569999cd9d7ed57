"""Markdown: CommonMark headings with their offsets, readable text without markup, notes kept after their section."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pipeline.phases.phase1_structure.encoding import decode
from pipeline.phases.phase1_structure.front_matter import front_matter
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from pipeline.phases.phase1_structure.parsers.markup import blocks_of_fragment
from schemas.text import StructureOptions

if TYPE_CHECKING:
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n|\r|\n")
_ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}]*\}\s*$")


@dataclass
class _Notes:
    """Footnote definitions by label, and the section (mark index) of their first reference."""

    blocks: dict[str, list[Block]] = field(default_factory=dict)
    section: dict[str, int] = field(default_factory=dict)
    defined_in: dict[str, int] = field(default_factory=dict)


class MarkdownParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:  # noqa: ARG002
        decoded = decode(source, name)
        metadata, body_start = front_matter(decoded.text)
        body = decoded.text[body_start:]
        line_starts = [body_start, *(body_start + found.end() for found in _LINE_END.finditer(body))]
        blocks, marks = _walk(_tokens(body), line_starts)
        return ParsedBook("markdown", tuple(blocks), tuple(marks), metadata, warnings=decoded.warnings)


def _tokens(text: str) -> "list[Token]":
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)
    markdown.disable(["footnote_inline", "footnote_tail"])  # the tail would drop notes nobody refers to
    return markdown.parse(text)


def _walk(tokens: "Sequence[Token]", line_starts: list[int]) -> tuple[list[Block], list[Mark]]:
    blocks: list[Block] = []
    marks: list[Mark] = []
    notes = _Notes()
    target = blocks
    prefixes: list[str] = []
    numbers: list[int | None] = []
    cells: list[str] = []
    level = 0

    def source_of(token: "Token") -> int | None:
        return line_starts[token.map[0]] if token.map else None

    def add(text: str, source: int | None, role: BlockRole = BlockRole.TEXT) -> None:
        prefix = "".join(prefixes)
        prefixes.clear()
        role = BlockRole.NOTE if target is not blocks and role is BlockRole.TEXT else role
        target.append(Block(prefix + text, role, source))

    heading_source: int | None = None
    for token in tokens:
        match token.type:
            case "heading_open":
                level, heading_source = int(token.tag[1]), source_of(token)
            case "heading_close":
                level = 0
            case "inline":
                text = _inline_text(token, notes, len(marks) + (1 if level else 0))
                if level:
                    text = _ATTRIBUTES.sub("", text)
                    if text.strip():
                        title = " ".join(text.split()).removesuffix(":").rstrip()
                        marks.append(Mark(title, level, len(blocks), 1, source=_unindented(heading_source)))
                        blocks.append(Block(text, BlockRole.HEADING, heading_source))
                elif cells or token.meta.get("cell"):
                    cells.append(text)
                else:
                    add(text, source_of(token))
            case "tr_open":
                cells = [""]
            case "tr_close":
                add(" | ".join(cell for cell in cells if cell), source_of(token))
                cells = []
            case "fence" | "code_block" | "math_block":
                add(token.content, source_of(token))
            case "html_block":
                for block, heading in blocks_of_fragment(token.content, source_of(token)):
                    if heading and target is blocks:
                        marks.append(Mark(block.text, heading, len(blocks), 1, source=block.source))
                        blocks.append(block)
                    else:
                        add(block.text, block.source)
            case "ordered_list_open":
                numbers.append(int(token.attrs.get("start", 1)))
            case "bullet_list_open":
                numbers.append(None)
            case "ordered_list_close" | "bullet_list_close":
                numbers.pop()
            case "list_item_open":
                if numbers and numbers[-1] is not None:
                    prefixes[:] = [f"{token.info or numbers[-1]}{token.markup} "]
                    numbers[-1] += 1
            case "list_item_close":
                prefixes.clear()
            case "footnote_reference_open":
                target = notes.blocks.setdefault(token.meta["label"], [])
                notes.defined_in[token.meta["label"]] = len(marks)
            case "footnote_reference_close":
                target = blocks
            case _:
                pass
    return _with_notes(blocks, marks, notes)


def _unindented(source: int | None) -> int | None:
    return source


def _inline_text(token: "Token", notes: _Notes, section: int) -> str:
    pieces: list[str] = []
    for child in token.children or ():
        match child.type:
            case "text" | "code_inline" | "text_special":
                pieces.append(child.content)
            case "softbreak" | "hardbreak":
                pieces.append(" ")
            case "image":
                pieces.append(child.content)
            case "footnote_ref":
                notes.section.setdefault(child.meta["label"], section)
            case "html_inline" if re.match(r"<br\b", child.content, re.IGNORECASE):
                pieces.append(" ")
            case _:
                pass
    return "".join(pieces)


def _with_notes(blocks: list[Block], marks: list[Mark], notes: _Notes) -> tuple[list[Block], list[Mark]]:
    """Puts each note at the end of the own text of the section that first refers to it."""
    if not notes.blocks:
        return blocks, marks
    by_section: dict[int, list[Block]] = {}
    for label, note in notes.blocks.items():
        by_section.setdefault(notes.section.get(label, notes.defined_in[label]), []).extend(note)
    bounds = [0, *(mark.at for mark in marks), len(blocks)]
    placed: list[Block] = []
    moved: list[Mark] = []
    for section in range(len(bounds) - 1):
        if section:
            mark = marks[section - 1]
            moved.append(Mark(mark.title, mark.level, len(placed), mark.heading_blocks, source=mark.source))
        placed.extend(blocks[bounds[section] : bounds[section + 1]])
        placed.extend(by_section.get(section, ()))
    return placed, moved
