"""Measures whole readings with the baseline: words a CPU second, items, references, memory.

    python tests/measure/reading.py BOOK …

Each book is read by a `glossator ingest` process of its own into a Neo4j of the run's own.
"""

import json
import os
import resource
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
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "flows.cli", "ingest", str(book), "--reader", "baseline", "--json"]
    out = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    summary = json.loads(out)["books"][0]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "book": book.name,
        "chapters": len(summary["chapters"]),
        **{kind: summary[kind] for kind in ("words", "chunks", "gaps", "episodes", "boundaries")},
        **{kind: summary[kind] for kind in ("entities", "mentions", "statements", "relations", "inferences")},
        "references": summary["references"],
        "refused": summary["refused"],
        "words a CPU second": round(summary["words"] / seconds),
        "peak memory MB": round(after.ru_maxrss / 1024),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
