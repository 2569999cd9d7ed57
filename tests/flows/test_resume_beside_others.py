"""Killed while other books are read into the same graph, and resumed: each book as if it had been read alone."""

import random
import signal
import time
from pathlib import Path

import pytest

from tests.flows.conftest import SAMPLE

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]

OPTIONS = ("--chunk-words", "300", "--workers", "3")


@pytest.fixture(scope="session")
def shelf(tmp_path_factory) -> Path:
    """Three books that share all their names: the sample's chapters in three orders."""
    folder = tmp_path_factory.mktemp("shelf")
    title, *chapters = SAMPLE.read_text(encoding="utf-8").split("\n## ")
    for n in range(3):
        turned = [*chapters[n:], *chapters[:n]]
        text = "\n## ".join([title.replace("# ", f"# Shelf {n} "), *turned])
        (folder / f"book{n}.md").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def alone() -> dict[str, str]:
    """Filled by the first test that needs it: each book's fingerprint when it is read alone."""
    return {}


def _fingerprints(llm, shelf) -> dict[str, str]:
    shown = llm.ingest(str(shelf), *OPTIONS)  # reads nothing, it is all there
    return {book["book"]: llm.fingerprint(book["book"]) for book in shown["books"]}


@pytest.fixture
def expected(alone, llm, shelf, empty_graph):
    if not alone:
        for path in sorted(shelf.iterdir()):
            book = llm.ingest(str(path), *OPTIONS)["books"][0]["book"]
            alone[book] = llm.fingerprint(book)
            empty_graph()
        for path in llm.home.glob("memory.db*"):
            path.unlink()
    return alone


@pytest.mark.parametrize("seed", range(2))
def test_killed_beside_other_books(llm, script, shelf, expected, seed):
    pause = random.Random(seed)
    script.before = lambda: time.sleep(pause.uniform(0, 0.05))
    process = llm.start("ingest", str(shelf), *OPTIONS)
    calls = pause.randint(4, 40)
    while len(script.asked) < calls and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    process.communicate(timeout=300)
    assert process.returncode == -signal.SIGKILL
    both = [llm.start("ingest", str(path), *OPTIONS) for path in (shelf, next(iter(shelf.iterdir())))]
    for running in both:
        out, err = running.communicate(timeout=300)
        assert running.returncode == 0, out + err
    script.before = lambda: None
    assert _fingerprints(llm, shelf) == expected
