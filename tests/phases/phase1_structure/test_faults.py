"""Files that can't be read end in an error that names the file; the commands print JSON and nothing else."""

import os
import socket
import tempfile
from pathlib import Path

import pytest

from pipeline.phases.phase1_structure.phase import read_source, read_structure
from schemas.errors import BookFault, PathNotFound, Unreadable, Unsupported


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", b""),
        ("b.md", b" \n\n \xef\xbb\xbf"),
        ("c.html", b"<html><body><p> </p></body></html>"),
        ("d.docx", b"PK\x03\x04[Content_Types].xml word/document.xml"),
        ("e.epub", b"PK\x03\x04 broken"),
        ("f.epub", b"no zip at all"),
        ("g.mobi", b"\0" * 60 + b"BOOKMOBI" + b"\0" * 60),
        ("h.txt", bytes(range(256)) * 40),
        ("i.xyz", b"some words"),
        ("Makefile", b"all:\n\techo some words\n"),
        ("notes.c", b"# One\n\nSome words.\n\n# Two\n\nMore."),
        ("page.php", b"<html><body><p>Some words.</p></body></html>"),
        ("k.html", b""),
        ("l.md", b"\0" * 4000),
        ("m.txt", b"\xff\xfe"),
        ("n.pdf", b"%PDF-1.7\n"),
        ("o.epub", b"PK\x05\x06" + b"\0" * 18),
        ("j.png", b"\x89PNG\r\n\x1a\n0000"),
    ],
)
def test_bad_content(name: str, content: bytes) -> None:
    with pytest.raises(BookFault) as caught:
        read_source(content, name)
    assert name in str(caught.value) and caught.value.code and caught.value.remedy


def test_content_counts_more_than_the_name() -> None:
    page = b"<!DOCTYPE html><html><body><h1>One</h1><p>Text of the page.</p><h1>Two</h1><p>More.</p></body></html>"
    for name in ("page.pdf", "page.txt", "page"):
        assert read_source(page, name).format == "html"


def test_a_text_may_speak_of_another_format() -> None:
    assert read_source(b"# One\n\nA file begins with %PDF-1.7 or <html>.\n", "b.md").format == "markdown"


def test_folders_missing_files_and_permissions(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="folder"):
        read_structure(tmp_path)
    with pytest.raises(PathNotFound, match="none"):
        read_structure(tmp_path / "none.md")


def test_a_file_that_may_not_be_read() -> None:
    nobody = 65534
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        Path(folder).chmod(0o755)
        locked = Path(folder) / "locked.md"
        locked.write_text("# T\n\nText.", encoding="utf-8")
        locked.chmod(0)
        me = os.geteuid()
        try:
            if me == 0:  # root may read everything
                os.seteuid(nobody)
            with pytest.raises(Unreadable, match=r"locked\.md"):
                read_structure(locked)
        finally:
            os.seteuid(me)


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)
    (tmp_path / "link.md").symlink_to(pipe)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket.md"))
        for path, kind in ((pipe, "a pipe"), (tmp_path / "link.md", "a pipe"), (tmp_path / "socket.md", "a socket"),
                           (Path("/dev/zero"), "a device")):  # fmt: skip
            with pytest.raises(Unsupported, match=kind):
                read_structure(path)


def test_odd_paths(tmp_path: Path) -> None:
    (tmp_path / "loop.md").symlink_to(tmp_path / "loop.md")
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(2 * 1024**3)
    for path, expected in ((tmp_path / "loop.md", Unreadable), (Path("a\0b.md"), Unreadable),
                           (Path("x" * 5000), Unreadable), (tmp_path / "huge.txt", Unsupported)):  # fmt: skip
        with pytest.raises(expected) as caught:
            read_structure(path)
        assert caught.value.code and caught.value.remedy
    with pytest.raises(PathNotFound) as missing:
        read_structure(tmp_path / "no\x1b[2J\udc80.md")
    assert "no[2J\ufffd.md" in str(missing.value)
