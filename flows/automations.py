"""Automations for a Prefect server: a run that fell silent is set to Crashed; three templates wait for an action of yours."""

from datetime import timedelta

from prefect.client.orchestration import SyncPrefectClient
from prefect.client.schemas.objects import StateType
from prefect.events import EventTrigger
from prefect.events.actions import ChangeFlowRunState, DoNothing
from prefect.events.schemas.automations import AutomationCore, Posture
from prefect.events.schemas.events import ResourceSpecification

from flows.prefect_server import HEARTBEAT_SECONDS
from flows.states import GAPS, INTERRUPTED, PAUSED_BUDGET

SILENT_SECONDS = 3 * HEARTBEAT_SECONDS  # one late heartbeat is no death
SHARED_SILENT_SECONDS = 600  # where other processes may beat as rarely as Prefect does by default
NO_PROGRESS_SECONDS = 1_800
CHUNK_EVENT = "glossator.chunk"
LEFT_EVENT = "prefect.flow-run.left"
_RUN = "prefect.resource.id"
_RUNS = ResourceSpecification({_RUN: "prefect.flow-run.*"})
_OURS = ResourceSpecification({"prefect.resource.role": "flow", "prefect.resource.name": ["ingest", "book"]})
_EVENTS = "prefect.flow-run.*"
_ENDS = {
    LEFT_EVENT,
    *(f"prefect.flow-run.{name}" for name in ("Completed", "Failed", "Crashed", "Cancelled", "Suspended")),
    *(f"prefect.flow-run.{name}" for name in (GAPS, INTERRUPTED, PAUSED_BUDGET)),
}
_CHOOSE = "It does nothing yet: choose a notification or another action for it."


def automations(alone: bool) -> list[AutomationCore]:
    """`alone` tells of a server that only this machine uses: there a lost process is known by its pid, and a laptop that
    slept has no heartbeat either, so that the first one is off."""
    silent = SILENT_SECONDS if alone else SHARED_SILENT_SECONDS
    return [
        AutomationCore(
            name="glossator: zombie",
            description="A run whose process sends no heartbeat any more is set to Crashed. Starting it again goes on.",
            enabled=not alone,
            trigger=_silence("prefect.flow-run.heartbeat", {_EVENTS}, silent),
            actions=[ChangeFlowRunState(state=StateType.CRASHED, message=f"No heartbeat for {silent} seconds.")],
        ),
        _template("failed", f"A run or a book failed or crashed. {_CHOOSE}", {"Failed", "Crashed", "TimedOut"}),
        _template("many gaps", f"A run or a book was read with gaps. {_CHOOSE}", {GAPS}),
        AutomationCore(
            name="glossator: no progress",
            description=f"A run that reads gave no new chunk for {NO_PROGRESS_SECONDS // 60} minutes. {_CHOOSE}",
            enabled=False,
            trigger=_silence(CHUNK_EVENT, {CHUNK_EVENT, *_ENDS}, NO_PROGRESS_SECONDS),
            actions=[DoNothing()],
        ),
    ]


def _silence(after: str, expected: set[str], seconds: float) -> EventTrigger:
    """One run of ours from which, after that event, none of those expected came for so long."""
    return EventTrigger(
        after={after},
        expect=expected,
        match=_RUNS,
        match_related=_OURS,
        for_each={_RUN},
        posture=Posture.Proactive,
        threshold=1,
        within=timedelta(seconds=seconds),
    )


def _template(name: str, description: str, states: set[str]) -> AutomationCore:
    return AutomationCore(
        name=f"glossator: {name}",
        description=description,
        enabled=False,
        trigger=EventTrigger(
            expect={f"prefect.flow-run.{state}" for state in states},
            match=_RUNS,
            match_related=_OURS,
            posture=Posture.Reactive,
            threshold=1,
        ),
        actions=[DoNothing()],
    )


def register(client: SyncPrefectClient, alone: bool) -> list[str]:
    """Creates those whose names aren't there: what a person changed stays. Returns the names of the new ones."""
    new = []
    for automation in automations(alone):
        if not client.read_automations_by_name(automation.name):
            client.create_automation(automation)
            new.append(automation.name)
    return new
