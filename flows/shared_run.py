"""What the books and chapters of one run share in the process that reads them."""

import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from prefect.events import emit_event

from flows import artifacts
from flows.automations import CHUNK_EVENT
from flows.books import Watch
from flows.limits import TokenBudget
from schemas.progress import ChapterProgress
from schemas.run import BookOutcome, BookPlan, ChapterOutcome, Options
from schemas.settings import Settings

SECONDS_BETWEEN_BEATS = 60.0
POLL_SECONDS = 0.5


@dataclass
class Run:
    """`outcomes` fill up, one a book, in the books' order.

    `commanded` tells that a command runs it: there a signal only asks for a stop at the next checkpoint.
    """

    settings: Settings
    options: Options
    watches: list[Watch]
    planned: list[Callable[[BookPlan], None]]
    stop: threading.Event
    commanded: bool = False
    name: str = ""
    identity: str = ""
    next_beat: float = 0.0
    budget: TokenBudget = field(init=False)
    outcomes: list[BookOutcome | None] = field(default_factory=list)
    room: threading.BoundedSemaphore = field(init=False)

    def __post_init__(self) -> None:
        self.budget = TokenBudget(self.options.budget_tokens, self.stop)
        self.room = threading.BoundedSemaphore(self.options.workers)

    def enter(self) -> bool:
        """Waits for room for one more chapter; false once a stop was asked for."""
        while not self.room.acquire(timeout=POLL_SECONDS):
            if self.stop.is_set():
                return False
        return True

    def step(self, progress: ChapterProgress) -> None:
        for watch in self.watches:
            watch(progress)
        self.budget.step(progress)
        self.beat()

    def beat(self) -> None:
        """Tells the server now and then that the run gets on: what the automation "no progress" listens for."""
        now = time.monotonic()
        if self.identity and now >= self.next_beat:
            self.next_beat = now + SECONDS_BETWEEN_BEATS
            artifacts.tried(
                lambda: emit_event(CHUNK_EVENT, resource={"prefect.resource.id": f"prefect.flow-run.{self.identity}"})
            )


@dataclass
class Turn:
    """One book of the run: its place and its file; `begun` once its flow run is there, `chapters` as they end."""

    run: Run
    place: int
    path: Path
    begun: threading.Event = field(default_factory=threading.Event)
    chapters: dict[int, ChapterOutcome] = field(default_factory=dict)


RUN: ContextVar[Run | None] = ContextVar("run", default=None)
TURN: ContextVar[Turn] = ContextVar("turn")
