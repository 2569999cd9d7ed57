"""Where episodes end: structural ends known beforehand, the argument's turns by a detector, pressure at last."""

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.phases.phase2_entity_discovery.working_memory.cohesion import cohesion_turns
from schemas.delta import BoundaryKind
from schemas.errors import SettingInvalid
from schemas.text import Book, Chapter, SectionKind

INLINE = "inline"
DETECTORS = (INLINE, "cohesion", "none")
LEAST_WORDS = 120  # an episode shorter than this doesn't end at a section's end or a turn
_NO_EPISODES = frozenset({SectionKind.UNIT, SectionKind.NOTE})
MOST_WORDS = 4_000  # here it ends after the next paragraph whatever is argued, marked `pressure`


class Cut(NamedTuple):
    """An episode ends after sentence `after` (index in the book)."""

    after: int
    kind: BoundaryKind
    reason: str


def check_detector(name: str) -> str:
    """Raises SettingInvalid for a detector that isn't there."""
    if name not in DETECTORS:
        raise SettingInvalid(f"There is no boundary detector {name!r}; there are {', '.join(DETECTORS)}.")
    return name


def turns(book: Book, chapter: Chapter, detector: str) -> frozenset[int]:
    """Sentences after which the text itself tells that the argument turns; only `cohesion` finds any here."""
    return frozenset(cohesion_turns(book, chapter) if detector == "cohesion" else ())


def cuts(
    book: Book,
    chapter: Chapter,
    span: tuple[int, int],
    episode_first: int,
    semantic: frozenset[int],
) -> tuple[Cut, ...]:
    """The cuts within the sentences [first, last) just read, in order; the open episode began at `episode_first`.

    A chapter's end always cuts; structural ends and turns cut an episode of at least LEAST_WORDS; from MOST_WORDS on
    the next paragraph's end does.
    """
    found = []
    words = _words(book, range(episode_first, span[0]))
    for index in range(*span):
        words += _words(book, [index])
        cut = _cut_after(book, chapter, index, words, semantic)
        if cut is not None:
            found.append(cut)
            words = 0
    return tuple(found)


def _cut_after(book: Book, chapter: Chapter, index: int, words: int, semantic: frozenset[int]) -> Cut | None:
    if index == chapter.last - 1:
        return Cut(index, BoundaryKind.CHAPTER_END, "end of the chapter")
    if words >= LEAST_WORDS and _episode_section(book, index) != _episode_section(book, index + 1):
        title = book.sections[_episode_section(book, index + 1)].title
        return Cut(index, BoundaryKind.STRUCTURAL, f"before {title}"[:200])
    if words >= LEAST_WORDS and not book.is_note(index + 1) and _text_above(book, index) in semantic:
        return Cut(index, BoundaryKind.SEMANTIC, "the argument turns")
    if (
        words >= MOST_WORDS
        and not book.is_note(index + 1)
        and book.sentences[index].paragraph != book.sentences[index + 1].paragraph
    ):
        return Cut(index, BoundaryKind.PRESSURE, f"{words} words")
    return None


def _text_above(book: Book, index: int) -> int:
    """The sentence, or the one of the text that a note belongs to: the argument turns behind its notes."""
    while index and book.is_note(index):
        index -= 1
    return index


def _words(book: Book, sentences: Sequence[int]) -> int:
    return sum(len(book.sentence_text(index).split()) for index in sentences)


def _episode_section(book: Book, sentence: int) -> int:
    """The section at the episode level (or the deepest above it) that the sentence stands in; no unit and no note ends an episode."""
    for section in book.ancestors(book.sentences[sentence].section):
        if book.sections[section].level <= book.episode_level and book.sections[section].kind not in _NO_EPISODES:
            return section
    return -1
