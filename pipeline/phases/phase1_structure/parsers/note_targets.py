"""Calls of notes in HTML and EPUB: links to the blocks where the notes begin."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from pipeline.phases.phase1_structure.note_calls import lifted
from pipeline.phases.phase1_structure.parsed import Block, BlockRole
from pipeline.phases.phase1_structure.parsers.markup_elements import MarkupBlock
from pipeline.phases.phase1_structure.parsers.note_links import Place, place_of


def with_targets(blocks: Sequence[Block], markup: Sequence[MarkupBlock], calls: Sequence[str]) -> list[Block]:
    """The blocks of one file with their calls, and with a label for the notes that they point to."""
    anchors: dict[Place, int] = {}
    for at, one in enumerate(markup):
        for name, _ in one.anchors:
            anchors.setdefault(("", name), at)
    return linked(blocks, anchors, {"": calls})


def linked(blocks: Sequence[Block], anchors: Mapping[Place, int], calls: Mapping[str, Sequence[str]]) -> list[Block]:
    """The same of several files; `anchors` says at which block a place is, `calls` what each file's calls point to."""
    labels: dict[int, str] = {}
    found = [
        lifted(block, partial(_label, block.file or "", calls.get(block.file or "", ()), anchors, blocks, labels))
        for block in blocks
    ]
    return [replace(block, note=labels[at]) if at in labels else block for at, block in enumerate(found)]


def _label(
    file: str,
    calls: Sequence[str],
    anchors: Mapping[Place, int],
    blocks: Sequence[Block],
    labels: dict[int, str],
    number: str,
) -> str | None:
    """The label of the note that a file's call of this number means; a new note gets the next of `labels`."""
    target = calls[int(number)] if int(number) < len(calls) else ""
    if "#" not in target:
        return target or None
    at = anchors.get(place_of(target, file))
    if at is None or blocks[at].role is BlockRole.HEADING:
        return None
    return labels.setdefault(at, str(len(labels) + 1))
