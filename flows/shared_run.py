"""What the books and chapters of one run share in the process that reads them."""

import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from prefect.events import emit_event

from flows import artifacts
from flows.artifacts import Silence
from flows.automations import CHUNK_EVENT
from flows.books import Watch
from flows.limits import Outage
from pipeline.readers.model_side import ModelSide
from schemas.errors import GlossatorError
from schemas.progress import ChapterProgress
from schemas.run import BookOutcome, BookPlan, ChapterOutcome, Options
from schemas.settings import Settings

SECONDS_BETWEEN_BEATS = 60.0
POLL_SECONDS = 0.5


@dataclass
class Run:
    """`outcomes` fill up, one a book, in the books' order; `paths` are a command's own, which the form couldn't say
    (names that are no text); `fault` is what ended the run before its books."""

    settings: Settings
    options: Options
    watches: list[Watch]
    planned: list[Callable[[BookPlan], None]]
    stop: threading.Event
    paths: Sequence[Path] | None = None
    fault: GlossatorError | None = None
    turns: list["Turn"] = field(default_factory=list)
    silence: Silence = field(default_factory=Silence)
    name: str = ""
    identity: str = ""
    next_beat: float = 0.0
    outage: Outage = field(default_factory=Outage)
    outcomes: list[BookOutcome | None] = field(default_factory=list)
    room: threading.BoundedSemaphore = field(init=False)

    def __post_init__(self) -> None:
        self.room = threading.BoundedSemaphore(self.options.workers)

    @cached_property
    def side(self) -> ModelSide:
        """First asked for when the run has its identity, which its calls are counted under."""
        run = self.identity or uuid.uuid4().hex
        return ModelSide(self.settings, run, self.options.caps(self.settings.model), self.stop.set)

    def step(self, progress: ChapterProgress) -> None:
        for watch in self.watches:
            watch(progress)
        self.outage.step(progress)
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
    """One book of the run: its place and its file; `begun` once its flow run is there, whose id is `identity`;
    `plan` once the book was opened, `chapters` as they end; `cancelled` where this book alone was cancelled."""

    run: Run
    place: int
    path: Path
    begun: threading.Event = field(default_factory=threading.Event)
    identity: str = ""
    cancelled: threading.Event = field(default_factory=threading.Event)
    plan: BookPlan | None = None
    chapters: dict[int, ChapterOutcome] = field(default_factory=dict)

    def stopped(self) -> bool:
        return self.run.stop.is_set() or self.cancelled.is_set()

    def enter(self) -> bool:
        """Waits for room for one more chapter of the run; false once a stop was asked for."""
        while not self.run.room.acquire(timeout=POLL_SECONDS):
            if self.stopped():
                return False
        return True


RUN: ContextVar[Run | None] = ContextVar("run", default=None)
TURN: ContextVar[Turn] = ContextVar("turn")
