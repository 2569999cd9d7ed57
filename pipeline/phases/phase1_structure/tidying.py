"""Parsed blocks, titles and names without what can't be text: controls, hidden signs, halves of surrogate pairs."""

import re
from dataclasses import astuple, replace

from pipeline.phases.phase1_structure.parsed import Block, Mark, Metadata, ParsedBook
from schemas.text import TextWarning

DEEPEST = 40  # levels of sections; what is nested deeper stands beside its parent
UNTITLED = "Untitled"
LONGEST_TITLE, TITLE_WORDS, CUT_SIGN = 100, 12, " […]"  # words of a title; those kept of a longer one

# C0 and C1 without white space, signs that turn the direction of writing, tags, characters that are none
_CONTROLS = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufdd0-\ufdef\ufff9-\ufffb"
    "\ufffe\uffff\U000e0000-\U000e007f"
)
_INVISIBLE = "\u00ad\u180e\u200b\u2060-\u2065\ufeff"  # where a line may break or not, and byte order marks
_CONTROL = re.compile(f"[{_CONTROLS}]")
# The joiners are letters' parts in Indic, Arabic and emoji, and hide between Latin letters.
_NO_TEXT = re.compile(f"[{_CONTROLS}{_INVISIBLE}]|(?<![\u0590-\U0010ffff])[\u200c\u200d]")
_SURROGATE = re.compile("[\ud800-\udfff]")
LOST_LETTER = re.compile("[\ud800-\udfff]|(?<=\\w)\x00(?=\\w)")  # a NUL in a word is a ligature that a converter lost
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "ſt", 0xFB06: "st"}
_ODD = re.compile(f"[{_CONTROLS}{_INVISIBLE}\u200c\u200d\ud800-\udfff\ufb00-\ufb06]")


def readable(text: str) -> str:
    """The text without signs that are none and with ligatures as letters, white space single; half a surrogate pair, and a NUL that stands for a
    letter, become U+FFFD."""
    if _ODD.search(text):
        text = _NO_TEXT.sub("", LOST_LETTER.sub("\ufffd", text.translate(_LIGATURES)))
    return " ".join(text.split())


def tidied(parsed: ParsedBook, name: str) -> ParsedBook:
    """The same book with readable text and no empty blocks; marks move to the block that follows."""
    kept: list[Block] = []
    new_index: list[int] = []
    removed = 0
    for block in parsed.blocks:
        new_index.append(len(kept))
        text = readable(block.text)
        if text == block.text:
            kept.extend([block] if text else [])
            continue
        removed += len(_CONTROL.findall(block.text)) + len(_SURROGATE.findall(block.text))
        if text:
            kept.append(_moved(block, text))
    new_index.append(len(kept))
    marks = tuple(_placed(mark, new_index) for mark in parsed.marks)
    long = tuple(mark.title for mark in marks if mark.title.endswith(CUT_SIGN) and not mark.heading_blocks)
    warnings = [_plain_warning(warning) for warning in parsed.warnings]
    if removed:
        message = (
            f"{name}: {removed} control characters and halves of characters in its text were taken out or replaced."
        )
        warnings.append(TextWarning(code="text.controls_removed", message=message))
    if long:
        message = f"{name}: headings of more than {LONGEST_TITLE} words are taken for text: {'; '.join(long)}"
        warnings.append(TextWarning(code="structure.heading_too_long", message=message, names=long))
    return replace(
        parsed,
        blocks=tuple(kept),
        marks=marks,
        metadata=Metadata(*(_given(value) for value in astuple(parsed.metadata))),
        page_labels=tuple(readable(label) for label in parsed.page_labels),
        warnings=tuple(warnings),
    )


def _placed(mark: Mark, new_index: list[int]) -> Mark:
    """The mark among the kept blocks; a heading as long as a paragraph (its end tag is missing) is text and is read."""
    title = readable(mark.title) or UNTITLED
    at = new_index[mark.at]
    size = new_index[min(mark.at + mark.heading_blocks, len(new_index) - 1)] - at
    words = title.split()
    if len(words) > LONGEST_TITLE:
        title, size = " ".join(words[:TITLE_WORDS]) + CUT_SIGN, 0
    return replace(
        mark,
        title=title,
        label=_given(mark.label),
        href=_given(mark.href),
        level=min(mark.level, DEEPEST),
        at=at,
        heading_blocks=size,
    )


def _moved(block: Block, text: str) -> Block:
    """The block with the places of its pages where they are in the new text."""

    def at(offset: int) -> int:
        return len(readable(block.text[:offset] + "|")) - 1

    return replace(
        block,
        text=text,
        pages=tuple((at(offset), page) for offset, page in block.pages),
        printed=tuple((at(offset), readable(label)) for offset, label in block.printed),
        calls=tuple((at(offset), label) for offset, label in block.calls),
    )


def _given(text: str | None) -> str | None:
    """A text that may be absent; one of nothing readable is."""
    return (readable(text) or None) if text is not None else None


def _plain_warning(warning: TextWarning) -> TextWarning:
    names = tuple(readable(one) for one in warning.names)
    return warning.model_copy(update={"message": readable(warning.message), "names": names})
