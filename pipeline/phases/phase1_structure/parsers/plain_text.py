"""Plain text: paragraphs between blank lines, headings recognised by wording, capitals, numbering and place."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.contents_list import letters
from pipeline.phases.phase1_structure.encoding import decode
from pipeline.phases.phase1_structure.labels import plain_title, unit_of
from pipeline.phases.phase1_structure.note_labels import is_in_brackets
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, Metadata, ParsedBook
from pipeline.phases.phase1_structure.parsers.text_candidates import candidates_of
from pipeline.phases.phase1_structure.parsers.text_contents import contents_of, entries_of, named_in
from pipeline.phases.phase1_structure.parsers.text_emphasis import without_emphasis
from pipeline.phases.phase1_structure.parsers.text_hyphens import without_line_hyphens
from pipeline.phases.phase1_structure.parsers.text_letter_spacing import without_letter_spacing
from pipeline.phases.phase1_structure.parsers.text_lines import ends_sentence
from pipeline.phases.phase1_structure.parsers.text_marks import headings_of, marks_by_wording, marks_of_text
from pipeline.phases.phase1_structure.parsers.text_notes import with_notes_by_sign
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, paragraphs_of, without_underline
from pipeline.phases.phase1_structure.parsers.text_titles import titles_below
from schemas.text import StructureOptions

_LINE_ENDS = re.compile("[\u2028\u2029\x85\v]")  # Unicode's; each is replaced by one sign, so that offsets stay
FEW_PAGES = 2  # a line at the top of more pages is their running head


class PlainTextParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:
        decoded = decode(source, name)
        paragraphs = _over_pages(
            without_emphasis(without_letter_spacing(paragraphs_of(_LINE_ENDS.sub("\n", decoded.text))))
        )
        paragraphs = without_line_hyphens(paragraphs)
        contents = contents_of(paragraphs)
        entries = entries_of(paragraphs, contents)
        kept = candidates_of(paragraphs, range(contents[0] + 1, contents[1]) if contents else range(0))
        kept = sorted({*kept, *named_in(paragraphs, contents, entries)})
        titles = titles_below(paragraphs, kept, {letters(plain_title(entry.title)) for entry in entries})
        headings = {*kept, *titles}
        blocks = [
            Block(
                without_underline(paragraph).text,
                BlockRole.HEADING
                if at in headings
                else BlockRole.NOTE
                if is_in_brackets(paragraph.text)
                else BlockRole.TEXT,
                paragraph.start,
            )
            for at, paragraph in enumerate(paragraphs)
        ]
        blocks, signs = with_notes_by_sign(blocks)
        marks = marks_of_text(paragraphs, kept, titles, contents, entries)
        return ParsedBook(
            "text", tuple(blocks), tuple(marks), Metadata(), warnings=decoded.warnings, furniture=tuple(signs)
        )


def _over_pages(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs with those whole again that run over a page's end, which a heading or a new sentence doesn't."""
    if not any(paragraph.on_new_page for paragraph in paragraphs):
        return list(paragraphs)
    headings = _headings_on_new_pages(paragraphs)
    found: list[Paragraph] = []
    for at, paragraph in enumerate(paragraphs):
        if not paragraph.on_new_page or {at - 1, at} & headings or _begins_anew(paragraphs[at - 1], paragraph):
            found.append(paragraph)
        else:
            found[-1] = replace(found[-1], lines=found[-1].lines + paragraph.lines)
    return found


def _headings_on_new_pages(paragraphs: Sequence[Paragraph]) -> set[int]:
    """All that could be headings, save running heads and page numbers."""
    heads = {at: letters(_without_number(paragraphs[at].text)) for at in candidates_of(paragraphs)}
    tops = Counter(head for at, head in heads.items() if paragraphs[at].on_new_page)
    return {at for at, head in heads.items() if not paragraphs[at].on_new_page or (head and tops[head] <= FEW_PAGES)}


def _without_number(text: str) -> str:
    return text if unit_of(text) not in {None, "number"} else re.sub(r"\d+", "", text)


def _begins_anew(above: Paragraph, below: Paragraph) -> bool:
    return ends_sentence(above.text) and not below.text[:1].islower()


def recognised(blocks: Sequence[Block]) -> tuple[list[Block], list[Mark]]:
    """Headings recognised among the paragraphs of another format that declares none."""
    paragraphs = [Paragraph((block.text,), block.source or 0, 1) for block in blocks]
    sure = [at for at in candidates_of(paragraphs) if unit_of(blocks[at].text) not in {None, "number"}]
    marks = marks_by_wording(paragraphs, headings_of(paragraphs, sure))
    headings = {mark.at + step for mark in marks for step in range(mark.heading_blocks)}
    roles = [BlockRole.HEADING if at in headings else block.role for at, block in enumerate(blocks)]
    return [replace(block, role=role) for block, role in zip(blocks, roles, strict=True)], marks
