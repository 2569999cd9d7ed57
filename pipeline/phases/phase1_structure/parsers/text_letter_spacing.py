"""Headings and words of a plain text set with spaces between their letters, read as words."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.letter_spacing import heading_words, spaced_words_joined
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph

LONGEST_HEADING = 3  # lines


def without_letter_spacing(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    headings = [
        replace(one, lines=tuple(map(heading_words, one.lines))) if len(one.lines) <= LONGEST_HEADING else one
        for one in paragraphs
    ]
    lines = iter(spaced_words_joined([line for one in headings for line in one.lines]))
    return [replace(one, lines=tuple(itertools.islice(lines, len(one.lines)))) for one in headings]
