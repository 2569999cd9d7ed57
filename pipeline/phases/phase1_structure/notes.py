"""Footnotes and endnotes: each found with its call, and put as a section of its own behind the section that calls it."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, Mark, ParsedBook
from schemas.text import SectionKind

_LABEL = re.compile(
    r"\s*(?:(?P<open>[\[{(])(?:(?:foot)?note\s*)?(?P<inside>\d{1,4}|[*†‡§¶‖]{1,4})(?P<close>[\]})]):?|"
    r"(?P<bare>\d{1,4}|[*†‡§¶‖]{1,4})[.)]?(?=\s|(?<=[*†‡§¶‖])))\s*",
    re.IGNORECASE,
)
_NOTES = re.compile(r"(?:foot|end|rear)?\s?notes(?: to .*| and references)?|anmerkungen|fußnoten|endnoten")
_WAY_BACK = "↩"  # the sign of a link back to the text
READ = frozenset({SectionKind.BODY, SectionKind.UNIT})


@dataclass(frozen=True, slots=True)
class _Note:
    """The blocks [first, last) of a note; `literal` is how the text calls it where its calls are still in the text, `head`
    counts the code points of its own label."""

    label: str
    first: int
    last: int
    literal: str = ""
    head: int = 0
    listed: bool = False  # in a list of notes, which follow the order of their calls


@dataclass(frozen=True, slots=True)
class _Call:
    block: int
    start: int
    end: int
    label: str


def with_notes(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> tuple[ParsedBook, tuple[SectionKind, ...]]:
    """The book with the notes of what is read behind their sections, and one kind for each mark. A note that nothing
    calls stays where it is."""
    notes = list(_notes(parsed))
    if not notes:
        return parsed, tuple(kinds)
    pairs = [
        (note, call)
        for note, call in _paired(notes, parsed.blocks)
        if kinds[_section(parsed.marks, call.block)] in READ and not _is_inside(parsed.marks, kinds, note, call)
    ]
    return _moved(_without_literals(parsed, pairs), kinds, pairs)


def _section(marks: Sequence[Mark], block: int) -> int:
    return max(bisect_right(marks, block, key=lambda mark: mark.at) - 1, 0)


def _is_inside(marks: Sequence[Mark], kinds: Sequence[SectionKind], note: _Note, call: _Call) -> bool:
    """A list of notes that calls them itself."""
    return note.first <= call.block < note.last


def _notes(parsed: ParsedBook) -> Iterator[_Note]:
    """All notes that have a label, each with the unlabelled paragraphs behind it."""
    in_list = _listed(parsed)
    at = 0
    while at < len(parsed.blocks):
        block = parsed.blocks[at]
        is_note = block.role is BlockRole.NOTE or at in in_list or block.text.endswith(_WAY_BACK)
        found = _LABEL.match(block.text) if is_note else None
        if block.role is BlockRole.HEADING or not (block.note or found):
            at += 1
            continue
        last = at + 1
        while last < len(parsed.blocks) and _goes_on(parsed.blocks[last], block, last in in_list):
            last += 1
        if block.note:
            yield _Note(block.note, at, last, listed=at in in_list, head=found.end() if found else 0)
        elif found:
            label = found["inside"] or found["bare"]
            literal = f"{found['open']}{label}{found['close']}" if found["inside"] else ""
            yield _Note(label, at, last, literal, found.end(), at in in_list)
        at = last


def _goes_on(block: Block, first: Block, listed: bool) -> bool:
    if block.role is BlockRole.HEADING or block.note or _LABEL.match(block.text):
        return False
    return block.role is BlockRole.NOTE or (listed and first.role is not BlockRole.NOTE)


def _listed(parsed: ParsedBook) -> frozenset[int]:
    """The blocks of sections that hold nothing but notes, by their titles."""
    found: set[int] = set()
    for index, mark in enumerate(parsed.marks):
        if _NOTES.fullmatch(plain_title(mark.title)):
            stop = next((other.at for other in parsed.marks[index + 1 :] if other.level <= mark.level), None)
            found.update(range(mark.at + mark.heading_blocks, len(parsed.blocks) if stop is None else stop))
    return frozenset(found)


def _paired(notes: Sequence[_Note], blocks: Sequence[Block]) -> Iterator[tuple[_Note, _Call]]:
    """Each note with its call: in a list of notes the next with its label, at a page's foot the nearest above it."""
    calls = list(_calls(notes, blocks))
    used: set[int] = set()
    position = 0
    for note in notes:
        fitting = [
            at
            for at in range(len(calls))
            if at not in used and calls[at].label in {note.label, note.literal} and _may_call(calls[at], note, blocks)
        ]
        if note.listed:
            chosen = next((at for at in fitting if at >= position), None)
        else:
            chosen = max((at for at in fitting if calls[at].block < note.first), default=None)
        if chosen is None:
            continue
        used.add(chosen)
        position = chosen + 1
        yield note, calls[chosen]


