"""Vocabularies: the default one loads, and no type's name can clash with the graph's own or carry a query."""

import pytest
from pydantic import ValidationError

from pipeline.graph.terms import EDGES
from pipeline.vocabulary import load_vocabulary
from schemas.errors import SettingInvalid
from schemas.vocabulary import ENTERTAINED, STRUCTURAL_TYPES, Term, Vocabulary


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("relation_types", "MENTIONS"),
        ("relation_types", "NOT_IS_A"),
        ("relation_types", ENTERTAINED),
        ("relation_types", "IS`]->() DETACH DELETE"),
        ("relation_types", "is a"),
        ("attitudes", "REFERS_TO"),
        ("entity_types", "Person:Admin"),
        ("statement_kinds", "Thesis"),
    ],
)
def test_a_name_that_no_type_may_have_is_refused(field, name):
    raw = load_vocabulary().model_dump()
    with pytest.raises(ValidationError):
        Vocabulary.model_validate(raw | {field: (*raw[field], Term(name=name))})


def test_every_edge_that_code_writes_is_explained():
    assert set(EDGES) - {ENTERTAINED} == STRUCTURAL_TYPES


@pytest.mark.parametrize("content", ["", "name = 3", "not toml ["])
def test_a_file_that_is_no_vocabulary_is_said(tmp_path, content):
    path = tmp_path / "own.toml"
    path.write_text(content)
    with pytest.raises(SettingInvalid):
        load_vocabulary(path)
    with pytest.raises(SettingInvalid):
        load_vocabulary(tmp_path / "absent.toml")
