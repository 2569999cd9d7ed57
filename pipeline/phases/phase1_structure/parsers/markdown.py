"""Markdown: CommonMark headings with their offsets, readable text without markup, notes kept after their section."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pipeline.phases.phase1_structure.encoding import decode
from pipeline.phases.phase1_structure.front_matter import front_matter
from pipeline.phases.phase1_structure.hyphens import joined_at_soft_hyphens
from pipeline.phases.phase1_structure.note_calls import call, lifted
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from pipeline.phases.phase1_structure.parsers.link_definitions import parsed_with_definitions
from pipeline.phases.phase1_structure.parsers.markup import read_markup
from pipeline.phases.phase1_structure.parsers.markup_elements import plain, role_of
from pipeline.phases.phase1_structure.parsers.stray_tags import StrayTags
from pipeline.phases.phase1_structure.parsers.tolerant import unclosed_warnings
from pipeline.phases.phase1_structure.tidying import LOST_LETTER
from schemas.text import StructureOptions, TextWarning

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n|\r|\n")
_OTHER_LINE_END = re.compile("[\u2028\u2029\x85\v]")  # a line's end to all but CommonMark
_COLUMNS = re.compile(r"\S[ \t]{3,}\S")
_ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}]*\}\s*$")
DEEPEST = 60  # levels of quotations and lists in each other


@dataclass
class _Notes:
    """Footnote definitions by label, and the section (mark index) of their first reference."""

    blocks: dict[str, list[Block]] = field(default_factory=dict)
    section: dict[str, int] = field(default_factory=dict)
    defined_in: dict[str, int] = field(default_factory=dict)
    called: list[str] = field(default_factory=list)  # labels by the number that marks a call in the text


class MarkdownParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:
        decoded = decode(source, name)
        text = _OTHER_LINE_END.sub("\n", decoded.text).replace("\f", " ")  # a page's end hides the heading behind it
        front = front_matter(text)
        if front.rule is not None and text.startswith("---", front.rule):
            text = f"{text[: front.rule]}***{text[front.rule + 3 :]}"  # dashes would make a heading of the text above
        body, lost = LOST_LETTER.subn("\ufffd", text[front.end :])
        body = body.replace("\x00", "\x01")  # markdown-it makes a letter of a NUL, and none of another control
        line_starts = [front.end, *(front.end + found.end() for found in _LINE_END.finditer(body))]
        unclosed: list[tuple[str, int]] = []
        blocks, marks = _walk(_tokens(body), line_starts, StrayTags(body), unclosed, text)
        warnings = (
            *decoded.warnings,
            *unclosed_warnings(
                name, [f"{what} (line {decoded.text.count(chr(10), 0, at) + 1})" for what, at in unclosed]
            ),
        )
        if lost:
            message = f"{name}: {lost} letters that the file has lost (NUL) were replaced."
            warnings = (*warnings, TextWarning(code="text.replaced", message=message))
        if front.unused:
            message = f"{name}: fields of its front matter that are not read: {', '.join(front.unused)}."
            warnings = (*warnings, TextWarning(code="markdown.fields_unused", message=message, names=front.unused))
        return ParsedBook("markdown", tuple(blocks), tuple(marks), front.metadata, warnings=warnings)


def _tokens(text: str) -> "list[Token]":
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    markdown = MarkdownIt("commonmark", {"maxNesting": 2 * DEEPEST}).enable(["table", "strikethrough"])
    markdown.use(footnote_plugin).block.ruler.before("table", "deepest", _deepest)
    markdown.disable(["footnote_inline", "footnote_tail"])  # the tail would drop notes nobody refers to
    return parsed_with_definitions(markdown, text)


def _deepest(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """A block rule: what is nested deeper than DEEPEST is one paragraph, where markdown-it would drop it."""
    if silent or state.level < DEEPEST:
        return False
    state.push("paragraph_open", "p", 1)
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = state.getLines(start, end, state.blkIndent, False), [start, end], []
    state.push("paragraph_close", "p", -1)
    state.line = end
    return True


def _walk(
    tokens: "Sequence[Token]", line_starts: list[int], tags: StrayTags, unclosed: list[tuple[str, int]], source: str
) -> tuple[list[Block], list[Mark]]:
    blocks: list[Block] = []
    marks: list[Mark] = []
    notes = _Notes()
    target = blocks
    open_note: str | None = None
    prefixes: list[str] = []
    numbers: list[int | None] = []
    cells: list[str] = []
    row: Token | None = None
    level = 0

    def source_of(token: "Token") -> int | None:
        return line_starts[token.map[0]] if token.map else None

    def add(text: str, source: int | None, role: BlockRole = BlockRole.TEXT) -> None:
        prefix = "".join(prefixes)
        prefixes.clear()
        role = BlockRole.NOTE if target is not blocks and role is BlockRole.TEXT else role
        begins = target is not blocks and not target
        target.append(Block(prefix + text, role, source, note=open_note if begins else None))

    outer = min((token.level for token in tokens if token.type == "heading_open"), default=0)
    heading_source: int | None = None
    setext = False
    for token in tokens:
        match token.type:
            case "heading_open" if token.level == outer:  # one in a quotation or a list belongs to that
                level, heading_source, setext = int(token.tag[1]), source_of(token), token.markup in {"=", "-"}
            case "heading_close":
                level = 0
            case "inline":
                if level and setext and _COLUMNS.search(token.content):
                    level = 0  # the last row of a table drawn with spaces over a line of dashes
                text = _inline_text(token, notes, len(marks) + (1 if level else 0), bool(level), tags)
                if level:
                    title = _title(text)
                    if title:
                        marks.append(Mark(title, level, len(blocks), 1, source=heading_source))
                        blocks.append(Block(title, BlockRole.HEADING, heading_source))
                elif cells or token.meta.get("cell"):
                    cells.append(text)
                else:
                    add(text, source_of(token))
            case "tr_open":
                cells, row = [""], token
            case "tr_close":
                at = source_of(row) if row else None
                if at is not None:
                    cells.extend(_cells_beyond(_LINE_END.split(source[at:], maxsplit=1)[0], len(cells) - 1))
                add(" | ".join(cell for cell in cells if cell), at)
                cells = []
            case "fence" | "code_block" | "math_block":
                add(token.content, source_of(token))
            case "html_block":
                for block, heading in _fragment(token.content, source_of(token), unclosed, tags):
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
                open_note = token.meta["label"]
                target = notes.blocks.setdefault(open_note, [])
                notes.defined_in[token.meta["label"]] = len(marks)
            case "footnote_reference_close":
                target = blocks
            case _:
                pass
    blocks, marks = _with_notes(blocks, marks, notes)
    return [lifted(block, lambda number: notes.called[int(number)]) for block in blocks], marks


def _title(text: str) -> str:
    """A heading without attributes and without the emphasis that its author closed wrongly ("**1.1 Terms **")."""
    bare = " ".join(_ATTRIBUTES.sub("", text).split())
    bare = re.sub(r"\s+#+$", "", bare) if bare != " ".join(text.split()) else bare
    bare = " ".join(bare.replace("**", " ").split()) if bare.startswith("**") or bare.endswith("**") else bare
    return bare.removesuffix(":").rstrip()


def _inline_text(token: "Token", notes: _Notes, section: int, in_heading: bool, tags: StrayTags) -> str:
    """Readable text without markup; in a title set in bold as a whole, the emphasis inside keeps its signs."""
    pieces: list[str] = []
    depth = 0
    for child in token.children or ():
        depth -= child.type in {"strong_close", "em_close"}
        if in_heading and depth and child.type in {"strong_open", "strong_close", "em_open", "em_close"}:
            pieces.append(child.markup)
        depth += child.type in {"strong_open", "em_open"}
        match child.type:
            case "text" | "code_inline" | "text_special":
                pieces.append(child.content)
            case "softbreak" | "hardbreak":
                pieces.append("\n")
            case "image":
                pieces.append(child.content)
            case "footnote_ref":
                notes.section.setdefault(child.meta["label"], section)
                if not in_heading:
                    notes.called.append(child.meta["label"])
                    pieces.append(call(str(len(notes.called) - 1)))
            case "html_inline" if child.content.startswith("<![CDATA["):
                pieces.append(child.content[9:-3])
            case "html_inline" if tags.is_stray(child.content):
                pieces.append(child.content)
            case "html_inline" if re.match(r"<br\b", child.content, re.IGNORECASE):
                pieces.append(" ")
            case _:
                pass
    lines = joined_at_soft_hyphens("".join(pieces)).split("\n")
    if all(
        line.lstrip().startswith("| ") or line.strip() == "|" for line in lines
    ):  # a line block of verse or premises
        lines = [line.lstrip()[1:] for line in lines]
    return " ".join(lines)


def _cells_beyond(line: str, count: int) -> list[str]:
    """The cells of a table's row beyond its head's, which markdown-it drops."""
    from markdown_it.rules_block.table import escapedSplit

    columns = escapedSplit(line.strip(" \t>"))
    return [cell.strip() for cell in columns[1 if not columns[0].strip() else 0 :][count:] if cell.strip()]


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


def _fragment(
    text: str, source: int | None, unclosed: list[tuple[str, int]], tags: StrayTags
) -> list[tuple[Block, int]]:
    """Blocks of a piece of HTML with their heading level (0 = none); `source` is where the piece begins."""
    reader = read_markup(text, tags)
    unclosed.extend((what.partition(" (")[0], source or 0) for what in reader.unclosed)
    title = [(Block(plain(reader.title), BlockRole.TEXT, source), 0)] if reader.title.strip() else []
    return title + [
        (Block(plain(block.text), role_of(block), None if source is None else source + block.source), block.heading)
        for block in reader.blocks
    ]
