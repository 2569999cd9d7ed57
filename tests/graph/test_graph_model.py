"""docs/graph-model.md leaves out no property of the sample book's graph, and says which of its queries find nothing in it."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from pipeline.graph.connection import connect
from pipeline.graph.reading import run_read
from schemas.settings import GraphSettings, Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "graph-model.md").read_text(encoding="utf-8")
SAMPLE = ROOT / "data" / "samples" / "treatise.md"


@pytest.fixture(scope="module")
def sample(neo4j_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The sample book in the graph, read by the baseline."""
    from flows.inline import ingest
    from pipeline.readers.model_side import ModelSide
    from schemas.run import Options
    from schemas.spending import Caps

    values = neo4j_environment
    password = SecretStr(values["NEO4J_PASSWORD"])
    graph = GraphSettings(uri=values["NEO4J_URI"], username=values["NEO4J_USERNAME"], password=password)
    settings = Settings(home=tmp_path_factory.mktemp("sample"), graph=graph)
    with connect(settings) as connection:
        with connection.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
        side = ModelSide(settings, "sample", Caps(), lambda: None)
        ingest([SAMPLE], settings, Options(reader="baseline"), side, lambda _: None, lambda _: None, threading.Event())
        yield connection


@pytest.mark.neo4j
@pytest.mark.slow
def test_page_names_every_property(sample):
    found = run_read(
        sample,
        "MATCH (n) UNWIND keys(n) AS name RETURN DISTINCT labels(n)[0] AS of, name "
        "UNION MATCH ()-[r]->() UNWIND keys(r) AS name RETURN DISTINCT type(r) AS of, name",
    )
    assert len(found) > 100
    assert [row for row in found if not re.search(rf"\b{row['name']}\b", PAGE)] == []


@pytest.mark.neo4j
@pytest.mark.slow
def test_only_the_queries_that_the_page_says_so_of_find_nothing_in_the_sample(sample):
    queries = re.findall(r"\n([^\n]+)\n\n```cypher\n(.*?)```", PAGE.split("## Queries")[1], re.DOTALL)
    empty = [asks for asks, query in queries if not run_read(sample, query)]
    assert len(queries) >= 10
    assert {asks.split(",")[0] for asks in empty} <= {
        "What depends on what",
        "What is attacked",
        "Who holds and who denies the same?",
    }
