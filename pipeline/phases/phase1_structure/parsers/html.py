"""HTML: blocks and headings with their offsets in the source."""

import re

from pipeline.phases.phase1_structure.encoding import declared_encoding, decode
from pipeline.phases.phase1_structure.parsed import Block, Metadata, ParsedBook
from pipeline.phases.phase1_structure.parsers.headings import heading_marks
from pipeline.phases.phase1_structure.parsers.markup import read_markup
from pipeline.phases.phase1_structure.parsers.markup_elements import plain, role_of
from pipeline.phases.phase1_structure.parsers.note_links import with_linked_notes
from pipeline.phases.phase1_structure.parsers.note_targets import with_targets
from pipeline.phases.phase1_structure.parsers.plain_text import recognised
from pipeline.phases.phase1_structure.parsers.tolerant import unclosed_warnings
from schemas.text import StructureOptions

_LANGUAGE = re.compile(r"<html\b[^>]*?\blang\s*=\s*[\"']?([A-Za-z-]+)", re.IGNORECASE)
_META = re.compile(r"<meta\b[^>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")


class HtmlParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:
        decoded = decode(source, name, declared_encoding(source))
        reader = read_markup(decoded.text)
        with_linked_notes({"": reader})
        blocks = [
            Block(plain(markup.text), role_of(markup), markup.source, printed=tuple(markup.printed))
            for markup in reader.blocks
        ]
        blocks = with_targets(blocks, reader.blocks, reader.calls)
        metadata = _metadata(decoded.text[:20_000], plain(reader.title))
        marks = heading_marks(blocks, reader.blocks, metadata.title)
        if not marks:
            blocks, marks = recognised(blocks)
        warnings = (*decoded.warnings, *unclosed_warnings(name, reader.unclosed))
        return ParsedBook(
            "html", tuple(blocks), tuple(marks), metadata, warnings=warnings, furniture=tuple(reader.furniture)
        )


def _metadata(head: str, title: str) -> Metadata:
    values: dict[str, str] = {}
    for tag in _META.finditer(head):
        attributes = {
            found[1].lower(): found[2] or found[3] or found[4] or "" for found in _ATTRIBUTE.finditer(tag.group())
        }
        name = (
            (attributes.get("name") or attributes.get("property") or "")
            .lower()
            .removeprefix("dc.")
            .removeprefix("dcterms.")
        )
        if name and attributes.get("content"):
            values.setdefault(name, " ".join(attributes["content"].split()))
    language = _LANGUAGE.search(head)
    return Metadata(
        title=values.get("title") or title or None,
        author=values.get("author") or values.get("creator"),
        language=language.group(1) if language else values.get("language"),
    )
