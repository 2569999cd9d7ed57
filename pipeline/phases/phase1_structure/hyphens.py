"""Words parted at a line's end: joined, or kept as the compound they are."""

import re
from collections.abc import Iterable

_HYPHEN = "[-‐⸗]"  # the last is Fraktur's
_HYPHENATED = re.compile(r"(?<![\w-])\w+(?:[-‐]\w+)+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_BEFORE = re.compile(r"([\w’']+(?:[-‐⸗][\w’']+)*)[-‐⸗]$")
_AFTER = re.compile(r"^[\w’']+")
_ALWAYS_COMPOUND = frozenset("self well half quasi ex all so ever non-a".split())
_SUSPENDED_BEFORE = frozenset("und oder bzw sowie bis and or to et ou".split())
TAIL = 80  # code points: no word is longer
SOFT_HYPHEN = "\u00ad"
_SOFT_END = re.compile(r"\u00ad+[ \t\r]*\n[ \t]*(?=\w)")


def joined_at_soft_hyphens(text: str) -> str:
    """The text, its lines still apart, with the words whole that a soft hyphen parts at a line's end."""
    return _SOFT_END.sub("", text) if SOFT_HYPHEN in text else text


class HyphenRules:
    """What a book's own lines say about its compounds and whole words."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._compounds: set[str] = set()
        self._words: set[str] = set()
        for line in lines:
            folded = line.casefold()
            self._words.update(_WORD.findall(folded))
            if "-" in folded or "‐" in folded:
                self._compounds.update(found.replace("‐", "-") for found in _HYPHENATED.findall(folded))

    def join(self, left: str, right: str) -> str:
        """The text so far and its next line as one text."""
        if len(left) > TAIL:
            return left[:-TAIL] + self.join(left[-TAIL:], right)
        left, right = left.rstrip(), right.lstrip()
        if left.endswith(SOFT_HYPHEN):
            return left.rstrip(SOFT_HYPHEN) + right
        before = _BEFORE.search(left) if left.endswith(("-", "‐", "⸗")) else None  # most lines end in none
        after = _AFTER.match(right)
        if before is None or after is None:
            if left.endswith(("—", "―")) or right.startswith(("—", "―")):
                return left + right
            return f"{left} {right}" if left and right else left + right
        if self._is_suspended(before.group(1), after.group()):
            return f"{left} {right}"
        keeps = self._is_compound(before.group(1), after.group())
        return left + right if keeps else left[:-1] + right

    def is_suspended(self, left: str, right: str) -> bool:
        """Whether the hyphen at the end of `left` stands for a part that comes later ("Haupt- und Nebensatz")."""
        before, after = _BEFORE.search(left.rstrip()[-TAIL:]), _AFTER.match(right.lstrip())
        return before is not None and after is not None and self._is_suspended(before.group(1), after.group())

    def _is_suspended(self, before: str, after: str) -> bool:
        last = re.split(_HYPHEN, before)[-1].casefold()
        return after in _SUSPENDED_BEFORE and last + after not in self._words and last in self._words

    def is_compound(self, left: str, right: str) -> bool | None:
        """Whether the hyphen at the end of `left` belongs to the word that goes on in `right`; None where the book
        doesn't say."""
        before, after = _BEFORE.search(left.rstrip()[-TAIL:]), _AFTER.match(right.lstrip())
        if before is None or after is None:
            return True
        return self._is_compound(before.group(1), after.group())

    def _is_compound(self, before: str, after: str) -> bool | None:
        last = re.split(_HYPHEN, before)[-1]
        if not after[0].islower() or before[-1].isdigit() or (last.isupper() and len(last) > 1):
            return True
        compound, whole = f"{before}-{after}".casefold(), f"{last}{after}".casefold()
        if compound in self._compounds or f"{last}-{after}".casefold() in self._compounds:
            return whole not in self._words or compound in self._compounds
        if whole in self._words:
            return False
        return True if len(last) == 1 or last.casefold() in _ALWAYS_COMPOUND else None
