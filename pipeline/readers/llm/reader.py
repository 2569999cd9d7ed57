"""The LLM reader: renders the prompt, asks once, reads the rows."""

import json
from collections.abc import Callable
from typing import Any

from pipeline.llm.client import ModelClient
from pipeline.llm.prompts import Prompt, load_prompt
from pipeline.readers.llm.answer import RowReader, answer_model
from schemas.reading import ChunkReading, NumberedSentence, ReadRequest, Usage
from schemas.settings import ModelSettings

NAME, VERSION = "llm", "1"
PROMPT = ("phase2/read_chunk", 1)

RecordCall = Callable[[str, str, str, str, Usage | None], None]


class LlmReader:
    """Reads with a model behind an OpenAI-compatible endpoint.

    `record` hears of every call as (chapter-reading, step, model, outcome, usage); `stop` ends retries.
    """

    def __init__(self, settings: ModelSettings, record: RecordCall, stop: Callable[[], bool]) -> None:
        self._client = ModelClient(settings)
        self._settings, self._record, self._stop = settings, record, stop
        self._prompt: Prompt = load_prompt(*PROMPT)

    @property
    def identity(self) -> tuple[str, ...]:
        return (NAME, VERSION, self._settings.model, self._prompt.name)

    @property
    def extractor(self) -> str:
        return f"{NAME} {VERSION}"

    @property
    def model(self) -> str | None:
        return self._settings.model

    @property
    def prompt(self) -> str | None:
        return self._prompt.name

    def read(self, request: ReadRequest) -> ChunkReading:
        """One chunk's items. Raises ReadingFault or ServiceFault as the client does."""
        lasting, changing = render(self._prompt, request)
        form = answer_model(request.ask_boundary, request.answer_form.json_schema is not None)
        reply = self._client.ask(
            lasting,
            changing,
            form,
            lambda outcome, usage: self._record(request.reading, request.step, self._settings.model, outcome, usage),
            self._stop,
        )
        reading = RowReader(request.vocabulary).read(reply.answer)
        return reading.model_copy(
            update={
                "memory": _patch(getattr(reply.answer, "memory", None)),
                "boundary": boundary_of(getattr(reply.answer, "d", 0)),
                "usage": reply.usage,
                "calls": reply.calls,
            }
        )


def boundary_of(sent: Any) -> int | None:
    """The number of a sentence; 0 says that there is none. One outside the chunk is for phase 2 to count."""
    return sent if type(sent) is int and sent != 0 else None


def _patch(sent: Any) -> str | None:
    """The memory part as text for its codec, which refuses what is no patch."""
    if not sent:
        return None
    try:
        return sent if isinstance(sent, str) else json.dumps(sent)
    except (ValueError, RecursionError) as error:
        return f"not to be written down ({type(error).__name__})"


def render(prompt: Prompt, request: ReadRequest) -> tuple[str, str]:
    """(lasting, changing): the first is byte-identical within a chapter."""
    return prompt.render(
        title=request.title,
        author=request.author or "",
        vocabulary=request.vocabulary,
        contents=request.contents,
        answer_form=request.answer_form,
        ask_boundary=request.ask_boundary,
        here=request.here,
        recalled="\n".join(entity.row for entity in request.recalled),
        rendered=request.rendered,
        transition=" ".join(request.transition),
        chunk="\n".join(line for sentence in request.sentences for line in _numbered(sentence)),
    )


def _numbered(sentence: NumberedSentence) -> list[str]:
    """Section marks on lines of their own, then the sentence with its number, lettered parts in line."""
    lines = [f"§ {mark}" for mark in sentence.marks]
    if not sentence.parts:
        return [*lines, f"[{sentence.number}] {sentence.text}"]
    parts = " ".join(f"[{sentence.number}{letter}] {text.strip()}" for letter, text in sentence.parts)
    return [*lines, parts]
