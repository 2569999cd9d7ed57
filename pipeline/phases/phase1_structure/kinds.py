"""Which kind a section is (body, front, back, boilerplate), by what the file declares, by title and by position."""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from pipeline.phases.phase1_structure.known_titles import known_title, passes_on_its_kind, stands_in_parts
from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.parsed import BlockRole, ParsedBook, followers
from pipeline.phases.phase1_structure.running_prose import is_bibliography, is_contents_list, is_running_prose
from pipeline.phases.phase1_structure.title_page import is_notice
from schemas.text import SectionKind

BODY, FRONT, BACK, BOILERPLATE = SectionKind.BODY, SectionKind.FRONT, SectionKind.BACK, SectionKind.BOILERPLATE


def section_kinds(parsed: ParsedBook) -> tuple[SectionKind, ...]:
    """One kind for each mark."""
    sections = _Sections(parsed)
    kinds: list[SectionKind] = []
    body_began = False
    above: list[tuple[int, SectionKind, bool]] = []  # level, kind, whether those below inherit it
    for index, mark in enumerate(parsed.marks):
        while above and above[-1][0] >= mark.level:
            above.pop()
        inherited = next((kind for _, kind, inherits in reversed(above) if inherits), None)
        if inherited is FRONT and _has_prose(own_texts(parsed, index)):
            inherited = None
        kind = inherited or mark.kind or _kind_by_title(sections, index, body_began)
        if kind is BODY and mark.in_toc and is_contents_list(own_texts(parsed, index)):
            kind = FRONT
        above.append((mark.level, kind, passes_on_its_kind(mark.title, kind)))
        kinds.append(kind)
        body_began = body_began or kind is BODY
    return tuple(kinds if _has_body(parsed, kinds) else _only_titles_say(parsed, kinds))


def own_texts(parsed: ParsedBook, index: int) -> list[str]:
    """The paragraphs of a section without those of the sections below it."""
    mark = parsed.marks[index]
    first = mark.at + mark.heading_blocks
    following = bisect_left(parsed.marks, first, key=lambda mark: mark.at)
    following += following == index  # without a heading a mark stands where its text begins
    return _texts(parsed, first, parsed.marks[following].at if following < len(parsed.marks) else None)


def _texts(parsed: ParsedBook, first: int, stop: int | None) -> list[str]:
    return [block.text for block in parsed.blocks[first:stop] if block.role is not BlockRole.HEADING]


def _has_body(parsed: ParsedBook, kinds: list[SectionKind]) -> bool:
    return any(kind is BODY and own_texts(parsed, index) for index, kind in enumerate(kinds))


def _only_titles_say(parsed: ParsedBook, kinds: list[SectionKind]) -> list[SectionKind]:
    """A file that is nothing but "Notes" or "References" is read: what only its title calls back matter is its body."""
    return [
        BODY if kind is BACK and mark.kind is None else kind for mark, kind in zip(parsed.marks, kinds, strict=True)
    ]


@dataclass(frozen=True)
class _Sections:
    """A book with what is known of all its sections together: none looks through the others once more."""

    parsed: ParsedBook

    @cached_property
    def titles(self) -> Counter[str]:
        return Counter(plain_title(mark.title) for mark in self.parsed.marks)

    @cached_property
    def _followers(self) -> list[int | None]:
        return followers(self.parsed.marks)

    @cached_property
    def _last_read(self) -> dict[int, int]:
        """By level the last section that neither the file nor its title calls anything but body."""
        return {
            mark.level: index
            for index, mark in enumerate(self.parsed.marks)
            if mark.kind in {None, BODY} and not known_title(mark.title)
        }

    def whole_texts(self, index: int) -> list[str]:
        mark = self.parsed.marks[index]
        return _texts(self.parsed, mark.at + mark.heading_blocks, self._followers[index])

    def is_at_end(self, index: int) -> bool:
        """A title like "Notes" is back matter where only more of that kind follows at its level or above, and it isn't
        one of several of the same name (those belong to the parts they stand in)."""
        mark = self.parsed.marks[index]
        if self.titles[plain_title(mark.title)] > 1:
            return is_bibliography(own_texts(self.parsed, index))
        return all(last <= index for level, last in self._last_read.items() if level <= mark.level)


def _kind_by_title(sections: _Sections, index: int, body_began: bool) -> SectionKind:
    """A chapter may be called like an index or a dedication: then what it holds tells, and in doubt it is read."""
    title = sections.parsed.marks[index].title
    known = known_title(title)
    if known is None:
        return BODY
    at_end = known.kind is BACK and sections.is_at_end(index)
    if known.kind is BACK and stands_in_parts(title) and not at_end:
        return BODY
    in_place = {FRONT: not body_began, BACK: at_end}.get(known.kind, True)
    if known.prose or (known.sure and in_place):
        return known.kind
    texts = sections.whole_texts(index)
    if known.kind is BOILERPLATE and any(is_notice(text) for text in texts):
        return known.kind
    return BODY if is_running_prose(texts) else known.kind


def _has_prose(texts: list[str]) -> bool:
    return any(len(text.split()) > 12 and text.rstrip()[-1:] in '.!?”"’' for text in texts)
