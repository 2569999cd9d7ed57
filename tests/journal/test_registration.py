"""Who may begin a book: one configuration at a time, whatever the instant at which another process asks."""

import multiprocessing
import subprocess
import sys

import pytest

from pipeline.journal.journal import Journal
from pipeline.journal.registration import begin, earlier_books, failed_books, note_failed_book
from pipeline.journal.status import book_statuses
from schemas.errors import ConfigurationDiffers
from schemas.run import Failure, Options
from tests.journal.conftest import CHAPTERS, OTHER, OTHER_CHAPTERS, OTHER_OWNER, OWNER, READING


def test_a_reading_that_nobody_began_keeps_no_other_out(journal):
    begin(journal, OTHER, OTHER_CHAPTERS)
    assert journal.acquire(OTHER_OWNER) is not None


def test_a_living_lease_is_a_beginning(journal):
    lease = journal.acquire(OWNER)
    with pytest.raises(ConfigurationDiffers, match="chunk_words: 1000 / 300"):
        begin(journal, OTHER, OTHER_CHAPTERS)
    journal.release(OWNER, lease)
    begin(journal, OTHER, OTHER_CHAPTERS)


def test_a_stored_answer_is_a_beginning(journal):
    journal.ask(OWNER, "1", [])
    begin(journal, OTHER, OTHER_CHAPTERS)  # asked, and nothing came of it
    journal.store_answer(OWNER, "1", "{}")
    with pytest.raises(ConfigurationDiffers):
        begin(journal, OTHER, OTHER_CHAPTERS)
    begin(journal, READING, CHAPTERS)


def test_of_two_registered_readings_the_first_lease_decides(journal):
    begin(journal, OTHER, OTHER_CHAPTERS)
    assert journal.acquire(OWNER) is not None
    with pytest.raises(ConfigurationDiffers):
        journal.acquire(OTHER_OWNER)


def test_a_reading_that_was_forestalled_is_no_progress_to_show(journal):
    begin(journal, OTHER, OTHER_CHAPTERS)
    assert {status.reading for status in book_statuses(journal)} == {READING.id, OTHER.id}
    journal.acquire(OWNER)
    assert [status.reading for status in book_statuses(journal)] == [READING.id]


def test_a_reading_that_failed_and_gave_nothing_goes_once_another_stands(journal):
    lease = journal.acquire(OWNER)
    journal.conclude(OWNER, "failed", '{"what": "The key was refused."}')
    journal.release(OWNER, lease)
    assert [status.next_steps[0] for status in book_statuses(journal)] == ["chapter 1 failed: The key was refused."]
    begin(journal, OTHER, OTHER_CHAPTERS)
    lease = journal.acquire(OTHER_OWNER)
    journal.ask(OTHER_OWNER, "1", [])
    journal.store_answer(OTHER_OWNER, "1", "{}")
    journal.conclude(OTHER_OWNER, "complete")
    journal.release(OTHER_OWNER, lease)
    assert [status.reading for status in book_statuses(journal)] == [OTHER.id]


def test_a_book_that_a_run_has_waits_its_turn(journal):
    (status,) = book_statuses(journal)
    assert status.next_steps == ("go on with `glossator ingest t.md`",)
    assert status._replace(run="ingest shelf").next_steps == ("waits its turn in run ingest shelf",)


def test_a_file_that_held_another_text_is_known(journal):
    assert earlier_books(journal, READING.source, READING.book) == []
    begin(journal, READING._replace(id="r2", book="b2"), (CHAPTERS[0]._replace(id="c2"),))
    assert earlier_books(journal, READING.source, "b2") == ["b"]
    assert earlier_books(journal, "another.md", "b2") == []


def _begin(url, reading, chapters, start, got, end):
    journal = Journal(url)
    start.wait()
    try:
        begin(journal, reading, chapters)
        got.put(journal.acquire(chapters[0].id) is not None)
    except ConfigurationDiffers:
        got.put(False)
    end.wait(timeout=60)  # alive, so that its lease holds while the other asks


