"""The process that serves the flows for the UI (`python -m flows.deployments`): starts runs, and finds orphaned ones."""

import logging
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from prefect import Flow, serve
from prefect.client.orchestration import get_client
from prefect.deployments.runner import RunnerDeployment
from prefect.types.entrypoint import EntrypointType
from prefect.utilities.callables import ParameterSchema

from flows.automations import register
from flows.estimate_flow import estimate
from flows.ingest_flow import ingest
from flows.leftovers import TAG, close_ended, crash_orphans
from flows.prefect_server import LOCAL, PrefectFiles
from schemas.settings import Settings

SECONDS_BETWEEN_LOOKS = 20.0
RUNS_AT_ONCE = 4
_logger = logging.getLogger(__name__)


class OnlyThese(ParameterSchema):
    """Lets the server refuse a parameter that the flow doesn't have: in the flow's process it would only be a crash."""

    additionalProperties: bool = False


_SAID = {
    "ingest": "Read books into the graph. Name a folder; the same values again go on where a run stopped.",
    "estimate": "Calls, tokens and price per book, before anything is spent.",
}


def deployment(name: str, of: Flow[..., Any] = ingest) -> RunnerDeployment:
    """`name` is no name of prefect.yaml, or one would overwrite the other."""
    made = RunnerDeployment.from_flow(
        of,
        name=name,
        tags=[TAG],
        description=_SAID[of.name],
        entrypoint_type=EntrypointType.MODULE_PATH,
    )
    made._parameter_openapi_schema = OnlyThese(
        **made._parameter_openapi_schema.model_dump(exclude_unset=True), additionalProperties=False
    )
    return made


def main(name: str) -> None:
    settings = Settings.from_environment(os.environ)
    files = PrefectFiles.below(settings.home)
    threading.Thread(target=_watch, args=(files.marks,), daemon=True).start()
    made = [deployment(name), deployment(f"{name}-estimate", estimate)]
    for one in made:
        one.apply()
    with get_client(sync_client=True) as client:
        register(client, alone=name == LOCAL)
    files.served.write_text(str(os.getpid()), encoding="utf-8")
    serve(*made, limit=RUNS_AT_ONCE, print_starting_message=False)


def _watch(marks: Path) -> None:
    """Looks for runs whose process was killed, for as long as this process serves."""
    while True:
        try:
            for run in crash_orphans(marks):
                _logger.warning("run %s had lost its process", run)
            close_ended(marks)
        except Exception:
            _logger.warning("orphaned runs could not be looked for", exc_info=True)
        time.sleep(SECONDS_BETWEEN_LOOKS)


if __name__ == "__main__":
    main(sys.argv[1])
