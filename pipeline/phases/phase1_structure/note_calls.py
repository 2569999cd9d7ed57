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
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
CALL_SIGNS = f"{_SIGNS[0]}-{_END}"  # for a character class


def call(label: str) -> str:
    """What a parser leaves in the text for a call of the note `label`; "" where the label is no number and no sign."""
    label = label.strip()
    return label.translate(_HIDE) + _END if label and set(label) <= set(_PLAIN) else ""


def without_calls(text: str) -> str:
    return _CALL.sub("", text) if _END in text else text


def ends_in_call(text: str) -> bool:
    return text.endswith(_END)


def raised_digits(number: str) -> str:
    return number.translate(_SUPERSCRIPTS)


def opening_call(text: str) -> tuple[str, str]:
    """The label of a call that stands at the text's head, or "", and the rest of the text."""
    found = _CALL.match(text) if _END in text else None
    return (found.group(1).translate(_SHOW), text[found.end() :]) if found else ("", text)


def calls_in(text: str) -> list[str]:
    """The labels that the signs in the text call."""
    return [found.group(1).translate(_SHOW) for found in _CALL.finditer(text)] if _END in text else []


def lifted(block: Block, name: Callable[[str], str | None] = str) -> Block:
    """The block with its calls as data; `name` gives the note that a label means, None for none."""
    if _END not in block.text:
        return block
    found = list(_CALL.finditer(block.text))
    named = [(one.start(), name(one.group(1).translate(_SHOW))) for one in found]
    calls = tuple((at, label) for at, label in named if label is not None)
    return replace(block, calls=calls).without([one.span() for one in found])
