"""Notes as sections of their own behind the section that calls them."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from schemas.text import SectionKind


@dataclass(frozen=True, slots=True)
class NoteCall:
    """Where the text calls a note; [start, end) is empty where a parser has taken the call out already."""

    block: int
    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class PlacedNote:
    """The blocks [first, last) of a note and its call, as it was before anything was cut."""

    label: str
    first: int
    last: int
    call: NoteCall


def section_at(marks: Sequence[Mark], block: int) -> int:
    """Index of the mark whose section the block stands in."""
    return max(bisect_right(marks, block, key=lambda mark: mark.at) - 1, 0)


def with_notes_behind(
    parsed: ParsedBook, kinds: Sequence[SectionKind], notes: Sequence[PlacedNote]
) -> tuple[ParsedBook, tuple[SectionKind, ...]]:
    """The book with each note behind the own text of the section (no unit) that calls it, in the order of the calls."""
    notes = sorted(notes, key=lambda note: (note.call.block, note.call.start))
    moved = {at for note in notes for at in range(note.first, note.last)}
    parsed = replace(parsed, blocks=_with_places(parsed.blocks, moved))
    behind: dict[int, list[PlacedNote]] = {}
    owners, followers = _sections_around(parsed, kinds)
    for note in notes:
        behind.setdefault(followers[section_at(parsed.marks, note.call.block)], []).append(note)
    order: list[int] = []
    for at in range(len(parsed.blocks) + 1):
        order.extend(one for note in behind.get(at, ()) for one in range(note.first, note.last))
        order.extend([at] if at < len(parsed.blocks) and at not in moved else [])
    new = _new_places(order, moved, len(parsed.blocks))
    together = [(replace(mark, at=new[mark.at]), kind) for mark, kind in zip(parsed.marks, kinds, strict=True)]
    index_of = {old: index for index, old in enumerate(order)}
    shorter: dict[int, int] = {}  # code points cut before later calls of a block
    for note in notes:
        call = note.call
        owner = parsed.marks[owners[section_at(parsed.marks, call.block)]]
        place = (index_of[call.block], call.start - shorter.get(call.block, 0))
        shorter[call.block] = shorter.get(call.block, 0) + call.end - call.start
        mark = _mark(note, parsed.blocks[note.first], owner.level + 1, index_of[note.first], place)
        together.append((mark, SectionKind.NOTE))
    together.sort(key=lambda pair: pair[0].at)  # a note's block is no other mark's
    blocks = [parsed.blocks[at] for at in order]
    return (
        replace(
            parsed,
            blocks=tuple(
                replace(block, role=BlockRole.NOTE) if at in moved else block
                for block, at in zip(blocks, order, strict=True)
            ),
            marks=tuple(mark for mark, _ in together),
        ),
        tuple(kind for _, kind in together),
    )


def _with_places(blocks: Sequence[Block], moved: set[int]) -> tuple[Block, ...]:
    """The blocks with the pages on which they begin, which follow from their order no more once notes have moved; the
    running text goes on from the running text."""
    found: list[Block] = []
    text: tuple[int | None, str | None] = (None, None)
    last = text
    for at, block in enumerate(blocks):
        page, label = last if at in moved else text
        pages, printed = block.pages, block.printed
        if page is not None and (not pages or pages[0][0] > 0):
            pages = ((0, page), *pages)
        if label is not None and (not printed or printed[0][0] > 0):
            printed = ((0, label), *printed)
        last = (pages[-1][1] if pages else page, printed[-1][1] if printed else label)
        text = text if at in moved else last
        found.append(replace(block, pages=pages, printed=printed))
    return tuple(found)


def _sections_around(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> tuple[list[int], list[int]]:
    """For each mark the last one up to it that is no unit, and the block where the next such one begins."""
    owners: list[int] = []
    for index, kind in enumerate(kinds):
        owners.append(owners[-1] if kind is SectionKind.UNIT and owners else index)
    followers = [len(parsed.blocks)] * len(kinds)
    following = len(parsed.blocks)
    for index in range(len(kinds) - 1, -1, -1):
        followers[index] = following
        if kinds[index] is not SectionKind.UNIT:
            following = parsed.marks[index].at
    return owners, followers


def _new_places(order: Sequence[int], moved: set[int], count: int) -> list[int]:
    """Where each block's mark goes: to the block itself, or to the next that stays."""
    index_of = {old: index for index, old in enumerate(order)}
    places = [len(order)] * (count + 1)
    for at in range(count - 1, -1, -1):
        places[at] = places[at + 1] if at in moved else index_of[at]
    return places


def _mark(note: PlacedNote, block: Block, level: int, at: int, call: tuple[int, int]) -> Mark:
    return Mark(
        f"Note {note.label}",
        level,
        at,
        in_toc=False,
        kind=SectionKind.NOTE,
        call=call,
        source=block.source,
        href=block.file,
        page=block.page,
    )
