"""The sections that are left out by a guess and hold prose, for a warning that names them with their words."""

from collections.abc import Sequence

from pipeline.phases.phase1_structure.contents_list import is_contents_heading
from pipeline.phases.phase1_structure.kinds import own_texts
from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.parsed import ParsedBook
from pipeline.phases.phase1_structure.running_prose import SOME_PROSE, words_of_prose
from pipeline.phases.phase1_structure.title_page import is_notice
from schemas.text import SectionKind, TextWarning

LEGAL_PAGE = 200  # words that a publisher writes beside a legal notice


def unread_sections(
    parsed: ParsedBook, kinds: Sequence[SectionKind], read: frozenset[SectionKind], name: str
) -> tuple[TextWarning, ...]:
    """What the file itself declares is no guess; a preface's or an imprint's title says that its prose is another's."""
    words = {
        index: _unread_words(parsed, index)
        for index, (mark, kind) in enumerate(zip(parsed.marks, kinds, strict=True))
        if kind not in read and mark.kind is None and not _is_expected(mark.title)
    }
    unread = {index: count for index, count in words.items() if count}
    if not unread:
        return ()
    titles = tuple(parsed.marks[index].title for index in unread)
    shown = "; ".join(f"{title} ({count} words)" for title, count in zip(titles, unread.values(), strict=True))
    message = (
        f"{name}: taken for front or back matter by title and place, and not read although prose is in it: {shown}."
    )
    return (TextWarning(code="structure.section_not_read", message=message, names=titles),)


def _is_expected(title: str) -> bool:
    known = known_title(title)
    return is_contents_heading(title) or (known is not None and known.prose)


def _unread_words(parsed: ParsedBook, index: int) -> int:
    texts = own_texts(parsed, index)
    words = words_of_prose(texts)
    return words if words >= (LEGAL_PAGE if any(is_notice(text) for text in texts) else SOME_PROSE) else 0
