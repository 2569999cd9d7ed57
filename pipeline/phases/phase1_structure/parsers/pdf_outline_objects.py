"""A PDF's outline from its objects, for files whose outline MuPDF gives up because of one wrong target."""

import re
from collections.abc import Iterator
from typing import Any

_REFERENCE = re.compile(r"(\d+)\s+\d+\s+R")
_PAGE_OBJECT = re.compile(r"\[\s*(\d+)\s+\d+\s+R")
_PAGE_NUMBER = re.compile(r"\[\s*(\d+)\b")
MOST = 100_000  # entries; more come from a file whose entries point in circles


def outline_rows(document: Any) -> list[tuple[int, str, int | None]]:
    """(level from 1, title, 0-based page or None) of each entry in order; empty where there is no outline."""
    root = _reference(document, document.pdf_catalog(), "Outlines")
    first = _reference(document, root, "First") if root else None
    if first is None:
        return []
    pages = {document.page_xref(number): number for number in range(document.page_count)}
    return [
        (level, document.xref_get_key(xref, "Title")[1], _page(document, xref, pages))
        for level, xref in _entries(document, first)
        if document.xref_get_key(xref, "Title")[0] == "string"
    ]


def _entries(document: Any, first: int) -> Iterator[tuple[int, int]]:
    waiting = [(1, first)]
    seen: set[int] = set()
    while waiting and len(seen) < MOST:
        level, xref = waiting.pop()
        if xref in seen:
            continue
        seen.add(xref)
        yield level, xref
        following, below = _reference(document, xref, "Next"), _reference(document, xref, "First")
        waiting.extend([(level, following)] if following else [])
        waiting.extend([(level + 1, below)] if below else [])


def _reference(document: Any, xref: int, key: str) -> int | None:
    found = _REFERENCE.fullmatch(document.xref_get_key(xref, key)[1].strip())
    return int(found.group(1)) if found and 0 < int(found.group(1)) < document.xref_length() else None


def _page(document: Any, xref: int, pages: dict[int, int]) -> int | None:
    target = document.xref_get_key(xref, "Dest")
    if target[0] != "array":
        target = document.xref_get_key(xref, "A/D")
    found = _PAGE_OBJECT.match(target[1])
    if found:
        return pages.get(int(found.group(1)))
    counted = _PAGE_NUMBER.match(target[1])
    number = int(counted.group(1)) if counted else -1
    return number if 0 <= number < len(pages) else None
