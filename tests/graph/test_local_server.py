"""The local server's life in a home of its own, on free ports, with the shared jar cache."""

import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from pydantic import SecretStr

from pipeline.background import claim_port
from pipeline.graph import server_process
from pipeline.graph.connection import connect
from pipeline.graph.local_server import ServerStatus, start, state, stop
from pipeline.graph.server_files import ServerFiles
from pipeline.process_start import began
from schemas.errors import GraphStartFailed, GraphUnavailable, PortTaken, SettingInvalid
from schemas.settings import GraphSettings, Settings

ROOT = Path(__file__).parents[2]
CACHE = os.environ.get("GLOSSATOR_CACHE")


def silent(*_: Any) -> None:
    """Nobody watches the progress."""


def settings_for(home: Path, **graph: Any) -> Settings:
    values = {"bolt_port": 0, "http_port": 0, "heap": "512m"} | graph
    return Settings(home=home, cache=Path(CACHE) if CACHE else None, graph=GraphSettings(**values))


def glossator(home: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NEO4J", "GLOSSATOR_NEO4J", "GLOSSATOR_HOME"))}
    environment = kept | {"GLOSSATOR_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"} | variables
    command = [sys.executable, "-m", "flows.cli", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)


def free_port() -> int:
    return claim_port(0, "")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("own") / "home with a space"
    yield folder
    stop(settings_for(folder))


@pytest.mark.neo4j
@pytest.mark.slow
def test_life_of_a_server(home):
    """One server, because a start takes seconds: made, found running, ended by its pid, started again, ended twice."""
    settings = settings_for(home, local_password=SecretStr("--long enough \\ \" ' # ü"))
    with start(settings, silent) as connection:
        assert connection.started
        assert connection.read("RETURN 1 AS one") == [{"one": 1}]
        connection.write(lambda transaction: transaction.run("CREATE (:Kept {id: 'kept'})").consume())
    found = state(settings)
    files = ServerFiles.below(home)
    assert (found.status, found.stale) == (ServerStatus.RUNNING, False)
    assert found.pid is not None and psutil.pid_exists(found.pid)
    assert stat.S_IMODE(files.password.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == stat.S_IMODE(files.root.stat().st_mode) == 0o700
    assert "long enough" not in " ".join(psutil.Process(found.pid).cmdline())
    addresses = {c.laddr.ip for c in psutil.Process(found.pid).net_connections() if c.status == psutil.CONN_LISTEN}
    assert addresses <= {"127.0.0.1", "::ffff:127.0.0.1"}

    with start(settings, silent) as connection:  # a second one says that it runs
        assert not connection.started
    assert state(settings).pid == found.pid
    with pytest.raises(SettingInvalid, match="another password"):
        start(settings_for(home, local_password=SecretStr("quite another")), silent)
    said = glossator(home, "up", "--no-prefect", GLOSSATOR_NEO4J_PASSWORD="--long enough \\ \" ' # ü")
    assert said.returncode == 0 and "ran already" in said.stdout and "long enough" not in said.stdout + said.stderr

    process = psutil.Process(found.pid)  # an accident: nobody called stop
    process.kill()
    process.wait(30)
    assert (state(settings).status, state(settings).stale) == (ServerStatus.STOPPED, True)
    with pytest.raises(GraphUnavailable, match="doesn't run"):
        connect(settings)
    with start(settings, silent) as connection:
        assert connection.started
        assert connection.read("MATCH (n:Kept) RETURN n.id AS id") == [{"id": "kept"}]
    assert glossator(home, "down").stdout == "Neo4j ended.\n"
    assert glossator(home, "down").stdout == "No local Neo4j was running.\n"
    assert not stop(settings)
    assert (state(settings).status, state(settings).stale) == (ServerStatus.STOPPED, False)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"pid": 1}', "null", '{"pid": "x", "started": 0, "bolt_port": 1, "http_port": 2}']
)
def test_pid_file_that_says_nothing(tmp_path, content):
    files = ServerFiles.below(tmp_path)
    files.create()
    files.process.write_text(content)
    assert server_process.running(files) is None


