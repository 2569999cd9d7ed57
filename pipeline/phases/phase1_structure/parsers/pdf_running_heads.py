"""Chapters of a PDF that has no heading anywhere, by the running heads that change with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.phases.phase1_structure.parsers.pdf_search import LineIndex, letters

MOST_OF_BOOK = 0.6  # of the pages' span: a head that comes over so much of the book is the book's title
FEWEST = 2  # chapters; pages with a chapter's head
OPENS_WITHIN = 2  # pages before its first head a chapter begins


@dataclass(frozen=True, slots=True)
class HeadedChapter:
    """`size` lines from `line` of `page` say what the running head says; 0 where none do."""

    title: str
    page: int
    line: int = 0
    size: int = 0


def headed_chapters(heads: Sequence[str | None], index: LineIndex) -> list[HeadedChapter]:
    """Each chapter from where its head's words are printed before it, in whatever type; else from the page without a
    head before its first head, on which it opens, else from that head on."""
    spans: dict[str, list[int]] = {}
    for page, head in enumerate(heads):
        if head is not None and letters(head):
            spans.setdefault(letters(head), []).append(page)
    chapters = {
        key: pages
        for key, pages in spans.items()
        if (len(pages) >= FEWEST or any(spot[0] <= pages[0] for spot in index.spelled(key)))
        and pages[-1] - pages[0] < MOST_OF_BOOK * len(heads)
    }
    found: list[HeadedChapter] = []
    last = -1  # the last page with the head of the chapter before
    for key, pages in sorted(chapters.items(), key=lambda item: item[1][0]):
        first = pages[0]
        if first <= last:
            return []  # heads that alternate say nothing of chapters
        printed = [spot for spot in index.spelled(key) if max(last, 0) <= spot[0] <= first]
        bare = [page for page in range(max(last + 1, first - OPENS_WITHIN), first) if heads[page] is None]
        title = heads[first] or key
        found.append(
            HeadedChapter(title, *printed[-1]) if printed else HeadedChapter(title, bare[-1] if bare else first)
        )
        last = pages[-1]
    return found if len(found) >= FEWEST else []
