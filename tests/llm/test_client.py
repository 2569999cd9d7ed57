"""The model client against a real HTTP endpoint: what is retried, what becomes which error, what the ledger hears."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from sqlalchemy import select

from pipeline.journal.tables import MESSAGES
from pipeline.llm import faults
from pipeline.llm.client import TRIES, VALID_TRIES
from schemas.errors import (
    ModelPaused,
    ModelRefused,
    ModelUnavailable,
    ReplyCut,
    ReplyEmpty,
    ReplyInvalid,
    ReplyRefused,
    RequestRefused,
    SettingInvalid,
    Stopped,
)
from tests.llm.bench import RIGHT, request
from tests.scripted_model import completion


@pytest.fixture
def ask(script, bench):
    def ask_for(replies, **terms):
        """Asks once; `replies` are given in order, the last one again and again."""
        left = list(replies)
        script.answer = lambda asked: left.pop(0) if len(left) > 1 else left[0]
        return bench.client(**terms).ask(request(), lambda: False)

    return ask_for


def status(code, error_code=None):
    return code, {"error": {"message": "no", "code": error_code}}


def test_a_good_reply_is_returned_with_its_usage(ask, bench):
    reply = ask([{"e": ["a"]}])
    assert reply.answer.e == ["a"] and reply.calls == 1
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (100, 50)
    assert bench.ledger() == [("ok", 100, 50)]


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None, "completion_tokens": None, "total_tokens": None}])
def test_missing_usage_is_unknown_not_zero(script, ask, usage):
    reply = ask([(200, completion('{"e": []}') | {"usage": usage})])
    assert reply.usage.prompt_tokens is None and reply.usage.completion_tokens is None


@pytest.mark.parametrize("first", [status(500), status(503), status(429)])
def test_a_busy_endpoint_is_asked_again(script, ask, bench, first):
    reply = ask([first, {"e": ["b"]}])
    assert reply.calls == 2 == len(script.asked) == len(bench.ledger())


def test_a_gone_endpoint_is_given_up_after_some_tries(script, ask, bench):
    with pytest.raises(ModelUnavailable):
        ask([status(500)])
    assert len(script.asked) == TRIES == len(bench.ledger())


def after(number, wait):
    return (*status(number), ("retry-after", wait))


TOMORROW = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)


@pytest.mark.parametrize("wait", ["86400", "31", TOMORROW], ids=["a day", "a second more", "a date"])
@pytest.mark.parametrize("number", [429, 503])
def test_an_endpoint_that_asks_for_more_time_than_a_run_waits_is_asked_once(script, ask, number, wait):
    with pytest.raises(ModelPaused, match=r"left alone.* (until|after) \d\d:\d\d\."):
        ask([after(number, wait)])
    assert len(script.asked) == 1


@pytest.mark.parametrize("wait", ["0", "-5", "nan", "inf", "soon", "", "Thu, 01 Jan 1970 00:00:00 GMT", "0.02"])
@pytest.mark.parametrize("number", [429, 503])
def test_a_wait_that_is_short_or_makes_no_sense_is_no_end(script, ask, number, wait):
    reply = ask([after(number, wait), {"e": ["b"]}])
    assert reply.calls == 2


@pytest.mark.parametrize("wait", ["0", "soon", "0.02"])
def test_who_meets_a_rate_again_and_again_is_told_to_lower_his_own(script, ask, wait):
    with pytest.raises(ModelUnavailable, match="limits its rate") as told:
        ask([after(429, wait)])
    assert len(script.asked) == TRIES and "GLOSSATOR_REQUESTS_PER_MINUTE" in told.value.remedy
    assert "OPENAI_BASE_URL" not in told.value.remedy


QUOTA_BY_TYPE = (429, {"error": {"message": "no", "type": "insufficient_quota", "code": None}})


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (status(401), ModelRefused),
        (status(403), ModelRefused),
        (status(404), ModelRefused),
        (status(429, "insufficient_quota"), ModelRefused),
        (QUOTA_BY_TYPE, ModelRefused),
        (status(400), RequestRefused),
        (status(422), RequestRefused),
    ],
)
def test_what_asking_again_cannot_mend_is_not_asked_again(script, ask, reply, error):
    with pytest.raises(error):
        ask([reply])
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    ("reply", "error", "calls"),
    [
        ((200, completion('{"e": ["a"', finish="length")), ReplyCut, 1),
        (status(400, "context_length_exceeded"), ReplyCut, 1),
        ("no JSON at all", ReplyInvalid, VALID_TRIES),
        ({"e": "no list"}, ReplyInvalid, VALID_TRIES),
        ((200, completion(None)), ReplyEmpty, 1),
        ((200, completion("")), ReplyEmpty, 1),
        ((200, completion(None, refusal="I will not.")), ReplyRefused, 1),
        ((200, completion("", finish="content_filter")), ReplyRefused, 1),
    ],
)
def test_a_reply_that_cannot_be_used_is_a_reading_fault(script, ask, reply, error, calls):
    with pytest.raises(error):
        ask([reply])
    assert len(script.asked) == calls


@pytest.mark.parametrize(
    "body",
    [{"error": {"message": "overloaded"}}, completion("") | {"choices": None}, completion("") | {"choices": []}, []],
)
def test_a_status_200_that_is_no_completion_is_the_endpoints_fault_and_asked_again(script, ask, body):
    with pytest.raises(ModelUnavailable):
        ask([(200, body)])
    assert len(script.asked) == TRIES


NESTED = b'{"choices": ' + b"[" * 200_000


@pytest.mark.parametrize(
    "raw", [b"{'a'}", b'{"choices": [{"mess', b"\xff\xfe", NESTED, completion("") | {"choices": []}]
)
def test_a_body_that_is_no_json_may_have_cost_as_much_as_a_lost_one(script, ask, bench, raw):
    with pytest.raises(ModelUnavailable):
        ask([(200, raw)])
    assert bench.ledger() == [(ModelUnavailable.code, None, None)] * TRIES and bench.spent().unknown == TRIES


PAGE = (200, b"<!doctype html><p>Log in</p>", ("content-type", "text/html"))


@pytest.mark.parametrize("reply", [PAGE, (200, {"error": {"message": "overloaded"}})], ids=["a page", "an error"])
def test_where_no_model_was_asked_nothing_was_paid(script, ask, bench, reply):
    with pytest.raises(ModelUnavailable):
        ask([reply])
    assert bench.spent().tokens == 0 == bench.spent().unknown


@pytest.mark.parametrize("count", ["many", 10**30, -1, [1], 1.5])
def test_a_count_that_is_no_number_is_unknown(script, ask, count):
    reply = ask([(200, completion('{"e": []}') | {"usage": {"prompt_tokens": count, "completion_tokens": 2}})])
    assert reply.usage.prompt_tokens is None


def test_a_key_that_no_header_can_hold_is_a_setting(bench):
    with pytest.raises(SettingInvalid):
        bench.client(api_key="kéy")


def test_a_stop_ends_the_waiting_and_sends_nothing_more(script, bench, monkeypatch):
    script.answer = lambda asked: status(429)
    monkeypatch.setattr(faults, "FIRST_WAIT_SECONDS", 60)
    stopped = iter([False, True])
    with pytest.raises(Stopped):
        bench.client().ask(request(), lambda: next(stopped, True))
    assert len(script.asked) == 1


def test_a_stop_keeps_an_invalid_reply_from_becoming_a_gap(script, bench):
    script.answer = lambda asked: "no JSON"
    with pytest.raises(Stopped):
        bench.client().ask(request(), lambda: True)


def test_nobody_there_is_said_and_costs_nothing(bench):
    with pytest.raises(ModelUnavailable):
        bench.client(base_url="http://127.0.0.1:9/v1").ask(request(), lambda: False)
    assert set(bench.ledger()) == {(ModelUnavailable.code, 0, 0)}


def test_what_a_refused_reply_cost_counts_with_the_answer(script, ask):
    reply = ask(["no JSON", {"e": ["a"]}])
    assert reply.calls == 2 and (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (200, 100)


def test_a_gap_knows_what_it_cost(script, ask):
    with pytest.raises(ReplyInvalid) as caught:
        ask(["no JSON"])
    assert caught.value.calls == VALID_TRIES and caught.value.usage.prompt_tokens == 100 * VALID_TRIES


def test_a_key_that_the_endpoint_says_back_is_not_kept(script, bench):
    secret = "sk-a-key-that-nobody-may-see"
    script.answer = lambda asked: f'{{"e": ["your key is {secret}"]}}'
    bench.client(api_key=secret).ask(request(), lambda: False)
    with bench.journal.transaction() as connection:
        kept = [tuple(row) for row in connection.execute(select(MESSAGES.c.request, MESSAGES.c.reply))]
    assert len(kept) == 1 and "your key is" in kept[0][1] and secret not in str(kept)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("content", [RIGHT, [{"type": "text", "text": json.dumps(RIGHT)}]])
def test_a_message_of_an_odd_form_is_read_and_kept_without_a_word_on_the_way(script, bench, content):
    script.answer = lambda asked: (200, completion(content, usage=script.usage))
    assert bench.client().ask(request(), lambda: False).answer.e == ["a"]
