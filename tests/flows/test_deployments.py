"""Deployments: the served one, and those of prefect.yaml beside it."""

import importlib
from pathlib import Path

import pytest
import yaml

from flows.automations import CHUNK_EVENT, LEFT_EVENT, automations
from flows.deployments import deployment
from flows.prefect_server import LOCAL
from flows.states import GAPS
from pipeline.urls import same_api

ROOT = Path(__file__).parents[2]


def test_the_workers_deployments_have_other_names_and_an_entrypoint_that_is_there():
    declared = yaml.safe_load((ROOT / "prefect.yaml").read_text())["deployments"]
    for one in declared:
        assert one["name"] != LOCAL
        path, name = one["entrypoint"].split(":")
        module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
        assert getattr(module, name).name == name in {"ingest", "estimate"}


def test_the_served_deployment_names_its_flow_by_module():
    assert deployment(LOCAL).entrypoint == "flows.ingest_flow.ingest"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("http://127.0.0.1:4200/api", True),
        ("http://localhost:4200/api/", True),
        ("http://[::1]:4200/api", True),
        ("http://127.0.0.1:4201/api", False),
        ("https://127.0.0.1:4200/api", False),
        ("http://elsewhere:4200/api", False),
        ("http://127.0.0.1:x/api", False),
    ],
)
def test_our_own_server_is_known_under_each_of_its_names(other, same):
    assert same_api("http://127.0.0.1:4200/api", other) is same


def test_automations_look_at_our_flows_alone_and_know_our_states():
    for automation in automations(alone=True):
        assert automation.trigger.match_related["prefect.resource.name"] == ["ingest", "book"]
        assert automation.enabled is False
    silent, _, gaps, progress = automations(alone=False)
    assert silent.enabled and LEFT_EVENT.startswith("prefect.flow-run.")
    assert gaps.trigger.expect == {f"prefect.flow-run.{GAPS}"}
    assert progress.trigger.after == {CHUNK_EVENT} and f"prefect.flow-run.{GAPS}" in progress.trigger.expect
