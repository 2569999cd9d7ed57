"""Killed at any instant and resumed: the fingerprint of an undisturbed run, and only calls in flight asked again."""

import os
import random
import signal
import time

import pytest

from tests.flows.conftest import SAMPLE
from tests.flows.killed_run import POINTS

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]

READ = (str(SAMPLE), "--chunk-words", "300", "--workers", "2")
KILLED = -signal.SIGKILL


@pytest.fixture(scope="session")
def undisturbed() -> dict[str, object]:
    """Filled by the first test that needs it: the fingerprint and number of calls of a run nobody disturbs."""
    return {}


@pytest.fixture
def expected(undisturbed, llm, script, empty_graph):
    if not undisturbed:
        llm.ingest(*READ)
        undisturbed.update(fingerprint=llm.fingerprint(), calls=len(script.asked))
        assert len(script.asked) > 12
        _forget(llm, script, empty_graph)
    return undisturbed


def _forget(llm, script, empty_graph):
    empty_graph()
    script.asked.clear()
    for path in llm.home.glob("memory.db*"):
        path.unlink()


def _resumed(llm, script, expected, in_flight):
    llm.ingest(*READ)
    assert llm.fingerprint() == expected["fingerprint"]
    assert expected["calls"] <= len(script.asked) <= expected["calls"] + in_flight


@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_chosen_point(llm, script, expected, point):
    after = 2 if "roll-up" in point else 7
    process = llm.start(point, str(after), "ingest", *READ, module=("tests.flows.killed_run",))
    process.communicate(timeout=300)
    assert process.returncode == KILLED
    _resumed(llm, script, expected, in_flight=2)


def test_killed_in_a_call(llm, script, expected):
    process = llm.start("ingest", *READ)

    def kill():
        if len(script.asked) == 7:
            os.kill(process.pid, signal.SIGKILL)

    script.before = kill
    process.communicate(timeout=300)
    assert process.returncode == KILLED
    script.before = lambda: None
    _resumed(llm, script, expected, in_flight=2)


@pytest.mark.parametrize("seed", range(5))
def test_killed_at_a_random_moment(llm, script, expected, seed):
    script.before = lambda: time.sleep(0.05)
    process = llm.start("ingest", *READ)
    chance = random.Random(seed)
    calls = chance.randint(1, expected["calls"] - 2)
    while len(script.asked) < calls and process.poll() is None:
        time.sleep(0.01)
    time.sleep(chance.uniform(0, 0.05))
    process.kill()
    process.communicate(timeout=300)
    assert process.returncode == KILLED
    script.before = lambda: None
    _resumed(llm, script, expected, in_flight=2)


def test_two_ingests_of_one_book_at_once_pay_no_call_twice(llm, script, expected):
    script.before = lambda: time.sleep(0.05)
    both = [llm.start("ingest", *READ) for _ in range(2)]
    for process in both:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, out + err
    assert len(script.asked) == expected["calls"]
    assert llm.fingerprint() == expected["fingerprint"]


def test_of_two_ingests_the_second_takes_over_from_a_killed_first(llm, script, expected):
    script.before = lambda: time.sleep(0.05)
    first = llm.start("ingest", *READ)
    while len(script.asked) < 3:
        time.sleep(0.01)
    second = llm.start("ingest", *READ)
    time.sleep(0.3)
    first.kill()
    first.communicate(timeout=300)
    out, err = second.communicate(timeout=300)
    assert second.returncode == 0, out + err
    assert len(script.asked) <= expected["calls"] + 2
    assert llm.fingerprint() == expected["fingerprint"]


def test_the_same_book_again_changes_nothing_and_asks_nothing(llm, script, expected):
    llm.ingest(*READ)
    asked = len(script.asked)
    again = llm.ingest(*READ)
    assert len(script.asked) == asked == expected["calls"]
    assert llm.fingerprint() == expected["fingerprint"]
    assert all(chapter["standing"] for chapter in again["books"][0]["chapters"])


def test_an_emptied_graph_is_filled_again_without_a_call(llm, script, expected, empty_graph):
    llm.ingest(*READ)
    asked = len(script.asked)
    empty_graph()
    llm.ingest(*READ)
    assert len(script.asked) == asked and llm.fingerprint() == expected["fingerprint"]


@pytest.mark.parametrize("point", ["before the roll-up", "between commit and mark"])
def test_killed_while_an_emptied_graph_is_filled_again(llm, script, expected, empty_graph, point):
    llm.ingest(*READ)
    asked = len(script.asked)
    empty_graph()
    process = llm.start(point, "3", "ingest", *READ, module=("tests.flows.killed_run",))
    process.communicate(timeout=300)
    assert process.returncode == KILLED
    llm.ingest(*READ)
    assert len(script.asked) == asked and llm.fingerprint() == expected["fingerprint"]


def test_an_interrupt_stops_at_a_checkpoint_with_its_own_exit_code(llm, script, expected):
    script.before = lambda: time.sleep(0.05)
    process = llm.start("ingest", *READ)
    while len(script.asked) < 3:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, out + err
    script.before = lambda: None
    llm.ingest(*READ)
    assert len(script.asked) == expected["calls"] and llm.fingerprint() == expected["fingerprint"]
