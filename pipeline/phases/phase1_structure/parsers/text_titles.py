"""Titles of chapters in plain text that stand in the line below a bare number."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from pipeline.phases.phase1_structure.contents_list import letters
from pipeline.phases.phase1_structure.labels import is_bare_label, label_of, unit_of
from pipeline.phases.phase1_structure.parsers.text_lines import LONGEST_TITLE, is_title_line, without_call
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, is_underlined, without_underline

FEWEST = 2  # chapters with a title below their number; one may have an epigraph there
SHARE = 0.5  # of the chapters of a kind have one


def titles_below(
    paragraphs: Sequence[Paragraph], kept: Sequence[int], listed: AbstractSet[str] = frozenset()
) -> set[int]:
    """The lines in small letters below bare numbers, where most of that kind have a title there, or where the contents
    has it (`listed`, letters)."""
    headings = set(kept)
    certain: set[int] = set()
    found: dict[int, str] = {}
    bare: Counter[str] = Counter()
    titled: Counter[str] = Counter()
    for at in kept:
        text = _text(paragraphs[at])
        unit = unit_of(text)
        if unit is None or unit == "§" or not is_bare_label(text) or is_underlined(paragraphs[at]):
            continue
        bare[unit] += 1
        if at + 1 in headings:
            titled[unit] += label_of(_text(paragraphs[at + 1])) is None
        elif at + 1 < len(paragraphs) and letters(_text(paragraphs[at + 1])) in listed - {""}:
            certain.add(at + 1)
            titled[unit] += 1
        elif is_title_line(paragraphs, at + 1) or _is_title_of_container(paragraphs, at + 1, headings):
            titled[unit] += 1
            found[at + 1] = unit
    return certain | {at for at, unit in found.items() if titled[unit] >= FEWEST and titled[unit] > SHARE * bare[unit]}


def _text(paragraph: Paragraph) -> str:
    return without_call(without_underline(paragraph).text)


def _is_title_of_container(paragraphs: Sequence[Paragraph], at: int, headings: set[int]) -> bool:
    """A line between the number of a book or part and the first chapter in it."""
    if at + 1 not in headings:
        return False
    text = _text(paragraphs[at])
    return (
        len(paragraphs[at].lines) <= 2
        and len(text.split()) <= LONGEST_TITLE
        and text[0].isupper()
        and text[-1] not in ".,;:!"
        and label_of(text) is None
    )
