"""Headings set with spaces between their letters ("P R E F A C E"), read as words."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.labels import ROMAN
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph

SHORTEST_WORD, DIFFERENT = 4, 3  # letters, different ones; "A B C" is a row of names, "I I I I" one of marks
_SPACED = re.compile(r"(?:[^\W\d_][.:,]? ){3,}[^\W\d_][.:,]?")
_NUMBER_AT_END = re.compile(
    rf"(CHAPTER|PART|BOOK|VOLUME|SECTION|LETTER|ESSAY|LECTURE|KAPITEL|TEIL|THEIL|BUCH|BAND|LIVRE|CHAPITRE)({ROMAN}[.:]?)"
)


def without_letter_spacing(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    return [
        replace(paragraph, lines=tuple(_words(line) for line in paragraph.lines))
        if len(paragraph.lines) <= 3 and any(_is_spaced(line) for line in paragraph.lines)
        else paragraph
        for paragraph in paragraphs
    ]


def _is_spaced(line: str) -> bool:
    """A line in capitals with a word of spaced letters in it, and nothing else but short words."""
    if any(char.islower() for char in line):
        return False
    groups = _groups(line)
    spaced = [group for group in groups if _SPACED.fullmatch(group) and _is_word(group)]
    return bool(spaced) and all(" " not in group or _is_row(group) for group in groups)


def _groups(line: str) -> list[str]:
    """The words of a spaced line: what two spaces or more part."""
    return re.split(r"\s{2,}", line.strip())


def _is_row(group: str) -> bool:
    return all(len(piece.strip(".:,")) <= 1 for piece in group.split(" "))


def _is_word(group: str) -> bool:
    """Letters in the order of the alphabet are a row of names, those without a vowel an abbreviation."""
    letters = [char for char in group if char.isalpha()]
    in_order = all(one < other for one, other in itertools.pairwise(letters))
    several = len(set(letters)) >= DIFFERENT
    return len(letters) >= SHORTEST_WORD and several and not in_order and any(char in "AEIOUÄÖÜÉÈ" for char in letters)


def _words(line: str) -> str:
    if not _is_spaced(line):
        return line
    indent = line[: len(line) - len(line.lstrip())]
    words = (group.replace(" ", "") if _is_row(group) else group for group in _groups(line))
    return indent + " ".join(
        _NUMBER_AT_END.sub(r"\1 \2", word) if _NUMBER_AT_END.fullmatch(word) else word for word in words
    )
