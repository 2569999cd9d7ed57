"""The order of the policy: budget, cache, rate and concurrency, call, retry; and what is remembered of an endpoint."""

import socket
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from sqlalchemy import update

from pipeline.journal.desk import JournalDesk
from pipeline.journal.tables import ENDPOINTS, MODEL_CALLS
from pipeline.llm.client import ONLY_JSON
from schemas.errors import (
    BudgetReached,
    ContextExceeded,
    InvariantBroken,
    ModelPaused,
    ReplyCut,
    ReplyInvalid,
    ReplyRefused,
    Stopped,
)
from schemas.spending import LONGEST_PAUSE_SECONDS, Call, Cap, Capabilities, Caps, Price, Rates
from tests.llm.bench import RIGHT, ask, request
from tests.scripted_model import completion


def test_a_request_that_was_answered_is_not_sent_again_by_whoever_asks(script, bench):
    first, second = ask(bench.client()), ask(bench.client(run="another"))
    assert (first.answer, first.calls) == (second.answer, 1) and (second.calls, second.usage.prompt_tokens) == (0, 0)
    assert len(script.asked) == 1 == len(bench.ledger())


@pytest.mark.parametrize("given", [{"changing": "[1] B."}, {"model": "other"}, {"lasting": "Table of contents: x"}])
def test_another_request_is(script, bench, given):
    ask(bench.client())
    ask(
        bench.client(**{k: v for k, v in given.items() if k == "model"}),
        **{k: v for k, v in given.items() if k != "model"},
    )
    assert len(script.asked) == 2


def test_only_valid_replies_are_served_again(script, bench):
    script.answer = lambda asked: "no JSON"
    for _ in range(2):
        with pytest.raises(ReplyInvalid):
            ask(bench.client())
    assert len(script.asked) == 6


def test_a_try_after_a_bad_reply_is_told_what_was_wrong_and_the_prompt_does_not_grow(script, bench):
    replies = ["no JSON", "still none", RIGHT]
    script.answer = lambda asked: replies[len(script.asked) - 1]
    assert ask(bench.client()).calls == 3
    prompts = [asked.body["messages"][1]["content"] for asked in script.asked]
    assert all(prompt.startswith(prompts[0]) and prompt.endswith(ONLY_JSON) for prompt in prompts[1:])
    assert len(prompts[2]) == len(prompts[1]) < len(prompts[0]) + 300


def test_an_answer_that_took_two_tries_is_served_to_the_first_request(script, bench):
    replies = ["Salt is white.", RIGHT]
    script.answer = lambda asked: replies.pop(0)
    assert ask(bench.client()).calls == 2 and ask(bench.client(run="later")).calls == 0


def test_what_was_answered_is_kept_before_it_is_settled(script, bench, monkeypatch):
    monkeypatch.setattr(
        JournalDesk, "settle", lambda *_: (_ for _ in ()).throw(SystemExit)
    )  # as a kill between the two
    with pytest.raises(SystemExit):
        ask(bench.client())
    monkeypatch.undo()
    assert ask(bench.client(run="later")).calls == 0 and len(script.asked) == 1


def test_a_redacted_journal_keeps_no_message_and_so_serves_none(script, bench):
    for _ in range(2):
        ask(bench.client(redacted=True), "[1] A sentence of salt.")
    assert len(script.asked) == 2
    with bench.journal.transaction() as connection:
        dump = "".join(connection.connection.driver_connection.iterdump())
    assert "salt" not in dump and "read_chunk" in dump


# budget


@pytest.mark.parametrize("scope", ["run", "day"])
def test_a_cap_is_never_passed_and_what_was_not_used_comes_back(script, bench, scope):
    caps = Caps(**{scope: Cap(tokens=1_400)})  # a call may use 1,020, and uses 150
    client = bench.client(caps)
    for number in range(3):
        ask(client, f"[1] Sentence {number}.")
    with pytest.raises(BudgetReached, match=f"a {scope}|{scope}'s"):
        ask(client, "[1] One more.")
    assert len(script.asked) == 3 and bench.spent().tokens == 450


