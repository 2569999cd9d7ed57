"""The engine in this process: what a stop leaves is told."""

import threading

from flows.inline import ingest
from schemas.run import Options, Outcome, exit_code
from schemas.settings import Settings


def test_books_that_a_stop_forestalled_are_told_as_interrupted(tmp_path):
    stop = threading.Event()
    stop.set()
    paths = [tmp_path / "a.md", tmp_path / "b.md"]
    found = ingest(paths, Settings(home=tmp_path), Options(), lambda _: None, lambda _: None, stop)
    assert [(outcome.source, outcome.outcome) for outcome in found] == [(path, Outcome.INTERRUPTED) for path in paths]
    assert exit_code(found) == 130
