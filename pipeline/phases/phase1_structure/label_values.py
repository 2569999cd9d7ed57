"""What a heading's number counts: the values of "CHAPTER IV.", "PART THE SECOND", "1.3"."""

import re

from pipeline.numerals import number_of
from pipeline.phases.phase1_structure.labels import label_of, unit_of


def values_of(title: str) -> tuple[int, ...]:
    """(4,) for "CHAPTER IV. Of salt", (1, 3) for "1.3 Kinds"; empty where there is no number."""
    label = label_of(title)
    if label is None:
        return ()
    for word in reversed(re.findall(r"[^\W_]+(?:\.\s?\d+)*", label.casefold())):
        if word[0].isdigit():
            return tuple(int(piece) for piece in re.findall(r"\d+", word))
        value = number_of(word)
        if value is not None:
            return (value,)
    return ()


def depth_of(title: str) -> int:
    """How deep a decimal number is: 2 for "1.3 Kinds"; 1 for all else."""
    return max(len(values_of(title)), 1) if unit_of(title) == "number" else 1