@pytest.mark.parametrize(
    ("cap", "named", "setting", "needed"),
    [
        ({"run": Cap(tokens=900)}, "This run's cap of 900 tokens", "GLOSSATOR_RUN_TOKENS", "1,0"),
        ({"run": Cap(usd=0.5)}, "This run's cap of $0.5", "GLOSSATOR_RUN_USD", "$1.0"),
        ({"day": Cap(usd=0.5)}, "The endpoint's cap for a day (UTC) of $0.5", "GLOSSATOR_DAY_USD", "$1.0"),
        ({"batch": Cap(usd=0.06)}, "The budget of these books of $0.06 has $0.06 left", "--budget-usd", "$1.0"),
        ({"batch": Cap(tokens=900)}, "The budget of these books of 900 tokens", "--budget-tokens", "1,0"),
    ],
)
def test_a_cap_that_holds_not_even_one_call_says_so_by_its_own_name(script, bench, cap, named, setting, needed):
    with pytest.raises(BudgetReached) as told:
        ask(bench.client(Caps(**cap), price=Price(input=1_000, cached=0, output=1_000)))
    assert named in told.value.what and not script.asked
    assert f"next call may need {needed}" in told.value.what
    assert setting in told.value.remedy and "higher" in told.value.remedy and "again" not in told.value.remedy


@pytest.mark.parametrize(("scope", "then"), [("run", "as much again"), ("day", "tomorrow")])
def test_what_is_left_of_a_cap_is_told_and_when_there_is_more(bench, scope, then):
    client = bench.client(Caps(**{scope: Cap(tokens=1_100)}))
    ask(client)
    with pytest.raises(BudgetReached, match=r"has 950 tokens left, and the next call may need 1,0\d\d tokens") as told:
        ask(client, "[1] One more.")
    assert then in told.value.remedy


def test_money_is_capped_by_the_price(script, bench):
    price = Price(input=1, cached=0, output=10)
    client = bench.client(Caps(run=Cap(usd=0.0105)), price=price)
    ask(client)
    assert bench.spent().usd == pytest.approx(0.0006)
    with pytest.raises(BudgetReached):
        ask(client, "[1] One more.")


def test_what_the_cache_holds_needs_no_budget_beyond_its_reservation(script, bench):
    ask(bench.client())
    client = bench.client(Caps(run=Cap(tokens=1_100)), run="second")
    for _ in range(3):
        assert ask(client).calls == 0
    assert bench.spent("second").calls == 0


def test_calls_in_flight_are_waited_for_where_they_may_give_back(script, bench):
    ask(bench.client(run="before"))  # the endpoint is known
    client = bench.client(Caps(run=Cap(tokens=1_500)))
    script.before = lambda: time.sleep(0.3)
    waited, replies = [], []
    other = threading.Thread(target=lambda: replies.append(ask(client, "[1] The first.")))
    other.start()
    time.sleep(0.1)
    reply = client.ask(request("You are here: x\nMemory:\n\nChunk:\n[1] The second."), lambda: False, waited.append)
    other.join()
    assert reply.calls == 1 and len(replies) == 1 and set(waited) == {"budget"}


def test_what_a_refused_try_cost_counts(script, bench):
    replies = ["no JSON", RIGHT]
    script.answer = lambda asked: replies[len(script.asked) - 1]
    ask(bench.client())
    assert bench.spent().tokens == 300 == sum(prompt + answer for _, prompt, answer in bench.ledger())


# rate and concurrency


