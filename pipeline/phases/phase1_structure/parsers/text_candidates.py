"""Which paragraphs of a plain text could be headings, by wording, capitals, marks of emphasis, numbering and place."""

import re
from collections.abc import Sequence

from pipeline.phases.phase1_structure.label_values import values_of
from pipeline.phases.phase1_structure.labels import is_bare_label, label_of, lists_labels, plain_title, unit_of
from pipeline.phases.phase1_structure.note_labels import is_in_brackets
from pipeline.phases.phase1_structure.parsers.text_lines import (
    COMMON_TITLE,
    LONGEST_HEADING,
    ends_sentence,
    is_capitals,
    is_note,
    is_prose,
    is_title_line,
    without_call,
)
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph, is_underlined, without_underline
from pipeline.phases.phase1_structure.parsers.text_speakers import without_speakers
from pipeline.phases.phase1_structure.unit_labels import wording

_LIST_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[IVXLC]{1,7}[.)])\s+(?=[A-ZÄÖÜ“\"])")
_LAST_WORD = re.compile(
    r"(?:the )?(?:end|fin|finis|ende|schlu(?:ss|ß))(?: (?:of|des|der|de|du|vom) .{1,60})?[.!]?", re.IGNORECASE
)
LONGEST_NUMBERED = 12  # words of a numbered or emphasised title
CUT = 0.2  # of the numbers stand in sentences; between chapters none does, save where a stop was left out
APART = 0.6  # of a series of numbers stand above prose; of a list fewer do


def candidates_of(paragraphs: Sequence[Paragraph], listed: range = range(0)) -> list[int]:
    """Indices of the paragraphs that could be headings, save those `listed` in the printed contents."""
    found: list[int] = []
    numbered: list[int] = []
    emphasised: list[int] = []
    for at, paragraph in enumerate(paragraphs):
        text = without_call(without_underline(paragraph).text)
        if at in listed or not _could_be(paragraph, text):
            continue
        words = len(text.split())
        numeral = unit_of(text) == "number" and is_bare_label(text) and not is_underlined(paragraph)
        if not numeral and _is_sure(paragraph, text):
            found.append(at)
        elif (numeral or (_LIST_NUMBER.match(text) and not re.search(r"[,;:]$", text))) and words <= LONGEST_NUMBERED:
            numbered.append(at)
        elif paragraph.emphasised and words <= LONGEST_NUMBERED and _begins_title(text) and text[-1] not in ",;:!":
            emphasised.append(at)
    found += [*_numbers_apart(paragraphs, numbered, frozenset(found)), *_emphasised_apart(paragraphs, emphasised)]
    return without_speakers(paragraphs, sorted(found))


def _could_be(paragraph: Paragraph, text: str) -> bool:
    if is_in_brackets(text) or len(text.split()) > LONGEST_HEADING or len(paragraph.lines) > 4:
        return False
    if wording(text) or lists_labels(text):
        return False
    if not any(char.isalnum() for char in text) or _LAST_WORD.fullmatch(text.strip(" *-_.—–")):
        return False
    return text[0] not in "\"“'([{*-–—" or is_underlined(paragraph) or is_bare_label(text)


def _is_sure(paragraph: Paragraph, text: str) -> bool:
    unit = unit_of(text)
    common = COMMON_TITLE.fullmatch(plain_title(text)) and len(text.split()) <= 8 and text[:1].isupper()
    return bool(
        is_underlined(paragraph)
        or is_capitals(text)
        or common
        or unit == "§"
        or (unit not in {None, "number"} and _starts_like_heading(text))
    )


def _begins_title(text: str) -> bool:
    return text[0].isupper() or text[0].isdigit()


def _emphasised_apart(paragraphs: Sequence[Paragraph], emphasised: Sequence[int]) -> list[int]:
    """Lines in emphasis are headings where several stand above prose, as most of them do."""
    apart = [at for at in emphasised if _prose_follows(paragraphs, at)]
    return apart if len(apart) > 1 and len(apart) > APART * len(emphasised) else []


def _numbers_apart(paragraphs: Sequence[Paragraph], numbered: Sequence[int], sure: frozenset[int]) -> list[int]:
    """Numbers are headings only where prose stands between them; each kind of numeral is a series of its own."""
    found: list[int] = []
    for roman in (True, False):
        series = [at for at in numbered if paragraphs[at].text[0].isalpha() is roman]
        series = [at for at in series if not _is_drop_cap(paragraphs, at, series)]
        bare = [at for at in series if is_bare_label(paragraphs[at].text)]
        if not roman and _are_pages(paragraphs, bare):
            series = [at for at in series if not is_bare_label(paragraphs[at].text)]
        numbers = frozenset(series)
        apart = [at for at in series if _prose_follows(paragraphs, at, sure) or _goes_deeper(paragraphs, at, numbers)]
        if len(apart) > 1 and len(apart) > APART * len(series):
            found.extend(apart)
    return found


def _are_pages(paragraphs: Sequence[Paragraph], bare: Sequence[int]) -> bool:
    """Numbers that begin anywhere or stand in the middle of sentences are the pages'."""
    if not bare:
        return False
    cut = sum(at > 0 and is_prose(paragraphs[at - 1]) and not ends_sentence(paragraphs[at - 1].text) for at in bare)
    return values_of(paragraphs[bare[0]].text) != (1,) or cut > CUT * len(bare)


def _is_drop_cap(paragraphs: Sequence[Paragraph], at: int, series: Sequence[int]) -> bool:
    """A single letter that no numeral beside it in the series goes before or comes after."""
    text = paragraphs[at].text
    if len(text) > 1 or not text.isalpha():
        return False
    below = paragraphs[at + 1].text if at + 1 < len(paragraphs) else ""
    if below[:1].islower():
        return True
    place = series.index(at)
    value = sum(values_of(text))
    beside = [*series[max(place - 1, 0) : place], *series[place + 1 : place + 2]]
    counts = [sum(values_of(paragraphs[other].text)[:1]) for other in beside]
    return value - 1 not in counts[:1] and value + 1 not in counts[-1:]


def _goes_deeper(paragraphs: Sequence[Paragraph], at: int, series: frozenset[int]) -> bool:
    """ "1 Salt" right above "1.1 Kinds of salt"."""
    if at + 1 not in series:
        return False
    above, below = values_of(paragraphs[at].text), values_of(paragraphs[at + 1].text)
    deeper = len(below) == len(above) + 1 and below[: len(above)] == above
    return deeper and (_prose_follows(paragraphs, at + 1) or _goes_deeper(paragraphs, at + 1, series))


def _prose_follows(paragraphs: Sequence[Paragraph], at: int, sure: frozenset[int] = frozenset()) -> bool:
    """Whether prose stands below, perhaps behind the heading's note; below a bare number behind its title, too, or
    behind short sentences."""
    below = at + 1
    alone = is_bare_label(paragraphs[at].text)
    if alone and below < len(paragraphs):
        title = below in sure and label_of(paragraphs[below].text) is None
        below += title or is_title_line(paragraphs, below)
    following = [one for one in paragraphs[below : below + 3] if not is_note(one) and len(one.text) > 1]
    if not alone:
        return is_prose(next(iter(following), None))
    numbers = (step for step, one in enumerate(following) if label_of(one.text) is not None)
    return any(map(is_prose, following[: next(numbers, None)]))


def _starts_like_heading(text: str) -> bool:
    """ "Chapter 1", "Part Two: Of Man", not "Part one of this was done by the clerks"."""
    if is_bare_label(text):
        return True
    rest = re.sub(r"^\S+\s+\S+\s*", "", text)
    return text[0].isupper() and (bool(re.match(r"^\S+\s+\S*[.:,—–-]", text)) or rest[:1].isupper())
