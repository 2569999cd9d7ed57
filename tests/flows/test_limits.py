"""What ends a run: an endpoint that is gone, a stop of its own."""

import threading

from flows.limits import CHAPTERS_UNANSWERED, Outage, RunStop
from schemas.errors import ModelPaused, ModelRefused, ModelUnavailable, RequestRefused
from schemas.progress import ChapterProgress, Tally
from schemas.run import ChapterOutcome, Failure, Outcome


def _progress(chapter: int, prompt: int | None, completion: int | None, book: str = "b") -> ChapterProgress:
    tally = Tally(prompt_tokens=prompt, completion_tokens=completion)
    return ChapterProgress(book=book, title="B", chapter=chapter, chapter_title="C", done=0, total=9, tally=tally)


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
