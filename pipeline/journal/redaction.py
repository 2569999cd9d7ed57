"""Keeps a book's words out of what the journal holds: pointers into the canonical text stand in their place."""

import json
import re
from collections.abc import Callable
from typing import Any

LEAST_WORDS = 3  # shorter strings are names and types; what a resume needs of them stays
_POINTER, _REST = "§at", "§then"
_OURS = "§"  # what begins with it in a document gets one more, so that no name there is taken for a pointer
_ELLIPSIS = "…"
_JOINTS = re.compile(r"(\n\n| \[…\] )")  # between passages and parts of a statement that stand apart in the book


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
        pieces = [self._place(said)]
        if isinstance(pieces[0], str):  # it was put together from several places
            pieces = [self._place(piece) for piece in _JOINTS.split(said)]
        if all(isinstance(piece, str) for piece in pieces):
            return value
        return {_POINTER: pieces, _REST: value[len(said) :]}

    def _place(self, piece: str) -> list[int] | str:
        """Start and end in the text; the piece itself where it doesn't stand there."""
        at = self._text.find(piece) if piece else -1
        return piece if at < 0 else [at, at + len(piece)]

    def _words(self, value: Any) -> Any:
        if not isinstance(value, dict) or _POINTER not in value:
            return value
        pieces = value[_POINTER]
        said = (one if isinstance(one, str) else self._text[one[0] : one[1]] for one in pieces)
        return "".join(said) + str(value[_REST])


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
