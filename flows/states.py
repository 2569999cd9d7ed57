"""Our outcomes as states that Prefect shows: named so that gaps and a budget's end are seen in a list of runs."""

import logging
from typing import Any

from prefect.client.schemas.objects import State, StateType
from prefect.exceptions import CancelledRun, FailedRun

from schemas.run import Outcome

GAPS, PAUSED_BUDGET, INTERRUPTED = "CompletedWithGaps", "PausedBudget", "Interrupted"
_STATES = {
    Outcome.DONE: (StateType.COMPLETED, "Completed"),
    Outcome.DONE_WITH_GAPS: (StateType.COMPLETED, GAPS),
    Outcome.FAILED: (StateType.FAILED, "Failed"),
    Outcome.INTERRUPTED: (StateType.CANCELLED, INTERRUPTED),
    Outcome.PAUSED_BUDGET: (StateType.CANCELLED, PAUSED_BUDGET),
}


def state_of(outcome: Outcome, message: str) -> State[Any]:
    kind, name = _STATES[outcome]
    return State(type=kind, name=name, message=message)


def _says_more_than_the_state(record: logging.LogRecord) -> bool:
    """Prefect raises a failed or cancelled state that a flow gave back, and shows people sixty lines of its own insides."""
    return not (record.exc_info and isinstance(record.exc_info[1], (FailedRun, CancelledRun)))


def without_tracebacks() -> None:
    """In the process of a run: that it ended so is said by its state and by the line before."""
    for name in ("prefect.flow_runs", "prefect.engine"):
        logging.getLogger(name).addFilter(_says_more_than_the_state)
