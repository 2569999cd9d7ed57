"""Which kind a section is (body, front, back, boilerplate), by what the file declares, by title and by position."""

from pipeline.phases.phase1_structure.known_titles import known_title, passes_on_its_kind, stands_in_parts
from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.parsed import BlockRole, ParsedBook
from pipeline.phases.phase1_structure.running_prose import is_bibliography, is_contents_list, is_running_prose
from pipeline.phases.phase1_structure.title_page import is_notice
from schemas.text import SectionKind

BODY, FRONT, BACK, BOILERPLATE = SectionKind.BODY, SectionKind.FRONT, SectionKind.BACK, SectionKind.BOILERPLATE


def section_kinds(parsed: ParsedBook) -> tuple[SectionKind, ...]:
    """One kind for each mark."""
    kinds: list[SectionKind] = []
    above: list[tuple[int, SectionKind, bool]] = []  # level, kind, whether those below inherit it
    for index, mark in enumerate(parsed.marks):
        while above and above[-1][0] >= mark.level:
            above.pop()
        inherited = next((kind for _, kind, inherits in reversed(above) if inherits), None)
        if inherited is FRONT and _has_prose(own_texts(parsed, index)):
            inherited = None
        kind = inherited or mark.kind or _kind_by_title(parsed, index, BODY in kinds)
        if kind is BODY and mark.in_toc and is_contents_list(own_texts(parsed, index)):
            kind = FRONT
        above.append((mark.level, kind, passes_on_its_kind(mark.title, kind)))
        kinds.append(kind)
    return tuple(kinds if _has_body(parsed, kinds) else _only_titles_say(parsed, kinds))


def own_texts(parsed: ParsedBook, index: int) -> list[str]:
    """The paragraphs of a section without those of the sections below it."""
    mark = parsed.marks[index]
    first = mark.at + mark.heading_blocks
    stop = min((other.at for other in parsed.marks if other.at >= first and other is not mark), default=None)
    return _texts(parsed, first, stop)


def _whole_texts(parsed: ParsedBook, index: int) -> list[str]:
    mark = parsed.marks[index]
    following = (other.at for other in parsed.marks[index + 1 :] if other.level <= mark.level)
    return _texts(parsed, mark.at + mark.heading_blocks, next(following, None))


def _texts(parsed: ParsedBook, first: int, stop: int | None) -> list[str]:
    return [block.text for block in parsed.blocks[first:stop] if block.role is not BlockRole.HEADING]


def _has_body(parsed: ParsedBook, kinds: list[SectionKind]) -> bool:
    return any(kind is BODY and own_texts(parsed, index) for index, kind in enumerate(kinds))


def _only_titles_say(parsed: ParsedBook, kinds: list[SectionKind]) -> list[SectionKind]:
    """A file that is nothing but "Notes" or "References" is read: what only its title calls back matter is its body."""
    return [
        BODY if kind is BACK and mark.kind is None else kind for mark, kind in zip(parsed.marks, kinds, strict=True)
    ]


def _kind_by_title(parsed: ParsedBook, index: int, body_began: bool) -> SectionKind:
    """A chapter may be called like an index or a dedication: then what it holds tells, and in doubt it is read."""
    title = parsed.marks[index].title
    known = known_title(title)
    if known is None:
        return BODY
    at_end = known.kind is BACK and _is_at_end(parsed, index)
    if known.kind is BACK and stands_in_parts(title) and not at_end:
        return BODY
    in_place = {FRONT: not body_began, BACK: at_end}.get(known.kind, True)
    if known.prose or (known.sure and in_place):
        return known.kind
    texts = _whole_texts(parsed, index)
    if known.kind is BOILERPLATE and any(is_notice(text) for text in texts):
        return known.kind
    return BODY if is_running_prose(texts) else known.kind


def _is_at_end(parsed: ParsedBook, index: int) -> bool:
    """A title like "Notes" is back matter where only more of that kind follows at its level or above, and it isn't
    one of several of the same name (those belong to the parts they stand in)."""
    marks = parsed.marks
    title = plain_title(marks[index].title)
    if sum(plain_title(mark.title) == title for mark in marks) > 1:
        return is_bibliography(own_texts(parsed, index))
    following = [mark for mark in marks[index + 1 :] if mark.level <= marks[index].level]
    return all(mark.kind not in {None, BODY} or known_title(mark.title) for mark in following)


def _has_prose(texts: list[str]) -> bool:
    return any(len(text.split()) > 12 and text.rstrip()[-1:] in '.!?”"’' for text in texts)
