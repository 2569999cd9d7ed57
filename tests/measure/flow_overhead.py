"""Measures the flow against the engine `inline` on generated books: wall and CPU time, memory, growth of Prefect's database.

    python tests/measure/flow_overhead.py NUMBER_OF_BOOKS …

For each number both engines read the same books in turn, each with a home and an emptied graph of its own, from an
endpoint that answers at once; one of the books can't be read. Then the same command again with the flow.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from flows.prefect_server import PrefectFiles, start, state, stop
from pipeline.graph import local_server
from pipeline.graph.connection import connect
from schemas.settings import GraphSettings, Settings
from tests.scripted_model import ScriptedModel

WORKERS = 4
SENTENCE = (
    "The clerk of book {n} weighed the Salt in chapter {c}, and nobody asked the Keeper why the Summe was wrong. "
)


class Run(NamedTuple):
    wall: float
    cpu: float
    peak: float
    codes: int
    summary: dict[str, Any]


def main(numbers: list[int]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = Settings(home=folder / "server", graph=GraphSettings(bolt_port=0, http_port=0), prefect_port=0)
        local_server.start(settings, lambda *_: None).close()
        model = ScriptedModel()
        try:
            found = local_server.state(settings)
            assert found.password_file is not None
            seen = dict(os.environ) | model.environment
            seen |= {"NEO4J_URI": str(found.address), "NEO4J_PASSWORD": found.password_file.read_text()}
            began = time.monotonic()
            start(settings, lambda line: None, seen)
            print(f"start of server and serving process: {time.monotonic() - began:.0f} s")
            server = psutil.Process(json.loads(PrefectFiles.below(settings.home).process("server").read_text())["pid"])
            serve = psutil.Process(json.loads(PrefectFiles.below(settings.home).process("serve").read_text())["pid"])
            print(f"memory: server {_memory(server):.0f} MB, serving process {_memory(serve):.0f} MB")
            _warm_up(folder / "warm", seen)
            for number in numbers:
                measure(number, folder / str(number), settings, seen, model, server)
        finally:
            stop(settings)
            local_server.stop(settings)
            model.close()


def _warm_up(folder: Path, seen: dict[str, str]) -> None:
    """What only the first run does: migrations, caches."""
    folder.mkdir()
    (folder / "warm.md").write_text(f"# One\n\n{SENTENCE * 9}")
    _run(folder, "inline", seen | {"GLOSSATOR_HOME": str(folder / "home")})


def measure(
    number: int, folder: Path, settings: Settings, seen: dict[str, str], model: ScriptedModel, server: psutil.Process
) -> None:
    shelf = folder / "shelf"
    shelf.mkdir(parents=True)
    for n in range(number):
        chapters = (f"# Chapter {c}\n\n{SENTENCE.format(n=n, c=c) * 40}\n" for c in (1, 2))
        (shelf / f"book{n:03}.md").write_text("\n".join(chapters))
    if number > 1:
        (shelf / "book000.md").write_bytes(b"\x00\x01")
    url = state(settings).url
    runs = {}
    for engine in ("inline", "prefect", "prefect again"):
        if engine != "prefect again":
            _empty(settings)
            model.asked.clear()
        before, size = server.cpu_times(), _size(settings)
        home = {"GLOSSATOR_HOME": str(folder / engine.split()[0]), "PREFECT_API_URL": str(url)}
        run = runs[engine] = _run(shelf, engine.split()[0], seen | home)
        time.sleep(5)  # the server's recorders
        after = server.cpu_times()
        outcomes = [book["outcome"] for book in run.summary["books"]]
        print(
            f"{number} books, {engine}: wall {run.wall:.1f} s, CPU {run.cpu:.1f} s, peak {run.peak:.0f} MB, "
            f"exit {run.codes}, {outcomes.count('done')} done, {outcomes.count('failed')} failed, "
            f"{len(model.asked)} calls; server CPU {after.user + after.system - before.user - before.system:.1f} s, "
            f"database +{(_size(settings) - size) / 1024 / number:.0f} KB a book, server {_memory(server):.0f} MB"
        )
    flow, inline = runs["prefect"], runs["inline"]
    wall = (flow.wall - inline.wall) / number
    print(
        f"{number} books: wall {flow.wall / inline.wall:.2f} x, CPU {flow.cpu / inline.cpu:.2f} x, +{wall:.2f} s a book"
    )


def _run(shelf: Path, engine: str, environment: dict[str, str]) -> Run:
    command = [
        sys.executable,
        "-m",
        "flows.cli",
        "ingest",
        str(shelf),
        "--engine",
        engine,
        "--json",
        "--workers",
        str(WORKERS),
    ]
    began = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    summary = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), summary)


def _empty(settings: Settings) -> None:
    with connect(settings) as connection, connection.session() as session:
        session.run(
            "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"
        ).consume()


def _memory(process: psutil.Process) -> float:
    return float(process.memory_info().rss) / 2**20


def _size(settings: Settings) -> int:
    """Bytes of the database, with what its write-ahead log holds."""
    file = PrefectFiles.below(settings.home).root / "prefect.db"
    with closing(sqlite3.connect(file, timeout=60)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages, size = (database.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
    return int(pages * size)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]])
