"""A progress bar on stderr for the first fetch of the local Neo4j."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TaskID, TextColumn


class FetchBar:
    """`step(what, done, total)` in bytes; a total of 0 is a step without a measure."""

    def __init__(self) -> None:
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn())
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._tasks:
            self._progress.stop()

    def step(self, what: str, done: int, total: int) -> None:
        if not total:
            self._progress.console.print(f"{what} …", markup=False, highlight=False)
            return
        self._progress.start()  # not before: a bar that shows nothing would leave an empty line
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=total)
        self._progress.update(self._tasks[what], completed=done, total=total)
