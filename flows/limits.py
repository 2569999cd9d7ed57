"""What ends a run early: a number of tokens that its calls have used."""

import threading

from schemas.progress import ChapterProgress


class TokenBudget:
    """Counts what this run's calls used, as the replies tell; calls without usage can't be counted. At the cap it sets
    `stop`, so that chapters end at their next checkpoint: only calls in flight go beyond. A cap of 0 is none."""

    def __init__(self, cap: int, stop: threading.Event) -> None:
        self.cap, self.spent, self.reached = cap, 0, False
        self._stop, self._lock = stop, threading.Lock()
        self._before: dict[tuple[str, int], int] = {}

    def step(self, progress: ChapterProgress) -> None:
        """The first word of a chapter tells what it had used before this run."""
        if progress.waiting:
            return
        tally = progress.tally
        used = (tally.prompt_tokens or 0) + (tally.completion_tokens or 0)
        with self._lock:
            self.spent += used - self._before.setdefault((progress.book, progress.chapter), used)
            self._before[progress.book, progress.chapter] = used
            if self.cap and self.spent >= self.cap and not self._stop.is_set():
                self.reached = True
                self._stop.set()
