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
from tests.phases.phase1_structure.book_files import lines, pdf

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


def test_the_outline_counts_units_tells_what_is_skipped_and_what_is_missing(tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    units = "".join(f"§ {n}. {LONG[:300]}\n\n" for n in range(1, 7))
    book.write_text(
        f"# Salt\n\n{units}\n\n#### Deep\n\nIt is[^1] so.\n\n# Sand\n\n{LONG}\n\n[^1]: By night.\n", encoding="utf-8"
    )
    (tmp_path / "book.glossator.toml").write_text('skip = ["Sand"]\n', encoding="utf-8")
    ran = CliRunner().invoke(app, ["outline", str(book)])
    assert ran.stdout.splitlines()[2:5] == [
        "      1  Salt  (6 units and notes)", "      2    Deep  (1 unit or note)", "         Sand  (skipped)  1800 words not read",
    ]  # fmt: skip
    assert ran.stderr.count("its author was not found") == 1
    (tmp_path / "book.glossator.toml").write_text('author = "Ada Rowe"\n', encoding="utf-8")
    assert "author" not in CliRunner().invoke(app, ["outline", str(book)]).stderr


def test_the_outline_of_a_pdf_tells_its_pages_from_the_printed_ones(tmp_path: Path) -> None:
    pages = [
        [
            (48, 60, f"Chapter {n}", 16),
            *lines([f"The boats of quay {n} came in at night."], 200),
            (205, 565, str(n + 30), 9),
        ]
        for n in range(1, 6)
    ]
    (tmp_path / "b.pdf").write_bytes(pdf(pages, [[1, f"Chapter {n}", n] for n in range(1, 6)]))
    shown = CliRunner().invoke(app, ["outline", str(tmp_path / "b.pdf")]).stdout
    assert "Chapter 2  p. 32 · PDF p. 2" in shown


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