def test_the_calls_in_flight_are_limited_over_processes(script, bench):
    clients = [bench.client(rates=Rates(in_flight=1)) for _ in range(3)]
    lock, now, most = threading.Lock(), [0], [0]

    def answer(asked):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.1)
        with lock:
            now[0] -= 1
        return RIGHT

    script.answer = answer
    threads = [threading.Thread(target=ask, args=(one, f"[1] {at}.")) for at, one in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(script.asked) == 3 and most == [1]


@pytest.mark.parametrize("rates", [Rates(requests_per_minute=2), Rates(tokens_per_minute=1_400)])
def test_a_rate_that_is_used_up_lets_a_call_wait_until_a_stop(script, bench, rates):
    client, waited = bench.client(rates=rates), []
    for number in range(2 if rates.requests_per_minute else 3):
        ask(client, f"[1] {number}.")
    asked = len(script.asked)
    with pytest.raises(Stopped):
        client.ask(request("You are here: x\nMemory:\n\nChunk:\n[1] Late."), lambda: bool(waited), waited.append)
    assert waited == ["rate"] and len(script.asked) == asked == len(bench.ledger())


def test_an_endpoint_that_asks_to_be_left_alone_is_by_every_process(script, bench):
    script.answer = lambda asked: (429, {"error": {"message": "no"}}, ("retry-after", "900"))
    for run in ("one", "two"):
        with pytest.raises(ModelPaused):
            ask(bench.client(run=run))
    assert len(script.asked) == 1


YEARS = format_datetime(datetime.now(UTC) + timedelta(days=400), usegmt=True)


@pytest.mark.parametrize("wait", ["1e300", "86400", YEARS], ids=["for ever", "a day", "a year"])
def test_a_pause_is_believed_for_an_hour_at_most_and_then_the_endpoint_is_asked_again(script, bench, monkeypatch, wait):
    script.answer = lambda asked: (429, {"error": {"message": "no"}}, ("retry-after", wait))
    with pytest.raises(ModelPaused, match="more than an hour"):
        ask(bench.client())
    script.answer = lambda asked: RIGHT
    with pytest.raises(ModelPaused, match=r"until \d\d:\d\d\b"):
        ask(bench.client(run="at once"))
    later = time.time() + LONGEST_PAUSE_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert ask(bench.client(run="an hour later")).calls == 1


def test_a_pause_that_no_endpoint_is_believed_holds_nobody_though_a_journal_remembers_it(script, bench):
    client = bench.client()
    client._desk.learn(Capabilities())
    with bench.journal.transaction() as connection:
        connection.execute(update(ENDPOINTS).values(not_before=time.time() + 400 * 86_400))
    assert ask(client).calls == 1


# what an endpoint takes


# faults


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ((400, {"error": {"message": "This model's maximum context length is 8192 tokens."}}), ContextExceeded),
        ((400, {"error": {"code": 400, "message": "the request exceeds the available context size"}}), ContextExceeded),
        ((400, {"error": {"message": "no", "code": "content_filter"}}), ReplyRefused),
        ((200, completion('{"e": ["a', usage={"prompt_tokens": 9, "completion_tokens": 1_000})), ReplyCut),
    ],
)
def test_faults_that_are_told_in_other_words(script, bench, reply, error):
    script.answer = lambda asked: reply
    with pytest.raises(error):
        ask(bench.client())
    assert len(script.asked) == 1


def test_what_lasts_is_the_same_within_a_chapter(bench):
    client = bench.client()
    ask(client, "[1] A.")
    with pytest.raises(InvariantBroken, match="changed within a chapter"):
        ask(client, "[1] B.", lasting="Table of contents: another")
    assert ask(client, "[1] B.", lasting="Table of contents: another", reading="another chapter").calls == 1


def killed_call(bench, client, holder):
    """An entry of a process that died, holding all that the cap allows."""
    entry = client._desk.reserve(
        Call(chapter_reading="c", step="1", task="t", prompt="p", words=1, prompt_tokens=20, most_answer_tokens=1_000)
    )
    with bench.journal.transaction() as connection:
        here = MODEL_CALLS.c.id == entry
        connection.execute(update(MODEL_CALLS).where(here).values(holder=holder, reserved=time.time() - 2_000))
    return entry


@pytest.mark.parametrize("holder", [f"{socket.gethostname()}|999999|1|dead", "elsewhere|1|1|silent"])
def test_what_a_dead_process_reserved_and_never_sent_comes_back_to_who_waits(script, bench, holder):
    client = bench.client(Caps(day=Cap(tokens=1_500)))
    killed_call(bench, client, holder)
    assert ask(client).calls == 1 and bench.ledger() == [("ok", 100, 50)]


@pytest.mark.parametrize("holder", [f"{socket.gethostname()}|999999|1|dead", "elsewhere|1|1|silent"])
def test_a_call_of_a_dead_process_is_no_longer_in_flight(script, bench, holder):
    client = bench.client(rates=Rates(in_flight=1))
    entry = killed_call(bench, client, holder)
    with bench.journal.transaction() as connection:
        connection.execute(update(MODEL_CALLS).where(MODEL_CALLS.c.id == entry).values(sent=time.time() - 2_000))
    assert ask(client).calls == 1
