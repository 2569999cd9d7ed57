"""Running heads that don't come again: each repeats the title that is printed, in whatever type, some pages before."""

from collections import defaultdict
from collections.abc import Sequence, Set

from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page
from pipeline.phases.phase1_structure.parsers.pdf_search import letters

NEAR = 6  # pages before
FEWEST = 3  # at one height
SHARE = 0.6  # of the lines there: a chapter's own heading stands where the text of others begins
BAND = 4.0  # points within which places on different pages count as the same
LONGEST = 50  # letters of a head


def echoes(pages: Sequence[Page], tops: Sequence[tuple[int, Line]]) -> set[tuple[int, int]]:
    """Those of the lines at the pages' tops, as (page, id), that are such heads."""
    bands: dict[int, list[tuple[int, Line]]] = defaultdict(list)
    for number, line in tops:
        bands[round(line.y0 / BAND)].append((number, line))
    printed = _printed(pages, {letters(line.text) for _, line in tops if _may_be_head(line)})
    found: set[tuple[int, int]] = set()
    for band, members in bands.items():
        around = sum(len(bands.get(other, ())) for other in (band - 1, band, band + 1))
        hits = {
            (number, id(line))
            for number, line in members
            if any(
                0 < number - page <= NEAR and abs(y - line.y0) > 2 * BAND
                for page, y in printed.get(letters(line.text), ())
            )
        }
        if len(hits) >= max(FEWEST, SHARE * around):
            found |= hits
    return found


def _may_be_head(line: Line) -> bool:
    return len(line.text) <= LONGEST and not line.text[:1].islower() and line.text[-1:].isalnum()


def _printed(pages: Sequence[Page], wanted: Set[str]) -> dict[str, list[tuple[int, float]]]:
    """Where whole lines say what is wanted."""
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    if len(wanted) < FEWEST:
        return found
    first = {text[:1] for text in wanted}
    for number, page in enumerate(pages):
        for line in page.lines:
            if len(line.text) <= LONGEST and line.text[:1].casefold() in first and letters(line.text) in wanted:
                found[letters(line.text)].append((number, line.y0))
    return found
