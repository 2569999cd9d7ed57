"""The engine in this process: what a stop leaves is told."""

import os
import threading

import pytest

from flows.inline import ingest
from flows.paths import find_books
from pipeline.readers.model_side import ModelSide
from schemas.run import Options, Outcome, exit_code
from schemas.settings import Settings
from schemas.spending import Caps


def side(settings):
    return ModelSide(settings, "run", Caps(), lambda: None)


def test_books_that_a_stop_forestalled_are_told_as_interrupted(tmp_path):
    stop = threading.Event()
    stop.set()
    paths = [tmp_path / "a.md", tmp_path / "b.md"]
    found = ingest(
        paths, Settings(home=tmp_path), Options(), side(Settings(home=tmp_path)), lambda _: None, lambda _: None, stop
    )
    assert [(outcome.source, outcome.outcome) for outcome in found] == [(path, Outcome.INTERRUPTED) for path in paths]
    assert exit_code(found) == 130


@pytest.mark.neo4j
def test_a_folder_that_may_not_be_looked_into_fails_in_its_place_and_stops_no_other(
    graph, neo4j_environment, tmp_path, closed
):
    """In this process, for one of its own would be root again; another book first, for nobody may not load modules."""
    nobody, other = os.geteuid(), tmp_path / "other.md"
    os.seteuid(os.getuid())
    other.write_text("# Of Sand\n\nThe mason weighed the Sand. The Sand is fine.\n")
    home = Settings.from_environment(neo4j_environment | {"GLOSSATOR_HOME": str(tmp_path / "home")})
    ingest([other], home, Options(reader="baseline"), side(home), lambda _: None, lambda _: None, threading.Event())
    os.seteuid(nobody)
    settings = Settings.from_environment(neo4j_environment | {"GLOSSATOR_HOME": str(closed / "home")})
    options, stop = Options(reader="baseline"), threading.Event()
    books = find_books([str(closed)])
    outcomes = ingest(books, settings, options, side(settings), lambda _: None, lambda _: None, stop)
    found = {outcome.title: (outcome.outcome.value, outcome.failure and outcome.failure.code) for outcome in outcomes}
    assert found == {
        "a": ("done", None),
        "link.md": ("failed", "book.unreadable"),
        "shut": ("failed", "book.unreadable"),
    }
    assert "shut may not be looked into" in outcomes[-1].failure.what
    assert exit_code(outcomes) == 1
