"""Speakers of a dialogue in plain text, whose names in capitals stand in lines of their own and are no headings."""

import itertools
from collections.abc import Sequence

from pipeline.phases.phase1_structure.contents_list import letters
from pipeline.phases.phase1_structure.labels import unit_of
from pipeline.phases.phase1_structure.parsers.text_lines import COMMON_TITLE, is_capitals
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, is_underlined

LONGEST_NAME = 4  # words
OFTEN = 3  # times one speaks; headings that come again as often ("DEFINITIONS") have others between them
SHARE = 0.5  # of the times a speaker comes again there are only other speakers between


def without_speakers(paragraphs: Sequence[Paragraph], candidates: Sequence[int]) -> list[int]:
    places: dict[str, list[int]] = {}  # indices into candidates
    for index, at in enumerate(candidates):
        if _could_speak(paragraphs[at]):
            places.setdefault(letters(paragraphs[at].text), []).append(index)
    several = {name: found for name, found in places.items() if len(found) > 1}
    repeated = {index for found in several.values() for index in found}
    speakers: set[int] = set()
    close = {
        name: found
        for name, found in several.items()
        if _close(found, repeated) >= SHARE * (len(found) - 1) and (len(found) >= OFTEN or len(several) > 1)
    }
    if any(len(found) >= OFTEN for found in close.values()) or len(close) > 1:
        speakers = {index for found in close.values() for index in found}
        beside = {index + step for index in speakers for step in (-1, 1)}
        speakers |= {index for found in several.values() if beside & set(found) for index in found}
    return [at for index, at in enumerate(candidates) if index not in speakers]


def _could_speak(paragraph: Paragraph) -> bool:
    text = paragraph.text
    return (
        is_capitals(text)
        and len(text.split()) <= LONGEST_NAME
        and unit_of(text) is None
        and not is_underlined(paragraph)
        and not COMMON_TITLE.fullmatch(text.strip(" .").casefold())
    )


def _close(found: Sequence[int], repeated: set[int]) -> int:
    """How often nothing but names that come again stands between one time and the next."""
    return sum(all(index in repeated for index in range(one + 1, other)) for one, other in itertools.pairwise(found))
