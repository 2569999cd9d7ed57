"""Fixtures for whole runs: a command in a home of its own against the test run's Neo4j and a scripted endpoint."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.graph.connection import connect
from pipeline.graph.fingerprint import fingerprint
from pipeline.graph.reading import run_read
from schemas.settings import Settings
from tests.scripted_model import ScriptedModel

ROOT = Path(__file__).parents[2]
NOBODY = 65534
SAMPLE = ROOT / "data" / "samples" / "treatise.md"
PROSE = (
    "The clerk weighed the Salt. He wrote the Summe into the Ledger. Nobody asked the Clerk why the Summe was wrong."
)
BOOK = f"# One\n\n{PROSE} {PROSE}\n\n# Two\n\n{PROSE}\n"


class Command:
    """`glossator` as a person runs it, as a process of its own."""

    def __init__(self, home: Path, environment: dict[str, str]) -> None:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI", "NEO4J", "GLOSSATOR"))}
        self.home = home
        self.environment = kept | {"GLOSSATOR_HOME": str(home), "PYTHONSAFEPATH": "1"} | environment

    def start(self, *arguments: str, module: tuple[str, ...] = ("flows.cli",)) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", *module, *arguments],
            cwd=ROOT,
            env=self.environment | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, module: tuple[str, ...] = ("flows.cli",), code: int | None = 0) -> str:
        """What it prints on stdout; `code` is the exit code it must end with (None: any)."""
        process = self.start(*arguments, module=module)
        out, err = process.communicate(timeout=300)
        assert code is None or process.returncode == code, f"exit {process.returncode}\n{out}\n{err}"
        self.err = err
        return out

    def ingest(self, *arguments: str, code: int | None = 0) -> dict[str, Any]:
        return json.loads(self.run("ingest", "--json", *arguments, code=code))

    def rows(self, query: str) -> list[dict[str, Any]]:
        """As `glossator cypher --json` prints them, without a process of its own."""
        with connect(Settings.from_environment(self.environment)) as connection:
            return run_read(connection, query)

    def fingerprint(self, book: str | None = None) -> str:
        """As `glossator fingerprint` prints it, without a process of its own."""
        with connect(Settings.from_environment(self.environment)) as connection:
            return fingerprint(connection, book)


@pytest.fixture
def script() -> Iterator[ScriptedModel]:
    model = ScriptedModel()
    yield model
    assert model.faults == []
    model.close()


@pytest.fixture
def command(graph: Any, neo4j_environment: dict[str, str], tmp_path: Path) -> Command:
    """The graph is empty; no model is configured."""
    return Command(tmp_path / "home", neo4j_environment)


@pytest.fixture
def llm(command: Command, script: ScriptedModel) -> Command:
    """The same with the scripted endpoint configured."""
    command.environment |= script.environment
    return command


@pytest.fixture
def small(tmp_path: Path) -> str:
    """The path of a book of two chapters, a call each."""
    path = tmp_path / "small.md"
    path.write_text(BOOK)
    return str(path)


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder with a book in an open folder, one in a folder that we may not look into, and a link to that one; `home` is ours."""
    me = os.geteuid()
    with tempfile.TemporaryDirectory() as made:  # pytest's own folders are closed to others
        folder = Path(made)
        folder.chmod(0o755)
        for name in ("open/a.md", "shut/b.md"):
            (folder / name).parent.mkdir()
            (folder / name).write_text(BOOK)
        (folder / "open/link.md").symlink_to(folder / "shut/b.md")
        (folder / "open").chmod(0o755)
        (folder / "home").mkdir()
        (folder / "home").chmod(0o777)
        (folder / "shut").chmod(0)
        try:
            if me == 0:  # root may look everywhere
                os.seteuid(NOBODY)
            yield folder
        finally:
            os.seteuid(me)
            (folder / "shut").chmod(0o755)