@pytest.mark.parametrize("_", range(3))
def test_of_two_processes_with_two_configurations_one_begins(url, _):
    Journal(url).close()
    context = multiprocessing.get_context("spawn")
    start, end, got = context.Event(), context.Event(), context.Queue()
    both = [
        context.Process(target=_begin, args=(url, reading, chapters, start, got, end))
        for reading, chapters in ((READING, CHAPTERS), (OTHER, OTHER_CHAPTERS))
    ]
    for process in both:
        process.start()
    start.set()
    began = [got.get(timeout=60) for _ in both]
    end.set()
    for process in both:
        process.join()
    assert sorted(began) == [False, True]


def test_what_was_asked_for_is_in_the_next_step(journal):
    more = CHAPTERS[0]._replace(id="second", number=2)
    begin(journal, READING, (*CHAPTERS, more), Options(chunk_words=300, chapters=(1,)).arguments, (1,))
    (status,) = book_statuses(journal)
    assert status.next_steps == ("go on with `glossator ingest t.md --chunk-words 300 --chapters 1`",)
    journal.acquire(OWNER)
    journal.conclude(OWNER, "complete")
    (status,) = book_statuses(journal)
    assert status.next_steps == (
        "chapter 2 was not asked for; `glossator ingest t.md --chunk-words 300 --chapters 2` reads it",
    )


def test_what_a_dead_process_was_reading_waits(journal, url):
    program = f"from pipeline.journal.journal import Journal; assert Journal({url!r}).acquire({OWNER!r})"
    subprocess.run([sys.executable, "-c", program], check=True)
    (status,) = book_statuses(journal)
    assert status.running == () and status.next_steps == ("go on with `glossator ingest t.md`",)
    journal.acquire(OWNER)
    assert book_statuses(journal)[0].running == (1,)


def test_a_source_with_a_space_is_quoted(journal):
    begin(journal, READING._replace(id="r2", book="b2", source="my book.md"), (CHAPTERS[0]._replace(id="c2"),))
    steps = [step for status in book_statuses(journal) for step in status.next_steps]
    assert "go on with `glossator ingest 'my book.md'`" in steps


def test_books_that_failed_before_their_first_chapter_are_known_until_they_are_read(journal):
    note_failed_book(journal, "bad.pdf", Failure(code="book.damaged", what="It is damaged."))
    note_failed_book(journal, "bad.pdf", Failure(code="book.no_text", what="No text."))
    note_failed_book(journal, "t.md", Failure(code="book.no_text", what="No text."))
    begin(journal, READING, CHAPTERS)
    assert [(book.source, book.failure.code) for book in failed_books(journal)] == [("bad.pdf", "book.no_text")]


def test_title_and_author_are_what_they_were_when_the_reading_began(journal):
    fresh = READING._replace(id="r2", book="b2")
    chapters = (CHAPTERS[0]._replace(id="c2"),)
    assert begin(journal, fresh, chapters, author="A. Author") == ("T", "A. Author")
    assert begin(journal, fresh._replace(title="Copy of a treatise"), chapters) == ("T", "A. Author")


def _begin_many(url, first, start, got):
    journal = Journal(url)
    start.wait()
    try:
        for n in range(first, first + 20):
            begin(journal, READING._replace(id=f"r{n}", book=f"b{n}"), (CHAPTERS[0]._replace(id=f"c{n}"),))
            assert journal.acquire(f"c{n}") is not None or first == 0
        got.put("")
    except Exception as error:
        got.put(repr(error))


@pytest.mark.parametrize("apart", [0, 100])
def test_many_books_begun_at_once_by_several_processes(url, apart):
    """The same books (apart 0) or each its own; in Postgres neither deadlock nor a second row."""
    Journal(url).close()
    context = multiprocessing.get_context("spawn")
    start, got = context.Event(), context.Queue()
    all_ = [context.Process(target=_begin_many, args=(url, n * apart, start, got)) for n in range(3)]
    for process in all_:
        process.start()
    start.set()
    assert [got.get(timeout=120) for _ in all_] == [""] * 3
    for process in all_:
        process.join()