def test_pid_of_another_process_is_left_alone(tmp_path):
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        files = ServerFiles.below(tmp_path)
        files.create()
        started = began(os.getpid())
        row = {"pid": other.pid, "started": started, "bolt_port": 1, "http_port": 2}
        files.process.write_text(json.dumps(row))
        assert state(settings_for(tmp_path)).stale
        assert not stop(settings_for(tmp_path))
        assert other.poll() is None
        assert not files.process.exists()
    finally:
        other.communicate()


@pytest.mark.parametrize(
    ("name", "setting"), [("bolt_port", "GLOSSATOR_BOLT_PORT"), ("http_port", "GLOSSATOR_HTTP_PORT")]
)
def test_taken_port_is_named(tmp_path, name, setting):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken, match=str(port)) as caught:
            start(settings_for(tmp_path / "home", **{name: port}), silent)
        ports = {"GLOSSATOR_BOLT_PORT": str(free_port()), "GLOSSATOR_HTTP_PORT": str(free_port())}
        said = glossator(tmp_path / "other", "up", "--no-prefect", **ports | {setting: str(port)})
    assert setting in caught.value.remedy
    assert said.returncode == 1 and setting in said.stderr and "Traceback" not in said.stderr
    assert state(settings_for(tmp_path / "home")).status is ServerStatus.STOPPED


def test_one_port_for_both_is_refused(tmp_path):
    with pytest.raises(SettingInvalid, match="both 7999"):
        start(settings_for(tmp_path / "home", bolt_port=7999, http_port=7999), silent)
    assert not (tmp_path / "home").exists()


def test_short_password_is_refused_before_anything_exists(tmp_path):
    """Case B083."""
    home = tmp_path / "home"
    with pytest.raises(SettingInvalid, match="at least 8 characters") as caught:
        start(settings_for(home, local_password=SecretStr("salt")), silent)
    said = glossator(home, "up", GLOSSATOR_NEO4J_PASSWORD="salt", GLOSSATOR_BOLT_PORT="17687")
    assert said.returncode == 2
    for message in (str(caught.value), said.stderr):
        assert "at least 8 characters" in message and "GLOSSATOR_NEO4J_PASSWORD" in message
        assert "salt" not in message.lower() and "Traceback" not in message
    assert said.stdout == ""
    assert list(tmp_path.iterdir()) == []
    assert not [p for p in psutil.process_iter(["cmdline"]) if str(home) in " ".join(p.info["cmdline"] or [])]


def test_remote_address_starts_nothing(tmp_path):
    home = tmp_path / "home"
    settings = settings_for(home, uri="bolt://me:hush@127.0.0.1:9")
    with pytest.raises((GraphUnavailable, SettingInvalid)):
        start(settings, silent)
    with pytest.raises(SettingInvalid, match="NEO4J_URI"):
        stop(settings)
    assert state(settings) == replace(state(settings), status=ServerStatus.REMOTE, address="bolt://127.0.0.1:9")
    said = glossator(home, "up", NEO4J_URI="bolt://127.0.0.1:9", NEO4J_PASSWORD="hush")
    assert said.returncode == 1 and "hush" not in said.stderr
    assert not home.exists()


@pytest.mark.neo4j
def test_server_that_cannot_start_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(ServerFiles, "write_configuration", _nonsense)
    with pytest.raises(GraphStartFailed) as caught:
        start(settings_for(tmp_path / "home"), silent, wait_seconds=60)
    assert "ended while it started" in caught.value.what or "first password" in caught.value.what
    assert state(settings_for(tmp_path / "home")).status is ServerStatus.STOPPED


def _nonsense(self: ServerFiles, bolt_port: int, http_port: int) -> None:
    (self.configuration / "neo4j.conf").write_text("server.bolt.listen_address=nonsense:::\n")
