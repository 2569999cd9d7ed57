"""A redacted document holds none of the book's sentences, and says the same once it is read again."""

import json

from hypothesis import given
from hypothesis import strategies as st

from pipeline.journal.redaction import Redaction

TEXT = 'The clerk weighed the salt. Nobody asked him why.\nHe said: "salt § is" white, and ø too.'
PIECES = st.builds(lambda a, b: TEXT[min(a, b) : max(a, b)], st.integers(0, len(TEXT)), st.integers(0, len(TEXT)))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | PIECES | PIECES.map(lambda piece: piece + "…"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["§at", "§then", "§§at"]), inner),
)


@given(VALUES)
def test_what_was_hidden_is_shown_again(value):
    document, redaction = json.dumps(value), Redaction(TEXT, hides=True)
    assert json.loads(redaction.shown(redaction.hidden(document))) == value


@given(VALUES)
def test_what_was_not_hidden_is_shown_as_it_was(value):
    document = json.dumps(value, ensure_ascii=False)
    redaction = Redaction(TEXT, hides=False)
    assert json.loads(redaction.shown(redaction.hidden(document))) == value


@given(VALUES)
def test_words_are_put_back_though_nothing_is_hidden_any_more(value):
    hidden = Redaction(TEXT, hides=True).hidden(json.dumps(value))
    assert json.loads(Redaction(TEXT, hides=False).shown(hidden)) == value


def test_no_run_of_three_words_of_the_book_is_left():
    said = {
        "text": "clerk weighed the salt",
        "short": "Nobody asked him…",
        "name": "the clerk",
        "rows": ["n1|salt|Concept|1"],
    }
    hidden = Redaction(TEXT, hides=True).hidden(json.dumps(said))
    assert "weighed" not in hidden and "asked" not in hidden and "the clerk" in hidden and "n1|salt" in hidden
