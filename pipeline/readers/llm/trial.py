"""Tries a configured endpoint with one small reading, and says in plain words what works."""

import time
from typing import NamedTuple

from pipeline.llm.client import ModelClient
from pipeline.readers.llm.reader import LlmReader
from pipeline.vocabulary import load_vocabulary
from schemas.errors import GlossatorError
from schemas.memory import MemoryState
from schemas.reading import AnswerForm, ChunkReading, NumberedSentence, ReadRequest
from schemas.spending import Capabilities, Mode

LEAST_ITEMS = 4  # of the two sentences that are read; a model that finds fewer reads poorly
SENTENCES = (
    "Hedda Vorn holds that a scale which nobody reads still weighs the salt.",
    "This opinion is mistaken, because to weigh is to compare, and only a reader compares.",
)
_MODES = {
    Mode.JSON_SCHEMA: "answers are decoded under a JSON schema",
    Mode.TOOLS: "answers come as a forced tool call (no JSON schemas there)",
    Mode.JSON_OBJECT: "answers are JSON, their form is only asked for in words",
    Mode.PLAIN: "answers are only asked for in words; expect more that can't be read",
}


class Finding(NamedTuple):
    good: bool
    said: str


def try_reading(client: ModelClient, model: str) -> list[Finding]:
    """One request to read two sentences."""
    reader = LlmReader(client, model, lambda: False, lambda _: None, lambda *_: None)
    began = time.monotonic()
    try:
        reading = reader.read(_request())
    except GlossatorError as error:
        return [Finding(False, f"It can't be read with: {error.what} {error.remedy}".rstrip())]
    seconds = time.monotonic() - began
    return [
        Finding(True, f"It answers: {seconds:.1f} s for two sentences, {reading.calls} requests."),
        *_about(reading),
    ]


def about_endpoint(known: Capabilities) -> list[Finding]:
    found = [Finding(known.mode is not Mode.PLAIN, f"Form: {_MODES[known.mode]}.")] if known.mode else []
    if known.refused:
        found.append(Finding(True, f"It takes no {', no '.join(known.refused)}; requests go without."))
    return found


def _about(reading: ChunkReading) -> list[Finding]:
    items = sum(
        len(getattr(reading, kind)) for kind in ("entities", "statements", "relations", "inferences", "references")
    )
    found = [
        Finding(
            not reading.unread,
            f"Rows: {len(reading.unread)} could not be read, {len(reading.unknown)} marks mean nothing.",
        ),
        Finding(
            items >= LEAST_ITEMS,
            f"Content: {items} items of two sentences" + ("" if items >= LEAST_ITEMS else "; a poor reading") + ".",
        ),
    ]
    usage = reading.usage
    told = usage is not None and usage.prompt_tokens is not None and usage.completion_tokens is not None
    if told and usage is not None:
        cached = "" if usage.cached_tokens is None else f", {usage.cached_tokens} of them from its cache"
        found.append(
            Finding(
                True, f"Usage: {usage.prompt_tokens} prompt tokens{cached}, {usage.completion_tokens} answer tokens."
            )
        )
    else:
        found.append(Finding(False, "Usage: not told; budgets count what was reserved."))
    return found


def _request() -> ReadRequest:
    return ReadRequest(
        reading="models check",
        chapter=1,
        step="1",
        title=f"A trial {time.time_ns()}",  # asked anew each time, not answered from the cache
        author=None,
        language="en",
        contents="A trial",
        here="A trial",
        headings=("A trial",),
        vocabulary=load_vocabulary(),
        memory=MemoryState(),
        rendered="",
        sentences=tuple(NumberedSentence(number=at, text=text) for at, text in enumerate(SENTENCES, start=1)),
        chapter_text=" ".join(SENTENCES),
        answer_form=AnswerForm(name="derived"),
        ask_boundary=True,
    )
