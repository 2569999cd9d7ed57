"""Calls of notes in HTML and EPUB: links to the blocks where the notes begin."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from pipeline.phases.phase1_structure.note_calls import lifted
from pipeline.phases.phase1_structure.parsed import Block, BlockRole
from pipeline.phases.phase1_structure.parsers.markup_elements import MarkupBlock

Place = tuple[str, str]  # file, anchor


def with_targets(blocks: Sequence[Block], markup: Sequence[MarkupBlock], calls: Sequence[str]) -> list[Block]:
    """The blocks of one file with their calls, and with a label for the notes that they point to."""
    anchors: dict[Place, int] = {}
    for at, one in enumerate(markup):
        for name, _ in one.anchors:
            anchors.setdefault(("", name), at)
    return linked(blocks, anchors, {"": calls})


def linked(blocks: Sequence[Block], anchors: Mapping[Place, int], calls: Mapping[str, Sequence[str]]) -> list[Block]:
    """The same of several files; `anchors` says at which block a place is, `calls` what each file's calls point to."""
    found: list[Block] = []
    labels: dict[int, str] = {}
    for at, block in enumerate(blocks):
        file = block.file or ""

        def name(number: str, file: str = file, at: int = at) -> str | None:
            target = calls[file][int(number)] if int(number) < len(calls.get(file, ())) else ""
            path, mark, anchor = target.partition("#")
            if not mark:
                return target or None
            place = (normpath(join(dirname(file), unquote(path))) if path else file, unquote(anchor))
            block_at = anchors.get(place)
            if block_at is None or block_at == at or blocks[block_at].role is BlockRole.HEADING:
                return None
            return labels.setdefault(block_at, str(len(labels) + 1))

        found.append(lifted(block, name))
    return [replace(block, note=labels[at]) if at in labels else block for at, block in enumerate(found)]
