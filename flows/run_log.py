"""A run's log as lines of JSON below GLOSSATOR_HOME/logs: one file a run, each line with run, book, chapter, chunk, code."""

import json
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from flows.totals import counted
from schemas.errors import FileUnusable, NothingToRead
from schemas.progress import ChapterProgress
from schemas.run import BookOutcome, BookPlan, Failure, Outcome

_SUFFIX = ".jsonl"
_LONGEST_END = 64 * 1024  # bytes: a run's last line is far shorter
LATEST = "last"


def folder(home: Path) -> Path:
    return home / "logs"


class RunLog:
    """Hears what happens and writes it at once, each line whole; a disk that is full ends no reading."""

    def __init__(self, home: Path, run: str, name: str) -> None:
        self.run, self.name, self.path = run, name, folder(home) / f"{run}{_SUFFIX}"
        self._lock = threading.Lock()
        self._gaps: dict[tuple[str, int], Counter[str]] = {}
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = self.path.open("a", encoding="utf-8")
        except OSError as error:
            raise FileUnusable.of(error) from error
        self.say("info", f"run {name} begins", name=name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock, suppress(OSError):
            self._file.close()

    def say(self, level: str, message: str, **fields: Any) -> None:
        line = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "level": level, "run": self.run}
        line |= {name: value for name, value in fields.items() if value is not None} | {"message": message}
        with self._lock:
            try:
                self._file.write(json.dumps(line, ensure_ascii=True) + "\n")
                self._file.flush()
            except (OSError, ValueError):  # a full disk; a line that comes after the end
                return

    def book(self, plan: BookPlan) -> None:
        said = f"{plan.title}: {len(plan.chapters)} of {counted(plan.total, 'chapter')}, {counted(plan.asked, 'chunk')}"
        self.say("info", said, book=plan.title, source=str(plan.source), reading=plan.reading)
        for warning in plan.warnings:
            self.say("warning", warning.message, book=plan.title)

    def step(self, progress: ChapterProgress) -> None:
        where = {"book": progress.title, "chapter": progress.chapter}
        if progress.waiting:
            self.say("info", "another process reads this chapter; waiting for it", **where)
            return
        where |= {"chunk": progress.done, "chunks": progress.total}
        gaps, seen = Counter(progress.tally.gaps), (progress.book, progress.chapter)
        new = gaps - self._gaps.get(seen, gaps)
        self._gaps[seen] = gaps
        for code in new:
            self.say("warning", "a gap: this text could not be read", code=code, **where)
        self.say("info", found(progress), **where)

    def failure(self, failure: Failure, **where: Any) -> None:
        self.say("error", f"{failure.what} {failure.remedy}".strip(), code=failure.code, **where)

    def end(self, outcomes: Iterable[BookOutcome], how: str, code: str, said: str) -> None:
        """Each book's failures and outcome, then the run's own: the last line."""
        for outcome in outcomes:
            if outcome.failure is not None:
                self.failure(outcome.failure, book=outcome.title, source=str(outcome.source))
            for chapter in outcome.chapters:
                if chapter.failure is not None:
                    self.failure(chapter.failure, book=outcome.title, chapter=chapter.chapter)
            level = "error" if outcome.outcome is Outcome.FAILED else "info"
            already = ", stood complete already" if outcome.standing else ""
            self.say(
                level, f"{outcome.title}: {outcome.state}{already}", book=outcome.title, source=str(outcome.source)
            )
        self.say("info", f"run {self.name} {how}: {said}", code=code, ended=True, said=said)


def found(progress: ChapterProgress) -> str:
    """One line: chunk 17/25, 4 episodes, 61 entities, 0 gaps, 31250 tokens."""
    tally = progress.tally
    counts = (tally.prompt_tokens, tally.completion_tokens)
    tokens = "tokens unknown" if None in counts else counted(sum(count or 0 for count in counts), "token")
    episodes, gaps = counted(sum(tally.episodes.values()), "episode"), counted(sum(tally.gaps.values()), "gap")
    entities = "1 entity" if len(progress.entities) == 1 else f"{len(progress.entities)} entities"
    return f"chunk {progress.done}/{progress.total}, {episodes}, {entities}, {gaps}, {tokens}"


def lines(home: Path, run: str) -> Iterator[dict[str, Any]]:
    """Of the run with this id, this beginning of one or this name; `last` is the one that wrote last. A line torn by a
    kill is left out, and what is none of ours. Raises NothingToRead where no such run, or more than one, wrote here."""
    with _log_of(home, run).open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                said = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(said, dict):
                yield said


def _log_of(home: Path, run: str) -> Path:
    logs = sorted(folder(home).glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
    if run == LATEST:
        chosen = logs[-1:]
    else:
        chosen = [path for path in logs if path.stem.startswith(run)] or [path for path in logs if _name(path) == run]
    if len(chosen) == 1:
        return chosen[0]
    if chosen:
        several = ", ".join(path.stem for path in chosen[-5:])
        raise NothingToRead(f"{run!r} means {len(chosen)} runs.", f"Take one of their ids: {several}.")
    if not logs:
        raise NothingToRead(f"No run has a log yet in {folder(home)}.", "`glossator ingest` makes one.")
    raise NothingToRead(f"No run {run!r} has a log in {folder(home)}.", "`glossator logs` lists the runs.")


def _name(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        try:
            return str(json.loads(file.readline()).get("name", ""))
        except (ValueError, AttributeError, RecursionError):
            return ""


class RunSeen(NamedTuple):
    """`at` is when its last line was written (seconds since the epoch); `said` how it ended, empty where it says nothing
    of an end."""

    run: str
    name: str
    at: float
    said: str


def runs(home: Path) -> list[RunSeen]:
    """Each run that wrote here, the latest last."""
    logs = sorted(folder(home).glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
    return [RunSeen(path.stem, _name(path), path.stat().st_mtime, _end(path)) for path in logs]


def _end(path: Path) -> str:
    """What the last line says of the run's end: the outcome and the sums."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _LONGEST_END))
        last = file.read().splitlines()[-1:]
    try:
        line = json.loads(last[0])
        return f"{line['code']}: {line['said']}" if line.get("ended") else ""
    except (IndexError, ValueError, KeyError, AttributeError):
        return ""
