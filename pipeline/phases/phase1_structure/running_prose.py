"""Whether a section holds running prose, which may be an author's argument, or the entries of a list."""

import re
from collections.abc import Sequence

from pipeline.phases.phase1_structure.title_page import LONG_LINE, is_imprint_line, is_notice, is_written_out, words_in

SOME_PROSE = 20  # words: a sentence or two
_NUMBERED = re.compile(r"[\W_]{0,3}(?:\d{1,4}(?:[–-]\d{1,4})?[.):\]]?|(?:[ivxlc]{1,6}|[a-z])[.):\]])\s", re.IGNORECASE)
_DATED = re.compile(r"[(,]\s*(?:1[4-9]|20)\d\d[a-z]?\s*[).:,]")
_NAME_FIRST = re.compile(r"[\W\d_]*[^\W\d_]\S*(?: \S+){0,2}, ")  # "Quine, W. V. (1960)", "van Heijenoort, Jean"
_NUMBER = re.compile(r"\d|^[ivxlc]+\W*$")  # a page's
LONGEST_ENTRY = 60  # words of a bibliographic entry
MOST_NUMBERS = 0.15  # of the words of prose; an index has more
LIST_SHARE = 0.6  # of a list's paragraphs are entries


def words_of_prose(texts: Sequence[str]) -> int:
    """The words of those paragraphs that are prose and no bibliography's or index's entries."""
    return sum(words_in(text) for text in texts if _is_prose(text))


def is_running_prose(texts: Sequence[str]) -> bool:
    """Whether at least half of it is prose, short numbered paragraphs (answers, notes) not counted."""
    words = words_of_prose([text for text in texts if not _is_numbered_entry(text)])
    return words >= SOME_PROSE and 2 * words >= sum(words_in(text) for text in texts)


def is_bibliography(texts: Sequence[str]) -> bool:
    """Most paragraphs hold a year in parentheses or after a comma."""
    return len(texts) > 1 and sum(bool(_DATED.search(text)) for text in texts) > LIST_SHARE * len(texts)


def is_contents_list(texts: Sequence[str]) -> bool:
    """A printed contents list under any title: most of its lines end in leaders and a page number."""
    leaders = sum(bool(re.search(r"(?:[.…·]\s?){4,}\s*[\divxlc]+\s*$", text)) for text in texts[:40])
    return len(texts) > 2 and leaders > LIST_SHARE * min(len(texts), 40)


def _is_prose(text: str) -> bool:
    if not is_written_out(text) or is_notice(text) or is_imprint_line(text):
        return False
    words = text.split()
    if len(words) <= LONGEST_ENTRY and _DATED.search(text) and _NAME_FIRST.match(text):
        return False
    return sum(bool(_NUMBER.search(word)) for word in words) <= MOST_NUMBERS * len(words)


def _is_numbered_entry(text: str) -> bool:
    return len(text.split()) < LONG_LINE and bool(_NUMBERED.match(text))
