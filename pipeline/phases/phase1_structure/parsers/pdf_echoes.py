"""Running heads that don't come again: each repeats the title that is printed, in whatever type, some pages before."""

from collections import defaultdict
from collections.abc import Sequence, Set

from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page
from pipeline.phases.phase1_structure.parsers.pdf_search import letters

NEAR = 6  # pages before
FEWEST, SHARE = (
    3,
    0.6,
)  # at one height; of the lines there: a chapter's own heading stands where the text of others begins
BAND = 4.0  # points within which places on different pages count as the same
PREFIX = 4  # letters by which a line may be a title that is looked for


def echoes(pages: Sequence[Page], tops: Sequence[tuple[int, Line]]) -> set[tuple[int, int]]:
    """Those of the lines at the pages' tops, as (page, id), that are such heads."""
    bands: dict[int, list[tuple[int, Line]]] = defaultdict(list)
    for number, line in tops:
        bands[round(line.y0 / BAND)].append((number, line))
    printed = _printed(pages, {letters(line.text) for _, line in tops})
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


def _printed(pages: Sequence[Page], wanted: Set[str]) -> dict[str, list[tuple[int, float]]]:
    """Where whole lines say what is wanted."""
    longest = 2 * max(map(len, wanted), default=0)
    prefixes = {text[:PREFIX] for text in wanted if text}
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, page in enumerate(pages):
        for line in page.lines:
            if len(line.text) <= longest and letters(line.text[: 2 * PREFIX])[:PREFIX] in prefixes:
                text = letters(line.text)
                if text in wanted:
                    found[text].append((number, line.y0))
    return found
