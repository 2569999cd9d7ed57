"""Keeps a book's words out of what the journal holds: pointers into the canonical text stand in their place."""

import json
from collections.abc import Callable
from typing import Any

LEAST_WORDS = 3  # shorter strings are names and types; what a resume needs of them stays
_POINTER, _REST = "§at", "§then"
_OURS = "§"  # what begins with it in a document gets one more, so that no name there is taken for a pointer
_ELLIPSIS = "…"


class Redaction:
    """`hides` says whether words are to be replaced; words are put back in any case, for a journal may hold what an earlier
    run hid."""

    def __init__(self, text: str, hides: bool) -> None:
        self._text, self._hides = text, hides

    def hidden(self, document: str) -> str:
        """A JSON document with the book's words as pointers."""
        if not self._hides and f'"{_OURS}' not in document:
            return document
        change = self._pointer if self._hides else _kept
        return json.dumps(_walked(json.loads(document), change, _escaped), ensure_ascii=False)

    def shown(self, document: str) -> str:
        """The document as it was."""
        if f'"{_OURS}' not in document:
            return document
        return json.dumps(_walked(json.loads(document), self._words, _unescaped), ensure_ascii=False)

    def _pointer(self, value: Any) -> Any:
        if not isinstance(value, str) or len(value.split()) < LEAST_WORDS:
            return value
        said = value.removesuffix(_ELLIPSIS)
        at = self._text.find(said)
        return value if at < 0 else {_POINTER: [at, at + len(said)], _REST: value[len(said) :]}

    def _words(self, value: Any) -> Any:
        if not isinstance(value, dict) or _POINTER not in value:
            return value
        start, end = value[_POINTER]
        return self._text[start:end] + str(value[_REST])


NOTHING_HIDDEN = Redaction("", hides=False)


def _kept(value: Any) -> Any:
    return value


def _escaped(key: str) -> str:
    return _OURS + key if key.startswith(_OURS) else key


def _unescaped(key: str) -> str:
    return key.removeprefix(_OURS)


def _walked(value: Any, change: Callable[[Any], Any], renamed: Callable[[str], str]) -> Any:
    changed = change(value)
    if changed is not value:
        return changed
    if isinstance(value, dict):
        return {renamed(key): _walked(one, change, renamed) for key, one in value.items()}
    return [_walked(one, change, renamed) for one in value] if isinstance(value, list) else value
