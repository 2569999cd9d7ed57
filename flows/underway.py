"""Which runs go on in a home: a file for each, which names its process, so that the death of one is told."""

import json
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flows.paths import shown
from pipeline.background import write_private
from pipeline.process_start import began, still_runs

FLOW_RUNS = Path("prefect") / "runs"  # of runs that Prefect shows too


def folder(home: Path) -> Path:
    """Of runs without Prefect."""
    return home / "runs"


@contextmanager
def marked(marks: Path, run: str, name: str = "", books: Sequence[Path] = ()) -> Iterator[None]:
    """While it lasts a file says which process runs this, and what it reads; a kill leaves the file behind."""
    mark = marks / f"{run}.json"
    marks.mkdir(mode=0o700, parents=True, exist_ok=True)
    reads(marks, run, name, books)
    try:
        yield
    finally:
        if holder(mark).get("pid") == os.getpid():  # after a resume another process may have it
            mark.unlink(missing_ok=True)


def reads(marks: Path, run: str, name: str, books: Sequence[Path]) -> None:
    """Writes what this process reads into the mark of its run."""
    process = {"host": socket.gethostname(), "pid": os.getpid(), "since": began(os.getpid())}
    read = {"name": name, "books": [shown(str(path.absolute())) for path in books]}
    write_private(marks / f"{run}.json", json.dumps(process | read))


def holder(mark: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(mark.read_text(encoding="utf-8"))
        return found
    except (OSError, ValueError):
        return {}


def lives(mark: dict[str, Any]) -> bool:
    """Whether its process still runs here; of another host nothing is known."""
    return mark.get("host") == socket.gethostname() and still_runs(int(mark["pid"]), str(mark["since"]))


def underway(home: Path) -> dict[str, dict[str, Any]]:
    """The marks of the runs that go on right now, by the run's id."""
    marks = [*folder(home).glob("*.json"), *(home / FLOW_RUNS).glob("*.json")]
    found = {mark.stem: holder(mark) for mark in sorted(marks)}
    return {run: mark for run, mark in found.items() if lives(mark)}


def clear(home: Path) -> None:
    """Removes the marks of runs whose process was killed here."""
    for mark in folder(home).glob("*.json"):
        found = holder(mark)
        if found.get("host") == socket.gethostname() and not lives(found):
            mark.unlink(missing_ok=True)
