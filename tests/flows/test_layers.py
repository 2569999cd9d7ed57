"""Flags win over the environment, the environment over a profile, a profile over the defaults."""

import json

import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from flows.layers import VARIABLES, layered, options_of, with_endpoint
from schemas.errors import SettingInvalid
from schemas.settings import Settings

LAB = (
    '[profile.lab]\nreader = "llm"\nworkers = 5\nmax_gaps = 7\nbudget_tokens = 900\nbudget_usd = 2.5\nmodel = "small"\n'
    'base_url = "http://127.0.0.1:1/v1"\nmemory_format = "json_patch"\nboundary = "none"\nchunk_words = 300\n'
)
FLAGS = {
    "reader": "baseline", "workers": 3, "max_gaps": 1.0, "budget_tokens": 5, "budget_usd": 1.0, "memory_format": "derived",
    "boundary": "inline", "chunk_words": 700,
}  # fmt: skip
ENVIRONMENT = {
    "GLOSSATOR_READER": "auto", "GLOSSATOR_WORKERS": "4", "GLOSSATOR_MAX_GAPS": "2%", "GLOSSATOR_BUDGET_TOKENS": "6",
    "GLOSSATOR_MEMORY_FORMAT": "derived", "GLOSSATOR_BOUNDARY": "cohesion", "GLOSSATOR_CHUNK_WORDS": "800",
    "GLOSSATOR_BUDGET_USD": "0.5", "GLOSSATOR_MODEL": "large", "OPENAI_BASE_URL": "http://127.0.0.1:2/v1",
}  # fmt: skip


@pytest.fixture
def home(tmp_path):
    (tmp_path / "glossator.toml").write_text(LAB)
    return Settings(home=tmp_path)


def test_each_layer_wins_over_those_below(home):
    only_defaults = layered({}, {}, home, "standard")
    assert {choice.source for choice in only_defaults.values()} == {"default"}
    of_profile = layered({}, {}, home, "lab")
    assert {choice.source for choice in of_profile.values()} == {"profile lab"}
    of_environment = layered({}, ENVIRONMENT, home, "lab")
    assert {choice.source for choice in of_environment.values()} == {f"environment {one}" for one in VARIABLES.values()}
    assert of_environment["workers"].value == 4 and of_environment["max_gaps"].value == 2
    of_flags = layered(FLAGS, ENVIRONMENT, home, "lab")
    assert {name: of_flags[name].value for name in FLAGS} == FLAGS
    assert of_flags["chunk_words"].source == "flag --chunk-words"
    assert of_flags["model"].source == "environment GLOSSATOR_MODEL"


def test_choices_become_options_and_endpoint(home):
    choices = layered({"workers": 3}, {}, home, "lab")
    options, settings = options_of(choices, (1, 2)), with_endpoint(home, choices)
    assert (options.reader, options.workers, options.chapters, options.chunk_words) == ("llm", 3, (1, 2), 300)
    assert (settings.model.model, settings.model.base_url, settings.model.configured) == (
        "small", "http://127.0.0.1:1/v1", True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GLOSSATOR_WORKERS", "many"),
        ("GLOSSATOR_WORKERS", "0"),
        ("GLOSSATOR_READER", "me"),
        ("GLOSSATOR_MAX_GAPS", "200%"),
    ],
)
def test_a_wrong_variable_is_one_line_that_names_it(home, variable, value):
    with pytest.raises(SettingInvalid, match=variable) as error:
        layered({}, {variable: value}, home, "standard")
    assert "\n" not in str(error.value)


def test_config_show_says_where_values_come_from_and_no_secret(tmp_path, monkeypatch):
    for name in (*VARIABLES.values(), "NEO4J_URI", "NEO4J_PASSWORD", "GLOSSATOR_JOURNAL_URL"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "glossator.toml").write_text(LAB)
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody-may-see")
    monkeypatch.setenv("GLOSSATOR_JOURNAL_URL", "postgresql://me:hidden-word@127.0.0.1/db")
    monkeypatch.setenv("GLOSSATOR_WORKERS", "4")
    shown = CliRunner().invoke(app, ["config", "show", "--profile", "lab", "--boundary", "inline", "--json"])
    assert shown.exit_code == 0, shown.output
    rows = {row["setting"]: (row["value"], row["from"]) for row in json.loads(shown.stdout)}
    assert rows["workers"] == (4, "environment GLOSSATOR_WORKERS")
    assert rows["boundary"] == ("inline", "flag --boundary")
    assert rows["model"] == ("small", "profile lab")
    assert rows["neo4j_user"] == ("neo4j", "default")
    assert rows["api_key"] == ("set", "environment OPENAI_API_KEY")
    assert "nobody-may-see" not in shown.output and "hidden-word" not in shown.output
    table = CliRunner().invoke(app, ["config", "show"])
    assert "flag" not in table.output and "environment GLOSSATOR_WORKERS" in table.output
