"""Where a tag's attribute opens a quotation mark that its author never closed, so that it would draw in the text."""

import re

_QUOTED = re.compile(r"""([^\s"'<>/=]+)\s*=\s*("[^"]*(?:"|\Z)|'[^']*(?:'|\Z))""")
_TAG = re.compile(r"</?[A-Za-z][\w:-]*(?:\s[^<>]*)?/?>")
_NEXT_VALUE = re.compile(r"\s[\w:-]+\s*=\s*\Z")  # the quotation mark that ends it opens another attribute's value
_NEVER_MARKUP = frozenset("href src class id name style".split())  # a "<" in their value: the quote isn't closed
_MAY_BE_MARKUP = re.compile(r"on[a-z]+|data-.*|srcdoc|content|value")
_ENDS_VALUE = re.compile(r"\Z|[\s>/]|[\w:-]{1,30}\s?=\s?[\"']")  # the next attribute may follow without a space
_BEHIND = 40
LONGEST_OVER_LINES = 200  # code points of a value with ">" that goes over several lines


def open_quote(text: str, start: int, end: int) -> int | None:
    """The place of such a quotation mark in the tag at `start`; `end` is where the tag is said to end (-1: nowhere)."""
    sign = text.find(">", start)
    if sign < 0 or sign == end - 1:
        return None
    for found in _QUOTED.finditer(text, start, end if end > 0 else len(text)):
        if found.start() > sign:
            return None
        if found.end() <= sign:
            continue
        quote = found[2][0]
        closed = len(found[2]) > 1 and found[2].endswith(quote)
        value, behind = found[2].strip(quote), text[found.end() : found.end() + _BEHIND]
        return found.start(2) if not closed or _draws_in(found[1].lower(), value, behind) else None
    return None


def _draws_in(name: str, value: str, behind: str) -> bool:
    """Whether a value with ">" in it has markup or lines of text behind it; `behind` is what follows it."""
    if name in _NEVER_MARKUP and "<" in value:
        return True
    before, _, after = value.partition(">")
    if "<" in before:
        return False
    if _NEXT_VALUE.search(value) or not _ENDS_VALUE.match(behind):
        return True
    if _MAY_BE_MARKUP.fullmatch(name):
        return False
    return bool(_TAG.search(after)) or ("\n" in after and len(after) > LONGEST_OVER_LINES)
