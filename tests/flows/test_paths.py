"""From what a person names to book files."""

import os

import pytest

from flows.paths import find_books, left_out, shelf
from flows.preview import preview_book
from flows.walking import fitting, refuse_closed, walk
from schemas.errors import NothingToRead, PathNotFound, Unreadable
from schemas.run import Options
from schemas.settings import Settings


@pytest.fixture
def folder(tmp_path):
    for name in ("a.md", "sub/b.epub", ".hidden/c.md", "notes.docx", "sub/cover.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    return tmp_path


def test_a_folder_gives_its_books_and_says_what_it_leaves_out(folder):
    assert find_books([str(folder)]) == [folder / "a.md", folder / "sub/b.epub"]
    assert left_out([str(folder)]) == [folder / "notes.docx", folder / "sub/cover.jpg"]
    assert left_out([str(folder / "a.md"), str(folder / "nothing")]) == []


def test_a_book_named_twice_is_read_once(folder):
    assert find_books([str(folder / "a.md"), str(folder / "*.md"), str(folder)])[0:1] == [folder / "a.md"]
    assert len(find_books([str(folder / "a.md"), str(folder)])) == 2


def test_what_is_nothing_is_an_error(folder):
    with pytest.raises(PathNotFound):
        find_books([str(folder / "gone.md")])
    with pytest.raises(NothingToRead):
        find_books([str(folder / "*.pdf")])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no [x]", "no file or folder by the name or pattern"),
        ("no [x]/*.md", "no file or folder by the name or pattern"),
        ("s[u]b", "are folders, no books"),
        ("n*.docx", "is a book"),
        ("a\0*.md", "no file or folder by the name or pattern"),
    ],
)
def test_a_pattern_that_names_no_book_says_so_also_beside_one_that_does(folder, name, said):
    with pytest.raises(NothingToRead, match=said):
        find_books([str(folder / "a.md"), str(folder / name)])


def test_a_path_that_is_there_is_no_pattern(tmp_path):
    kant, one = tmp_path / "Kant [1781]", tmp_path / "Kant 1"
    for path in (kant / "[a].md", kant / "b.md", one / "c.md", tmp_path / "a.md"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    assert find_books([str(kant)]) == [kant / "[a].md", kant / "b.md"]
    assert find_books([str(kant / "[a].md")]) == [kant / "[a].md"]
    assert find_books([str(kant / "*.md")]) == [kant / "[a].md", kant / "b.md"]
    assert find_books([str(tmp_path / "Kant [0-9]" / "*")]) == [one / "c.md"]


def test_links_that_lead_back_give_each_file_once_and_each_folder_is_looked_into_seldom(tmp_path, monkeypatch):
    looks = []
    monkeypatch.setattr("flows.walking.os.scandir", lambda path, scan=os.scandir: looks.append(path) or scan(path))
    loop = tmp_path / "loop"
    (loop / "deep").mkdir(parents=True)
    for name in ("one", "two"):
        (loop / name).symlink_to(".")
    (loop / "deep" / "up").symlink_to("..")
    for name in ("a.md", "deep/b.md"):
        (loop / name).write_text("x")
    both = [loop / "a.md", loop / "deep/b.md"]
    for pattern in ("**/*.md", "**/**/*.md", "**", "**/*"):
        assert find_books([str(loop / pattern)]) == both, pattern
        assert fitting(loop, pattern.split("/")).files == both, pattern
    assert find_books([str(loop)]) == both
    assert {book.resolve() for book in find_books([str(loop / "/".join("*" * 30) / "*.md")])} == set(both)
    assert len(looks) < 300, "thirty levels of two links are a thousand million ways"


def test_patterns_as_a_shell_reads_them(folder):
    (folder / ".own.md").write_text("x")
    for pattern, files in {
        "*.md": ["a.md"],
        ".*.md": [".own.md"],
        ".hidden/*": [".hidden/c.md"],
        "*/*.epub": ["sub/b.epub"],
        "**/*.epub": ["sub/b.epub"],
        "sub/../?.md": ["sub/../a.md"],
        "*.MD": [],
    }.items():
        assert fitting(folder, pattern.split("/")).files == [folder / file for file in files], pattern


def test_a_link_to_nothing_is_no_silence(tmp_path):
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    (tmp_path / "self.md").symlink_to("self.md")
    assert find_books([str(tmp_path)]) == [tmp_path / "gone.md", tmp_path / "self.md"]


def test_what_is_being_written_is_no_book(tmp_path):
    for name in ("~$x.md", "~x.md", "x.tmp.md", "x.crdownload.pdf", ".~lock.x.md", "x.md~", "x.md.part"):
        (tmp_path / name).write_text("x")
    (tmp_path / "x.md").write_text("x")
    assert find_books([str(tmp_path)]) == find_books([str(tmp_path / "*.md")]) == [tmp_path / "x.md"]
    assert list(shelf(tmp_path).books) == [tmp_path / "x.md"]
    assert find_books([str(tmp_path / "~$x.md")]) == [tmp_path / "~$x.md"]  # by its own name it is meant


def test_a_shelf_tells_one_content_from_another_of_the_same_size_and_time(folder):
    before = shelf(folder).books
    assert {path.name: look[0] for path, look in before.items()} == {"a.md": 1, "b.epub": 1}
    status = (folder / "a.md").stat()
    (folder / "new").write_text("y")
    os.utime(folder / "new", ns=(status.st_atime_ns, status.st_mtime_ns))
    (folder / "new").replace(folder / "a.md")
    after = shelf(folder).books
    assert after[folder / "a.md"][:2] == before[folder / "a.md"][:2]
    assert after[folder / "a.md"] != before[folder / "a.md"]
    assert shelf(folder).there and not shelf(folder / "gone").there


def test_a_folder_that_may_not_be_looked_into_stands_for_its_books(closed):
    (book, link), shut = (closed / "open/a.md", closed / "open/link.md"), closed / "shut"
    assert find_books([str(closed)]) == [book, link, shut]
    assert find_books([str(shut)]) == [shut]
    for pattern in ("**/*.md", "*/*.md", "*/*", "*/b.md"):
        assert shut in find_books([str(closed / pattern)]), pattern
    assert find_books([str(shut / "b.md")]) == [shut / "b.md"]
    assert find_books([str(link)]) == find_books([str(closed / "open/l*.md")]) == [link]
    assert left_out([str(closed)]) == []
    assert walk(closed).closed == [shut] == shelf(closed).closed
    for path, said in ((shut, "may not be looked into"), (shut / "b.md", "can't be read: Permission denied")):
        failure = preview_book(path, Settings(home=closed), Options(reader="baseline")).failure
        assert failure is not None and failure.code == "book.unreadable" and said in failure.what
        assert str(path) in failure.what or path.name in failure.what


def test_a_closed_folder_whose_name_is_no_text_is_told_as_text(closed):
    nobody, shut = os.geteuid(), closed / "open" / os.fsdecode(b"caf\xe9")
    os.seteuid(os.getuid())
    shut.mkdir(mode=0)
    os.seteuid(nobody)
    assert walk(closed).closed == [shut, closed / "shut"]
    with pytest.raises(Unreadable) as told:
        refuse_closed(shut)
    assert b"caf" in str(told.value).encode()
