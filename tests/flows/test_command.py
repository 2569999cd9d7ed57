"""The command where the machine, the environment or the user's words are odd: a line with a code, never a traceback."""

import json
import os
import pty
import re
import subprocess
import sys

import pytest

from tests.flows.conftest import ROOT, SAMPLE, Command


@pytest.fixture
def alone(tmp_path):
    """No Neo4j and no model."""
    return Command(tmp_path / "home", {"NEO4J_URI": "bolt://127.0.0.1:9"})


def said(command, *arguments, code=2):
    out = command.run(*arguments, code=code)
    assert "Traceback" not in out + command.err
    lines = [line for line in command.err.splitlines() if line.startswith("[")]
    assert len(lines) == 1, command.err
    return lines[0]


@pytest.mark.parametrize("url", ["nonsense", "foo://x", "sqlite://", "sqlite:///memory.db"])
def test_a_journal_url_that_makes_no_sense(alone, url):
    alone.environment["GLOSSATOR_JOURNAL_URL"] = url
    assert said(alone, "status").startswith("[usage.setting] GLOSSATOR_JOURNAL_URL")


@pytest.mark.parametrize("home", ["/dev/null", "/dev/null/home", "/proc/home"])
def test_a_home_that_cannot_be_used(alone, home):
    alone.environment["GLOSSATOR_HOME"] = home
    assert "GLOSSATOR_HOME" in said(alone, "status", code=1)


@pytest.mark.parametrize("variable", ["GLOSSATOR_HOME", "GLOSSATOR_CACHE", "GLOSSATOR_VOCABULARY"])
def test_the_home_of_nobody(alone, variable):
    alone.environment[variable] = "~nobody-of-this-name/x"
    assert variable in said(alone, "status")


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"[", b"[entities]\nx = 1\n", b"x = " + b"[" * 5000])
def test_a_vocabulary_that_is_none(alone, tmp_path, content):
    path = tmp_path / "words.toml"
    if content is not None:
        path.write_bytes(content)
    alone.environment["GLOSSATOR_VOCABULARY"] = str(path)
    assert "GLOSSATOR_VOCABULARY" in said(alone, "ingest", str(SAMPLE))


@pytest.mark.parametrize("command", ["outline", "chunks", "ingest"])
@pytest.mark.parametrize("kind", ["missing", "folder", "binary"])
def test_a_password_file_that_is_none(alone, tmp_path, command, kind):
    path = tmp_path / "password"
    if kind == "folder":
        path.mkdir()
    elif kind == "binary":
        path.write_bytes(b"\xff\xfe\x00")
    assert "password file" in said(alone, command, str(SAMPLE), "--password-file", str(path))


@pytest.mark.parametrize("path", ["~nobody-of-this-name/book.md", "x" * 5000])
def test_a_path_that_is_nothing(alone, path):
    assert said(alone, "ingest", path).startswith("[usage.path_not_found]")


def shell(command, line, **environment):
    process = subprocess.run(
        ["bash", "-c", re.sub(r"^glossator\b", f"{sys.executable} -m flows.cli", line)],
        cwd=ROOT,
        env=command.environment | environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=120,
    )
    assert b"Traceback" not in process.stderr and b"Exception ignored" not in process.stderr, process.stderr
    return process


@pytest.mark.parametrize("shown", ["outline", "chunks --json"])
def test_an_output_that_is_full(alone, shown):
    process = shell(alone, f"glossator {shown} {SAMPLE} > /dev/full")
    assert process.returncode == 1
    assert process.stderr.startswith(b"[service.file] Writing failed") and process.stderr.count(b"\n") == 1


def test_an_output_that_is_gone_is_quiet(alone):
    for line in (f"glossator chunks {SAMPLE} --json | true", f"glossator outline {SAMPLE} >&-"):
        assert shell(alone, line).stderr == b""


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "latin-1"},
    ],
)
def test_a_locale_without_utf8(alone, tmp_path, environment):
    path = tmp_path / "Übung – 𝔄.md"
    path.write_text("# Über ‘das’ 𝔄\n\nThe clerk weighed the salt – twice. He wrote it down.\n", encoding="utf-8")
    shown = shell(alone, f"glossator outline {tmp_path}/*.md", **environment)
    assert shown.returncode == 0 and shown.stdout
    found = shell(alone, f"glossator outline {tmp_path}/*.md --json", **environment)
    encoding = environment.get("PYTHONIOENCODING", "utf-8").replace("ascii", "utf-8")  # click writes UTF-8 then
    assert json.loads(found.stdout.decode(encoding))[0]["title"] == "Über ‘das’ 𝔄"


def test_the_version_is_said(alone):
    assert alone.run("--version").startswith("glossator 0.")


def test_a_torn_journal_is_said(alone):
    alone.home.mkdir()
    (alone.home / "memory.db").write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    assert said(alone, "status", code=1).startswith("[service.journal_unavailable]")


@pytest.mark.parametrize("name", ["GLOSSATOR_HOME", "NEO4J_URI", "GLOSSATOR_JOURNAL_URL"])
def test_a_variable_that_is_no_text_is_named(alone, name):
    alone.environment[name] = os.fsdecode(b"/tmp/h\xff")
    assert said(alone, "status").startswith(f"[usage.setting] {name} is no text")


def test_a_password_file_without_an_end_is_refused(alone):
    assert "/dev/zero holds far more" in said(alone, "outline", str(SAMPLE), "--password-file", "/dev/zero")
    assert shell(alone, f"glossator outline {SAMPLE} --password-file <(echo secret)").returncode == 0
    assert "can't be read" in said(alone, "outline", str(SAMPLE), "--password-file", "x" * 300)


def test_a_folder_where_one_file_is_wanted_is_the_users_mistake_and_a_file_that_is_no_book_is_not(alone, tmp_path):
    assert said(alone, "outline", str(tmp_path)).startswith("[usage.path_not_found]")
    assert said(alone, "chunks", str(tmp_path)).startswith("[usage.path_not_found]")
    (tmp_path / "env.sh").write_text("export A=1\n")
    assert said(alone, "outline", str(tmp_path / "env.sh"), code=1).startswith("[book.")


def test_a_home_without_logs_says_so(alone):
    assert "No run has a log yet" in alone.run("logs")
    assert "No run has a log yet" in said(alone, "logs", "last")


def test_long_cells_are_folded_to_a_terminals_width_and_nowhere_else(alone):
    program = "from flows.cli.graph import print_rows; print_rows([{'text': 'word ' * 40, 'n': 1}])"
    master, slave = pty.openpty()
    environment = alone.environment | {"PYTHONPATH": str(ROOT), "COLUMNS": "60", "TERM": "xterm"}
    subprocess.run([sys.executable, "-c", program], env=environment, stdout=slave, check=True)
    os.close(slave)
    lines = re.sub(rb"\x1b\[[0-9;]*m", b"", os.read(master, 100_000)).decode().splitlines()
    os.close(master)
    assert len(lines) > 3 and max(map(len, lines)) <= 60
    piped = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert len(piped.stdout.splitlines()) == 2


@pytest.mark.neo4j
@pytest.mark.parametrize("name", ["cite", "forget", "fingerprint", "cypher"])
def test_what_is_typed_in_no_utf8_is_the_users_mistake(command, name):
    assert said(command, name, os.fsdecode(b"\xe9")).startswith("[usage.")
