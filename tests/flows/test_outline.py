"""`glossator outline` and `glossator chunks`: JSON and nothing else, and the numbers that `--chapters` takes."""

import json
import os
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from flows.cli.outline import chunks, outline
from flows.preparation import wanted_chapters
from pipeline.phases.phase1_structure.phase import read_structure
from schemas.errors import SettingInvalid, Unsupported
from schemas.run import Options

app = Typer()
app.command()(outline)
app.command()(chunks)


def test_the_commands_print_json_only(tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    book.write_text("# One\n\nFirst text. It goes on.\n\n# Two\n\nSecond.\n\n# Index\n\ntide, 1\n", encoding="utf-8")
    rows = json.loads(CliRunner().invoke(app, ["outline", str(book), "--json"]).stdout)
    assert [(row["level"], row["title"], row["kind"]) for row in rows] == [
        (1, "One", "body"),
        (1, "Two", "body"),
        (1, "Index", "back"),
    ]
    assert rows[1]["source_start"] == 32 and rows[1]["page"] is None
    read = json.loads(CliRunner().invoke(app, ["chunks", str(book), "--json"]).stdout)
    assert [(row["chapter"], row["number"], row["text"]) for row in read] == [
        (1, 1, "First text. It goes on."),
        (2, 1, "Second."),
    ]
    shown = CliRunner().invoke(app, ["outline", str(book)]).stdout
    assert "Index  (back)" in shown


LONG = "The tide clerk wrote down what the water did. " * 200
PARTS = f"""Ada wrote this.

# Part I

Own text.

## A

{LONG}

### a

{LONG}

## B

{LONG}

# Part II

## C

{LONG}

## D

{LONG}

# Index

tide, 1
"""


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    path = tmp_path / "parts.md"
    path.write_text(PARTS, encoding="utf-8")
    return path


def test_the_outline_shows_the_numbers_that_chapters_takes(parts: Path) -> None:
    rows = json.loads(CliRunner().invoke(app, ["outline", str(parts), "--json"]).stdout)
    assert [(row["title"], row["chapter"]) for row in rows] == [
        ("Before the first heading", 1), ("Part I", 2), ("A", 3), ("a", None), ("B", 4), ("Part II", None),
        ("C", 5), ("D", 6), ("Index", None),
    ]  # fmt: skip
    shown = CliRunner().invoke(app, ["outline", str(parts)]).stdout.splitlines()
    assert shown[1] == "chapter"
    assert shown[2:5] == ["      1  Before the first heading", "      2  Part I", "      3    A"]
    assert shown[-1] == "         Index  (back)  2 words not read"


def test_they_are_the_numbers_that_ingest_knows(parts: Path) -> None:
    rows = json.loads(CliRunner().invoke(app, ["outline", str(parts), "--json"]).stdout)
    numbers = tuple(row["chapter"] for row in rows if row["chapter"] is not None)
    book = read_structure(parts)
    assert wanted_chapters(book, parts, Options(chapters=numbers)) == numbers == wanted_chapters(book, parts, Options())
    with pytest.raises(SettingInvalid, match="no chapter 7"):
        wanted_chapters(book, parts, Options(chapters=(7,)))


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "book.md")
    result = CliRunner().invoke(app, ["outline", str(tmp_path / "book.md")])
    assert isinstance(result.exception, Unsupported) and result.stdout == ""


def test_a_password_file_that_is_no_text_is_one_clear_error(parts: Path, tmp_path: Path) -> None:
    (tmp_path / "password").write_bytes(b"\xff\xfe\xff")
    result = CliRunner().invoke(app, ["outline", str(parts), "--password-file", str(tmp_path / "password")])
    assert isinstance(result.exception, SettingInvalid)
