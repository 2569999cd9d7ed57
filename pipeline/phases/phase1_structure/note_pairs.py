"""Notes and their calls: by the file's links, on one page, between two groups of notes, or run by run in a list of them."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.phases.phase1_structure.note_places import NoteCall, section_at
from pipeline.phases.phase1_structure.parsed import Block, ParsedBook

LEAST_SHARED = 0.5  # of a run's labels a chapter's calls must have to be the run's chapter


@dataclass(frozen=True, slots=True)
class Note:
    """The blocks [first, last) of a note; `literal` is how the text calls it where its calls are still in the text, `head`
    counts the code points of its own label; `listed`: it stands in a list of notes; `whole`: in brackets as a whole."""

    label: str
    first: int
    last: int
    literal: str = ""
    head: int = 0
    listed: bool = False
    whole: bool = False


def paired(notes: Sequence[Note], calls: Sequence[NoteCall], parsed: ParsedBook) -> Iterator[tuple[Note, NoteCall]]:
    """The notes that a call was found for, each with it; no call is taken twice."""
    blocks = parsed.blocks
    linked = [note for note in notes if blocks[note.first].note is not None]
    listed = [note for note in notes if blocks[note.first].note is None and note.listed]
    at_foot = [note for note in notes if blocks[note.first].note is None and not note.listed]
    used: set[int] = set()
    for found in (
        _linked(linked, calls),
        _at_foot(at_foot, calls, parsed),
        _in_lists(listed, calls, blocks),
    ):
        for note, at in found:
            if at not in used:
                used.add(at)
                yield note, calls[at]


def _linked(notes: Sequence[Note], calls: Sequence[NoteCall]) -> Iterator[tuple[Note, int]]:
    """A note may be called several times: the first call has it."""
    first: dict[str, int] = {}
    for at, call in enumerate(calls):
        first.setdefault(call.label, at)
    for note in notes:
        if note.label in first:
            yield note, first[note.label]


def _fits(note: Note, call: NoteCall) -> bool:
    return call.label == note.label or (bool(note.literal) and call.label == note.literal)


def _at_foot(notes: Sequence[Note], calls: Sequence[NoteCall], parsed: ParsedBook) -> Iterator[tuple[Note, int]]:
    """On paper a note belongs to a call on its page; without pages to one since the notes before it, at least in its top
    section. Equal signs go in order."""
    pages = _pages(parsed.blocks)
    of_page: dict[int | None, list[int]] = {}
    for at, call in enumerate(calls):
        of_page.setdefault(_page_at(parsed.blocks[call.block], call.start, pages[call.block]), []).append(at)
    by_block = [call.block for call in calls]
    used: set[int] = set()
    begins = 0  # where the calls begin that stand behind the group of notes before
    last_group = -2
    for note in notes:
        page = _page_at(parsed.blocks[note.first], 0, pages[note.first])
        stop = bisect_right(by_block, note.first)
        if note.first != last_group:
            begins = bisect_right(by_block, last_group) if last_group >= 0 else 0
        if page is not None:
            near: Sequence[int] = sorted(of_page.get(page, []), key=lambda at: _is_doubtful(calls[at], parsed.blocks))
            if not any(_fits(note, calls[at]) for at in near) and note.label.isdecimal():
                near = of_page.get(page - 1, [])  # called at the page's end
        else:
            own = bisect_right(by_block, _top(parsed, note.first) - 1)  # no call of the chapter before
            near = [*range(max(begins, own), stop), *range(begins - 1, own - 1, -1)]
        chosen = next((at for at in near if at not in used and _fits(note, calls[at])), None)
        if chosen is not None:
            used.add(chosen)
            yield note, chosen
        last_group = note.last


def _is_doubtful(call: NoteCall, blocks: Sequence[Block]) -> bool:
    """A raised number behind a bracket may be an exponent: "(1 − x)²"."""
    return blocks[call.block].text[call.start - 1 : call.start] in {")", "]", "}"}


def _top(parsed: ParsedBook, block: int) -> int:
    """The block with which the top section of this block begins."""
    at = section_at(parsed.marks, block)
    while at and parsed.marks[at].level > 1:
        at -= 1
    return parsed.marks[at].at


def _pages(blocks: Sequence[Block]) -> list[int | None]:
    """The page on which each block begins; None in a book without pages."""
    found: list[int | None] = []
    page: int | None = None
    for block in blocks:
        if block.pages and block.pages[0][0] == 0:
            page = block.pages[0][1]
        found.append(page)
        page = block.pages[-1][1] if block.pages else page
    return found


def _page_at(block: Block, offset: int, first: int | None) -> int | None:
    """A call at the very end of a page stands on it still."""
    held = [page for at, page in block.pages if at < offset or at == 0]
    return held[-1] if held else first


def _in_lists(notes: Sequence[Note], calls: Sequence[NoteCall], blocks: Sequence[Block]) -> Iterator[tuple[Note, int]]:
    """Runs of notes whose labels begin anew, each with the chapter's run of calls that shares its labels, in order."""
    if not notes:
        return
    before = [at for at, call in enumerate(calls) if call.block < notes[0].first]
    labels = {label for note in notes for label in (note.label, note.literal) if label}
    runs_of_calls = _runs(
        [at for at in before if calls[at].label in labels],
        [calls[at].label for at in before if calls[at].label in labels],
    )
    runs_of_notes = _runs(list(range(len(notes))), [note.label for note in notes])
    position = 0
    one_to_one = len(runs_of_calls) == len(runs_of_notes)
    for number, run in enumerate(runs_of_notes):
        wanted = [notes[at] for at in run]
        chosen = number if one_to_one else _sharing(wanted, runs_of_calls, calls, position)
        if chosen is None:
            continue
        position = chosen + 1
        left = list(runs_of_calls[chosen])
        for note in wanted:
            at = next((at for at in left if _fits(note, calls[at])), None)
            if at is not None:
                left.remove(at)
                yield note, at


def _runs(places: Sequence[int], labels: Sequence[str]) -> list[list[int]]:
    """The places cut where their numbers don't go up."""
    if not places:
        return []
    runs = [[places[0]]]
    for (_, before), (place, label) in pairwise(zip(places, labels, strict=True)):
        if _value(label) <= _value(before):
            runs.append([])
        runs[-1].append(place)
    return runs


def _value(label: str) -> int:
    bare = label.strip("[]{}()")
    return int(bare) if bare.isdecimal() else ord(bare[0]) + 1000 * len(bare) if bare else 0


def _sharing(
    notes: Sequence[Note], runs: Sequence[Sequence[int]], calls: Sequence[NoteCall], position: int
) -> int | None:
    """The first run from `position` on that shares enough of the labels."""
    for number in range(position, len(runs)):
        shared = sum(any(_fits(note, calls[at]) for at in runs[number]) for note in notes)
        if shared >= LEAST_SHARED * max(len(notes), len(runs[number])):
            return number
    return None
