"""A reply is taken whole, in its time and size, and from the address that was asked; else it is none."""

import gzip
import itertools
import json

import pytest

from pipeline.llm import whole_replies
from pipeline.llm.client import TRIES
from pipeline.llm.whole_replies import MOST_REPLY_BYTES
from schemas.errors import ModelRefused, ModelUnavailable
from tests.llm.bench import RIGHT, ask
from tests.scripted_model import ScriptedModel, completion

RAW = json.dumps(completion(json.dumps(RIGHT))).encode()


@pytest.fixture
def clock(monkeypatch):
    """Each look at it takes a second."""
    monkeypatch.setattr(whole_replies, "monotonic", itertools.count().__next__)


NAMELESS = gzip.compress(b"")[:3] + b"\x08" + bytes(6)  # the name that comes next has no end and is no text


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize(
    ("first", "headers"), [(b"", ()), (NAMELESS, (("content-encoding", "gzip"),))], ids=["plain", "packed"]
)
@pytest.mark.usefixtures("clock")
def test_a_reply_that_never_ends_is_left_when_its_time_is_over(script, bench, status, first, headers):
    script.answer = lambda asked: (status, itertools.chain([first], itertools.repeat(b"x")), *headers)
    with pytest.raises(ModelUnavailable, match="Timeout"):
        ask(bench.client(timeout_seconds=20))
    assert len(script.asked) == TRIES and bench.ledger() == [(ModelUnavailable.code, None, None)] * TRIES


def test_a_reply_that_comes_in_pieces_is_read(script, bench):
    script.answer = lambda asked: (200, (RAW[at : at + 1] for at in range(len(RAW))))
    assert ask(bench.client()).answer.e == ["a"]


def test_a_header_may_hold_any_bytes(script, bench):
    script.answer = lambda asked: (200, json.loads(RAW), ("x-region", "Zürich"))
    assert ask(bench.client()).answer.e == ["a"]


def bomb(times):
    """Zeros, packed so often."""
    packed = bytes(1_000_000)
    return gzip.compress(packed * 20) if times == 1 else gzip.compress(bomb(times - 1))


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (itertools.repeat(b" " * 100_000), ()),
        (bomb(1), (("content-encoding", "gzip"),)),
        (bomb(2), (("content-encoding", "gzip, gzip"),)),
        (RAW, (("content-encoding", "br"),)),
    ],
    ids=["long", "packed", "packed twice", "packed as nobody asked"],
)
def test_a_reply_of_more_bytes_than_an_answer_can_have_is_left(script, bench, status, body, headers):
    script.answer = lambda asked: (status, body, *headers)
    with pytest.raises(ModelUnavailable, match=r"longer than 8 MB|packed"):
        ask(bench.client())
    assert len(script.asked) == TRIES and bench.ledger() == [(ModelUnavailable.code, None, None)] * TRIES


def test_a_packed_reply_is_read(script, bench):
    script.answer = lambda asked: (200, gzip.compress(RAW), ("content-encoding", "gzip"))
    assert ask(bench.client()).answer.e == ["a"]


def test_a_long_answer_is_well_below_the_bound(script, bench):
    rows = [f"c{number}|thesis|author|{number}|n1|" + "\N{GREEK SMALL LETTER ALPHA}" * 500 for number in range(1_000)]
    script.answer = lambda asked: {"e": rows}
    assert ask(bench.client()).answer.e == rows and len(json.dumps(rows)) < MOST_REPLY_BYTES / 2


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_told_and_neither_key_nor_text_follow_it(script, bench, status):
    elsewhere = ScriptedModel(lambda asked: RIGHT)
    where = f"{elsewhere.url}/chat/completions?token=secret"
    script.answer = lambda asked: (status, {}, ("location", where))
    with pytest.raises(ModelRefused, match="redirects") as told:
        ask(bench.client())
    elsewhere.close()
    assert f"OPENAI_BASE_URL to {elsewhere.url}," in told.value.remedy and "secret" not in str(told.value)
    assert len(script.asked) == 1 == len(bench.ledger()) and not elsewhere.asked + elsewhere.faults


@pytest.mark.parametrize("where", ["/v2/chat/completions", "//[", "x" * 5_000])
def test_a_redirect_round_or_to_nowhere_is_one_refusal(script, bench, where):
    script.answer = lambda asked: (307, {}, ("location", where))
    with pytest.raises(ModelRefused, match="redirects") as told:
        ask(bench.client())
    assert len(script.asked) == 1 and str(told.value).isprintable() and len(str(told.value)) < 500
