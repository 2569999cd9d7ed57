"""A run: what was asked for, what became of each chapter and book; outcomes are computed, never declared."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from schemas.base import Schema
from schemas.errors import (
    FileUnusable,
    GlossatorError,
    InvariantBroken,
    ModelPaused,
    ModelRefused,
    ServiceFault,
    UsageFault,
)
from schemas.progress import Tally
from schemas.settings import ModelSettings
from schemas.spending import Cap, Caps, Cost
from schemas.text import CHUNK_WORDS, TextWarning


class Options(Schema):
    """How books are read. None means the reader's default. `chapters` are orders from 1; empty means all. `max_gaps` is
    in per cent of chunks. A budget is the most that the reading of the books may have cost when all is done, whatever part
    of it was spent by earlier runs; 0 is no limit, None none that was named. `run_tokens` and `run_usd` are of one run."""

    reader: str = "auto"
    memory_format: str | None = None
    boundary: str | None = None
    workers: int = Field(2, ge=1, le=64)
    chapters: tuple[int, ...] = ()
    chunk_words: int = Field(CHUNK_WORDS, ge=100, le=5_000)
    max_gaps: float = Field(100, ge=0, le=100)
    budget_tokens: int | None = Field(None, ge=0)
    budget_usd: float | None = Field(None, ge=0)
    run_tokens: int | None = Field(None, ge=0)
    run_usd: float | None = Field(None, ge=0)

    @property
    def budgeted(self) -> bool:
        """Whether it was said how much may be spent, be it without limit."""
        return any(value is not None for value in (self.budget_tokens, self.budget_usd, self.run_tokens, self.run_usd))

    def caps(self, model: ModelSettings) -> Caps:
        """A run's is the least of what it and the endpoint say."""
        batch = Cap(tokens=self.budget_tokens or None, usd=self.budget_usd or None)
        mine = Cap(tokens=self.run_tokens, usd=self.run_usd)
        return Caps(run=mine.least(model.run), batch=batch, day=model.day)

    @property
    def arguments(self) -> str:
        """What the command must be given again for the same reading, besides paths and chapters."""
        given = {
            "--reader": self.reader if self.reader != "auto" else None,
            "--memory-format": self.memory_format,
            "--boundary": self.boundary,
            "--chunk-words": self.chunk_words if self.chunk_words != CHUNK_WORDS else None,
        }
        return " ".join(f"{option} {value}" for option, value in given.items() if value is not None)


class Failure(Schema):
    """An error as data: what it was, whose fault, what to do."""

    code: str
    what: str
    remedy: str = ""
    fault: str = ""

    @property
    def passing(self) -> bool:
        """Whether the same may go well later: a service didn't answer."""
        return self.code.partition(".")[0] == ServiceFault.code

    @property
    def usage(self) -> bool:
        return self.code.partition(".")[0] == UsageFault.code

    @classmethod
    def of(cls, error: BaseException) -> "Failure":
        """An error that is none of ours is our fault, unless it is the disk's."""
        if isinstance(error, OSError):
            error = FileUnusable.of(error)
        if not isinstance(error, GlossatorError):
            error = InvariantBroken(f"{type(error).__name__}: {error}")
        return cls(code=error.code, what=error.what, remedy=error.remedy, fault=error.fault)


class Outcome(StrEnum):
    DONE = "done"
    DONE_WITH_GAPS = "done with gaps"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    PAUSED_BUDGET = "paused: budget"


EXIT_CODES = {
    Outcome.DONE: 0,
    Outcome.FAILED: 1,
    Outcome.DONE_WITH_GAPS: 3,
    Outcome.PAUSED_BUDGET: 4,
    Outcome.INTERRUPTED: 130,
}


class BookPlan(Schema):
    """A book that phase 1 has read and the journal knows: what a chapter's reading needs, as ids and paths. `stored` names
    the book in the store of texts, `titles` are those of `chapters`, `asked` counts the chunks to read, `total` all chapters."""

    source: Path
    book: str
    stored: str
    title: str
    reading: str
    reader: str
    memory_format: str
    boundary: str
    chunk_words: int
    chapters: tuple[int, ...]
    titles: tuple[str, ...]
    warnings: tuple[TextWarning, ...] = ()
    asked: int
    total: int


NOT_BEGUN = "not begun"


