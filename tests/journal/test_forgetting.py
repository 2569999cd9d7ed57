"""A book leaves the journal whole, and not while a process reads it."""

import pytest

from pipeline.journal.forgetting import check_idle, forget, known_book
from pipeline.journal.registration import begin
from schemas.errors import BookBusy, GraphUnavailable, LeaseLost, NothingToRead
from tests.journal.conftest import CHAPTERS, OWNER, READING


@pytest.mark.parametrize("named", ["T", "book-id", "book"])
def test_a_book_is_named_by_title_or_by_the_beginning_of_its_id(journal, named):
    begin(journal, READING._replace(id="r2", book="book-id", text="t2"), (CHAPTERS[0]._replace(id="c2"),))
    if named == "T":  # two books have it
        with pytest.raises(NothingToRead, match=r"More than one.*book-id \(t\.md\)"):
            known_book(journal, named)
    else:
        assert known_book(journal, named) == ("book-id", "T")


def test_a_book_that_is_being_read_stays(journal):
    lease = journal.acquire(OWNER)
    with pytest.raises(BookBusy):
        check_idle(journal, READING.book)
    with pytest.raises(BookBusy):
        forget(journal, READING.book, lambda _: pytest.fail("the graph was touched"))
    journal.release(OWNER, lease)
    check_idle(journal, READING.book)
    forget(journal, READING.book, lambda _: None)
    with pytest.raises(NothingToRead, match="No book"):
        known_book(journal, "T")
    begin(journal, READING, CHAPTERS)  # anew
    assert journal.checkpoint(OWNER) is None


def test_nobody_begins_a_chapter_of_a_book_that_is_going(journal):
    begin(journal, READING, CHAPTERS)
    taken = []
    forget(journal, READING.book, lambda _: taken.append(journal.acquire(OWNER)))
    assert taken == [None]  # a run that waits for its turn goes on waiting, and is then told
    with pytest.raises(LeaseLost, match="taken out"):
        journal.acquire(OWNER)


def test_a_book_that_could_not_be_taken_out_of_the_graph_can_be_gone_on_with(journal):
    begin(journal, READING, CHAPTERS)

    def fails(_):
        raise GraphUnavailable("gone")

    with pytest.raises(GraphUnavailable):
        forget(journal, READING.book, fails)
    assert journal.acquire(OWNER)


def test_all_that_was_begun_until_the_book_goes_is_named(journal):
    known_book(journal, "T")
    begin(journal, READING._replace(id="r2", text="t2"), (CHAPTERS[0]._replace(id="c2"),))
    named = []
    forget(journal, READING.book, named.extend)
    assert sorted(named[:2]) == sorted([READING.text, "t2"]) and sorted(named[2:]) == sorted([OWNER, "c2"])
