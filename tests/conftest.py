"""Fixtures that several folders of tests share: a real Neo4j of the test run's own, and a connection to it emptied."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.settings import GraphSettings, Settings


@pytest.fixture(scope="session")
def neo4j_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings of a Neo4j that this test run started on free ports, with its own home and the shared jar cache."""
    import os

    from pipeline.graph.local_server import start, stop

    cache = os.environ.get("GLOSSATOR_CACHE")
    settings = Settings(
        home=tmp_path_factory.mktemp("neo4j-home"),
        cache=Path(cache) if cache else None,
        graph=GraphSettings(bolt_port=0, http_port=0, heap="512m"),
    )
    start(settings, lambda *_: None).close()
    yield settings
    stop(settings)
