"""Where entries of an EPUB's contents stand that point to a file and to no place in it: at their printed headings."""

from collections.abc import Container, Sequence

from pipeline.phases.phase1_structure.contents_list import ListEntry, letters
from pipeline.phases.phase1_structure.contents_matching import matched
from pipeline.phases.phase1_structure.labels import is_bare_label, label_of
from pipeline.phases.phase1_structure.parsers.epub_navigation import Entry
from pipeline.phases.phase1_structure.parsers.markup_elements import MarkupBlock, plain

LONGEST_TITLE = 18  # words of a line that is no heading by its markup


def printed_places(entries: Sequence[Entry], markup: Sequence[MarkupBlock], first: int) -> list[int | None]:
    """For each of a file's entries the block at which its heading is printed; `first` is the place of the file's first
    block, where the others stand that nothing of their level stands at; None for those left."""
    titles = _titles(markup, {letters(entry.title) for entry in entries})
    found = matched([ListEntry(entry.title, 0) for entry in entries], list(titles.values()))
    at_title = list(titles)
    places: list[int | None] = []
    levels: list[int] = []  # of those at the file's beginning
    for entry, title in zip(entries, found, strict=True):
        if title is not None:
            places.append(first + at_title[title])
        elif not entry.fragment and (
            not places or (places[-1] == first and all(level < entry.level for level in levels))
        ):
            places.append(first)
        else:
            places.append(None)
        if places[-1] == first:
            levels.append(entry.level)
    return places


def _titles(markup: Sequence[MarkupBlock], names: Container[str]) -> dict[int, str]:
    """The printed titles by the block they begin at; a number goes with the heading below it."""
    texts = [plain(block.text) for block in markup]
    found: dict[int, str] = {}
    for at, (block, text) in enumerate(zip(markup, texts, strict=True)):
        above = at - 1
        if (
            above in found
            and markup[above].heading
            and is_bare_label(texts[above])
            and block.heading
            and not label_of(text)
        ):
            found[above] = f"{texts[above]} {text}"
        elif block.heading or (len(text.split()) <= LONGEST_TITLE and letters(text) in names):
            found[at] = text
    return found
