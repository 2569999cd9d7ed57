"""A request made of bare sentences, read by one baseline reader a session."""

from collections.abc import Callable

import pytest

from pipeline.readers.baseline.reader import BaselineReader
from pipeline.vocabulary import load_vocabulary
from schemas.memory import MemoryState
from schemas.reading import AnswerForm, ChunkReading, NumberedSentence, ReadRequest

Read = Callable[..., ChunkReading]


def request(
    *sentences: str | tuple[str, ...],
    chapter: str = "",
    headings: tuple[str, ...] = (),
    memory: MemoryState | None = None,
) -> ReadRequest:
    """A sentence given as a tuple has these parts. `chapter` is text of the chapter beside the sentences."""
    numbered = []
    for number, given in enumerate(sentences, 1):
        parts = given if isinstance(given, tuple) else ()
        text = " ".join(parts) if parts else str(given)
        letters = tuple((chr(ord("a") + n), part) for n, part in enumerate(parts))
        numbered.append(NumberedSentence(number=number, text=text, parts=letters, paragraph=1))
    return ReadRequest(
        reading="r", chapter=1, step="1", title="A Book", author=None, language="en", contents="", here="",
        headings=headings, vocabulary=load_vocabulary(), memory=memory or MemoryState(), rendered="",
        sentences=tuple(numbered), chapter_text=" ".join([*(s.text for s in numbered), chapter]),
        answer_form=AnswerForm(name="derived"), ask_boundary=False,
    )  # fmt: skip


@pytest.fixture(scope="session")
def reader() -> BaselineReader:
    return BaselineReader()


@pytest.fixture(scope="session")
def read(reader: BaselineReader) -> Read:
    return lambda *sentences, **more: reader.read(request(*sentences, **more))
