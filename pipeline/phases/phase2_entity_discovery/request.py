"""Builds what a reader is asked about one step: a function of the text, the configuration and this chapter's past."""

from pipeline.phases.phase2_entity_discovery.recall import recalled
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame
from pipeline.tokens import count_tokens
from schemas.progress import ChapterState
from schemas.reading import NumberedSentence, ReadRequest
from schemas.text import Book, SectionKind

CONTENTS_BUDGET_TOKENS = 300
TRANSITION_SENTENCES = 2
AROUND = 15  # chapters shown on either side where all are too many
LONGEST_TOKEN = 12  # characters; a text longer than this for each token is not counted, it is too long


def contents(book: Book, chapter_section: int, budget: int = CONTENTS_BUDGET_TOKENS) -> str:
    """The table of contents: all chapters and this chapter's subtree, deeper levels left out first, within `budget`.

    When even the chapters are too many, those around this one are shown.
    """
    here = book.sections[chapter_section].path
    chapters = {chapter.section for chapter in book.chapters}
    shown = [
        (index, section)
        for index, section in enumerate(book.sections)
        if section.kind in (SectionKind.BODY, SectionKind.FRONT, SectionKind.BACK) and section.title
    ]
    lines: list[tuple[int, str]] = []
    for depth in (9, 3, 2, 1, 0):
        lines = [
            (index, "  " * (section.level - 1) + section.title)
            for index, section in shown
            if index in chapters
            or len(section.path) < len(here)
            or (section.path[: len(here)] == here and len(section.path) - len(here) <= depth)
        ]
        text = "\n".join(line for _, line in lines)
        if len(text) <= budget * LONGEST_TOKEN and count_tokens(text) <= budget:
            return text
    at = next((n for n, (index, _) in enumerate(lines) if index == chapter_section), 0)
    first, last = max(0, at - AROUND), at + AROUND + 1
    while count_tokens("\n".join(line for _, line in lines[first:last])) > budget and last - first > 1:
        first, last = (first + 1, last) if at - first >= last - 1 - at else (first, last - 1)
    return "\n".join(["…", *(line for _, line in lines[first:last]), "…"])


def request(frame: ChapterFrame, state: ChapterState, step: str, first: int, last: int, inline: bool) -> ReadRequest:
    """The request for sentences [first, last) of the book."""
    book, chapter = frame.book, frame.chapter
    texts = [book.sentence_text(index) for index in range(first, last)]
    form = frame.memory_format.form()
    before = range(max(0, first - TRANSITION_SENTENCES), first)
    return ReadRequest(
        reading=frame.owner,
        chapter=chapter.order,
        step=step,
        title=book.title,
        author=book.author,
        language=book.language,
        contents=contents(book, chapter.section),
        here=" > ".join(reversed([book.sections[i].title for i in book.ancestors(book.sentences[first].section)])),
        headings=tuple(section.title for section in book.sections),
        vocabulary=frame.vocabulary,
        memory=state.memory,
        rendered=frame.memory_format.render(state.memory),
        recalled=recalled(state.session, state.memory, texts, first),
        transition=tuple(book.sentence_text(index) for index in before),
        sentences=tuple(_numbered(book, index, first) for index in range(first, last)),
        chapter_text=book.passage(chapter.first, chapter.last),
        answer_form=form,
        ask_boundary=inline,
    )


def _numbered(book: Book, index: int, first: int) -> NumberedSentence:
    """The sentence with the titles of the sections that begin with it, save those of units whose label it has itself."""
    sentence = book.sentences[index]
    marks: tuple[str, ...] = ()
    if index == first or book.sentences[index - 1].section != sentence.section:
        above = set() if index == 0 else set(book.ancestors(book.sentences[index - 1].section))
        new = [i for i in book.ancestors(sentence.section) if index == first or i not in above]
        if index > first and book.is_note(index - 1) and not book.is_note(index) and not new:
            new = [sentence.section]  # back from a note
        sections = [book.sections[i] for i in reversed(new)]
        marks = tuple(one.title for one in sections if not (one.unit and one.start == sentence.start))
    return NumberedSentence(
        number=index - first + 1,
        text=book.sentence_text(index),
        parts=tuple((chr(ord("a") + n), book.text[s:e]) for n, (s, e) in enumerate(sentence.parts)),
        marks=marks,
        paragraph=sentence.paragraph,
    )
