"""Large initials: a letter two or three lines high, beside the lines that it opens, wherever the file has it."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from pipeline.phases.phase1_structure.parsers.pdf_lines import Line, Page, is_initial, may_open

_WORD = re.compile(r"[^\W\d_]+")


def with_initials(pages: Sequence[Page]) -> list[Page]:
    """The pages with each initial at the head of the first line beside it, which keeps the place of its own words."""
    opened = {id(line): letter for page in pages for line, letter in _opened(page)}
    if not opened:
        return list(pages)
    taken = {id(letter) for letter in opened.values()}
    known = frozenset(
        word.casefold()
        for page in pages
        for line in page.lines
        for word in _WORD.findall(line.text)[id(line) in opened :]
    )
    return [
        replace(
            page,
            lines=tuple(
                line._replace(text=_opening(opened[id(line)].text, line.text, known)) if id(line) in opened else line
                for line in page.lines
                if id(line) not in taken
            ),
        )
        for page in pages
    ]


def _opened(page: Page) -> Iterator[tuple[Line, Line]]:
    """Lines with their initials."""
    for letter in page.lines:
        beside = [line for line in page.lines if may_open(letter, line)] if is_initial(letter.text) else []
        if beside:
            yield min(beside, key=lambda line: line.y0), letter


def _opening(letter: str, text: str, known: Set[str]) -> str:
    """ "The", but "A second": a letter may be a word of its own, which the book's other words tell."""
    word = _WORD.match(text)
    rest = word.group().casefold() if word else ""
    whole = letter[-1].casefold() + rest
    apart = letter[-1] in "AIOÀÔY" and rest in known and whole not in known and (len(rest) > 1 or rest in "aio")
    return f"{letter}{' ' if apart else ''}{text}"
