"""The label that a note begins with: "[1]", "{12}", "*", "[A]", "[Footnote 1: …]", "3"."""

import re
from dataclasses import dataclass

_LABEL = re.compile(
    r"\s*(?:(?P<open>[\[{(])(?:(?:foot)?note\s*)?(?P<inside>\d{1,4}|[*†‡§¶‖]{1,4})(?P<close>[\]})]):?|"
    r"\[(?:(?:foot)?note\s*)?(?P<letter>(?-i:[A-Z]))\]:?|"
    r"\[(?:foot)?note\s*(?P<whole>\d{1,4}|(?-i:[A-Z]))\s*:|"
    r"(?P<bare>\d{1,3}|[*†‡§¶‖]{1,4})[.)]?(?=\s|(?<=[*†‡§¶‖])|(?-i:[“\"‘]?[A-ZÄÖÜ][a-zäöüß])))\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NoteLabel:
    """`literal` is how a text calls the note where its own label is in brackets, else ""; `length` counts the code points
    of the label with the space behind it; `whole`: the brackets hold the note too."""

    label: str
    literal: str
    length: int
    whole: bool


def note_label(text: str) -> NoteLabel | None:
    found = _LABEL.match(text)
    if found is None:
        return None
    label = found["inside"] or found["letter"] or found["whole"] or found["bare"]
    literal = "" if found["bare"] else f"{found['open'] or '['}{label}{found['close'] or ']'}"
    return NoteLabel(label, literal, found.end(), bool(found["whole"]))


def is_in_brackets(text: str) -> bool:
    """Whether the text begins with a note's label in brackets, which nothing else in plain text is."""
    found = note_label(text)
    return found is not None and bool(found.literal)
