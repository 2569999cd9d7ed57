"""Where the text calls a note: a parser marks it by signs that are no characters, which are then lifted out of the text."""

import re
from collections.abc import Callable
from dataclasses import replace

from pipeline.phases.phase1_structure.parsed import Block

_PLAIN = "0123456789*†‡§¶‖"
_SIGNS = "".join(chr(0xFDD0 + at) for at in range(len(_PLAIN)))  # Unicode's noncharacters: no file has them as text
_END = "\ufde0"
_HIDE, _SHOW = str.maketrans(_PLAIN, _SIGNS), str.maketrans(_SIGNS, _PLAIN)
_CALL = re.compile(f"([{_SIGNS}]+){_END}")
CALL_SIGNS = f"{_SIGNS[0]}-{_END}"  # for a character class


def call(label: str) -> str:
    """What a parser leaves in the text for a call of the note `label`; "" where the label is no number and no sign."""
    label = label.strip()
    return label.translate(_HIDE) + _END if label and set(label) <= set(_PLAIN) else ""


def without_calls(text: str) -> str:
    return _CALL.sub("", text)


def lifted(block: Block, name: Callable[[str], str | None] = str) -> Block:
    """The block with its calls as data; `name` gives the note that a label means, None for none."""
    if _END not in block.text:
        return block
    calls: list[tuple[int, str]] = []
    removed: list[tuple[int, int]] = []  # offset in the old text, code points taken out up to there
    taken = 0
    for found in _CALL.finditer(block.text):
        meant = name(found.group(1).translate(_SHOW))
        if meant is not None:
            calls.append((found.start() - taken, meant))
        taken += len(found.group())
        removed.append((found.end(), taken))

    def at(offset: int) -> int:
        return offset - next((gone for end, gone in reversed(removed) if end <= offset), 0)

    return replace(
        block,
        text=without_calls(block.text),
        calls=tuple(calls),
        pages=tuple((at(offset), page) for offset, page in block.pages),
        printed=tuple((at(offset), label) for offset, label in block.printed),
    )
