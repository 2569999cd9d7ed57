"""The sentences of a whole book, each with its section, paragraph, parts and pages."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeVar

from pipeline.phases.phase1_structure.lengths import bounded_spans
from pipeline.phases.phase1_structure.outline import Outline
from pipeline.phases.phase1_structure.page_marks import is_edition_mark
from pipeline.phases.phase1_structure.parts import sentence_parts
from pipeline.phases.phase1_structure.sentences import sentence_spans
from schemas.text import Section, Sentence

T = TypeVar("T")


def numbered_sentences(
    outline: Outline, of_book: str, page_labels: tuple[str, ...]
) -> tuple[tuple[Sentence, ...], tuple[int, ...]]:
    """All sentences in reading order, and the sections in which a passage had to be cut into several; none crosses a
    paragraph, none is longer than LONGEST_SENTENCE."""
    found: list[Sentence] = []
    cut: list[int] = []
    references = _references(outline.sections)
    labels = {section.start: section.body_start - section.start for section in outline.sections if section.unit}
    for index, paragraph in enumerate(outline.paragraphs):
        text = outline.text[paragraph.start : paragraph.end]
        language = outline.sections[paragraph.section].language or of_book
        spans: list[tuple[int, int]] = []
        for span in _with_label(sentence_spans(text, language), labels.get(paragraph.start, 0)):
            pieces = bounded_spans(text, *span, language)
            cut.extend([paragraph.section] if len(pieces) > 1 else [])
            spans.extend(pieces)
        for begin, stop in spans:
            start = paragraph.start + begin
            page = _at(paragraph.pages, start)
            printed = _at(paragraph.printed, start)
            found.append(
                Sentence(
                    start=start,
                    end=paragraph.start + stop,
                    section=paragraph.section,
                    paragraph=index,
                    parts=sentence_parts(text[begin:stop], start, language),
                    pdf_page=None if page is None else page + 1,
                    page_label=page_labels[page] if page is not None and page < len(page_labels) else None,
                    printed_page=printed,
                    ref=references[paragraph.section] or (printed if printed and is_edition_mark(printed) else None),
                )
            )
    return _in_reading_order(found, outline), tuple(cut)


def _in_reading_order(sentences: list[Sentence], outline: Outline) -> tuple[Sentence, ...]:
    """A note's sentences behind the paragraph that calls it, or the first of its section where a heading does."""
    calls = {index: section.call for index, section in enumerate(outline.sections) if section.call is not None}
    if not calls:
        return tuple(sentences)
    starts = [paragraph.start for paragraph in outline.paragraphs]
    main = [sentence for sentence in sentences if sentence.section not in calls]
    notes: dict[int, list[Sentence]] = {}
    for sentence in sentences:
        if sentence.section in calls:
            notes.setdefault(sentence.section, []).append(sentence)
    paragraphs = sorted({sentence.paragraph for sentence in main})
    behind: dict[int, list[Sentence]] = {}
    for section in sorted(notes, key=lambda at: (calls[at], at)):
        at = bisect_right(starts, calls[section]) - 1
        if at < 0 or calls[section] > outline.paragraphs[at].end:  # a heading calls it
            at = next((one for one in paragraphs if one > at), paragraphs[-1] if paragraphs else 0)
        behind.setdefault(at, []).extend(notes[section])
    found: list[Sentence] = []
    for at, sentence in enumerate(main):
        found.append(sentence)
        following = main[at + 1].paragraph if at + 1 < len(main) else len(starts)
        if following > sentence.paragraph:
            for paragraph in range(sentence.paragraph, following):
                found.extend(_noted(one, sentence.ref, outline) for one in behind.pop(paragraph, ()))
    return (*found, *(sentence for rest in behind.values() for sentence in rest))


def _noted(sentence: Sentence, ref: str | None, outline: Outline) -> Sentence:
    """The sentence of a note with the reference of the place that calls it: "§ 12 n. 3"."""
    number = outline.sections[sentence.section].title.removeprefix("Note ")
    return sentence.model_copy(update={"ref": f"{ref} n. {number}"}) if ref else sentence


def _with_label(spans: list[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """The label at the head of a unit, `length` code points long, is no sentence: it stays with the first."""
    whole = next((at for at, (_, stop) in enumerate(spans) if stop > length), len(spans) - 1)
    return [(spans[0][0], spans[whole][1]), *spans[whole + 1 :]] if spans else spans


def _references(sections: Sequence[Section]) -> list[str | None]:
    """The reference of each section, that of the innermost unit it lies in."""
    found: dict[tuple[int, ...], str | None] = {}
    for section in sections:
        found[section.path] = section.ref or found.get(section.path[:-1])
    return [found[section.path] for section in sections]


def _at(places: Sequence[tuple[int, T]], offset: int) -> T | None:
    """What holds at `offset`: the last place that is not behind it."""
    index = bisect_right(places, offset, key=lambda place: place[0]) - 1
    return places[index][1] if index >= 0 else None
