"""Runs that go on are told by their process; the mark of a killed one counts no more."""

import json
import subprocess
import sys
from pathlib import Path

from flows.underway import clear, folder, marked, underway


def test_a_run_has_a_mark_with_its_books_while_it_lasts(tmp_path):
    with marked(folder(tmp_path), "r1", "ingest a.md", [Path("/b/a.md")]):
        (found,) = underway(tmp_path).items()
        assert (found[0], found[1]["name"], found[1]["books"]) == ("r1", "ingest a.md", ["/b/a.md"])
    assert underway(tmp_path) == {}


def test_what_a_kill_left_is_no_run_and_is_cleared(tmp_path):
    program = (
        "import os, pathlib\nfrom flows.underway import folder, marked\n"
        f"with marked(folder(pathlib.Path({str(tmp_path)!r})), 'r1'): os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", program], check=False)
    assert [path.stem for path in folder(tmp_path).iterdir()] == ["r1"]
    assert underway(tmp_path) == {}
    clear(tmp_path)
    assert list(folder(tmp_path).iterdir()) == []


def test_a_run_of_another_machine_is_left_alone(tmp_path):
    folder(tmp_path).mkdir()
    (folder(tmp_path) / "r1.json").write_text(json.dumps({"host": "elsewhere.example", "pid": 1, "since": "1"}))
    clear(tmp_path)
    assert underway(tmp_path) == {} and (folder(tmp_path) / "r1.json").exists()
