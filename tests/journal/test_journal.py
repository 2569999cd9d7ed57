"""The journal: answers by compare-and-set, leases on living processes, checkpoints with what they sealed."""

import subprocess
import sys
import threading

import pytest
from sqlalchemy import update

from pipeline.journal.journal import Journal
from pipeline.journal.tables import CHAPTERS
from schemas.delta import BoundaryKind, EpisodeRow, GraphDelta, Provenance
from schemas.errors import InvariantBroken, LeaseLost
from schemas.progress import ChapterState
from tests.journal.conftest import OWNER


def delta(order=1, digest="d"):
    episode = EpisodeRow(
        id=f"episode-{order}",
        order=order,
        first=0,
        last=1,
        start=0,
        end=1,
        boundary=BoundaryKind.SEMANTIC,
        digest=digest,
    )
    provenance = Provenance(extractor="test 1")
    return GraphDelta(owner=OWNER, book="b", text="t", chapter=1, section="s", provenance=provenance, episode=episode)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_files_are_private(journal, tmp_path):
    path = tmp_path / "home" / "memory.db"
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700


def test_of_racing_answers_one_stands_for_all(journal):
    journal.ask(OWNER, "1", [])
    got = []
    threads = [
        threading.Thread(target=lambda n=n: got.append(journal.store_answer(OWNER, "1", f"answer {n}")))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 8 and len(set(got)) == 1
    assert journal.answer(OWNER, "1") == got[0]


def test_a_step_without_an_answer_has_none(journal):
    assert journal.answer(OWNER, "1") is None
    journal.ask(OWNER, "1", ["x"])
    journal.ask(OWNER, "1", ["y"])
    assert journal.answer(OWNER, "1") is None


def test_a_lease_is_held_by_one(journal, url):
    lease = journal.acquire(OWNER)
    assert lease is not None
    assert journal.acquire(OWNER) is None and Journal(url).acquire(OWNER) is None
    journal.renew(OWNER, lease)
    with pytest.raises(LeaseLost):
        journal.renew(OWNER, "another")
    journal.release(OWNER, lease)
    assert journal.acquire(OWNER) is not None


def test_a_dead_process_loses_its_lease(journal, url):
    program = f"from pipeline.journal.journal import Journal; assert Journal({url!r}).acquire({OWNER!r})"
    subprocess.run([sys.executable, "-c", program], check=True)
    assert journal.acquire(OWNER) is not None


def test_a_complete_chapter_stays_complete_while_it_is_looked_at(journal):
    lease = journal.acquire(OWNER)
    journal.conclude(OWNER, "complete")
    journal.release(OWNER, lease)
    lease = journal.acquire(OWNER)
    assert journal.status_of(OWNER) == "complete"
    journal.release(OWNER, lease)
    assert journal.status_of(OWNER) == "complete"


def test_checkpoint_and_sealed_deltas_are_written_together(journal):
    journal.acquire(OWNER)
    journal.save(OWNER, ChapterState(done=1), [delta(1)])
    with pytest.raises(InvariantBroken):
        journal.save(OWNER, ChapterState(done=2), [delta(2), delta(1, "other")])
    assert journal.checkpoint(OWNER).done == 1
    assert [sealed.number for sealed in journal.sealed(OWNER)] == [1]
    journal.save(OWNER, ChapterState(done=2), [delta(1), delta(2)])
    assert [(sealed.number, sealed.committed) for sealed in journal.sealed(OWNER)] == [(1, False), (2, False)]
    journal.mark_committed("episode-1")
    assert [sealed.committed for sealed in journal.sealed(OWNER)] == [True, False]
    assert GraphDelta.model_validate_json(journal.sealed(OWNER)[0].delta) == delta(1)


def test_who_lost_the_lease_writes_nothing_more(journal, url):
    journal.acquire(OWNER)
    journal.save(OWNER, ChapterState(done=1), [delta(1)])
    with journal.transaction() as connection:  # as if its host had been silent, and another took over
        connection.execute(update(CHAPTERS).values(holder="elsewhere|1|1.0|x"))
    with pytest.raises(LeaseLost):
        journal.save(OWNER, ChapterState(done=2), [delta(2)])
    with pytest.raises(LeaseLost):
        journal.conclude(OWNER, "complete")
    with pytest.raises(LeaseLost):
        journal.forget(OWNER)
    assert journal.checkpoint(OWNER).done == 1 and len(journal.sealed(OWNER)) == 1
    assert journal.status_of(OWNER) == "running"


def test_a_journal_without_a_lease_writes_nothing(journal, url):
    journal.acquire(OWNER)
    with pytest.raises(LeaseLost):
        Journal(url).save(OWNER, ChapterState(done=1), [delta(1)])
    assert journal.checkpoint(OWNER) is None


def test_a_forgotten_chapter_begins_anew(journal):
    journal.acquire(OWNER)
    journal.ask(OWNER, "1", [])
    journal.store_answer(OWNER, "1", "{}")
    journal.save(OWNER, ChapterState(done=1), [delta(1)])
    journal.conclude(OWNER, "complete")
    journal.forget(OWNER)
    assert journal.checkpoint(OWNER) is None and journal.sealed(OWNER) == [] and journal.answer(OWNER, "1") is None
    assert journal.status_of(OWNER) == "running"


def test_nothing_is_written_without_a_lease(journal):
    journal.release(OWNER, journal.acquire(OWNER))
    with pytest.raises(LeaseLost):
        journal.conclude(OWNER, "complete")
