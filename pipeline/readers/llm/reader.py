"""The LLM reader: renders the prompt, asks once, reads the rows."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from pipeline.llm.client import ModelClient, Reply, Request
from pipeline.llm.prompts import Prompt, load_prompt
from pipeline.readers.llm.answer import MOST_TURNS, BadRow, RowReader, RowsAnswer, answer_model
from pipeline.readers.llm.mended import with_mended
from schemas.errors import (
    ContextExceeded,
    ModelPaused,
    ModelRefused,
    ModelUnavailable,
    ReadingFault,
    RequestRefused,
    Stopped,
)
from schemas.reading import NOTHING_SPENT, ChunkReading, NumberedSentence, ReadRequest, Usage

NAME, VERSION = "llm", "4"
PROMPT, MEND = ("phase2/read_chunk", 5), ("phase2/mend_rows", 2)
ANSWER_TOKENS_A_WORD, LEAST_ANSWER_TOKENS = 6, 2_000  # that an answer may take; a dense one took 4.4 a word
MOST_MENDED = 100  # rows that are asked for again: about what the least answer has room for
TASK = "read_chunk"


class LlmReader:
    """Reads with a model behind an OpenAI-compatible endpoint; `stop` ends retries, `waits` hears what is waited for,
    `heard` of each valid answer."""

    def __init__(
        self,
        client: ModelClient,
        model: str,
        stop: Callable[[], bool],
        waits: Callable[[str], None],
        heard: Callable[[ReadRequest, dict[str, Any], Usage], None],
    ) -> None:
        self._client, self._model, self._stop, self._waits, self._heard = client, model, stop, waits, heard
        self._prompt, self._mend = load_prompt(*PROMPT), load_prompt(*MEND)

    @property
    def identity(self) -> tuple[str, ...]:
        return identity(self._model)

    @property
    def extractor(self) -> str:
        return f"{NAME} {VERSION}"

    @property
    def model(self) -> str | None:
        return self._model

    @property
    def prompt(self) -> str | None:
        return self._prompt.name

    def read(self, request: ReadRequest) -> ChunkReading:
        """One chunk's items. Raises ReadingFault or ServiceFault as the client does. Where the prompt is longer than the
        model's context it is asked once more with less of what came before."""
        try:
            reply = self._ask(request)
        except ContextExceeded as first:
            if not (request.recalled or request.transition):
                raise
            try:
                reply = self._ask(request.model_copy(update={"recalled": (), "transition": ()}))
            except ReadingFault as second:
                second.calls += first.calls
                second.usage = (second.usage or NOTHING_SPENT).plus(first.usage or NOTHING_SPENT)
                raise
            spent = reply.usage.plus(first.usage or NOTHING_SPENT)
            reply = reply._replace(calls=reply.calls + first.calls, usage=spent)
        answer = reply.answer.model_dump()
        reading, bad = reading_of(request, answer, reply.usage, reply.calls)
        if bad:
            mended, usage, calls = self._mended(request, bad[:MOST_MENDED])
            answer, lost = with_mended(answer, bad, MOST_MENDED, mended)
            usage, calls = reply.usage.plus(usage), reply.calls + calls
            reading, _ = reading_of(request, answer, usage, calls)
            reading = reading.model_copy(update={"unread": (*reading.unread, *lost)})
        self._heard(request, answer, reply.usage)
        return reading

    def _mended(self, request: ReadRequest, bad: Sequence[BadRow]) -> tuple[dict[str, Any], Usage, int]:
        """Rows for those that could not be read (none where they can't be had) and what they cost. They are asked for behind the
        prompt of the reading, which an endpoint need not read again. What ends the asking ends the reading only where it is kept
        and costs nothing later; else it is met again at the next call."""
        lasting, changing = render(self._prompt, request)
        _, more = self._mend.render(rows="\n".join(row.told for row in bad))
        asked = Request(
            request.reading, f"{request.step}.mend", "mend_rows", self._mend.name, lasting, f"{changing}\n{more}", RowsAnswer,
            LEAST_ANSWER_TOKENS,
        )  # fmt: skip
        try:
            reply = self._client.ask(asked, self._stop, self._waits)
        except ReadingFault as fault:
            return {}, fault.usage or NOTHING_SPENT, fault.calls
        except (Stopped, ModelUnavailable, ModelPaused, ModelRefused, RequestRefused):
            if self._client.keeps_answers:
                raise
            return {}, NOTHING_SPENT, 0
        return reply.answer.model_dump(), reply.usage, reply.calls

    def _ask(self, request: ReadRequest) -> Reply[RowsAnswer]:
        lasting, changing = render(self._prompt, request)
        words = sum(len(sentence.text.split()) for sentence in request.sentences)
        asked = Request(
            chapter_reading=request.reading,
            step=request.step,
            task=TASK,
            prompt=self._prompt.name,
            lasting=lasting,
            changing=changing,
            form=answer_model(request.ask_boundary, request.answer_form.json_schema is not None),
            most_answer_tokens=max(LEAST_ANSWER_TOKENS, ANSWER_TOKENS_A_WORD * words),
            words=words,
        )
        return self._client.ask(asked, self._stop, self._waits)


def identity(model: str) -> tuple[str, ...]:
    """What of this reader decides what is read."""
    return (NAME, VERSION, model, load_prompt(*PROMPT).name, load_prompt(*MEND).name)


def reading_of(
    request: ReadRequest, answer: dict[str, Any], usage: Usage, calls: int
) -> tuple[ChunkReading, tuple[BadRow, ...]]:
    """The items of an answer, and the rows that are none; raises ValueError for what is no answer."""
    form = answer_model(request.ask_boundary, request.answer_form.json_schema is not None)
    rows, reader = form.model_validate(answer), RowReader(request.vocabulary)
    beside = {
        "memory": _patch(getattr(rows, "memory", None)),
        "turns": turns_of(getattr(rows, "d", None)),
        "usage": usage,
        "calls": calls,
    }
    return reader.read(rows).model_copy(update=beside), tuple(reader.bad)


def turns_of(sent: Any) -> tuple[int, ...]:
    """Numbers of sentences, one alone too; 0 says that there is none. One outside the chunk is for phase 2 to count."""
    numbers = sent if isinstance(sent, list) else [sent]
    return tuple(dict.fromkeys(one for one in numbers[:MOST_TURNS] if type(one) is int and one != 0))


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
