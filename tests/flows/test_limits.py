"""The budget of tokens: counts what this run used, stops at the cap."""

import threading

from flows.limits import TokenBudget
from schemas.progress import ChapterProgress, Tally


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
