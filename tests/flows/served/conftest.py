"""A real Prefect of the test run's own, with the flows served, beside the run's Neo4j and one scripted endpoint."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from flows.prefect_server import PrefectFiles, start, state, stop
from flows.run_log import lines
from schemas.settings import Settings
from tests.flows.conftest import Command
from tests.scripted_model import ScriptedModel, glosses

ENDED = ("COMPLETED", "FAILED", "CANCELLED", "CRASHED")
WAIT_SECONDS = 300
SECRET = "sk-a-secret-that-nobody-may-see"


class Served:
    """Prefect as the UI talks to it: over its HTTP API alone."""

    def __init__(self, settings: Settings, url: str, environment: dict[str, str]) -> None:
        self.settings, self.url, self.environment = settings, url, environment
        self.files = PrefectFiles.below(settings.home)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, method=method, data=data, headers={"content-type": "application/json"})
        raw = self.until(lambda: answered(request), f"an answer to {method} {path}")[0]
        return json.loads(raw) if raw else None

    def refused(self, parameters: dict[str, Any]) -> tuple[int, str]:
        """Status and body of a run that may not be created."""
        with pytest.raises(HTTPError) as error:
            self.begin(parameters)
        return error.value.code, error.value.read().decode()

    def begin(self, parameters: dict[str, Any]) -> str:
        deployment = self.call("GET", "/deployments/name/ingest/local")
        run = self.call("POST", f"/deployments/{deployment['id']}/create_flow_run", {"parameters": parameters})
        return str(run["id"])

    def run(self, identity: str) -> dict[str, Any]:
        return self.call("GET", f"/flow_runs/{identity}")

    def until(self, true: Callable[[], Any], what: str = "") -> Any:
        """Waits for what the server or the endpoint will see; nothing is said about how long it takes."""
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            if found := true():
                return found
            time.sleep(0.2)
        raise AssertionError(f"not seen in {WAIT_SECONDS} s: {what}")

    def ended(self, identity: str) -> dict[str, Any]:
        """The run's state once it is final."""
        return self.until(lambda: (s := self.run(identity)["state"])["type"] in ENDED and s, f"the end of {identity}")

    def read(self, parameters: dict[str, Any]) -> dict[str, Any]:
        return self.ended(self.begin(parameters))

    def set_state(self, identity: str, **state: Any) -> None:
        self.call("POST", f"/flow_runs/{identity}/set_state", {"state": state, "force": True})

    def artifacts(self, identity: str) -> list[dict[str, Any]]:
        runs = [identity, *(run["id"] for run in self.books(identity))]
        return self.call("POST", "/artifacts/filter", {"artifacts": {"flow_run_id": {"any_": runs}}})

    def books(self, identity: str) -> list[dict[str, Any]]:
        return self.call("POST", "/flow_runs/filter", {"flow_runs": {"parent_flow_run_id": {"any_": [identity]}}})

    def chapters(self, identity: str) -> list[dict[str, Any]]:
        runs = [run["id"] for run in self.books(identity)]
        return self.call("POST", "/task_runs/filter", {"flow_runs": {"id": {"any_": runs}}}) if runs else []

    def unfinished(self, identity: str) -> list[str]:
        """Names of whatever of the run is not in a final state."""
        rows = [self.run(identity), *self.books(identity), *self.chapters(identity)]
        rows += self.call("POST", "/task_runs/filter", {"flow_runs": {"id": {"any_": [identity]}}})
        return [row["name"] for row in rows if row["state"]["type"] not in ENDED]

    def finished(self, identity: str) -> None:
        """Waits until everything of the run is final: the server records tasks some seconds late."""
        self.until(lambda: self.unfinished(identity) == [], f"the end of what is below {identity}")

    def log(self, identity: str) -> list[dict[str, Any]]:
        return list(lines(self.settings.home, identity))

    def process(self, identity: str) -> int:
        """Pid of the process that runs it."""
        mark = self.files.marks / f"{identity}.json"
        return int(
            self.until(lambda: mark.exists() and json.loads(mark.read_text()), f"a process of {identity}")["pid"]
        )


def answered(request: Request) -> tuple[bytes] | None:
    """None while the server is busy: its database is locked by another writer, and Prefect's clients ask again too."""
    try:
        with urlopen(request, timeout=60) as reply:
            return (reply.read(),)
    except HTTPError as error:
        if error.code == 503:
            return None
        raise


@pytest.fixture(scope="session")
def endpoint() -> Iterator[ScriptedModel]:
    model = ScriptedModel()
    yield model
    model.close()


@pytest.fixture(scope="session")
def prefect(
    tmp_path_factory: pytest.TempPathFactory, neo4j_environment: dict[str, str], endpoint: ScriptedModel
) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("served-home")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI", "NEO4J", "GLOSSATOR", "PREFECT"))}
    seen = kept | neo4j_environment | endpoint.environment | {"OPENAI_API_KEY": SECRET, "GLOSSATOR_HOME": str(home)}
    seen["PYTHONPATH"] = str(Path(__file__).parents[3])
    settings = Settings.from_environment(seen | {"GLOSSATOR_PREFECT_PORT": "4200"})
    settings = settings.model_copy(update={"prefect_port": 0})
    start(settings, lambda line: None, seen)
    url = state(settings).url
    assert url is not None
    yield Served(settings, url, seen)
    stop(settings)


@pytest.fixture
def served(prefect: Served, endpoint: ScriptedModel, graph: Any) -> Iterator[Served]:
    """The graph and the journal are empty, the endpoint answers as the prompt wants."""
    forget(prefect)
    endpoint.answer, endpoint.before = glosses, lambda: None
    endpoint.asked.clear()
    yield prefect
    endpoint.answer, endpoint.before = glosses, lambda: None
    assert endpoint.faults == []


def forget(prefect: Served) -> None:
    for path in prefect.settings.home.glob("memory.db*"):
        path.unlink()


@pytest.fixture
def inline(prefect: Served, empty_graph: Callable[[], None], tmp_path: Path) -> Callable[..., str]:
    """Reads the same in a home of its own without Prefect and gives the graph's fingerprint; graph and journal of the
    served home are then empty again."""

    def read(*arguments: str) -> str:
        command = Command(
            tmp_path / "inline-home", prefect.environment | {"GLOSSATOR_HOME": str(tmp_path / "inline-home")}
        )
        command.ingest("--engine", "inline", *arguments)
        found = command.fingerprint()
        empty_graph()
        return found

    return read
