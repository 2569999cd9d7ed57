"""What is remembered of an endpoint: parameters it refuses, the mode of structured answers."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pipeline.llm.client import MOST_DROPPED
from schemas.errors import ContextExceeded, RequestRefused, Stopped
from tests.llm.bench import RIGHT, ask
from tests.scripted_model import completion


def refuses(
    *names, code="unsupported_parameter", message="Unsupported parameter: '{}' is not supported with this model."
):
    def answer(asked):
        for name in names:
            if name in asked.body:
                return 400, {"error": {"message": message.format(name), "param": None, "code": code}}
        return RIGHT

    return answer


@pytest.mark.parametrize(
    "names", [("temperature",), ("max_tokens",), ("temperature", "max_tokens", "max_completion_tokens")]
)
def test_a_parameter_that_is_refused_is_dropped_and_never_sent_again(script, bench, names):
    script.answer = refuses(*names)
    ask(bench.client(), "[1] A.")
    assert len(script.asked) == 1 + len(names)
    ask(bench.client(run="later"), "[1] B.")  # another process
    assert len(script.asked) == 2 + len(names)
    assert not set(names) & set(script.asked[-1].body)


def test_calls_side_by_side_are_not_all_refused_the_same(script, bench):
    script.answer, client = refuses("temperature", "max_tokens"), bench.client()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda text: ask(client, text), (f"[1] {letter}." for letter in "ABCDEFGH")))
    assert len(script.asked) == 8 + 2


def test_who_waits_for_what_another_finds_out_hears_a_stop(script, bench):
    stopped, client = threading.Event(), bench.client()
    script.before = lambda: stopped.wait(30)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ask, client, "[1] A.")
        while not script.asked:
            time.sleep(0.01)
        with pytest.raises(Stopped):
            ask(client, "[1] B.", stop=lambda: True)
        stopped.set()
        assert first.result().calls == 1


def test_a_reasoning_model_gets_its_own_name_of_the_limit(script, bench):
    script.answer = refuses("max_tokens")
    ask(bench.client())
    assert script.asked[-1].body["max_completion_tokens"] == 1_000


def in_mode(asked):
    kind = asked.body.get("response_format", {}).get("type")
    return kind or ("tools" if "tools" in asked.body else "plain")


def test_the_mode_of_structured_answers_is_found_once(script, bench):
    def answer(asked):
        if in_mode(asked) == "plain":
            return '```json\n{"e": ["a"]}\n```'
        return 400, {
            "error": {"message": f"unknown field {'tools' if in_mode(asked) == 'tools' else 'response_format'}"}
        }

    script.answer = answer
    assert ask(bench.client(), "[1] A.").answer.e == ["a"]
    assert [in_mode(asked) for asked in script.asked] == ["json_schema", "tools", "json_object", "plain"]
    ask(bench.client(), "[1] B.")
    assert in_mode(script.asked[-1]) == "plain" and len(script.asked) == 5


def test_a_mode_that_an_endpoint_takes_and_ignores_is_given_up_for_the_next(script, bench):
    def answer(asked):
        if in_mode(asked) != "tools":
            return "Salt is white."
        call = {"id": "1", "type": "function", "function": {"name": "answer", "arguments": '{"e": ["a"]}'}}
        return 200, completion(None, finish="tool_calls", usage=script.usage, tool_calls=[call])

    script.answer = answer
    assert ask(bench.client()).answer.e == ["a"] and len(script.asked) == 2


@pytest.mark.parametrize("code", ["context_length_exceeded", None])
def test_a_context_that_is_exceeded_is_no_refused_parameter(script, bench, code):
    said = "This model's maximum context length is 8192 tokens, you asked for 9000 (1000 in max_tokens)."
    error = {"message": said, "type": "invalid_request_error", "param": "max_tokens", "code": code}
    script.answer = lambda asked: (400, {"error": error})
    with pytest.raises(ContextExceeded):
        ask(bench.client())
    script.answer = lambda asked: RIGHT
    ask(bench.client(run="later"), "[1] B.")
    assert script.asked[-1].body["max_tokens"] == 1_000


def test_a_limit_that_was_not_sent_cuts_nothing(script, bench):
    def answer(asked):
        refusal = refuses("max_tokens", "max_completion_tokens")(asked)
        return refusal if isinstance(refusal, tuple) else (200, completion('{"e": ["a"]}', usage=long))

    long = {"prompt_tokens": 9, "completion_tokens": 5_000}
    script.answer = answer
    assert ask(bench.client()).answer.e == ["a"]


def test_a_stop_is_heard_before_a_request_is_sent_without_what_was_refused(script, bench):
    script.answer = refuses("temperature", "max_tokens")
    with pytest.raises(Stopped):
        ask(bench.client(), stop=lambda: bool(script.asked))
    assert len(script.asked) == 1


def test_a_parameter_named_again_and_again_is_a_refusal_in_the_end(script, bench):
    script.answer = lambda asked: (
        400,
        {"error": {"message": "unsupported parameter: temperature, top_p or max_tokens"}},
    )
    with pytest.raises(RequestRefused):
        ask(bench.client())
    assert len(script.asked) <= 2 * MOST_DROPPED
