"""Markdown's link definitions told from lines of speech that look like them ("[Meno]: Certainly")."""

import re
from collections.abc import Set
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

_ADDRESS = re.compile(r"[:/#.@]")
_COMMENT = re.compile(r"//|_|\.|comment", re.IGNORECASE)


class _Asked(dict[str, Any]):
    """Definitions by label, and the labels that the text refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def get(self, label: str, default: Any = None) -> Any:
        if label in self:
            self.used.add(label)
        return super().get(label, default)


def parsed_with_definitions(markdown: "MarkdownIt", text: str) -> "list[Token]":
    """The tokens of `text`; what looks like a definition and serves no reference is a paragraph."""
    asked = _Asked()
    env: dict[str, Any] = {"references": asked}
    tokens = markdown.parse(text, env)
    rule = _Definitions(asked.used)
    if "duplicate_refs" not in env and all(rule.defines(label, one["href"]) for label, one in asked.items()):
        return tokens
    markdown.block.ruler.at("reference", rule, {"alt": ["paragraph"]})
    return markdown.parse(text)


class _Definitions:
    """The block rule for definitions, which refuses those that define nothing."""

    def __init__(self, used: Set[str]) -> None:
        from markdown_it.rules_block import reference

        self._read, self._used = reference, used
        self._refused: set[int] = set()

    def defines(self, label: str, target: str) -> bool:
        if target.startswith("data:") or (target in {"", "#"} and _COMMENT.fullmatch(label)):
            return True  # a picture's bytes; "[//]: # (a comment)"
        return label in self._used and bool(_ADDRESS.search(target.rstrip(".:")))

    def __call__(self, state: "StateBlock", start: int, end: int, silent: bool) -> bool:
        if silent and state.line not in self._refused:
            return False  # a definition ends no paragraph but one that itself looks like a definition
        before, known, doubles = state.line, state.env.get("references", {}), state.env.get("duplicate_refs", [])
        state.env["references"], state.env["duplicate_refs"] = {}, []
        found = self._read(state, start, end, False)
        new = state.env["references"]
        state.env["references"], state.env["duplicate_refs"] = known, doubles
        if not found:
            return False
        if not all(self.defines(label, one["href"]) for label, one in new.items()):
            state.line = before
            if not silent:
                self._refused.add(start)
            return False
        if silent:
            state.line = before
            return True
        for label, one in new.items():
            known.setdefault(label, one)
        return True
