"""The budget of tokens: counts what this run used, stops at the cap."""

import threading

from flows.limits import CHAPTERS_UNANSWERED, Outage, RunStop, TokenBudget
from schemas.errors import ModelPaused, ModelRefused, ModelUnavailable, RequestRefused
from schemas.progress import ChapterProgress, Tally
from schemas.run import ChapterOutcome, Failure, Outcome


def _progress(chapter: int, prompt: int | None, completion: int | None, book: str = "b") -> ChapterProgress:
    tally = Tally(prompt_tokens=prompt, completion_tokens=completion)
    return ChapterProgress(book=book, title="B", chapter=chapter, chapter_title="C", done=0, total=9, tally=tally)


def test_what_a_chapter_had_used_before_this_run_is_not_counted():
    budget = TokenBudget(100, threading.Event())
    for used in (500, 530, 560):
        budget.step(_progress(1, used, 0))
    assert (budget.spent, budget.reached) == (60, False)


def test_the_cap_holds_over_chapters_and_books():
    stop = threading.Event()
    budget = TokenBudget(100, stop)
    for step in (_progress(1, 0, 0), _progress(1, 40, 20), _progress(2, 0, 0), _progress(1, 0, 0, book="c")):
        budget.step(step)
    assert not stop.is_set()
    budget.step(_progress(1, 30, 10, book="c"))
    assert stop.is_set() and budget.reached and budget.spent == 100


def test_a_stop_for_another_reason_is_not_the_budgets():
    stop = threading.Event()
    stop.set()
    budget = TokenBudget(10, stop)
    budget.step(_progress(1, 0, 0))
    budget.step(_progress(1, 10, 10))
    assert not budget.reached


def test_no_cap_and_unknown_usage():
    stop = threading.Event()
    budget = TokenBudget(0, stop)
    for step in (_progress(1, 0, 0), _progress(1, 10**9, 0), _progress(1, None, None)):
        budget.step(step)
    assert not stop.is_set()


def _failed(error, chapter=1):
    return ChapterOutcome(chapter=chapter, title="C", outcome=Outcome.FAILED, failure=Failure.of(error))


def _called(chapter, calls):
    return _progress(chapter, 0, 0).model_copy(update={"tally": Tally(calls=calls)})


GONE = _failed(ModelUnavailable("gone"))


def test_an_endpoint_that_is_gone_for_some_chapters_in_a_row_ends_the_run():
    outage = Outage()
    assert [outage.ends(GONE) for _ in range(CHAPTERS_UNANSWERED)] == [False, False, True]
    assert outage.fault == GONE.failure and outage.ends(GONE)


def test_a_reply_in_between_begins_the_count_anew():
    outage = Outage()
    for _ in range(2):
        outage.ends(GONE)
    outage.step(_called(3, 7))  # what it had before this run
    outage.step(_called(3, 8))
    assert not outage.ends(GONE) and not outage.ends(GONE) and outage.ends(GONE)


def test_what_is_no_reply_does_not():
    outage = Outage()
    for _ in range(2):
        outage.ends(GONE)
    outage.step(_called(3, 7))
    outage.step(_called(3, 7).model_copy(update={"waiting": True}))
    outage.ends(ChapterOutcome(chapter=4, title="C", outcome=Outcome.DONE, standing=True))
    outage.ends(_failed(RequestRefused("no")))
    assert outage.ends(GONE)


def test_a_refusal_of_everything_ends_the_run_at_once():
    for error in (ModelRefused("no"), ModelPaused("tomorrow")):
        assert Outage().ends(_failed(error))
    assert not Outage().ends(_failed(RequestRefused("no")))


def test_the_stop_of_one_run_is_not_that_of_all():
    above = threading.Event()
    first, second = RunStop(above), RunStop(above)
    first.set()
    assert (first.is_set(), second.is_set(), above.is_set()) == (True, False, False)
    above.set()
    assert second.is_set()


def test_who_waits_for_the_stop_of_one_run_wakes_for_that_of_all():
    above = threading.Event()
    stop = RunStop(above)
    assert not stop.wait(0) and not stop.wait(0.3)
    woken = threading.Event()
    threading.Thread(target=lambda: stop.wait() and woken.set(), daemon=True).start()
    above.set()
    assert woken.wait(30)
    assert stop.wait(0)
