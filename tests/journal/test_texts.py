"""The store of texts: what is torn is found out and written anew, what can't be written leaves nothing behind."""

import signal
import subprocess
import sys

import pytest

from pipeline.journal.texts import load_text, store_text
from pipeline.phases.phase1_structure.phase import read_structure
from schemas.errors import FileUnusable
from schemas.text import StructureOptions

BOOK = "# One\n\nThe clerk weighed the salt. He wrote the sum into the ledger.\n"


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "small.md"
    path.write_text(BOOK)
    return read_structure(path, StructureOptions())


@pytest.mark.parametrize("torn", [b"", b"{", b"\xff\x00" * 40])
def test_a_torn_text_is_found_out_and_written_anew(tmp_path, book, torn):
    home = tmp_path / "home"
    name = store_text(home, book)
    path = home / "texts" / f"{name}.json"
    path.write_bytes(torn or path.read_bytes()[:-7])
    with pytest.raises(FileUnusable, match="same command"):
        load_text(home, name)
    assert store_text(home, book) == name
    assert load_text(home, name) == book
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_missing_text_is_ours_to_say(tmp_path):
    with pytest.raises(FileUnusable):
        load_text(tmp_path, "none")


def test_a_home_that_is_a_file(tmp_path, book):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileUnusable, match="GLOSSATOR_HOME"):
        store_text(tmp_path / "file", book)


FULL = """
import resource, signal, sys
from pathlib import Path
from pipeline.journal.texts import store_text
from pipeline.phases.phase1_structure.phase import read_structure
from schemas.errors import FileUnusable
from schemas.text import StructureOptions
book = read_structure(Path(sys.argv[1]), StructureOptions())
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    store_text(Path(sys.argv[2]), book)
except FileUnusable as error:
    print(error.code)
"""


def test_a_full_disk_leaves_no_part_behind(tmp_path, book):
    home = tmp_path / "home"
    assert signal.SIGXFSZ
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "small.md"), str(home)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "service.file\n"
    assert list((home / "texts").iterdir()) == []
