"""What ends a run early besides its budget: an endpoint that is gone, a stop of its own among several."""

import threading
import time

from schemas.errors import ModelUnavailable
from schemas.progress import ChapterProgress
from schemas.run import ChapterOutcome, Failure, ends_run

CHAPTERS_UNANSWERED = 3  # in a row, each after all tries of a call: the next would fare no better
POLL_SECONDS = 0.2  # between looks at the stop above while one waits for a run's own


class Outage:
    """Tells when a run need not ask any more: one refusal that would meet every chapter, or several chapters in a row for
    which the endpoint was gone, with no reply to any in between. `fault` is what ended the run."""

    def __init__(self) -> None:
        self.fault: Failure | None = None
        self._lock = threading.Lock()
        self._calls: dict[tuple[str, int], int] = {}
        self._unanswered = 0

    def step(self, progress: ChapterProgress) -> None:
        """A chapter that has made more calls than at its last word has had replies."""
        if progress.waiting:
            return
        chapter, calls = (progress.book, progress.chapter), progress.tally.calls
        with self._lock:
            if calls > self._calls.setdefault(chapter, calls):
                self._unanswered = 0
            self._calls[chapter] = calls

    def ends(self, outcome: ChapterOutcome) -> bool:
        with self._lock:
            if outcome.failure is not None and outcome.failure.code == ModelUnavailable.code:
                self._unanswered += 1
            if ends_run(outcome) or self._unanswered >= CHAPTERS_UNANSWERED:
                self.fault = self.fault or outcome.failure
                return True
            return False


class RunStop(threading.Event):
    """The stop of one run among several: its own, or the one that ends them all."""

    def __init__(self, above: threading.Event) -> None:
        super().__init__()
        self._above = above

    def is_set(self) -> bool:
        return super().is_set() or self._above.is_set()

    def wait(self, timeout: float | None = None) -> bool:
        end = None if timeout is None else time.monotonic() + timeout
        while not self.is_set():
            left = POLL_SECONDS if end is None else min(POLL_SECONDS, end - time.monotonic())
            if left <= 0:
                return False
            super().wait(left)
        return True
