"""Ids and folded keys: no two lists of parts share an id, spellings of one name share a key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.ids import digest, entity_key

PARTS = st.lists(st.one_of(st.text(max_size=5), st.integers(), st.none(), st.tuples(st.text(max_size=3))), max_size=4)


@given(PARTS, PARTS)
def test_other_parts_have_another_id(one, other):
    assert (digest("x", *one) == digest("x", *other)) == (one == other)


def test_parts_are_length_prefixed():
    assert digest("x", "ab", "c") != digest("x", "a", "bc")
    assert digest("x", ("a",), "b") != digest("x", ("a", "b"))
    assert digest("x", "1") != digest("x", 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Systems  thinking ", "SYSTEMS\u00a0THINKING"),
        ("judgement", "judgments"),
        ("synthetical judgement", "synthetic judgment"),
        ("the colour", "color"),
        ("Gro\u00dfe", "GROSSE"),
        ("\u017feele", "seele"),
        ("realise", "realize"),
        ("faculties", "faculty"),
    ],
)
def test_spellings_of_one_name_share_a_key(one, other):
    assert entity_key(one) == entity_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("a priori", "a posteriori"), ("analytic", "synthetic"), ("ethics", "ethic"), ("premise", "premize"), ("as", "a")],
)
def test_different_names_keep_different_keys(one, other):
    assert entity_key(one) != entity_key(other)


@given(st.text(max_size=40))
def test_a_key_is_stable_and_total(name):
    assert isinstance(entity_key(name), str)
