"""A local Prefect as `glossator up` starts it, a Chromium that looks at it, and the steps that a person takes there."""

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flows import prefect_server
from schemas.settings import Settings
from tests.flows.conftest import ROOT
from tests.scripted_model import ScriptedModel

WAIT_MILLISECONDS = 180_000  # the machine may be busy with other tests; nothing here says how long anything takes
VIEWPORT = {"width": 1280, "height": 900}
FOLDER = "~/books"  # so that no path of the machine is in a screenshot
ENDS = ("Completed", "CompletedWithGaps", "Failed", "Crashed", "Cancelled", "Interrupted", "PausedBudget", "TimedOut")
_OURS = ("OPENAI", "NEO4J", "GLOSSATOR", "PREFECT")


@dataclass(frozen=True)
class Interface:
    """The address of the UI's version 2, and the home of the person who started it."""

    url: str
    home: Path


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Debian's Chromium; without it or without Playwright the tests of this folder are skipped."""
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (pip install playwright)")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no chromium on the PATH (apt-get install chromium)")
    return path


@pytest.fixture(scope="session")
def ui(
    chromium: str, neo4j_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Interface]:
    """A Prefect on a free port which serves our deployments, with the test run's Neo4j and a scripted model."""
    home = tmp_path_factory.mktemp("scholar")
    model = ScriptedModel()
    ours = neo4j_environment | model.environment | {"GLOSSATOR_HOME": str(home / "glossator")}
    settings = Settings.from_environment(ours).model_copy(update={"prefect_port": 0})
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    try:
        prefect_server.start(settings, print, kept | ours | {"HOME": str(home), "PYTHONPATH": str(ROOT)})
        yield Interface(f"{prefect_server.state(settings).ui}/v2", home)
    finally:
        prefect_server.stop(settings)
        model.close()
    assert model.faults == []


@pytest.fixture(scope="module")
def context(chromium: str) -> Iterator[Any]:
    """Not for the session: Playwright's event loop would be in the way of other tests of this process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport=VIEWPORT)
        context.set_default_timeout(WAIT_MILLISECONDS)
        context.route(re.compile(r"^https?://(?!127\.0\.0\.1[:/])"), lambda route: route.abort())
        yield context
        browser.close()


@pytest.fixture
def page(context: Any) -> Iterator[Any]:
    page = context.new_page()
    yield page
    page.close()


def open_form(page: Any, ui: Interface) -> None:
    """From the start page to the form of a custom run, by clicks alone."""
    page.goto(f"{ui.url}/")
    page.get_by_role("link", name="Deployments", exact=True).click()
    page.get_by_role("link", name="local", exact=True).click()
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Custom run").click()
    field(page, "Folder").wait_for()


def field(page: Any, title: str) -> Any:
    """Prefect marks what has a default."""
    return page.get_by_label(re.compile(rf"^{re.escape(title)}( \(Optional\))?$"))


def choose(page: Any, title: str, value: str) -> list[str]:
    """Takes a value of a drop-down; all that it offers."""
    page.get_by_label(f"Select {title}").click()
    page.get_by_role("option", name=value, exact=True).wait_for()
    offered = page.get_by_role("option").all_inner_texts()
    page.get_by_role("option", name=value, exact=True).click()
    return offered


def submit(page: Any) -> None:
    """Starts the run and goes to its page."""
    with page.expect_response(re.compile("/create_flow_run$")) as created:
        page.get_by_role("button", name="Submit").click()
    page.locator(f'a[href*="{created.value.json()["id"]}"]').first.click()
    open_tab(page, "Logs")


def open_tab(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()
    page.get_by_role("tab", name=name, exact=True, selected=True).wait_for()


def ended(page: Any) -> str:
    """The state that the page of a run shows once the run is over, without a reload by us."""
    page.get_by_text(_one_of("Running", *ENDS)).first.wait_for()
    shown = page.get_by_text(_one_of(*ENDS)).first
    shown.wait_for()
    return shown.inner_text()


def log_with(page: Any, line: str) -> str:
    """The page of a run that is over, once its log shows that line: by then the page no longer asks by itself."""
    for _ in range(60):
        page.reload()
        open_tab(page, "Logs")
        page.wait_for_load_state("networkidle")
        if page.get_by_text(line, exact=True).count():
            break
    return page.locator("body").inner_text()


def open_artifact(page: Any, ending: str, *shown: str) -> str:
    """From the tab of a run's artifacts to the one whose key ends so; the text of its page once it shows all that."""
    open_tab(page, "Artifacts")
    page.get_by_text(re.compile(rf"^[a-z0-9-]+-{ending}$")).first.click()
    page.get_by_text("Show Raw Data").wait_for()
    for text in shown:
        page.get_by_text(text).first.wait_for()
    return page.locator("body").inner_text()


def photograph(page: Any, name: str, height: int = VIEWPORT["height"]) -> None:
    """Keeps what the page shows as a PNG, only where GLOSSATOR_SCREENSHOTS names a folder for them."""
    folder = os.environ.get("GLOSSATOR_SCREENSHOTS")
    if folder:
        page.set_viewport_size(VIEWPORT | {"height": height})
        page.wait_for_load_state("networkidle")
        page.screenshot(path=Path(folder) / name, animations="disabled")
        page.set_viewport_size(VIEWPORT)


def _one_of(*names: str) -> re.Pattern[str]:
    return re.compile(f"^({'|'.join(names)})$")
