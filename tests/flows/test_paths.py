"""From what a person names to book files."""

import pytest

from flows.paths import books_below, find_books, left_out
from schemas.errors import NothingToRead, PathNotFound


@pytest.fixture
def shelf(tmp_path):
    for name in ("a.md", "sub/b.epub", ".hidden/c.md", "notes.docx", "sub/cover.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    return tmp_path


def test_a_folder_gives_its_books_and_says_what_it_leaves_out(shelf):
    assert find_books([str(shelf)]) == [shelf / "a.md", shelf / "sub/b.epub"]
    assert left_out([str(shelf)]) == [shelf / "notes.docx", shelf / "sub/cover.jpg"]
    assert left_out([str(shelf / "a.md"), str(shelf / "nothing")]) == []


def test_a_book_named_twice_is_read_once(shelf):
    assert find_books([str(shelf / "a.md"), str(shelf / "*.md"), str(shelf)])[0:1] == [shelf / "a.md"]
    assert len(find_books([str(shelf / "a.md"), str(shelf)])) == 2


def test_what_is_nothing_is_an_error(shelf):
    with pytest.raises(PathNotFound):
        find_books([str(shelf / "gone.md")])
    with pytest.raises(NothingToRead):
        find_books([str(shelf / "*.pdf")])


def test_books_below_tell_size_and_time(shelf):
    assert {path.name: size for path, (size, _) in books_below(shelf).items()} == {"a.md": 1, "b.epub": 1}
