"""Paragraphs of plain text: what stands between blank lines, or each line where there are none."""

import re
from dataclasses import dataclass

from pipeline.phases.phase1_structure.hyphens import joined_at_soft_hyphens

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_UNDERLINE = re.compile(r"\s*([=~*_^\"#-])\1{2,}\s*$")
_RULE = re.compile(r"[\s=~*_\-.+#•·—–]*$")


@dataclass(frozen=True, slots=True)
class Paragraph:
    lines: tuple[str, ...]
    start: int
    gap_before: int  # blank lines above

    @property
    def text(self) -> str:
        return " ".join(joined_at_soft_hyphens("\n".join(self.lines)).split())


def paragraphs_of(text: str) -> list[Paragraph]:
    rows = [(found.start(), found.group().rstrip("\r\n")) for found in _LINE.finditer(text) if found.group()]
    blank = sum(not row.strip() for _, row in rows)
    filled = [len(row) for _, row in rows if row.strip()]
    one_a_line = bool(filled) and (sum(filled) / len(filled) > 200 or (blank == 0 and max(filled) > 120))
    found: list[Paragraph] = []
    lines: list[str] = []
    start = gap = 0
    for offset, row in rows:
        if not row.strip():
            if lines:
                found.append(Paragraph(tuple(lines), start, gap))
                lines, gap = [], 0
            gap += 1
            continue
        if lines and one_a_line:
            found.append(Paragraph(tuple(lines), start, gap))
            lines, gap = [], 0
        if not lines:
            start = offset + len(row) - len(row.lstrip())
        lines.append(row)
        if len(lines) == 2 and _UNDERLINE.match(row) and lines[0].strip() and not _RULE.fullmatch(lines[0]):
            found.append(Paragraph(tuple(lines), start, gap))
            lines, gap = [], 0
    if lines:
        found.append(Paragraph(tuple(lines), start, gap))
    return [paragraph for paragraph in found if not _RULE.fullmatch(paragraph.text)]


def is_underlined(paragraph: Paragraph) -> bool:
    return len(paragraph.lines) == 2 and bool(_UNDERLINE.match(paragraph.lines[1]))


def without_underline(paragraph: Paragraph) -> Paragraph:
    return (
        Paragraph(paragraph.lines[:1], paragraph.start, paragraph.gap_before) if is_underlined(paragraph) else paragraph
    )
