"""A scripted endpoint and a client's bench with a journal of its own."""

from contextlib import closing

import pytest

from pipeline.llm import faults
from tests.llm.bench import RIGHT, Bench
from tests.scripted_model import ScriptedModel


@pytest.fixture
def script(monkeypatch):
    monkeypatch.setattr(faults, "FIRST_WAIT_SECONDS", 0.01)
    model = ScriptedModel(lambda asked: RIGHT)
    yield model
    model.close()


@pytest.fixture
def bench(script, tmp_path):
    with closing(Bench(script, tmp_path / "memory.db")) as found:
        yield found
