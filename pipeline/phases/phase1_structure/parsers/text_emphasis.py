"""Marks of emphasis that plain-text editions set around words (_word_, *word*, =word=), taken out where they are such."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, is_underlined

FEWEST_PAIRS = 3  # in a book; one or two may be names in code or stars of notes
MOST_STRAY = 0.1  # of a mark's occurrences at words stand without a partner; more, and it means something else
LONGEST_LINE = 18  # words of a paragraph that is taken for a line of its own, a heading perhaps


def _pair(mark: str, run: str, inside: str = "") -> re.Pattern[str]:
    """Two marks around words; within words (snake_case, 2*3) and between blanks they are none. `inside` is what else
    may stand between the two."""
    return re.compile(
        rf"(?<![\w{mark}])(?P<mark>{run})(?=[^\s{mark}\])}}.,;:])"
        rf"(?P<words>(?:[^{mark}]{inside})*?[^\s{mark}\[({{])(?P=mark)(?![\w{mark}])"
    )


def _single(mark: str) -> re.Pattern[str]:
    """A mark that touches a word on one side only."""
    return re.compile(rf"(?<![\w{mark}]){mark}{{1,2}}(?=[\w“\"‘])|(?<=[\w.,;!?’”]){mark}{{1,2}}(?![\w{mark}])")


_PAIRS = {"_": _pair("_", "_", r"|(?<=\w)_(?=\w)"), "*": _pair(r"\*", r"\*{1,2}"), "=": _pair("=", "=")}
_SINGLE = {"_": _single("_"), "*": _single(r"\*"), "=": _single("=")}


def without_emphasis(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs without marks of emphasis; one whose every word is emphasised is `emphasised`."""
    used = [mark for mark in _PAIRS if _is_used(paragraphs, mark)]
    return [_plain(paragraph, used) for paragraph in paragraphs]


def _is_used(paragraphs: Sequence[Paragraph], mark: str) -> bool:
    pairs = stray = 0
    for paragraph in paragraphs:
        text = "\n".join(paragraph.lines)
        if mark in text:
            rest, count = _PAIRS[mark].subn(" ", text)
            pairs += count
            stray += len(_SINGLE[mark].findall(rest))
    return pairs >= FEWEST_PAIRS and stray <= MOST_STRAY * (2 * pairs + stray)


def _plain(paragraph: Paragraph, used: Sequence[str]) -> Paragraph:
    if is_underlined(paragraph):
        return paragraph
    text = "\n".join(paragraph.lines)
    if not any(mark in text for mark in _PAIRS):
        return paragraph
    if len(text.split()) <= LONGEST_LINE:
        for pattern in _PAIRS.values():
            if pattern.search(text) and not any(char.isalnum() for char in pattern.sub("", text)):
                lines = tuple(pattern.sub(r"\g<words>", text).split("\n"))
                return replace(paragraph, lines=lines, emphasised=True)
    for mark in used:
        text = _PAIRS[mark].sub(r"\g<words>", text)
    return replace(paragraph, lines=tuple(text.split("\n")))