class ChapterOutcome(Schema):
    """`standing` means that it was complete before this run; `entities` are the ids of those named in the chapter, `done`
    of `total` its chunks read or given up. `begun` is false where no run has begun it."""

    chapter: int
    title: str
    outcome: Outcome
    tally: Tally = Tally()
    entities: frozenset[str] = frozenset()
    failure: Failure | None = None
    standing: bool = False
    done: int = 0
    total: int = 0
    begun: bool = True

    @property
    def state(self) -> str:
        """The outcome as people are shown it."""
        return NOT_BEGUN if self.outcome is Outcome.INTERRUPTED and not self.begun else self.outcome.value

    @property
    def complete(self) -> bool:
        return self.outcome in (Outcome.DONE, Outcome.DONE_WITH_GAPS)


class BookOutcome(Schema):
    """`begun` is false where a stop came before the book was opened; `costs` are those of all runs, by model."""

    source: Path
    title: str
    book: str | None = None
    reading: str | None = None
    chapters: tuple[ChapterOutcome, ...] = ()
    failure: Failure | None = None
    warnings: tuple[TextWarning, ...] = ()
    costs: tuple[Cost, ...] = ()
    begun: bool = True

    @property
    def cost(self) -> str:
        return "; ".join(cost.said for cost in self.costs)

    @property
    def outcome(self) -> Outcome:
        if self.failure is not None:
            return Outcome.FAILED
        return worst([chapter.outcome for chapter in self.chapters]) if self.begun else Outcome.INTERRUPTED

    @property
    def standing(self) -> bool:
        """Whether all that was asked for was complete before this run."""
        return bool(self.chapters) and all(chapter.standing for chapter in self.chapters)

    @property
    def state(self) -> str:
        """The outcome as people are shown it."""
        return self.outcome.value if self.begun else NOT_BEGUN


def chapter_outcome(tally: Tally) -> Outcome:
    """Of a chapter read to its end: nothing but gaps is a failure. A halved chunk counts as two steps."""
    if tally.gaps and sum(tally.gaps.values()) >= tally.steps:
        return Outcome.FAILED
    return Outcome.DONE_WITH_GAPS if tally.gaps else Outcome.DONE


def ends_run(outcome: ChapterOutcome) -> bool:
    """Whether other chapters need not be tried: the endpoint refuses the key, the account or the model, or takes nothing
    for a long time."""
    return outcome.failure is not None and outcome.failure.code in (ModelRefused.code, ModelPaused.code)


def worst(outcomes: list[Outcome]) -> Outcome:
    """Failed before paused before interrupted before gaps before done; nothing at all is done."""
    order = (Outcome.FAILED, Outcome.PAUSED_BUDGET, Outcome.INTERRUPTED, Outcome.DONE_WITH_GAPS)
    return next((outcome for outcome in order if outcome in outcomes), Outcome.DONE)


def gap_share(chapters: Iterable[ChapterOutcome]) -> float:
    """Of the steps taken, those that are gaps, in per cent."""
    tallies = [chapter.tally for chapter in chapters]
    steps = sum(tally.steps for tally in tallies)
    return 100 * sum(sum(tally.gaps.values()) for tally in tallies) / steps if steps else 0.0


def run_outcome(outcomes: Sequence[BookOutcome], max_gaps: float = 100) -> Outcome:
    """Of the whole run: more gaps than allowed are a failure."""
    found = worst([outcome.outcome for outcome in outcomes])
    if found is Outcome.DONE_WITH_GAPS and gap_share(c for outcome in outcomes for c in outcome.chapters) > max_gaps:
        return Outcome.FAILED
    return found


def exit_code(outcomes: Sequence[BookOutcome], outcome: Outcome | None = None) -> int:
    """Of the whole run (`outcome`, or computed). Where no book could be begun, and all by the user's mistake, it is the
    usage error it would have been before anything was tried."""
    mistaken = unbegun_code([one.failure for one in outcomes]) == UsageFault.exit_code
    return UsageFault.exit_code if mistaken else EXIT_CODES[outcome or run_outcome(outcomes)]


def unbegun_code(failures: Sequence[Failure | None]) -> int:
    """By what kept each book from being begun: 0 where one could be, else 1, and 2 where all is the user's mistake."""
    if not failures or not all(failures):
        return 0
    return (
        UsageFault.exit_code if all(one is not None and one.usage for one in failures) else EXIT_CODES[Outcome.FAILED]
    )
