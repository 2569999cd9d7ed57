"""Raised numbers of a PDF that call no note: they go back into the text as exponents."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.note_calls import raised_digits
from pipeline.phases.phase1_structure.note_pairs import Note
from pipeline.phases.phase1_structure.note_places import NoteCall
from pipeline.phases.phase1_structure.parsed import Block, ParsedBook


def with_exponents(
    parsed: ParsedBook, pairs: Sequence[tuple[Note, NoteCall]]
) -> tuple[ParsedBook, list[tuple[Note, NoteCall]]]:
    """The book with the numbers in its text that a parser took for calls and that no note answers, and the pairs with
    their calls where they stand now."""
    answered = {(call.block, call.start, call.label) for _, call in pairs}
    blocks = list(parsed.blocks)
    free: dict[int, list[tuple[int, str]]] = {}
    for at, block in enumerate(parsed.blocks):
        numbers = [one for one in block.calls if one[1].isdecimal() and (at, *one) not in answered]
        if numbers:
            free[at] = numbers
            blocks[at] = _with_numbers(block, numbers)
    moved = [(note, _moved(call, free.get(call.block, ()))) for note, call in pairs]
    back = Counter(number for numbers in free.values() for _, number in numbers)
    return replace(parsed, blocks=tuple(blocks), furniture=tuple(_without(parsed.furniture, back))), moved


def _without(furniture: Sequence[str], back: Counter[str]) -> Iterator[str]:
    """What still stands beside the text once these numbers are in it again."""
    for one in furniture:
        if back[one]:
            back[one] -= 1
        else:
            yield one


def _shift(offset: int, numbers: Sequence[tuple[int, str]]) -> int:
    return offset + sum(len(number) for at, number in numbers if at < offset)


def _moved(call: NoteCall, numbers: Sequence[tuple[int, str]]) -> NoteCall:
    return replace(call, start=_shift(call.start, numbers), end=_shift(call.end, numbers))


def _with_numbers(block: Block, numbers: Sequence[tuple[int, str]]) -> Block:
    text, end = "", 0
    for at, number in numbers:
        text, end = text + block.text[end:at] + raised_digits(number), at
    return replace(
        block,
        text=text + block.text[end:],
        pages=tuple((_shift(offset, numbers), page) for offset, page in block.pages),
        printed=tuple((_shift(offset, numbers), label) for offset, label in block.printed),
        calls=tuple(
            (_shift(offset, numbers), label) for offset, label in block.calls if (offset, label) not in numbers
        ),
    )
