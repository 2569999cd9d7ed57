"""Connections that fail: said as our errors, without a secret in them."""

import socket
import traceback
from typing import Any

import pytest
from pydantic import SecretStr

from pipeline.graph.connection import LoginRefused, connect, without_secrets
from schemas.errors import GlossatorError, GraphUnavailable, SettingInvalid
from schemas.settings import GraphSettings, Settings

SECRET = "hush-hush-secret"


def failing(tmp_path: Any, uri: str, **more: Any) -> GlossatorError:
    graph = GraphSettings(uri=uri, password=SecretStr(SECRET), **more)
    with pytest.raises(GlossatorError) as caught:
        connect(Settings(home=tmp_path / "home", graph=graph)).close()
    assert SECRET not in str(caught.value) + caught.value.remedy
    assert SECRET not in "".join(traceback.format_exception(caught.value))
    return caught.value


def test_nobody_there(tmp_path):
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound, but nobody listens
        error = failing(tmp_path, f"bolt://127.0.0.1:{held.getsockname()[1]}")
    assert isinstance(error, GraphUnavailable)
    assert "doesn't answer" in error.what and "bolt://127.0.0.1" in error.what


def test_no_such_host(tmp_path):
    assert isinstance(failing(tmp_path, "bolt://nowhere.invalid:7687"), GraphUnavailable)


def test_no_address_at_all(tmp_path):
    for uri in ("localhost", "http://127.0.0.1:7474", "bolt//x", f"bolt://neo4j:{SECRET}@127.0.0.1:1", "bolt://h:port"):
        error = failing(tmp_path, uri)
        assert isinstance(error, SettingInvalid), uri
        assert "NEO4J_URI" in error.what


def test_local_server_that_does_not_run(tmp_path):
    with pytest.raises(GraphUnavailable, match="doesn't run"):
        connect(Settings(home=tmp_path / "home"))
    assert not (tmp_path / "home").exists()


@pytest.mark.neo4j
def test_wrong_login_also_when_tried_often(tmp_path, neo4j_environment):
    for _ in range(5):
        error = failing(tmp_path, neo4j_environment["NEO4J_URI"], username="nobody")
        assert isinstance(error, LoginRefused)
        assert "NEO4J_PASSWORD" in error.remedy


@pytest.mark.neo4j
def test_no_such_database(tmp_path, neo4j_environment):
    graph = GraphSettings(
        uri=neo4j_environment["NEO4J_URI"], password=SecretStr(neo4j_environment["NEO4J_PASSWORD"]), database="other"
    )
    with pytest.raises(GraphUnavailable, match="no such database") as caught:
        connect(Settings(home=tmp_path, graph=graph))
    assert "NEO4J_DATABASE" in caught.value.remedy


def test_secrets_are_cut_off():
    assert without_secrets("bolt://me:secret@host:1?token=secret#secret") == "bolt://host:1"
    assert without_secrets("neo4j+s://host") == "neo4j+s://host"
    assert "secret" not in without_secrets("bolt://me:secret@[host:x")
