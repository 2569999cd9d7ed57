"""The journal: answers by compare-and-set, leases on living processes, checkpoints with what they sealed."""

import subprocess
import sys
import threading

import pytest

from pipeline.journal.journal import ChapterRecord, Journal, ReadingRecord
from schemas.delta import BoundaryKind, EpisodeRow, GraphDelta, Provenance
from schemas.errors import InvariantBroken, JournalUnavailable
from schemas.progress import ChapterState

OWNER = "chapter-reading"


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'home' / 'memory.db'}"


@pytest.fixture
def journal(url):
    journal = Journal(url)
    reading = ReadingRecord(id="r", book="b", text="t", title="T", source="t.md", configuration="{}")
    journal.register(reading, [ChapterRecord(id=OWNER, number=1, title="One", chunks=2)])
    yield journal
    journal.close()


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
    assert journal.renew(OWNER, lease) and not journal.renew(OWNER, "another")
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


def test_other_configurations_count_once_they_sealed_something(journal):
    assert journal.other_readings("b", "another") == []
    journal.save(OWNER, ChapterState(done=1), [delta(1)])
    assert journal.other_readings("b", "another") == ["{}"]
    assert journal.other_readings("b", "r") == []


def test_what_cannot_be_opened_is_said_without_a_password(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalUnavailable):
        Journal(f"sqlite:///{tmp_path / 'file' / 'memory.db'}")
