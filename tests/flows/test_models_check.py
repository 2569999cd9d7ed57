"""`glossator models check` says in plain words what works at the endpoint, and what doesn't."""

import json

import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from tests.scripted_model import ScriptedModel, completion, glosses

SECRET = "sk-not-to-be-shown"


@pytest.fixture
def script():
    model = ScriptedModel()
    yield model
    model.close()


@pytest.fixture
def check(script, tmp_path, monkeypatch):
    for name, value in (script.environment | {"GLOSSATOR_HOME": str(tmp_path), "OPENAI_API_KEY": SECRET}).items():
        monkeypatch.setenv(name, value)

    def run(answer=glosses, code=0):
        script.answer = answer
        ran = CliRunner().invoke(app, ["models", "check", "--json"])
        assert ran.exit_code == code and SECRET not in ran.output, ran.output
        return {row["said"].partition(":")[0]: row for row in json.loads(ran.stdout)}

    return run


def test_an_endpoint_that_reads_well(check, script):
    found = check()
    assert [said for said, row in found.items() if not row["good"]] == ["Content"]  # three items of two sentences
    assert "under a JSON schema" in found["Form"]["said"] and "100 prompt tokens" in found["Usage"]["said"]
    check()
    assert len(script.asked) == 2  # no answer comes from the cache


def test_what_an_endpoint_lacks_is_said(check, script):
    def answer(asked):
        if "temperature" in asked.body:
            return 400, {"error": {"message": "unsupported parameter: temperature"}}
        if "response_format" in asked.body or "tools" in asked.body:
            return 400, {
                "error": {"message": "unknown parameter: " + ("tools" if "tools" in asked.body else "response_format")}
            }
        return 200, completion('{"e": []}')

    script.faults.clear()
    found = check(answer)
    assert not found["Form"]["good"] and "asked for in words" in found["Form"]["said"]
    assert not found["Usage"]["good"] and not found["Content"]["good"]
    assert any("takes no temperature" in said for said in found)


@pytest.mark.parametrize(
    "answer", [lambda asked: (401, {"error": {"message": "no"}}), lambda asked: "I would rather not."]
)
def test_one_that_cannot_read_is_exit_code_1(check, answer):
    assert "can't be read with" in " ".join(check(answer, code=1))


def test_an_endpoint_that_asked_to_be_left_alone_is_asked_by_a_person_all_the_same(check, script):
    pause = (429, {"error": {"message": "no"}}, ("retry-after", "900"))
    said = check(lambda asked: pause, code=1)
    assert "left alone until" in str(said)
    check()
    assert len(script.asked) == 2


def test_nothing_configured_is_a_usage_error(tmp_path, monkeypatch):
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))
    assert CliRunner().invoke(app, ["models", "check"]).exception.code == "usage.setting"
