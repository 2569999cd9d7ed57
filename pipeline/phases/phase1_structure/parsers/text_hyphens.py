"""Words that a plain text parts at its lines' ends, whole again: what the book itself prints elsewhere decides."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.hyphens import HyphenRules
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph

MANY = (
    0.02  # of the lines end in a hyphen where a typesetter parted words; an edition that joined them has compounds only
)
_END = re.compile(r"[^\W\d_][-‐⸗]$")
_FIRST = re.compile(r"\s*(\S+)\s*")


def without_line_hyphens(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    pairs = [pair for paragraph in paragraphs for pair in itertools.pairwise(paragraph.lines)]
    if not any(_is_parted(above, below) for above, below in pairs):
        return list(paragraphs)
    lines = [line for paragraph in paragraphs for line in paragraph.lines]
    rules = HyphenRules(lines)
    ends = [pair for pair in pairs if _is_parted(*pair) and not rules.is_suspended(*pair)]
    seen = [rules.is_compound(above, below) for above, below in ends]
    wholes, compounds = seen.count(False), seen.count(True)
    joins = wholes > compounds or (wholes == compounds and len(ends) >= MANY * len(lines))
    return [_joined(paragraph, rules, joins) for paragraph in paragraphs]


def _is_parted(above: str, below: str) -> bool:
    return bool(_END.search(above.rstrip())) and below.lstrip()[:1].isalpha()


def _joined(paragraph: Paragraph, rules: HyphenRules, joins: bool) -> Paragraph:
    """The rest of a parted word goes up to the line where it begins."""
    lines: list[str] = []
    for line in paragraph.lines:
        if lines and _is_parted(lines[-1], line) and not rules.is_suspended(lines[-1], line):
            above, first = lines[-1].rstrip(), _FIRST.match(line)
            assert first is not None
            compound = rules.is_compound(above, line)
            keeps = not joins if compound is None else compound
            lines[-1] = (above if keeps else above[:-1]) + first.group(1)
            line = line[first.end() :]
        if line.strip() or not lines:
            lines.append(line)
    return replace(paragraph, lines=tuple(lines))
