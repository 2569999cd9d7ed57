"""Fixtures that several folders of tests share: a real Neo4j of the test run's own, and a connection to it emptied."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from schemas.settings import GraphSettings, Settings

if TYPE_CHECKING:
    from pipeline.graph.connection import Connection


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


@pytest.fixture
def empty_graph(neo4j_settings: Settings) -> Callable[[], None]:
    """Empties the database; constraints and the record of migrations stay."""
    from pipeline.graph.connection import connect

    def empty() -> None:
        with connect(neo4j_settings) as connection:
            query = "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"
            with connection.session() as session:
                session.run(query).consume()

    return empty


@pytest.fixture
def graph(neo4j_settings: Settings, empty_graph: Callable[[], None]) -> Iterator["Connection"]:
    """A connection to an emptied, migrated database."""
    from pipeline.graph.connection import connect
    from pipeline.graph.migrations import migrate
    from pipeline.vocabulary import load_vocabulary

    with connect(neo4j_settings) as connection:
        empty_graph()
        migrate(connection, load_vocabulary())
        yield connection


@pytest.fixture(scope="session")
def neo4j_environment(neo4j_settings: Settings) -> dict[str, str]:
    """Variables that point a process of its own at the test run's Neo4j."""
    from pipeline.graph.local_server import state

    found = state(neo4j_settings)
    assert found.address is not None and found.password_file is not None
    return {"NEO4J_URI": found.address, "NEO4J_USERNAME": "neo4j", "NEO4J_PASSWORD": found.password_file.read_text()}
