"""Notes by their links: a call links to a note that links back to it, whatever either looks like."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from pipeline.phases.phase1_structure.note_calls import call, without_calls
from pipeline.phases.phase1_structure.note_labels import note_label
from pipeline.phases.phase1_structure.parsers.mark_signs import is_mark, is_way_back
from pipeline.phases.phase1_structure.parsers.markup import MarkupReader
from pipeline.phases.phase1_structure.parsers.markup_elements import Link, MarkupBlock, plain

LONGEST_NOTE = 12  # blocks in which the way back is looked for
NEAR = 6  # blocks from note to note of a list
FEWEST_WORDS = 3  # around a link in running text
_STOPS = "])}.: \t\n"  # behind a label at the head of a note

Place = tuple[str, str]  # file, anchor


def place_of(target: str, file: str) -> Place:
    """What a link in this file points to."""
    path, _, anchor = target.partition("#")
    return (normpath(join(dirname(file), unquote(path))) if path else file, unquote(anchor))


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """A link with its block's place in reading order."""

    file: str
    at: int
    block: MarkupBlock
    link: Link

    @property
    def before(self) -> str:
        return without_calls(self.block.text[: self.link.start])

    @property
    def after(self) -> str:
        return without_calls(self.block.text[self.link.end :]) if self.stands else self.rest

    @property
    def rest(self) -> str:
        return without_calls(self.block.text[self.link.start :])

    @property
    def stands(self) -> bool:
        """Whether its words are in the text still: what is marked up as a call has left it."""
        return self.block.text[self.link.start : self.link.end] == self.link.text

    @property
    def is_head(self) -> bool:
        return not _has_words(self.before)

    @property
    def is_tail(self) -> bool:
        return not _has_words(self.after)

    @property
    def leads_back(self) -> bool:
        return is_way_back(self.link.text)

    @property
    def words_around(self) -> int:
        return len(self.before.split()) + len(self.after.split())


@dataclass(frozen=True, slots=True)
class _Pair:
    call: _Placed
    note: int  # the block with which it begins
    back: _Placed


def with_linked_notes(readers: Mapping[str, MarkupReader]) -> None:
    """Makes calls of the links to notes, and takes the links back out of the notes; all in the readers' blocks."""
    _Notes(readers).settle()


