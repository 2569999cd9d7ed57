"""Profiles: named choices for developers in glossator.toml, wrong ones told in one line."""

import pytest

from flows.profiles import Profile, profile
from schemas.errors import FileUnusable, SettingInvalid

LAB = '[profile.lab]\nmemory_format = "json_patch"\nboundary = "none"\nchunk_words = 300\n'


def test_standard_is_every_default_and_needs_no_file(tmp_path):
    assert profile(tmp_path, "standard") == Profile()


def test_a_profile_of_the_file(tmp_path):
    (tmp_path / "glossator.toml").write_text(LAB)
    assert profile(tmp_path, "lab") == Profile(memory_format="json_patch", boundary="none", chunk_words=300)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no profile 'lab'; there is: standard\\."),
        ("[profile.other]\n", "no profile 'lab'; there is: standard, other\\."),
        ("[profile.lab]\nchunk_words = 3\n", "chunk_words"),
        ("[profile.lab]\nunknown = 3\n", "unknown"),
        ("profile = 3\n", "no profile"),
        ("[profile]\nlab = 3\n", "no profile"),
        ("= nonsense", "no TOML"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path, text, said):
    if text is not None:
        (tmp_path / "glossator.toml").write_text(text)
    with pytest.raises(SettingInvalid, match=said) as error:
        profile(tmp_path, "lab")
    assert "\n" not in str(error.value)


def test_a_file_that_is_a_folder(tmp_path):
    (tmp_path / "glossator.toml").mkdir()
    with pytest.raises(FileUnusable):
        profile(tmp_path, "lab")
