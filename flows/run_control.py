"""What people do to a run in the UI while it goes on: pause and cancel become a stop at the next checkpoint."""

import logging
import threading
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import State, StateType
from prefect.exceptions import Pause

POLL_SECONDS = 2.0
_GOES_ON = (StateType.RUNNING,)
_CANCELLED = (StateType.CANCELLING, StateType.CANCELLED)
_logger = logging.getLogger(__name__)


class RunControl:
    """Looks at the run's own state while it reads; one that is no longer running stops it.

    Paused, or already taken up by another process after a resume: this process ends without a word (`leave`), since the
    state is not its own any more. A server that doesn't answer changes nothing.
    """

    def __init__(self, run: UUID, stop: threading.Event) -> None:
        self._run, self._stop = run, stop
        self._seen: State[Any] | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True, name="run-control")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()

    @property
    def cancelled(self) -> bool:
        return self._seen is not None and self._seen.type in _CANCELLED

    def leave(self) -> None:
        """Raises Prefect's Pause where the run was paused: the engine then leaves its state alone."""
        if self._seen is not None and not self.cancelled:
            raise Pause(state=self._seen)

    def _look(self) -> None:
        with get_client(sync_client=True) as client:
            while not self._ended.wait(POLL_SECONDS):
                try:
                    state = client.read_flow_run(self._run).state
                except Exception:
                    _logger.debug("the run's state could not be read", exc_info=True)
                    continue
                if state is not None and state.type not in _GOES_ON:
                    self._seen = state
                    self._stop.set()
                    return
