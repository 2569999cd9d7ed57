"""Notes of plain text that are marked by signs: "*", "†", "¹", "[^1]", called by the same sign behind a word."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.phases.phase1_structure.parsed import Block, BlockRole
from pipeline.phases.phase1_structure.parsers.markup_elements import RAISED_TO

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SIGNS = "*†‡‖"
_HEAD = re.compile(rf"(?P<sign>[{_SIGNS}]{{1,4}})|(?P<raised>[{_RAISED}]{{1,3}})|\[\^(?P<name>\w{{1,20}})\]:?")
_CALL = re.compile(
    rf"(?<=[^\s{_SIGNS}])[{_SIGNS}]{{1,4}}(?![\w{_SIGNS}])|(?<=[^\s\d{_RAISED}])[{_RAISED}]{{1,3}}(?![\w{_RAISED}])|\[\^\w{{1,20}}\](?!:)"
)
MOST_NOTES = 2  # for each call; the items of a list begin with signs, too


@dataclass(frozen=True, slots=True)
class _Head:
    """How a note begins: with the sign as its calls have it, and `length` code points of label and space."""

    sign: str
    label: str
    length: int


def with_notes_by_sign(blocks: Sequence[Block]) -> tuple[list[Block], list[str]]:
    """The blocks with such notes and their calls, and what left the text."""
    heads = {at: head for at, block in enumerate(blocks) if (head := _head(block))}
    if not heads:
        return list(blocks), []
    signs = {head.sign for head in heads.values()}
    calls = {at: _calls(block, signs) for at, block in enumerate(blocks) if at not in heads}
    called = Counter(found.group() for each in calls.values() for found in each)
    noted = Counter(head.sign for head in heads.values())
    kept = {sign for sign in signs if 0 < noted[sign] <= MOST_NOTES * called[sign]}
    taken: list[str] = []
    found: list[Block] = []
    for at, block in enumerate(blocks):
        if at in heads and heads[at].sign in kept:
            taken.append(heads[at].sign)
            found.append(_note(block, heads[at]))
        else:
            here = [one for one in calls.get(at, ()) if one.group() in kept]
            if not here:
                found.append(block)
                continue
            taken += [one.group() for one in here]
            block = replace(block, calls=(*block.calls, *((one.start(), _label(one.group())) for one in here)))
            found.append(block.without([one.span() for one in here]))
    return found, taken


def _head(block: Block) -> _Head | None:
    found = _HEAD.match(block.text) if block.role is not BlockRole.HEADING else None
    rest = block.text[found.end() :] if found else ""
    if found is None or not any(char.isalnum() for char in rest) or rest.lstrip()[:1] in _SIGNS:
        return None
    sign = found.group().rstrip(":")
    return _Head(sign, _label(sign), found.end() + len(rest) - len(rest.lstrip()))


def _label(sign: str) -> str:
    return unicodedata.normalize("NFKC", sign.strip("[]^"))


def _calls(block: Block, signs: set[str]) -> list[re.Match[str]]:
    """The calls of one of these signs; a raised number may be an exponent."""
    if not any(sign in block.text for sign in signs):
        return []
    return [
        one
        for one in _CALL.finditer(block.text)
        if one.group() in signs and not (one.group()[0] in _RAISED and RAISED_TO.search(block.text[: one.start()]))
    ]


def _note(block: Block, head: _Head) -> Block:
    """A note that begins with its label as all notes do, save one with a name, which the file gives itself."""
    if head.label.isdecimal() or head.label[0] in _SIGNS:
        rest = block.text[head.length :]
        return replace(block, text=f"{head.label} {rest}", role=BlockRole.NOTE)  # plain text has no pages to move
    return replace(block.without([(0, head.length)]), role=BlockRole.NOTE, note=head.label)
