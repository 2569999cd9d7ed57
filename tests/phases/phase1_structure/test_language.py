"""A book's language: what its most usual words say plainly needs no identifier, everything else asks it."""

import pytest

from pipeline.phases.phase1_structure import language
from pipeline.phases.phase1_structure.language import language_of

ENGLISH = (
    "The clerk of the court weighs what is said and writes it down, but not all that was said is to be found there. "
)
GERMAN = (
    "Der Schreiber wog das Salz und schrieb es in das Buch, weil es nicht von sich aus zu ihm kam und ein Rest blieb. "
)
DUTCH = (
    "De schrijver woog het zout en schreef de som in het boek, omdat niemand hem vroeg wat er in de zak was gebleven. "
)
DANISH = "Skriveren vejede saltet og skrev det i bogen, fordi ingen spurgte ham, hvad der var tilbage i den store sæk. "
PORTUGUESE = (
    "O escrivão pesou o sal e escreveu a soma no livro, porque ninguém lhe perguntou o que ficara na sua casa. "
)


def _asked(texts: list[str]) -> tuple[str, bool]:
    """The language, and whether the identifier was needed."""
    language._identifier.cache_clear()
    return language_of(texts, None, None), language._identifier.cache_info().currsize > 0


@pytest.mark.parametrize(("text", "said"), [(ENGLISH, "en"), (GERMAN, "de")])
def test_plain_words_tell_a_language_at_once(text, said):
    assert _asked([text * 20]) == (said, False)


@pytest.mark.parametrize(
    ("text", "said"), [(DUTCH, "nl"), (DANISH, "da"), (PORTUGUESE, "pt"), (ENGLISH * 2 + GERMAN, "en")]
)
def test_neighbours_and_mixtures_are_left_to_the_identifier(text, said):
    assert _asked([text * 20]) == (said, True)


def test_a_short_text_is_left_to_the_identifier():
    assert _asked([ENGLISH]) == ("en", True)
