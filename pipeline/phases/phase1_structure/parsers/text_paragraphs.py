"""Paragraphs of plain text: what stands between blank lines, or each line where there are none; a page's end alone
(form feed) ends none."""

import re
from dataclasses import dataclass

from pipeline.phases.phase1_structure.contents_list import is_contents_heading
from pipeline.phases.phase1_structure.hyphens import joined_at_soft_hyphens

_LINE = re.compile(r"[^\r\n\f]*(?:\r\n|\r|\n|\f(?:[ \t]*(?:\r\n|\r|\n))?|$)")
_UNDERLINE = re.compile(r"\s*([=~*_^\"#-])\1{2,}\s*$")
_RULE = re.compile(r"[\s=~*_\-.+#•·—–]*$")


@dataclass(frozen=True, slots=True)
class Paragraph:
    lines: tuple[str, ...]
    start: int
    gap_before: int  # blank lines above
    on_new_page: bool = False  # a page begins with it, and no blank line parts it from what stands above
    emphasised: bool = False  # all of it, by marks that are taken out

    @property
    def text(self) -> str:
        return " ".join(joined_at_soft_hyphens("\n".join(self.lines)).split())


def _rows(text: str) -> tuple[list[tuple[int, str]], set[int]]:
    """The lines with their offsets, and the offsets of those that begin a page; a page's end is no blank line."""
    rows: list[tuple[int, str]] = []
    pages: set[int] = set()
    for found in _LINE.finditer(text):
        row = found.group().rstrip("\r\n\f \t")
        if row or (found.group() and "\f" not in found.group()):
            rows.append((found.start(), row))
        if "\f" in found.group():
            pages.add(found.end())
    return rows, pages


def paragraphs_of(text: str) -> list[Paragraph]:
    rows, pages = _rows(text)
    blank = sum(not row.strip() for _, row in rows)
    filled = [len(row) for _, row in rows if row.strip()]
    one_a_line = bool(filled) and (sum(filled) / len(filled) > 200 or (blank == 0 and max(filled) > 120))
    found: list[Paragraph] = []
    lines: list[tuple[int, str]] = []
    gap = 0
    new_page = False  # the paragraph that is open began with a page

    def end() -> None:
        nonlocal gap, new_page
        while len(lines) > 1 and _RULE.fullmatch(lines[0][1]):
            del lines[0]
        while len(lines) > 2 and _RULE.fullmatch(lines[-1][1]):
            del lines[-1]
        if len(lines) > 1 and is_contents_heading(lines[0][1]) and not _UNDERLINE.match(lines[1][1]):
            below = lines[1:]
            del lines[1:]
            end()
            lines.extend(below)
        if lines:
            offset, row = lines[0]
            start = offset + len(row) - len(row.lstrip())
            found.append(Paragraph(tuple(row for _, row in lines), start, gap, new_page))
            lines.clear()
            gap = 0
        new_page = False

    for offset, row in rows:
        if not row.strip():
            end()
            gap += 1
            continue
        if lines and (one_a_line or offset in pages):
            end()
            new_page = offset in pages
        lines.append((offset, row))
        if len(lines) == 2 and _UNDERLINE.match(row) and not _RULE.fullmatch(lines[0][1]):
            end()
    end()
    return [paragraph for paragraph in found if not _RULE.fullmatch(paragraph.text)]


def is_underlined(paragraph: Paragraph) -> bool:
    return len(paragraph.lines) == 2 and bool(_UNDERLINE.match(paragraph.lines[1]))


def without_underline(paragraph: Paragraph) -> Paragraph:
    return (
        Paragraph(paragraph.lines[:1], paragraph.start, paragraph.gap_before) if is_underlined(paragraph) else paragraph
    )
