"""Full messages go after ten runs, a month or a size, whichever is first; valid answers stay."""

import time
from contextlib import closing

import pytest
from sqlalchemy import select, update

from pipeline.journal import replies as module
from pipeline.journal.journal import Journal
from pipeline.journal.replies import DAY, MOST_DAYS, MOST_RUNS, Replies
from pipeline.journal.tables import MESSAGES


@pytest.fixture
def journal(tmp_path):
    with closing(Journal(f"sqlite:///{tmp_path / 'memory.db'}")) as found:
        yield found


def calls(journal):
    with journal.transaction() as connection:
        return connection.execute(select(MESSAGES.c.call).order_by(MESSAGES.c.call)).scalars().all()


def aged(journal, call, days):
    with journal.transaction() as connection:
        connection.execute(update(MESSAGES).where(MESSAGES.c.call == call).values(at=time.time() - days * DAY))


def test_the_last_runs_stay(journal):
    replies = Replies(journal)
    for run in range(MOST_RUNS + 2):
        replies.note(run, f"run {run}", "asked", "answered")
        aged(journal, run, (MOST_RUNS + 2 - run) / 100)
    replies.drop_old()
    assert calls(journal) == list(range(2, MOST_RUNS + 2))


def test_what_is_older_than_a_month_goes(journal):
    replies = Replies(journal)
    for call, days in ((1, MOST_DAYS + 1), (2, MOST_DAYS - 1)):
        replies.note(call, "run", "asked", "answered")
        aged(journal, call, days)
    replies.drop_old()
    assert calls(journal) == [2]


def test_beyond_the_size_the_oldest_go(journal, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 25)
    replies = Replies(journal)
    for call in range(4):
        replies.note(call, "run", "12345", "67890")
        aged(journal, call, 1 - call / 10)
    replies.drop_old()
    assert calls(journal) == [2, 3]


def test_a_valid_answer_stays_and_the_first_one_stands(journal):
    replies = Replies(journal)
    replies.keep("key", "first")
    replies.keep("key", "second")
    replies.drop_old()
    assert (replies.find("key"), replies.find("other")) == ("first", None)