def _may_call(call: _Call, note: _Note, blocks: Sequence[Block]) -> bool:
    return blocks[note.first].note is not None or call.block < note.first


def _calls(notes: Sequence[_Note], blocks: Sequence[Block]) -> Iterator[_Call]:
    """The calls in the running text, those that parsers marked and those in brackets that some note has too."""
    own = {at for note in notes for at in range(note.first, note.last)}
    literals = sorted({note.literal for note in notes if note.literal}, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, literals))) if literals else None
    for at, block in enumerate(blocks):
        if at in own:
            continue
        found = [_Call(at, offset, offset, label) for offset, label in block.calls]
        if pattern:
            found += [_Call(at, one.start(), one.end(), one.group()) for one in pattern.finditer(block.text)]
        yield from sorted(found, key=lambda one: one.start)


def _without_literals(parsed: ParsedBook, pairs: Sequence[tuple[_Note, _Call]]) -> ParsedBook:
    """The book without the calls in its text and without the labels of their notes; offsets of calls stay true."""
    blocks = list(parsed.blocks)
    for note, call in sorted(pairs, key=lambda pair: (pair[1].block, -pair[1].start)):
        if call.end > call.start:
            blocks[call.block] = _cut(blocks[call.block], call.start, call.end)
        if note.head:
            blocks[note.first] = _cut(blocks[note.first], 0, note.head)
        last = blocks[note.last - 1]
        blocks[note.last - 1] = replace(last, text=last.text.removesuffix(_WAY_BACK).rstrip())
    return replace(parsed, blocks=tuple(blocks))


def _cut(block: Block, start: int, end: int) -> Block:
    """The block without [start, end); the space before a call in brackets goes with it."""

    def at(offset: int) -> int:
        return offset if offset <= start else max(offset - (end - start), start)

    return replace(
        block,
        text=block.text[:start] + block.text[end:],
        pages=tuple((at(offset), page) for offset, page in block.pages),
        printed=tuple((at(offset), label) for offset, label in block.printed),
        calls=tuple((at(offset), label) for offset, label in block.calls),
    )


def _moved(
    parsed: ParsedBook, kinds: Sequence[SectionKind], pairs: Sequence[tuple[_Note, _Call]]
) -> tuple[ParsedBook, tuple[SectionKind, ...]]:
    """Notes behind the own text of the section that calls them, in the order of their calls."""
    shorter: dict[int, int] = {}  # code points cut before later calls of a block
    behind: dict[int, list[tuple[_Note, int, int]]] = {}
    levels: dict[int, int] = {}
    for note, call in sorted(pairs, key=lambda pair: (pair[1].block, pair[1].start)):
        offset = call.start - shorter.get(call.block, 0)
        shorter[call.block] = shorter.get(call.block, 0) + call.end - call.start
        section = _section(parsed.marks, call.block)
        while kinds[section] is SectionKind.UNIT and section:
            section -= 1
        next_one = (
            mark.at
            for mark, kind in zip(parsed.marks[section + 1 :], kinds[section + 1 :], strict=True)
            if kind is not SectionKind.UNIT
        )
        place = next(next_one, len(parsed.blocks))
        behind.setdefault(place, []).append((note, call.block, offset))
        levels[note.first] = parsed.marks[section].level + 1
    moved = {at for note, _ in pairs for at in range(note.first, note.last)}
    order: list[int] = []
    for at in range(len(parsed.blocks) + 1):
        order.extend(one for note, *_ in behind.get(at, ()) for one in range(note.first, note.last))
        order.extend([at] if at < len(parsed.blocks) and at not in moved else [])
    new = {old: index for index, old in enumerate(order)}
    marks = [
        (
            replace(
                mark, at=next((new[at] for at in range(mark.at, len(parsed.blocks)) if at not in moved), len(order))
            ),
            kind,
        )
        for mark, kind in zip(parsed.marks, kinds, strict=True)
    ]
    added = [
        (
            Mark(
                f"Note {note.label}".removesuffix(" "),
                levels[note.first],
                new[note.first],
                in_toc=False,
                kind=SectionKind.NOTE,
                call=(new[block], offset),
                source=parsed.blocks[note.first].source,
                href=parsed.blocks[note.first].file,
                page=parsed.blocks[note.first].pages[0][1] + 1 if parsed.blocks[note.first].pages else None,
            ),
            SectionKind.NOTE,
        )
        for notes in behind.values()
        for note, block, offset in notes
    ]
    together = sorted([*added, *marks], key=lambda pair: pair[0].at)
    return (
        replace(
            parsed,
            blocks=tuple(
                replace(parsed.blocks[at], role=BlockRole.NOTE) if at in moved else parsed.blocks[at] for at in order
            ),
            marks=tuple(mark for mark, _ in together),
        ),
        tuple(kind for _, kind in together),
    )
