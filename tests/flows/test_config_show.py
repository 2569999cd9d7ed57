"""`glossator config show` tells no secret that a URL may hold, and which variable said what."""

import json

import pytest
from typer.testing import CliRunner

from flows.cli.main import app
from pipeline.urls import NO_URL, shown_url

OURS = (
    "OPENAI_BASE_URL", "OPENAI_API_KEY", "NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "PREFECT_API_URL",
    "GLOSSATOR_JOURNAL_URL", "GLOSSATOR_BOLT_PORT", "GLOSSATOR_PREFECT_PORT", "GLOSSATOR_NEO4J_PASSWORD",
)  # fmt: skip


@pytest.fixture
def show(tmp_path, monkeypatch):
    """The rows by name; nothing of a hidden word is in what was printed, as JSON or as a table."""
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))

    def shown(*arguments, **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        table = CliRunner().invoke(app, ["config", "show", *arguments])
        found = CliRunner().invoke(app, ["config", "show", *arguments, "--json"])
        assert (table.exit_code, found.exit_code) == (0, 0), found.output
        assert "hidden" not in table.output + found.output
        return {row["setting"]: (row["value"], row["from"]) for row in json.loads(found.stdout)}

    return shown


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("bolt+s://[::1]:7687", "bolt+s://[::1]:7687"),
        ("sqlite:////home/a@b/memory.db", "sqlite:////home/a@b/memory.db"),
        ("https://hidden@host/v1", "https://***@host/v1"),
        ("https://me:hidden@host/v1?api-key=hidden&hidden", "https://***@host/v1?api-key=***&***"),
        ("postgresql://me:hidden/hid@den@host/db", "postgresql://***@host/db"),
        ("postgresql://me:1?hidden@host/db", "postgresql://***"),
        ("http://host:80/v1?key=a@hidden", "http://***"),  # what is before the @ may be a password
        ("postgresql:///db?user=me&password=hidden", "postgresql:///db?user=***&password=***"),
        ("sqlite:////home/a@b/memory.db?key=hidden@hidden", "sqlite:////home/a@b/memory.db?key=***"),
        ("https://host/v1#hidden", "https://host/v1#***"),
        ("postgresql://me:hidden", NO_URL),
        ("me:hidden@host", NO_URL),
        ("http://[hidden", NO_URL),
        ("http://", NO_URL),
        ("hidden", NO_URL),
    ],
)
def test_a_url_is_shown_without_user_and_values(url, shown):
    assert shown_url(url) == shown


def test_no_url_shows_its_secrets(show):
    rows = show(
        OPENAI_BASE_URL="https://me:hidden@models.example/v1?key=hidden",
        NEO4J_URI="bolt://me:hidden@graph.example:7687",
        PREFECT_API_URL="https://hidden@flows.example/api?token=hidden",
        GLOSSATOR_JOURNAL_URL="postgresql://postgres.example/db?password=hidden",
    )
    assert rows["base_url"] == ("https://***@models.example/v1?key=***", "environment OPENAI_BASE_URL")
    assert rows["neo4j"] == ("bolt://***@graph.example:7687", "environment NEO4J_URI")
    assert rows["prefect"] == ("https://***@flows.example/api?token=***", "environment PREFECT_API_URL")
    assert rows["journal"] == ("postgresql://postgres.example/db?password=***", "environment GLOSSATOR_JOURNAL_URL")


def test_nor_does_a_profiles(show, tmp_path):
    (tmp_path / "glossator.toml").write_text('[profile.lab]\nbase_url = "http://hidden:hidden@127.0.0.1/v1"\n')
    assert show("--profile", "lab")["base_url"] == ("http://***@127.0.0.1/v1", "profile lab")


def test_a_journal_that_is_no_url_is_shown_as_none(show):
    assert show(GLOSSATOR_JOURNAL_URL="hidden")["journal"] == (NO_URL, "environment GLOSSATOR_JOURNAL_URL")


def test_ports_and_the_local_password_name_their_variables(show):
    assert (show()["neo4j"], show()["base_url"]) == (("bolt://127.0.0.1:7687", "default"), (None, "default"))
    rows = show(
        GLOSSATOR_BOLT_PORT="7001", GLOSSATOR_PREFECT_PORT="7002", GLOSSATOR_NEO4J_PASSWORD="hidden-and-long"
    )  # fmt: skip
    assert rows["neo4j"] == ("bolt://127.0.0.1:7001", "environment GLOSSATOR_BOLT_PORT")
    assert rows["prefect"] == ("http://127.0.0.1:7002/api", "environment GLOSSATOR_PREFECT_PORT")
    assert rows["neo4j_password"] == ("set", "environment GLOSSATOR_NEO4J_PASSWORD")
    rows = show(NEO4J_URI="bolt://graph.example", PREFECT_API_URL="http://flows.example/api")
    assert rows["neo4j"] == ("bolt://graph.example", "environment NEO4J_URI")
    assert rows["prefect"] == ("http://flows.example/api", "environment PREFECT_API_URL")
    assert rows["neo4j_password"] == ("not set", "default")  # the local one is not that graph's
    assert show(NEO4J_PASSWORD="hidden")["neo4j_password"] == ("set", "environment NEO4J_PASSWORD")


def test_what_fails_at_a_server_tells_no_password(tmp_path):
    url = "http://clerk:salt@127.0.0.1:9/api"  # the port where nothing listens
    for command in (["status"], ["ingest", "--engine", "prefect", "data/samples/treatise.md"]):
        ran = CliRunner().invoke(
            app, command, env=dict.fromkeys(OURS) | {"GLOSSATOR_HOME": str(tmp_path), "PREFECT_API_URL": url}
        )
        said = f"{ran.output} {ran.exception}"  # what `main` prints of it
        assert "127.0.0.1:9" in said and "salt" not in said, command
