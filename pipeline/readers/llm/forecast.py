"""What reading a chunk with a model will take, before anything is spent: tokens of the prompt as it will be rendered, and
of an answer as dense as those that were measured."""

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.llm.prompts import Prompt, load_prompt
from pipeline.readers.llm.reader import PROMPT, render
from pipeline.tokens import count_tokens
from schemas.reading import ReadRequest
from schemas.spending import Habit

MEMORY_TOKENS = 520  # what the memory and what is recalled take in a prompt, past a chapter's first chunk
FIRST_STEP = "1"


class Forecast(NamedTuple):
    """`lasting_tokens` are those that an endpoint with a prefix cache reads once a chapter."""

    calls: int = 0
    prompt_tokens: int = 0
    lasting_tokens: int = 0
    completion_tokens: int = 0

    def plus(self, other: "Forecast") -> "Forecast":
        return Forecast(*(one + more for one, more in zip(self, other, strict=True)))


def forecast(requests: Iterable[ReadRequest], habit: Habit) -> Forecast:
    """Of the requests of one chapter, each with an empty memory; `habit` is how much the model answers."""
    prompt, total = load_prompt(*PROMPT), Forecast()
    lasting_tokens: dict[str, int] = {}
    for request in requests:
        total = total.plus(_one(prompt, request, habit, lasting_tokens))
    return total


def _one(prompt: Prompt, request: ReadRequest, habit: Habit, known: dict[str, int]) -> Forecast:
    lasting, changing = render(prompt, request)
    if lasting not in known:
        known[lasting] = count_tokens(lasting)
    words = sum(len(sentence.text.split()) for sentence in request.sentences)
    memory = 0 if request.step == FIRST_STEP else MEMORY_TOKENS
    read = known[lasting] + count_tokens(changing) + memory
    return Forecast(1, read, known[lasting], round(words * habit.answer_tokens_a_word))
