"""Footnotes and endnotes: which blocks they are, and each with the call that it belongs to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.exponents import with_exponents
from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.note_labels import note_label
from pipeline.phases.phase1_structure.note_pairs import Note, paired
from pipeline.phases.phase1_structure.note_places import NoteCall, PlacedNote, section_at, with_notes_behind
from pipeline.phases.phase1_structure.parsed import Block, BlockRole, ParsedBook, followers
from schemas.text import SectionKind

_NOTES = re.compile(r"(?:foot|end|rear)?\s?notes(?: to .*| and references)?|anmerkungen|fußnoten|endnoten")
_WAY_BACK = "↩"  # the sign of a link back to the text
READ = frozenset({SectionKind.BODY, SectionKind.UNIT})


def with_notes(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> tuple[ParsedBook, tuple[SectionKind, ...]]:
    """The book with the notes of what is read behind their sections, and one kind for each mark. A note that nothing
    calls stays where it is."""
    notes = list(_notes(parsed))
    found = list(paired(notes, list(_calls(notes, parsed.blocks)), parsed))
    if parsed.format == "pdf":
        parsed, found = with_exponents(parsed, found)
    pairs = [(note, call) for note, call in found if kinds[section_at(parsed.marks, call.block)] in READ]
    placed = [PlacedNote(note.label, note.first, note.last, call) for note, call in pairs]
    return with_notes_behind(_without_literals(parsed, pairs), kinds, placed)


def _notes(parsed: ParsedBook) -> Iterator[Note]:
    """All notes that have a label, each with the unlabelled paragraphs behind it."""
    in_list = _listed(parsed)
    at = 0
    while at < len(parsed.blocks):
        block = parsed.blocks[at]
        is_note = block.role is BlockRole.NOTE or at in in_list or block.text.endswith(_WAY_BACK)
        found = note_label(block.text) if is_note else None
        if block.role is BlockRole.HEADING or not (block.note or found):
            at += 1
            continue
        last = at + 1
        while last < len(parsed.blocks) and _goes_on(parsed.blocks[last], last in in_list):
            last += 1
        listed = at in in_list
        if block.note:
            yield Note(block.note, at, last, listed=listed, head=found.length if found else 0)
        elif found:
            yield Note(found.label, at, last, found.literal, found.length, listed, found.whole)
        at = last


def _goes_on(block: Block, listed: bool) -> bool:
    if block.role is BlockRole.HEADING or block.note or note_label(block.text):
        return False
    return listed or block.role is BlockRole.NOTE


def _listed(parsed: ParsedBook) -> frozenset[int]:
    """The blocks of sections that hold nothing but notes, by their titles."""
    found: set[int] = set()
    for mark, stop in zip(parsed.marks, followers(parsed.marks), strict=True):
        if _NOTES.fullmatch(plain_title(mark.title)):
            found.update(range(mark.at + mark.heading_blocks, len(parsed.blocks) if stop is None else stop))
    return frozenset(found)


def _calls(notes: Sequence[Note], blocks: Sequence[Block]) -> Iterator[NoteCall]:
    """The calls in the running text, those that parsers marked and those in brackets that some note has too."""
    own = {at for note in notes for at in range(note.first, note.last)}
    literals = sorted({note.literal for note in notes if note.literal}, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, literals))) if literals else None
    for at, block in enumerate(blocks):
        if at in own:
            continue
        found = [NoteCall(at, offset, offset, label) for offset, label in block.calls]
        if pattern:
            found += [NoteCall(at, one.start(), one.end(), one.group()) for one in pattern.finditer(block.text)]
        yield from sorted(found, key=lambda one: one.start)


def _without_literals(parsed: ParsedBook, pairs: Sequence[tuple[Note, NoteCall]]) -> ParsedBook:
    """The book without the calls in its text and without the labels of their notes; offsets of calls stay true."""
    blocks = list(parsed.blocks)
    furniture: list[str] = []
    for note, call in sorted(pairs, key=lambda pair: (pair[1].block, -pair[1].start)):
        furniture.append(blocks[call.block].text[call.start : call.end] + blocks[note.first].text[: note.head])
        if call.end > call.start:
            blocks[call.block] = blocks[call.block].without([(call.start, call.end)])
        if note.head:
            blocks[note.first] = blocks[note.first].without([(0, note.head)])
        last = blocks[note.last - 1]
        blocks[note.last - 1] = replace(last, text=_ended(last.text, note.whole))
    return replace(parsed, blocks=tuple(blocks), furniture=(*parsed.furniture, *filter(None, furniture)))


def _ended(text: str, whole: bool) -> str:
    """The end of a note without the link back, and without the bracket that holds the `whole` note."""
    text = text.removesuffix(_WAY_BACK).rstrip()
    return text.removesuffix("]").rstrip() if whole else text
