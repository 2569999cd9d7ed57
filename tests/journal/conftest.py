"""A journal with one reading of one book in it."""

import pytest

from pipeline.journal.journal import Journal
from pipeline.journal.registration import ChapterRecord, ReadingRecord, begin

OWNER = "chapter-reading"
READING = ReadingRecord(
    id="r", book="b", text="t", title="T", source="t.md", configuration='{"reader": ["llm"], "chunk_words": 1000}'
)
CHAPTERS = (ChapterRecord(id=OWNER, number=1, title="One", chunks=2),)
OTHER = READING._replace(id="other", configuration='{"reader": ["llm"], "chunk_words": 300}')
OTHER_OWNER = "other-chapter-reading"
OTHER_CHAPTERS = (CHAPTERS[0]._replace(id=OTHER_OWNER),)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'home' / 'memory.db'}"


@pytest.fixture
def journal(url):
    journal = Journal(url)
    begin(journal, READING, CHAPTERS)
    yield journal
    journal.close()
