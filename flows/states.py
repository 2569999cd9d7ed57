"""Our outcomes as states that Prefect shows: named so that gaps and a budget's end are seen in a list of runs."""

from typing import Any

from prefect.client.schemas.objects import State, StateType

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
