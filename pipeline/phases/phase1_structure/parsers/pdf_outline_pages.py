"""Outlines that programs make of a file's pages ("Page 1", "Page 2", "scan_003"): they say nothing of its contents."""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence

from pipeline.phases.phase1_structure.labels import ROMAN
from pipeline.phases.phase1_structure.parsers.pdf_lines import Page
from pipeline.phases.phase1_structure.parsers.pdf_outline import OutlineEntry
from pipeline.phases.phase1_structure.parsers.pdf_search import letters

FEWEST = 3  # entries that differ in their numbers only
STEPS = 0.8  # of them point to the page after that of the one before
FEWEST_OTHERS = 2  # entries beside them that are contents
_NUMBERED = re.compile(rf"(?P<word>.*?)(?P<number>\d+|(?<![^\W_]){ROMAN})\D{{0,4}}", re.IGNORECASE)
_PAGE_WORD = re.compile(r"(?:pages?|pp?|pg|seiten?|s|blatt|folio|fol|feuille|página|pagina|scan|image|img|bild|slide)")


def without_mere_pages(entries: Sequence[OutlineEntry], pages: Sequence[Page]) -> list[OutlineEntry]:
    """The entries that name something; none where fewer than two of many do."""
    numbered: dict[str, list[OutlineEntry]] = defaultdict(list)
    for entry in entries:
        found = _NUMBERED.fullmatch(entry.title)
        if found:
            numbered[letters(found["word"])].append(entry)
    mere = {
        id(entry) for word, members in numbered.items() if _are_mere_pages(word, members, pages) for entry in members
    }
    left = [entry for entry in entries if id(entry) not in mere]
    return left if not mere or len(left) >= FEWEST_OTHERS else []


def _are_mere_pages(word: str, members: Sequence[OutlineEntry], pages: Sequence[Page]) -> bool:
    """Page by page, and not printed there as a poem's title is; a number alone, or a page's, may be."""
    targets = [entry.page for entry in members if entry.page is not None]
    steps = sum(later == page + 1 for page, later in itertools.pairwise(targets))
    if len(targets) < FEWEST or steps < STEPS * (len(targets) - 1):
        return False
    return not word or bool(_PAGE_WORD.fullmatch(word)) or not any(_is_printed(entry, pages) for entry in members)


def _is_printed(entry: OutlineEntry, pages: Sequence[Page]) -> bool:
    lines = pages[entry.page].lines if entry.page is not None else ()
    return any(letters(line.text).startswith(letters(entry.title)) for line in lines)
