"""A journal that can't be opened, or not be used any more: our error with a remedy, never another's."""

import os
import resource
import subprocess
import sys

import pytest

from pipeline.journal.journal import Journal
from schemas.errors import JournalUnavailable, SettingInvalid
from schemas.progress import ChapterState
from schemas.settings import Settings
from tests.journal.conftest import OWNER


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "foo://host/name",
        "mysql://user:secret@host/name",
        "postgres://user:secret@host:port/name",
        "postgresql+asyncpg://user:secret@host/name",
        "sqlite+aiosqlite:////tmp/x.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x.db?uri=true",
        "sqlite:///memory.db",
        "sqlite:///~/memory.db",
        "sqlite:////tmp/x.db?timeout=soon",
    ],
)
def test_a_url_that_makes_no_sense_is_the_users_mistake(url):
    with pytest.raises(SettingInvalid) as caught:
        Journal(url)
    assert "secret" not in str(caught.value) and caught.value.remedy and "\n" not in str(caught.value)


def test_a_missing_driver_is_named_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SettingInvalid, match=r"glossator\[postgres\]") as caught:
        Journal("postgresql://user:secret@127.0.0.1:9/name")
    assert "secret" not in str(caught.value)


def test_a_postgres_that_does_not_answer_is_said_without_the_password():
    pytest.importorskip("psycopg", reason="the extra `postgres` isn't installed")
    with pytest.raises(JournalUnavailable) as caught:
        Journal("postgresql://user:secret@127.0.0.1:9/name")
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)


def test_a_home_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalUnavailable):
        Journal(f"sqlite:///{tmp_path / 'file' / 'memory.db'}")


def test_a_home_that_cannot_be_written_to():
    with pytest.raises(JournalUnavailable):
        Journal("sqlite:////proc/glossator/memory.db")


@pytest.mark.parametrize("content", [b"no database at all" * 300, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_journal(tmp_path, content):
    path = tmp_path / "memory.db"
    path.write_bytes(content)
    with pytest.raises(JournalUnavailable, match="copy"):
        Journal(f"sqlite:///{path}")


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_journal_whose_pages_are_torn(journal, url, tmp_path):
    for step in range(200):
        journal.ask(OWNER, str(step), ["x" * 200])
    journal.close()
    path = tmp_path / "home" / "memory.db"
    whole = path.stat().st_size
    with path.open("r+b") as file:  # the header stays whole
        file.seek(4096)
        file.write(os.urandom(whole - 4096))
    with pytest.raises(JournalUnavailable, match="copy"):
        torn = Journal(url)
        for step in range(200):
            torn.answer(OWNER, str(step))


FULL = """
import resource, signal, sys
from pipeline.journal.journal import Journal
from schemas.errors import JournalUnavailable
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal = Journal(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    for step in range(10_000):
        journal.ask(sys.argv[2], str(step), ["x" * 500])
except JournalUnavailable as error:
    print(error)
"""


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_disk_that_is_full(journal, url):
    done = subprocess.run([sys.executable, "-c", FULL, url, OWNER], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("[service.journal_unavailable]") and done.stdout.count("\n") == 1, done.stdout
    assert "space" in done.stdout
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    lease = journal.acquire(OWNER)
    journal.save(OWNER, ChapterState(done=1), [])
    journal.release(OWNER, lease)


@pytest.mark.parametrize("name", ["50%41x", "what?", "a#b", "ü b"])
def test_the_journal_lies_below_its_home_whatever_the_home_is_called(tmp_path, name):
    home = tmp_path / name
    Journal(Settings(home=home).journal).close()
    assert (home / "memory.db").is_file()
