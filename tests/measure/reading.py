"""Measures whole readings with the baseline: words a CPU second, items, references, memory.

    python tests/measure/reading.py BOOK …

Each book is read by a `glossator ingest` process of its own into a Neo4j of the run's own.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


def main(books: list[str]) -> None:
    from pipeline.graph.local_server import start, stop
    from schemas.settings import GraphSettings, Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder) / "server", graph=GraphSettings(bolt_port=0, http_port=0))
        start(settings, lambda *_: None).close()
        try:
            for number, book in enumerate(books):
                print(json.dumps(measure(Path(book), Path(folder) / str(number), settings), indent=1))
        finally:
            stop(settings)


def measure(book: Path, home: Path, settings: Any) -> dict[str, Any]:
    from pipeline.graph.local_server import state

    found = state(settings)
    environment = dict(os.environ) | {
        "GLOSSATOR_HOME": str(home),
        "NEO4J_URI": found.address,
        "NEO4J_PASSWORD": found.password_file.read_text(),
    }
    command = [sys.executable, "-m", "flows.cli", "ingest", str(book), "--reader", "baseline", "--json"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    summary = json.loads(process.stdout.read())["books"][0]
    _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, summary
    seconds = used.ru_utime + used.ru_stime
    return {
        "book": book.name,
        "chapters": len(summary["chapters"]),
        **{kind: summary[kind] for kind in ("words", "chunks", "gaps", "episodes", "boundaries")},
        **{kind: summary[kind] for kind in ("entities", "mentions", "statements", "relations", "inferences")},
        "references": summary["references"],
        "refused": summary["refused"],
        "words a CPU second": round(summary["words"] / seconds),
        "peak memory MB": round(used.ru_maxrss / 1024),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
