"""Runs `glossator` and kills its own process with SIGKILL at the n-th passing of a named point.

    python -m tests.flows.killed_run POINT N ingest …

The product has no hooks for this: its functions are wrapped from outside, and do what they always do until then.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

POINTS = (
    "before recall is recorded",
    "before the call",
    "between reply and store",
    "between answer and checkpoint",
    "before the checkpoint",
    "between seal and commit",
    "inside the commit",
    "between commit and mark",
    "after the mark",
    "before the roll-up",
    "between roll-up and conclusion",
)


class Death:
    def __init__(self, after: int) -> None:
        self._left = after

    def pass_by(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def wrap(owner: Any, name: str, death: Death, late: bool) -> None:
    inner: Callable[..., Any] = getattr(owner, name)

    def wrapped(*arguments: Any, **named: Any) -> Any:
        if not late:
            death.pass_by()
        result = inner(*arguments, **named)
        if late:
            death.pass_by()
        return result

    setattr(owner, name, wrapped)


def arm(point: str, after: int) -> None:
    from flows import preparation
    from pipeline.graph import commit, deletion
    from pipeline.graph.chapter_writer import ChapterWriter
    from pipeline.journal.journal import Journal
    from pipeline.readers.llm.reader import LlmReader

    death = Death(after)
    where: dict[str, tuple[Any, str, bool]] = {
        "before recall is recorded": (Journal, "ask", False),
        "before the call": (Journal, "ask", True),
        "between reply and store": (LlmReader, "read", True),
        "between answer and checkpoint": (Journal, "store_answer", True),
        "before the checkpoint": (Journal, "save", False),
        "between seal and commit": (Journal, "save", True),
        "inside the commit": (commit, "write_episode", True),
        "between commit and mark": (ChapterWriter, "commit", True),
        "after the mark": (Journal, "mark_committed", True),
        "before the roll-up": (ChapterWriter, "complete", False),
        "between roll-up and conclusion": (ChapterWriter, "complete", True),
        "after delete_owner": (preparation, "delete_owner", True),
        "after a deletion": (deletion, "_until_none", True),
        "after forget": (Journal, "forget", True),
    }
    owner, name, late = where[point]
    wrap(owner, name, death, late)


if __name__ == "__main__":
    arm(sys.argv[1], int(sys.argv[2]))
    sys.argv = ["glossator", *sys.argv[3:]]
    from flows.cli.main import run

    run()
