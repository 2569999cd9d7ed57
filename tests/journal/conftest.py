"""A journal with one reading of one book in it."""

import os

import pytest
from sqlalchemy import make_url, text

from pipeline.journal.engine import open_engine
from pipeline.journal.journal import Journal
from pipeline.journal.registration import ChapterRecord, ReadingRecord, begin
from pipeline.journal.tables import METADATA

OWNER = "chapter-reading"
READING = ReadingRecord(
    id="r", book="b", text="t", title="T", source="t.md", configuration='{"reader": ["llm"], "chunk_words": 1000}'
)
CHAPTERS = (ChapterRecord(id=OWNER, number=1, title="One", chunks=2),)
OTHER = READING._replace(id="other", configuration='{"reader": ["llm"], "chunk_words": 300}')
OTHER_OWNER = "other-chapter-reading"
OTHER_CHAPTERS = (CHAPTERS[0]._replace(id=OTHER_OWNER),)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    """Of an empty journal; with Postgres too where GLOSSATOR_TEST_POSTGRES is the URL of a database to be emptied."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'home' / 'memory.db'}"
    found = os.environ.get("GLOSSATOR_TEST_POSTGRES")
    if found is None:
        pytest.skip("the journal in Postgres is optional, and GLOSSATOR_TEST_POSTGRES names none to test with")
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")  # each process of tests has a schema of its own
    own = (
        make_url(found).update_query_dict({"options": f"-csearch_path={worker}"}).render_as_string(hide_password=False)
    )
    engine = open_engine(own)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {worker}"))
    METADATA.drop_all(engine)
    engine.dispose()
    return own


@pytest.fixture
def journal(url):
    journal = Journal(url)
    begin(journal, READING, CHAPTERS)
    yield journal
    journal.close()
