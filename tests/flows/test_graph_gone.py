"""Neo4j goes away in the middle of a run: one line says so, the run fails with a code, the same command goes on."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]


class Cable:
    """A port that leads to Neo4j until it is cut."""

    def __init__(self, address):
        self._to = (urlsplit(address).hostname, urlsplit(address).port)
        self._open = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                near = self._listener.accept()[0]
                far = socket.create_connection(self._to)
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one, other):
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)

    def cut(self):
        for end in (self._listener, *self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def test_one_line_says_that_the_graph_went_away(llm, script, tmp_path):
    path = tmp_path / "small.md"
    path.write_text("# One\n\nThe clerk weighed the salt. Nobody asked the clerk why the sum was wrong.\n")
    there = llm.environment["NEO4J_URI"]
    cable = Cable(there)
    script.before = cable.cut
    llm.environment["NEO4J_URI"] = cable.address
    summary = llm.ingest(str(path), code=1)
    (chapter,) = summary["books"][0]["chapters"]
    assert chapter["failure"]["code"] == "service.graph_unavailable"
    assert llm.err.count("Neo4j doesn't answer; it is asked again") == 1
    assert "ransaction failed" not in llm.err and "Traceback" not in llm.err
    script.before = lambda: None
    llm.environment["NEO4J_URI"] = there
    assert llm.ingest(str(path))["books"][0]["outcome"] == "done"
    assert len(script.asked) == 1