class _Notes:
    def __init__(self, readers: Mapping[str, MarkupReader]) -> None:
        self.readers = readers
        self.blocks = [block for reader in readers.values() for block in reader.blocks]
        self.links: list[_Placed] = []
        self.by_block: dict[int, list[_Placed]] = {}
        self.anchors: dict[Place, int] = {}
        at = 0
        for file, reader in readers.items():
            for block in reader.blocks:
                for name, _ in block.anchors:
                    self.anchors.setdefault((file, name), at)
                for link in block.links:
                    self.links.append(_Placed(file, at, block, link))
                    self.by_block.setdefault(at, []).append(self.links[-1])
                at += 1

    def target(self, one: _Placed) -> int | None:
        return self.anchors.get(place_of(one.link.href, one.file))

    def settle(self) -> None:
        pairs = list(self._pairs())
        begun = sorted({pair.note for pair in pairs})
        cuts: dict[int, list[tuple[int, int, str]]] = {}
        calls = [pair.call for pair in pairs]
        if begun:
            called = set(calls)
            calls += [one for one in self.links if self._is_called_alone(one, called, begun)]
        for pair in pairs:
            for block in self.blocks[pair.note : pair.back.at + 1]:  # all up to the way back is the note's
                block.note = True
        self._take_back([pair.back for pair in pairs])
        for one in calls:
            if one.stands:
                self._make_call(one, cuts)
        notes = {*begun, *(at for one in calls if (at := self.target(one)) is not None)}
        backs = {(pair.back.at, pair.back.link.start): pair.back for pair in pairs}
        for one in self.links:
            inside = one.at in notes or one.block.note
            if (inside and one.leads_back and one.link.text.strip()) or (one.at, one.link.start) in backs:
                self._cut_back(one, cuts)
        for at, spans in cuts.items():
            self.blocks[at].rewrite(spans)
        for reader in self.readers.values():
            _drop_empty(reader.blocks)

    def _pairs(self) -> Iterator[_Pair]:
        """Each pair once: the call is what stands in a text, the way back what begins or ends one; else what comes first."""
        found: dict[frozenset[tuple[int, int]], tuple[tuple[bool, int], _Pair]] = {}
        aimed = {at for one in self.links if (at := self.target(one)) is not None}
        for one in self.links:
            note = self.target(one)
            if note is None or one.block.heading or self.blocks[note].heading or one.leads_back or note == one.at:
                continue
            back = self._way_back(one, note, aimed)
            if back is None or (one.is_head and note < one.at) or not self._is_called(one, note, back):
                continue
            key = frozenset({(one.at, one.link.start), (back.at, back.link.start)})
            weight = (one.is_head or not (back.is_head or back.leads_back), one.at)
            if key not in found or weight < found[key][0]:
                found[key] = (weight, _Pair(one, note, back))
        yield from (pair for _, pair in sorted(found.values(), key=lambda each: each[1].call.at))

    def _way_back(self, one: _Placed, note: int, aimed: set[int]) -> _Placed | None:
        """The link with which the note begins or ends and that points to the call's block."""
        for at in range(note, min(note + LONGEST_NOTE, len(self.blocks))):
            if at > note and (at in aimed or self.blocks[at].heading):
                return None
            for back in self.by_block.get(at, ()):
                if self.target(back) == one.at and (
                    (at == note and back.is_head) or (back.is_tail and (back.leads_back or is_mark(back.link.text)))
                ):
                    return back
        return None

    def _is_called(self, one: _Placed, note: int, back: _Placed) -> bool:
        """No entry of a contents list that its chapter's title links back to."""
        alone = back.at == note and back.words_around == 0
        if is_mark(one.link.text):
            return one.words_around > 0 and (not alone or is_mark(back.link.text) or back.leads_back)
        return not alone and one.words_around >= FEWEST_WORDS and back.words_around >= FEWEST_WORDS

    def _is_called_alone(self, one: _Placed, called: Set[_Placed], notes: Sequence[int]) -> bool:
        """A link to a note that has no way back itself and stands among those that have."""
        at = self.target(one)
        if at is None or not one.stands or not is_mark(one.link.text) or one.is_head or one.leads_back:
            return False
        if one in called or one.block.heading or self.blocks[at].heading or _near(notes, one.at) == one.at:
            return False
        note = _near(notes, at)
        between = self.blocks[min(note, at) : max(note, at) + 1]
        return len(between) <= NEAR and not any(block.heading for block in between)

    def _take_back(self, backs: Sequence[_Placed]) -> None:
        """A way back that is marked up like a call calls nothing."""
        for file, reader in self.readers.items():
            targets = {back.link.href for back in backs if back.file == file}
            reader.calls[:] = ["" if target in targets else target for target in reader.calls]

    def _make_call(self, one: _Placed, cuts: dict[int, list[tuple[int, int, str]]]) -> None:
        """A mark leaves the text, a word that calls stays in it."""
        reader, link = self.readers[one.file], one.link
        reader.calls.append(link.href)
        sign = call(str(len(reader.calls) - 1))
        if not is_mark(link.text):
            cuts.setdefault(one.at, []).append((link.end, link.end, sign))
            return
        start, end = _with_brackets(one.block.text, link)
        reader.furniture.append(one.block.text[start:end])
        cuts.setdefault(one.at, []).append((start, end, sign))

    def _cut_back(self, one: _Placed, cuts: dict[int, list[tuple[int, int, str]]]) -> None:
        """What leads back leaves the note; a label at its head is told by its looks later, if it has those of one."""
        if not one.stands or not (one.leads_back or is_mark(one.link.text)):
            return
        text = one.block.text
        if one.is_head and not one.leads_back and note_label(plain(text)):
            return
        start, end = one.link.start, one.link.end
        if one.is_head:
            end += len(text[end:]) - len(text[end:].lstrip(_STOPS))
            start = 0
        else:
            start, end = _with_brackets(text, one.link)
        self.readers[one.file].furniture.append(text[start:end])
        cuts.setdefault(one.at, []).append((start, end, ""))


def _drop_empty(blocks: list[MarkupBlock]) -> None:
    """A label in a block of its own leaves it empty: what points there points to the note below."""
    for block, below in pairwise(blocks):
        if not block.text.strip():
            below.anchors[:0] = [(name, 0) for name, _ in block.anchors]
            below.printed[:0] = [(0, label) for _, label in block.printed]
    blocks[:] = [block for block in blocks if block.text.strip()]


def _near(notes: Sequence[int], at: int) -> int:
    """The note's block that is nearest; there is one."""
    place = bisect_left(notes, at)
    return min(notes[max(place - 1, 0) : place + 1], key=lambda note: abs(note - at))


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _with_brackets(text: str, link: Link) -> tuple[int, int]:
    """The link's span with the brackets that stand around it and the space inside them."""
    before, after = text[: link.start].rstrip(), text[link.end :].lstrip()
    closing = {"[": "]", "(": ")", "{": "}"}.get(before[-1:])
    if closing is None or not after.startswith(closing):
        return link.start, link.end
    return len(before) - 1, len(text) - len(after) + 1
