"""`glossator up`, `down`, `status` with the local Prefect, and the automations that its server gets."""

import json
import os
import signal
import socket
from urllib.request import Request, urlopen

import pytest

from flows.automations import automations, register
from pipeline.background import claim_port
from tests.flows.conftest import PROSE, SAMPLE, Command

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]


@pytest.fixture
def own(neo4j_environment, tmp_path):
    """A home of its own; the Neo4j is the test run's."""
    own = Command(tmp_path / "home", neo4j_environment | {"GLOSSATOR_PREFECT_PORT": str(claim_port(0, ""))})
    yield own
    own.run("down", code=None)


def test_up_starts_prefect_once_and_down_ends_it(own):
    address = f"http://127.0.0.1:{own.environment['GLOSSATOR_PREFECT_PORT']}"
    assert f"Prefect runs at {address}" in own.run("up")
    assert f"Prefect ran already at {address}" in own.run("up")
    assert f"prefect: answers at {address}\n" in own.run("status")
    assert "Prefect ended." in own.run("down")
    assert "prefect: none runs here" in own.run("status")
    assert "Prefect ended." not in own.run("down")
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(own.environment["GLOSSATOR_PREFECT_PORT"]))) != 0
    assert (own.home / "prefect").stat().st_mode & 0o077 == 0


def _served(own):
    """The names under which both flows are served."""
    with urlopen(Request(own.environment["PREFECT_API_URL"] + "/deployments/filter", method="POST")) as reply:
        names = {deployment["name"] for deployment in json.loads(reply.read())}
    ours = {name for name in names if not name.endswith("-estimate")}
    assert names == ours | {f"{name}-estimate" for name in ours}
    return sorted(ours)


def test_the_address_of_the_local_server_names_the_local_server(own, tmp_path):
    address = f"http://localhost:{own.environment['GLOSSATOR_PREFECT_PORT']}"
    own.environment["PREFECT_API_URL"] = "http://127.0.0.1:9/api"
    own.run("up", code=1)
    assert "PREFECT_API_URL" in own.err and "Traceback" not in own.err
    own.environment["PREFECT_API_URL"] = f"{address}/api"  # where nothing is, and ours would be
    assert f"Prefect runs at {address}" in own.run("up")
    serving = json.loads((own.home / "prefect/serve.json").read_text())
    assert serving["url"].startswith("http://127.0.0.1:") and serving["name"] == "local"
    assert f"Prefect ran already at {address}" in own.run("up")
    assert _served(own) == ["local"]
    home = tmp_path / "other"
    other = Command(home, own.environment | {"GLOSSATOR_HOME": str(home)})  # to which the server is someone else's
    try:
        other.run("up")
        assert _served(own) == sorted(["local", socket.gethostname().lower()])
    finally:
        other.run("down", code=None)
    kept = own.home / "prefect/serve.json"
    kept.write_text(json.dumps(serving | {"name": "another"}))
    del own.environment["PREFECT_API_URL"]
    assert "Prefect runs at" in own.run("up")
    assert json.loads(kept.read_text())["name"] == "local" != serving["pid"]


def test_no_prefect_leaves_it_out(own):
    assert "Prefect" not in own.run("up", "--no-prefect")
    assert "prefect: none runs here" in own.run("status")


def test_a_port_that_is_taken_is_said(own):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", int(own.environment["GLOSSATOR_PREFECT_PORT"])))
        taken.listen()
        own.run("up", code=1)
    assert "GLOSSATOR_PREFECT_PORT" in own.err and "Traceback" not in own.err
    assert "Neo4j runs" in own.err and "--no-prefect" in own.err
    assert not own.err.startswith("\n")


def test_a_server_that_cannot_start_says_why_and_nothing_is_left(own):
    (own.home / "prefect").mkdir(parents=True)
    (own.home / "prefect" / "prefect.db").mkdir()
    own.run("up", code=1)
    assert "service.flow_server" in own.err and "server.log" in own.err
    assert "prefect: none runs here" in own.run("status")


def test_automations_are_made_once_and_a_change_of_ones_own_stays(served):
    names = [automation.name for automation in automations(alone=True)]
    there = served.call("POST", "/automations/filter", {})
    assert sorted(one["name"] for one in there) == sorted(names)
    assert not any(one["enabled"] for one in there)
    assert [one.enabled for one in automations(alone=False)] == [True, False, False, False]
    mine = next(one for one in there if one["name"] == "glossator: failed")
    served.call("PATCH", f"/automations/{mine['id']}", {"enabled": True})
    from prefect.client.orchestration import SyncPrefectClient

    with SyncPrefectClient(served.url) as client:
        assert register(client, alone=True) == []
    assert served.call("GET", f"/automations/{mine['id']}")["enabled"]


def test_a_run_on_another_machine_that_fell_silent_is_set_to_crashed(served, endpoint, tmp_path):
    """Its marks are kept elsewhere: only the missing heartbeat can tell."""
    there = served.call("POST", "/automations/filter", {})
    zombie = next(one for one in there if one["name"] == "glossator: zombie")
    served.call("PATCH", f"/automations/{zombie['id']}", {"enabled": True})
    endpoint.before = lambda: os.kill(process.pid, signal.SIGKILL) if len(endpoint.asked) == 3 else None
    elsewhere = Command(
        tmp_path / "elsewhere",
        served.environment | {"PREFECT_API_URL": served.url, "GLOSSATOR_HOME": str(tmp_path / "elsewhere")},
    )
    process = elsewhere.start("ingest", str(SAMPLE))
    process.communicate(timeout=300)
    assert process.returncode == -signal.SIGKILL
    identity = next((tmp_path / "elsewhere/prefect/runs").glob("*.json")).stem
    assert served.run(identity)["state"]["type"] == "RUNNING"
    assert "heartbeat" in served.ended(identity)["message"]
    served.call("PATCH", f"/automations/{zombie['id']}", {"enabled": False})
    served.finished(identity)


def test_a_server_that_dies_stops_the_run_and_inline_goes_on(own, script, graph, tmp_path):
    own.environment |= script.environment
    own.run("up")
    server = json.loads((own.home / "prefect" / "server.json").read_text())["pid"]
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for n in range(6):
        (shelf / f"b{n}.md").write_text(f"# One\n\n{PROSE} Book {n}.\n\n# Two\n\n{PROSE} Book {n}.\n")
    script.before = lambda: os.kill(server, signal.SIGKILL) if len(script.asked) == 3 else None
    process = own.start("ingest", str(shelf), "--json")
    out, err = process.communicate(timeout=900)
    assert process.returncode == 1 and "Traceback" not in err, err[-3000:]
    assert "service.flow_server" in out + err
    script.before = lambda: None
    summary = own.ingest(str(shelf), "--engine", "inline")
    assert {book["outcome"] for book in summary["books"]} == {"done"}
    assert sum(book["calls"] for book in summary["books"]) == len(script.asked) == 12
