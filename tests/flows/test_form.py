"""The form that the UI draws from the flow's parameters: a snapshot, and what it refuses."""

import json
import os
from pathlib import Path

import pytest
from prefect.utilities.callables import parameter_schema
from prefect.utilities.schema_tools.validation import ValidationError as RefusedByPrefect
from prefect.utilities.schema_tools.validation import validate
from pydantic import ValidationError

from flows.chapters import chapter_orders
from flows.form import BooksForm, ReadingForm
from flows.ingest_flow import ingest
from flows.request import requested, wanted_books
from schemas.errors import NothingToRead, PathNotFound, SettingInvalid

SNAPSHOT = Path(__file__).parent / "form.json"
SECRET = ("key", "password", "secret", "token_", "url", "uri")


def test_the_form_is_the_one_that_was_agreed_on():
    """A change is wanted? Run with GLOSSATOR_UPDATE_GOLDEN=1, read the difference, commit it."""
    schema = json.loads(json.dumps(parameter_schema(ingest.fn).model_dump(), default=str))
    if os.environ.get("GLOSSATOR_UPDATE_GOLDEN"):
        SNAPSHOT.write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n")
    assert schema == json.loads(SNAPSHOT.read_text())


def test_every_field_has_a_title_and_help_and_none_is_a_secret():
    for form in (BooksForm, ReadingForm):
        assert form.model_config["extra"] == "forbid"
        for name, field in form.model_fields.items():
            assert field.title and field.description, name
            assert not any(word in name for word in SECRET), name
    assert list(BooksForm.model_fields)[:2] == ["folder", "glob"]


def test_the_form_is_two_levels_deep_at_most():
    definitions = parameter_schema(ingest.fn).model_dump()["definitions"]
    for form in ("BooksForm", "ReadingForm"):
        for name, field in definitions[form]["properties"].items():
            target = definitions.get(str(field.get("$ref", "")).rpartition("/")[2], {})
            assert target.get("type") != "object", name


@pytest.mark.parametrize(
    "wrong", [{"reader": "psychic"}, {"workers": 0}, {"max_gaps": 101}, {"memory_format": "x"}, {"budget_tokens": -1}]
)
def test_wrong_values_are_refused(wrong):
    with pytest.raises(ValidationError):
        ReadingForm.model_validate(wrong)


def test_folder_glob_and_files_name_the_books(tmp_path):
    folder = tmp_path / "Kant [1781]"
    (folder / "deep").mkdir(parents=True)
    for name in ("a.md", "b.epub", "deep/c.md"):
        (folder / name).write_text("x")
    assert len(wanted_books(BooksForm(folder=str(folder)))) == 3
    assert wanted_books(BooksForm(folder=str(folder), glob="*.md")) == [folder / "a.md"]
    assert len(wanted_books(BooksForm(folder=str(folder), glob="*.epub", paths=[str(folder / "deep/c.md")]))) == 2


def test_the_pattern_of_the_form_follows_no_links_round_and_round(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).symlink_to(".")
    (tmp_path / "[a].md").write_text("x")
    (tmp_path / "a.md").write_text("x")
    assert wanted_books(BooksForm(folder=str(tmp_path), glob="**/*.md")) == [tmp_path / "[a].md", tmp_path / "a.md"]
    assert wanted_books(BooksForm(folder=str(tmp_path), glob="[a].md")) == [tmp_path / "[a].md"]


@pytest.mark.parametrize(
    ("form", "error"),
    [
        (BooksForm(), SettingInvalid),
        (BooksForm(folder="books"), SettingInvalid),
        (BooksForm(paths=["../a.md"]), SettingInvalid),
        (BooksForm(folder="/nowhere/at/all"), PathNotFound),
        (BooksForm(folder="/tmp", glob="../x/*.md"), SettingInvalid),
        (BooksForm(folder="/tmp", glob="*/../../x/*.md"), SettingInvalid),
        (BooksForm(folder="/tmp", glob="/etc/*"), SettingInvalid),
        (BooksForm(folder="/nowhere [x]"), NothingToRead),
        (BooksForm(paths=["/nowhere [x]"]), NothingToRead),
    ],
)
def test_what_names_no_book_is_one_line(form, error):
    with pytest.raises(error) as told:
        wanted_books(form)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(("written", "orders"), [("", ()), (" 1, 3-5 ", (1, 3, 4, 5)), ("2", (2,)), ("3,1,3", (1, 3))])
def test_chapters_as_people_write_them(written, orders):
    assert chapter_orders(written) == orders


@pytest.mark.parametrize("written", ["0", "a", "3-1", "1,,2", "1-2-3", "-1", "1-999999999"])
def test_chapters_that_make_no_sense(written):
    with pytest.raises(SettingInvalid):
        chapter_orders(written)


def test_a_key_that_is_missing_is_to_be_set_where_the_flows_are_served(tmp_path):
    with pytest.raises(SettingInvalid, match="OPENAI_API_KEY") as told:
        requested(ReadingForm(reader="llm"), {"GLOSSATOR_HOME": str(tmp_path)})
    assert "`glossator down` and `glossator up`" in told.value.remedy


CONFIGURED = {
    "GLOSSATOR_READER": "baseline", "GLOSSATOR_WORKERS": "4", "GLOSSATOR_MAX_GAPS": "5%", "GLOSSATOR_BUDGET_TOKENS": "900",
}  # fmt: skip
FIELDS = ("reader", "workers", "max_gaps", "budget_tokens")


def _options(home, environment, **reading):
    """What the run does with the form as filled in, by the names of `FIELDS`."""
    _, options = requested(ReadingForm.model_validate(reading), environment | {"GLOSSATOR_HOME": str(home)})
    return tuple(getattr(options, name) for name in FIELDS)


def test_what_is_left_empty_is_as_configured(tmp_path):
    lab = '[profile.lab]\nreader = "baseline"\nworkers = 5\nmax_gaps = 7\nbudget_tokens = 800\n'
    (tmp_path / "glossator.toml").write_text(lab)
    untouched = json.loads(SNAPSHOT.read_text())["properties"]["reading"]["default"]
    assert _options(tmp_path, {}) == ("auto", 2, 100, None)
    assert _options(tmp_path, {}, profile="lab") == ("baseline", 5, 7, 800)
    for form in ({}, untouched):
        assert _options(tmp_path, CONFIGURED, **form) == ("baseline", 4, 5, 900)


def test_what_is_filled_in_wins_over_what_is_configured(tmp_path):
    filled = {"reader": "auto", "workers": 2, "max_gaps": 100, "budget_tokens": 0}  # the defaults too
    assert _options(tmp_path, CONFIGURED, **filled) == ("auto", 2, 100, 0)
    assert _options(tmp_path, CONFIGURED, budget_tokens=0) == ("baseline", 4, 5, 0)


@pytest.mark.parametrize(
    "reading",
    [
        ReadingForm().model_dump(mode="json"),
        dict.fromkeys(FIELDS[1:]),
        {"reader": "llm", "workers": 3, "max_gaps": 1.5, "budget_tokens": 0},
    ],
)
def test_prefect_lets_pass_what_may_be_empty_and_refuses_what_makes_no_sense(reading):
    schema = parameter_schema(ingest.fn).model_dump()
    validate({"books": {"folder": "/b"}, "reading": reading}, schema, raise_on_error=True)
    with pytest.raises(RefusedByPrefect):
        validate({"books": {"folder": "/b"}, "reading": reading | {"workers": 0}}, schema, raise_on_error=True)
