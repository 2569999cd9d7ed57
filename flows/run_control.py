"""What people do to a run in the UI while it goes on: pause and cancel become a stop at the next checkpoint."""

import logging
import threading
import time
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import (
    FlowRunFilter,
    FlowRunFilterParentFlowRunId,
    FlowRunFilterState,
    FlowRunFilterStateType,
)
from prefect.client.schemas.objects import State, StateType
from prefect.events import emit_event
from prefect.exceptions import Pause

from flows import artifacts
from flows.automations import LEFT_EVENT
from flows.leftovers import close_paused
from flows.shared_run import Run
from schemas.errors import FlowServerFailed

POLL_SECONDS = 2.0
GONE_SECONDS = 30.0  # a server that hasn't answered for so long is gone: without it no further book can be begun
_GOES_ON = (StateType.RUNNING,)
_CANCELLED = (StateType.CANCELLING, StateType.CANCELLED)
_logger = logging.getLogger(__name__)


class RunControl:
    """Looks at the run's own state while it reads; one that is no longer running stops it.

    Paused, or already taken up by another process after a resume: this process ends without a word (`leave`), since the
    state is not its own any more. A book that was cancelled by itself stops by itself. A server that is gone stops the run.
    """

    def __init__(self, run: Run) -> None:
        self._run, self._identity, self._stop = run, UUID(run.identity), run.stop
        self._seen: State[Any] | None = None
        self._answered = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True, name="run-control")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()

    def leave(self) -> None:
        """Raises Prefect's Pause where the run was paused: the engine then leaves its state alone."""
        seen = self._seen or self._state()
        if seen is not None and seen.type not in (*_GOES_ON, *_CANCELLED):
            artifacts.tried(
                lambda: emit_event(LEFT_EVENT, resource={"prefect.resource.id": f"prefect.flow-run.{self._identity}"})
            )
            artifacts.tried(lambda: close_paused(UUID(turn.identity) for turn in self._run.turns if turn.identity))
            raise Pause(state=seen)

    def _state(self) -> State[Any] | None:
        """Where something stopped the run: Prefect may have seen a pause before the next look here."""
        if not self._stop.is_set():
            return None
        try:
            with get_client(sync_client=True) as client:
                return client.read_flow_run(self._identity).state
        except Exception:
            _logger.debug("the run's state could not be read", exc_info=True)
            return None

    def _look(self) -> None:
        """Until the run ends or something stopped it; a client that fails, or can't be had, is opened anew."""
        while not self._ended.is_set():
            try:
                with get_client(sync_client=True) as client:
                    self._follow(client)
                return
            except Exception:
                _logger.debug("the run's state could not be read", exc_info=True)
                if time.monotonic() - self._answered > GONE_SECONDS and not self._stop.is_set():
                    self._run.fault = FlowServerFailed("Prefect doesn't answer any more.")
                    self._stop.set()
                self._ended.wait(POLL_SECONDS)

    def _follow(self, client: SyncPrefectClient) -> None:
        while not self._ended.wait(POLL_SECONDS):
            state = client.read_flow_run(self._identity).state
            self._cancel_books(client)
            self._answered = time.monotonic()
            if state is not None and state.type not in _GOES_ON:
                self._seen = state
                self._stop.set()
                return

    def _cancel_books(self, client: SyncPrefectClient) -> None:
        wanted = FlowRunFilter(
            parent_flow_run_id=FlowRunFilterParentFlowRunId(any_=[self._identity]),
            state=FlowRunFilterState(type=FlowRunFilterStateType(any_=[StateType.CANCELLING])),
        )
        cancelled = {str(run.id) for run in client.read_flow_runs(flow_run_filter=wanted)}
        for turn in list(self._run.turns):
            if turn.identity in cancelled:
                turn.cancelled.set()
