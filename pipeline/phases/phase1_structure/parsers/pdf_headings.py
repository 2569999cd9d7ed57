"""Which of a PDF's candidate lines are headings: a kind of type is believed by what all its lines have in common."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from statistics import median

from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.labels import is_bare_label, is_label_in_two, label_of, unit_of
from pipeline.phases.phase1_structure.parsers.pdf_candidates import (
    APART,
    LARGER,
    SMALLER,
    Form,
    PrintedHeading,
    candidates,
    column_edges,
    is_centred,
)
from pipeline.phases.phase1_structure.parsers.pdf_furniture import page_value
from pipeline.phases.phase1_structure.parsers.pdf_lines import Page
from pipeline.phases.phase1_structure.parsers.pdf_paragraphs import Measure
from schemas.text import SectionKind

PROSE_LINE = 0.6  # of the usual line's length: a line of running text
PROSE_WITHIN = 3  # lines below a heading in which its text begins
FOLLOWED, FOLLOWED_LARGE = 0.6, 0.4  # of a type's lines have text or a heading of another type below them
DISTINCT = 0.5  # of a type's lines say something of their own; speakers' names and "Proof" come again and again
FEWEST = {Form.LARGE: 1, Form.BOLD: 2, Form.CAPITALS: 2, Form.LABEL: 2, Form.NUMBER: 3, Form.ITEM: 2, Form.NUMERAL: 3}
COUNTED = 0.8  # of numbers alone in the middle go on counting
SORTED = 6  # so many lines in the order of the alphabet are the headwords of a glossary
MOST_PER_PAGE = 3
MOST_NUMBERED = 1500  # lines of the text's own type that begin with a number; more are a book of exercises
MOST_OF_TEXT = 0.1  # of all lines; what is more is a type of the text
TITLE_GAP = 4.0  # times the title's size between a label and the title below it
_DOTTED = re.compile(r"\d{1,2}(?:\.\d{1,2})*")


def printed_headings(pages: Sequence[Page], set_in: Measure, skipped: Set[int]) -> list[PrintedHeading]:
    """The headings in reading order; `skipped` are ids of lines that can be none."""
    found = candidates(pages, set_in, skipped)
    found = _with_titles(found, pages, set_in)
    usual = _usual_length(pages, set_in)
    taken = {(one.page, one.line + step) for one in found for step in range(one.size)}
    followed: dict[tuple[int, int], bool] = {}
    for one, following in reversed(list(zip(found, [*found[1:], None], strict=False))):
        below = following is not None and followed[following.page, following.line]
        followed[one.page, one.line] = _is_followed(one, following if below else None, pages, usual, taken)
    lines = sum(len(page.lines) for page in pages)
    kept: set[tuple[int, int]] = set()
    for style, members in _by_style(found).items():
        if style[0] in {Form.CAPITALS, Form.NUMBER, Form.ITEM}:
            members = [one for one in members if followed[one.page, one.line]]
        if style[0] is Form.NUMBER:
            members = _in_sequence(members)
        if _is_believed(style[0], members, [followed[one.page, one.line] for one in members], len(pages), lines):
            kept.update((one.page, one.line) for one in members)
    return _outside_back_matter([one for one in found if (one.page, one.line) in kept])


def _by_style(found: Iterable[PrintedHeading]) -> dict[tuple[Form, int, bool], list[PrintedHeading]]:
    styles: dict[tuple[Form, int, bool], list[PrintedHeading]] = defaultdict(list)
    for one in found:
        styles[one.style].append(one)
    return styles


def _is_believed(
    form: Form, members: Sequence[PrintedHeading], followed: Sequence[bool], pages: int, lines: int
) -> bool:
    if len(members) < FEWEST[form]:
        return False
    share = sum(followed) / len(members)
    if share < (FOLLOWED_LARGE if form is Form.LARGE else FOLLOWED):
        return False
    if sum(one.size for one in members) > max(MOST_OF_TEXT * lines, MOST_PER_PAGE * pages):
        return False
    if form is Form.NUMERAL:
        return _count_up([page_value(one.text.strip(" .-–—")) or 0 for one in members])
    unlabelled = [one.text.casefold() for one in members if label_of(one.text) is None]
    if len(unlabelled) > 2 and len(set(unlabelled)) < DISTINCT * len(unlabelled):
        return False
    if form in {Form.LARGE, Form.ITEM}:
        return True
    if len(unlabelled) >= SORTED and unlabelled == sorted(unlabelled):
        return False
    return len(members) <= MOST_PER_PAGE * pages


def _count_up(values: Sequence[int]) -> bool:
    """Whether numbers go on from 1, and from 1 again in the next part of a book."""
    steps = [value in {last + 1, 1} for last, value in zip([0, *values], values, strict=False)]
    return sum(steps) >= COUNTED * len(values)


def _usual_length(pages: Sequence[Page], set_in: Measure) -> float:
    """The length of a line of the text in code points."""
    lengths = [
        len(line.text)
        for page in pages
        for line in page.lines
        if SMALLER * set_in.size < line.size < LARGER * set_in.size
    ]
    return float(median(lengths)) if lengths else 0.0


def _is_followed(
    one: PrintedHeading,
    following: PrintedHeading | None,
    pages: Sequence[Page],
    usual: float,
    taken: Set[tuple[int, int]],
) -> bool:
    """Whether text stands below it, or right away a heading that may follow; None where none with text does."""
    lines, number, index = pages[one.page].lines, one.page, one.line + one.size
    seen = 0
    while seen < PROSE_WITHIN:
        while index >= len(lines):
            number, index = number + 1, 0
            if number >= len(pages):
                return False
            lines = pages[number].lines
        if (number, index) in taken:
            return following is not None and seen == 0 and _may_follow(one, following)
        if len(lines[index].text) >= PROSE_LINE * usual:
            return True
        index, seen = index + 1, seen + 1
    return False


def _may_follow(one: PrintedHeading, following: PrintedHeading) -> bool:
    """Whether a heading may stand right above another: of another type, over its subtitle, or 1 above 1.1."""
    numbers, below = dotted(one.text), dotted(following.text)
    if one.form is Form.CAPITALS and one.text.endswith(".") and len(one.text.split()) == 1:
        return True
    return following.style != one.style or (0 < len(numbers) < len(below) and below[: len(numbers)] == numbers)


def _with_titles(found: Sequence[PrintedHeading], pages: Sequence[Page], set_in: Measure) -> list[PrintedHeading]:
    """A bare number ("CHAPTER IV") takes the title that is printed below it, in whatever type."""
    found = _with_whole_labels(found)
    alone = Counter[tuple[Form, int, bool]]()
    below = Counter[tuple[Form, int, bool]]()
    for before, one in zip([None, *found], found, strict=False):
        if label_of(one.text) is None:
            (below if before is not None and _stands_below(before, one, pages) else alone)[one.style] += 1
    done: list[PrintedHeading] = []
    for one in found:
        before = done[-1] if done else None
        if before is not None and _stands_below(before, one, pages) and below[one.style] > alone[one.style]:
            done[-1] = replace(before, size=before.size + one.size, text=f"{before.text} {one.text}")
        else:
            done.append(one)
    following = {(one.page, one.line) for one in done}
    return [_with_plain_title(one, pages[one.page], set_in, following) for one in done]


def _with_whole_labels(found: Sequence[PrintedHeading]) -> list[PrintedHeading]:
    """ "LECTURE" and the "IV" below it are one label."""
    done: list[PrintedHeading] = []
    for one in found:
        before = done[-1] if done else None
        if (
            before is not None
            and (one.page, one.line) == (before.page, before.line + before.size)
            and is_label_in_two(before.text, one.text)
        ):
            done[-1] = replace(before, size=before.size + one.size, text=f"{before.text} {one.text}")
        else:
            done.append(one)
    return done


def _stands_below(label: PrintedHeading, title: PrintedHeading, pages: Sequence[Page]) -> bool:
    if not is_bare_label(label.text) or label_of(title.text) is not None or label.page != title.page:
        return False
    if title.line != label.line + label.size:
        return False
    lines = pages[label.page].lines
    gap = lines[title.line].y0 - lines[title.line - 1].y0
    return 0 < gap < TITLE_GAP * max(lines[title.line].size, lines[title.line - 1].size)


def _with_plain_title(
    one: PrintedHeading, page: Page, set_in: Measure, following: Set[tuple[int, int]]
) -> PrintedHeading:
    """A centred label takes the centred lines below it, if the text begins apart from them."""
    first, size = page.lines[one.line], one.size
    if not is_bare_label(one.text) or unit_of(one.text) == "number":
        return one
    while one.line + size < len(page.lines) and size <= one.size + 2:
        last, line = page.lines[one.line + size - 1], page.lines[one.line + size]
        left, right = column_edges(page, line, set_in.size)
        same_axis = abs((first.x0 + first.x1) - (line.x0 + line.x1)) < 2 * set_in.size
        gap = line.y0 - last.y0
        if (one.page, one.line + size) in following or not 0 < gap < TITLE_GAP * set_in.size:
            break
        if not (same_axis and is_centred(line, left, right, set_in.size)):
            break
        size += 1
    after = page.lines[one.line + size] if one.line + size < len(page.lines) else None
    if size == one.size or after is None or after.y0 - page.lines[one.line + size - 1].y0 < APART * set_in.leading:
        return one
    text = " ".join(line.text for line in page.lines[one.line : one.line + size])
    return replace(one, size=size, text=text)


def dotted(text: str) -> tuple[int, ...]:
    """The numbers of "1.2.3"; empty where the text begins with none."""
    found = _DOTTED.match(text)
    return tuple(int(part) for part in found.group().split(".")) if found else ()


def _in_sequence(members: Sequence[PrintedHeading]) -> list[PrintedHeading]:
    """The longest row of headings whose numbers go on counting: 1, 1.1, 1.2, 2; those of lists are in none."""
    if len(members) > MOST_NUMBERED:
        return []
    numbers = [dotted(one.text) for one in members]
    longest: list[tuple[int, int | None]] = []  # up to each heading: how many, and which one it goes on from
    for index, own in enumerate(numbers):
        before = [(longest[at][0], at) for at in range(index) if _follows(numbers[at], own)]
        best = max(before, default=None)
        begins = all(part in {0, 1} for part in own)
        longest.append((best[0] + 1, best[1]) if best else (1 if begins else 0, None))
    at: int | None = max(range(len(longest)), key=lambda index: longest[index][0], default=None)
    kept: list[PrintedHeading] = []
    while at is not None:
        kept.append(members[at])
        at = longest[at][1]
    return kept[::-1]


def _follows(last: tuple[int, ...], numbers: tuple[int, ...]) -> bool:
    """Whether a number comes next: 1.2 or 2 after 1.1, 1.1.1 after 1.1, and 1.2.1 after 1.1.3 where 1.2 is set in
    another type."""
    depth = len(numbers)
    if depth > len(last):
        return numbers[: len(last)] == last and all(part in {0, 1} for part in numbers[len(last) :])
    if numbers[:-1] == last[: depth - 1] and 0 < numbers[-1] - last[depth - 1] <= 2:
        return True
    return 1 < depth == len(last) and numbers[-1] in {0, 1} and _follows(last[:-1], numbers[:-1])


def _outside_back_matter(found: Sequence[PrintedHeading]) -> list[PrintedHeading]:
    """Without what stands in an index, a bibliography or notes and is set smaller than their own heading: letters of
    the alphabet, names, chapters that the notes belong to."""
    kept: list[PrintedHeading] = []
    inside: PrintedHeading | None = None
    for one in found:
        known = known_title(one.text)
        if known is not None and known.sure and known.kind in {SectionKind.BACK, SectionKind.BOILERPLATE}:
            inside = one
        elif inside is not None and one.style > inside.style:
            continue
        else:
            inside = None
        kept.append(one)
    return [one for one in kept if not _is_letter(one, kept)]


def _is_letter(one: PrintedHeading, others: Sequence[PrintedHeading]) -> bool:
    """A letter of the alphabet over its entries; "I" is a number where there is a "II"."""
    bare = one.text.strip(" .:")
    if len(bare) != 1 or not bare.isalpha():
        return False
    return bare not in "IVXivx" or not any(other.text.strip(" .:") in {"II", "ii"} for other in others)
