"""Rows that can't be read are asked for again, those alone and once; they never sink the answer."""

from contextlib import closing

import pytest

from pipeline.llm import faults
from pipeline.llm.prompts import load_prompt
from pipeline.readers.llm.answer import MOST_TAKEN
from pipeline.readers.llm.reader import LEAST_ANSWER_TOKENS, MEND, MOST_MENDED, PROMPT, LlmReader, identity, render
from pipeline.vocabulary import load_vocabulary
from schemas.errors import BudgetReached, ModelPaused, ModelRefused, ModelUnavailable, Stopped
from schemas.memory import MemoryState
from schemas.reading import AnswerForm, NumberedSentence, ReadRequest
from schemas.spending import Cap, Caps
from tests.llm.bench import Bench
from tests.scripted_model import ScriptedModel

GOOD, BAD = "n1|salt|Concept|1", "n2|water|Concept|first"


@pytest.fixture
def script(monkeypatch):
    monkeypatch.setattr(faults, "FIRST_WAIT_SECONDS", 0.01)
    model = ScriptedModel(lambda asked: {"e": [GOOD, BAD], "c": ["c1|thesis||1|n1"]})
    yield model
    model.close()


@pytest.fixture
def read(script, tmp_path):
    with closing(Bench(script, tmp_path / "memory.db")) as bench:

        def run(stop=lambda: False, caps=Caps(), redacted=False):  # noqa: B008
            client = bench.client(caps, redacted=redacted)
            return LlmReader(client, "scripted-1", stop, lambda _: None, lambda *_: None).read(_request())

        yield run


def _request():
    return ReadRequest(
        reading="r", chapter=1, step="1", title="T", author=None, language="en", contents="T", here="T", headings=(),
        vocabulary=load_vocabulary(), memory=MemoryState(), rendered="", chapter_text="",
        sentences=(NumberedSentence(number=1, text="Salt is white."),), answer_form=AnswerForm(name="derived"), ask_boundary=True,
    )  # fmt: skip


def test_bad_rows_are_asked_for_by_themselves(script, read):
    script.mend = lambda asked: {"e": ["n2|water|Concept|1"]}
    reading = read()
    assert [one.name for one in reading.entities] == ["salt", "water"] and len(reading.statements) == 1
    assert reading.unread == () and (reading.calls, reading.usage.prompt_tokens) == (2, 200)
    first, second = script.asked
    assert second.rows == [f"e: {BAD}"] and second.lasting == first.lasting
    assert second.changing.startswith(first.changing)  # with the chunk: a sentence's number is not to be guessed


def test_a_range_that_runs_too_far_is_asked_for_again(script, read):
    far = "n2|water|Concept|3-90"
    script.answer, script.mend = lambda asked: {"e": [GOOD, far]}, lambda asked: {"e": ["n2|water|Concept|1"]}
    reading = read()
    assert [one.name for one in reading.entities] == ["salt", "water"] and reading.unread == ()
    assert script.asked[1].rows == [f"e: {far}"]


def test_a_bad_row_is_shown_whole_and_in_its_list(script, read):
    long = "c1|thesis||first|" + ",".join(f"n{number}" for number in range(60))
    script.answer = lambda asked: {"e": [GOOD], "c": [long, {"id": "c2"}]}
    reading = read()
    assert script.asked[1].rows == [f"c: {long}", 'c: {"id": "c2"}'] and len(reading.unread) == 2


@pytest.mark.parametrize("mended", [{"e": [BAD]}, {"e": []}, "no JSON"])
def test_what_cannot_be_mended_is_told_and_the_rest_stands(script, read, mended):
    script.mend = lambda asked: mended
    reading = read()
    assert [one.name for one in reading.entities] == ["salt"] and len(reading.statements) == 1
    assert reading.unread == (BAD,)


