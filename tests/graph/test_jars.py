"""The jars: only pinned files enter the cache or are used from it."""

from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.graph.jars import NEO4J_VERSION, ROOTS, Jar, fetch, pinned
from pipeline.graph.local_server import start
from schemas.errors import DownloadFailed
from schemas.settings import GraphSettings, Settings

GOOD = b"what was pinned"
JAR = Jar("org.example", "thing", "1.0", "", sha256(GOOD).hexdigest())


def silent(*_: Any) -> None:
    """Nobody watches the progress."""


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A registry on this machine that serves `body` for every jar, or nothing where it is None."""
    found = SimpleNamespace(body=GOOD, asked=[])

    class Registry(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            served = self.path.endswith(".jar") and found.body is not None
            self.send_response(200 if served else 404)
            self.send_header("Content-Length", str(len(found.body) if served else 0))
            self.end_headers()
            if served:
                self.wfile.write(found.body)

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    Thread(target=server.serve_forever, daemon=True).start()
    point_to(monkeypatch, f"http://127.0.0.1:{server.server_port}")
    yield found
    server.shutdown()
    server.server_close()


def point_to(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    settings = SimpleNamespace(repositories={"central": address})
    monkeypatch.setattr("jgo.config.GlobalSettings.load", lambda *_: settings)


def place(cache: Path) -> Path:
    return cache / f"neo4j-{NEO4J_VERSION}" / JAR.file_name


def test_pinned_jars_are_named_once_and_hold_the_roots():
    jars = pinned()
    assert len({jar.file_name for jar in jars}) == len(jars)
    assert all(len(jar.sha256) == 64 for jar in jars)
    assert set(ROOTS) <= {jar.name for jar in jars}


def test_fetched_once(tmp_path, registry):
    seen: list[tuple[str, int, int]] = []
    assert fetch(tmp_path, lambda *step: seen.append(step), [JAR]) == [place(tmp_path)]
    assert place(tmp_path).read_bytes() == GOOD
    assert seen == [("Fetching Neo4j", 0, 1), ("Fetching Neo4j", 1, 1)]
    registry.asked.clear()
    assert fetch(tmp_path, silent, [JAR]) == [place(tmp_path)]
    assert registry.asked == []


def test_another_file_is_refused(tmp_path, registry):
    registry.body = b"something else"
    with pytest.raises(DownloadFailed, match="not the pinned file"):
        fetch(tmp_path, silent, [JAR])
    assert not place(tmp_path).exists()
    assert not (tmp_path / f"neo4j-{NEO4J_VERSION}" / "staging").exists()


def test_jar_that_the_registry_lacks(tmp_path, registry):
    registry.body = None
    with pytest.raises(DownloadFailed, match=r"org\.example:thing"):
        fetch(tmp_path, silent, [JAR])


def test_corrupt_jar_in_the_cache_is_never_used(tmp_path, registry, monkeypatch):
    place(tmp_path).parent.mkdir()
    place(tmp_path).write_bytes(b"half a j")
    fetch(tmp_path, silent, [JAR])
    assert place(tmp_path).read_bytes() == GOOD
    place(tmp_path).write_bytes(b"half a j")
    point_to(monkeypatch, "http://127.0.0.1:9")
    with pytest.raises(DownloadFailed):
        fetch(tmp_path, silent, [JAR])


def test_no_network_at_the_first_start(tmp_path, monkeypatch):
    point_to(monkeypatch, "http://127.0.0.1:9")
    graph = GraphSettings(bolt_port=0, http_port=0)
    with pytest.raises(DownloadFailed) as caught:
        start(Settings(home=tmp_path / "home", cache=tmp_path / "cache", graph=graph), silent)
    assert "network" in caught.value.remedy
    assert not list((tmp_path / "cache").rglob("*.jar"))
    assert not (tmp_path / "home" / "neo4j" / "process.json").exists()


def test_cache_that_cannot_be_written(tmp_path):
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(DownloadFailed, match="could not be kept"):
        fetch(tmp_path / "cache", silent, [JAR])
