"""The sections that are left out by a guess and hold prose, for a warning that names them with their words."""

from collections.abc import Sequence

from pipeline.phases.phase1_structure.contents_list import is_contents_heading
from pipeline.phases.phase1_structure.kinds import own_texts
from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.parsed import Mark, ParsedBook
from pipeline.phases.phase1_structure.running_prose import SOME_PROSE, words_of_prose
from pipeline.phases.phase1_structure.title_page import UNREAD_WORDS, is_notice
from schemas.text import SectionKind, TextWarning


def unread_sections(
    parsed: ParsedBook,
    kinds: Sequence[SectionKind],
    read: frozenset[SectionKind],
    name: str,
) -> tuple[TextWarning, ...]:
    """What the file itself declares is no guess, save that a contents list holds no prose; a publisher's preface or
    thanks say by their title that their prose is no part of the argument."""
    unread = [index for index, kind in enumerate(kinds) if kind not in read]
    contents = [index for index in unread if is_contents_heading(parsed.marks[index].title)]
    guessed = [index for index in unread if index not in contents and _is_guessed(parsed.marks[index])]
    told = (
        ("structure.front_not_read", "taken for a contents list, words of it that may be text are not read", contents),
        (
            "structure.section_not_read",
            "taken for front or back matter by title and place, and not read although prose is in it",
            guessed,
        ),
    )
    return tuple(
        TextWarning(code=code, message=f"{name}: {what}: {_shown(titles)}.", names=tuple(title for title, _ in titles))
        for code, what, sections in told
        if (
            titles := [
                (parsed.marks[at].title, words) for at in sections if (words := _unread_words(parsed, at, kinds[at]))
            ]
        )
    )


def _shown(titles: Sequence[tuple[str, int]]) -> str:
    return "; ".join(f"{title} ({words} words)" for title, words in titles)


def _is_guessed(mark: Mark) -> bool:
    known = known_title(mark.title)
    return mark.kind is None and not (known and known.prose)


def _unread_words(parsed: ParsedBook, index: int, kind: SectionKind) -> int:
    """Of prose, notices not counted; beside a notice of rights a publisher writes some more."""
    texts = own_texts(parsed, index)
    words = words_of_prose(texts)
    rights = kind is SectionKind.BOILERPLATE and any(is_notice(text) for text in texts)
    return words if words >= (UNREAD_WORDS if rights else SOME_PROSE) else 0