# Holds the reading's call, and after it none.
BUDGET = Cap(tokens=len("".join(render(load_prompt(*PROMPT), _request())).encode()) // 3 + LEAST_ANSWER_TOKENS)
GONE, REFUSED = (500, {}), (401, {})
PAUSED = (429, {}, ("retry-after", "900"))
ENDS = {
    "gone": (GONE, {}, ModelUnavailable),
    "refused": (REFUSED, {}, ModelRefused),
    "paused": (PAUSED, {}, ModelPaused),
    "stopped": ("no JSON", {"stop": lambda: True}, Stopped),
    "budget": ({"e": []}, {"caps": Caps(run=BUDGET)}, BudgetReached),
}


@pytest.mark.parametrize(("mended", "terms", "error"), ENDS.values(), ids=ENDS)
def test_rows_are_mended_later_where_the_reply_is_kept_until_then(script, read, mended, terms, error):
    script.mend = lambda asked: mended
    with pytest.raises(error):
        read(**terms)
    asked, script.mend = len(script.asked), lambda asked: {"e": ["n2|water|Concept|1"]}
    if error is not ModelPaused:
        assert read().unread == () and len(script.asked) == asked + 1


@pytest.mark.parametrize(("mended", "terms", "error"), ENDS.values(), ids=ENDS)
def test_a_reply_that_is_not_kept_is_not_thrown_away_for_its_bad_rows(script, read, mended, terms, error):
    script.mend = lambda asked: mended
    reading = read(redacted=True, **terms)
    assert [one.name for one in reading.entities] == ["salt"] and reading.unread == (BAD,)
    if error is BudgetReached:
        with pytest.raises(error):  # at the next call
            read(redacted=True, **terms)


def test_so_many_bad_rows_as_an_answer_has_room_for_are_asked_for_again(script, read):
    script.answer = lambda asked: {"e": [GOOD, *(f"n{at}|water|Concept|first" for at in range(3_000))]}
    reading = read()
    assert len(script.asked[1].rows) == MOST_MENDED and len(reading.unread) == 3_000


def test_rows_beyond_what_a_chunk_can_have_stay_counted_where_others_are_mended(script, read):
    script.answer = lambda asked: {"e": [BAD, *(f"n{at}|name {at}|Concept|1" for at in range(10, 100_010))]}
    script.mend = lambda asked: {"e": ["n2|water|Concept|1"]}
    reading = read()
    assert reading.too_many == 100_001 - MOST_TAKEN and len(reading.entities) == MOST_TAKEN and not reading.unread


def test_an_answer_without_a_bad_row_is_one_call(script, read):
    script.answer = lambda asked: {"e": [GOOD]}
    assert read().calls == 1 == len(script.asked)


def test_what_asks_for_bad_rows_belongs_to_what_decides_a_reading():
    named = identity("scripted-1")
    assert load_prompt(*PROMPT).name in named and load_prompt(*MEND).name in named


def test_rows_that_nobody_asked_for_again_are_not_taken_for_mended_ones(script, read):
    script.answer = lambda asked: {"e": [GOOD, *(f"n{at}|water|Concept|first" for at in range(2, MOST_MENDED + 52))]}
    script.mend = lambda asked: {
        "e": [f"n{at}|water{at}|Concept|1" for at in range(2, MOST_MENDED + 2)],
        "c": [f"c{at}|thesis||1|n1" for at in range(50)],
    }
    reading = read()
    assert len(reading.entities) == 1 + MOST_MENDED and reading.statements == () and len(reading.unread) == 50


def test_a_row_that_stands_for_a_list_outlives_the_mending_of_others(script, read):
    script.answer = lambda asked: {"e": [GOOD, BAD], "c": "c1|thesis||1|n1"}
    script.mend = lambda asked: {"e": "n2|water|Concept|1"}
    reading = read()
    assert [one.name for one in reading.entities] == ["salt", "water"]
    assert len(reading.statements) == 1 and reading.unread == ()
