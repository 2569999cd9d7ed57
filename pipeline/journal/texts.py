"""The store of books as phase 1 read them: immutable files under GLOSSATOR_HOME, named by text and content."""

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from schemas.errors import FileUnusable
from schemas.text import Book

TEXTS_IN_MEMORY = 4
_DIGEST_DIGITS = 12


def store_text(home: Path, book: Book) -> str:
    """Writes the book aside and renames it, unless it is there whole (0600 in a 0700 folder); returns its name in the
    store. Raises FileUnusable.

    The name covers the content: one text may be chunked in several ways.
    """
    raw = book.model_dump_json().encode()
    name = f"{book.text_id}-{_digest(raw)}"
    path = home / "texts" / f"{name}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (path.exists() and path.read_bytes() == raw):
            _write_whole(path, raw)
    except OSError as error:
        raise FileUnusable.of(error) from error
    return name


@lru_cache(maxsize=TEXTS_IN_MEMORY)
def load_text(home: Path, name: str) -> Book:
    """The book of that name in the store; a few are kept, since every chapter of a book asks for it. Raises
    FileUnusable for one that isn't there as it was written."""
    path = home / "texts" / f"{name}.json"
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise FileUnusable.of(error) from error
    if not name.endswith(f"-{_digest(raw)}"):
        raise FileUnusable(f"{path} is torn.", "Run the same command again: it is written anew.")
    return Book.model_validate_json(raw)


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:_DIGEST_DIGITS]


def _write_whole(path: Path, raw: bytes) -> None:
    """After a crash of the machine the file is there whole or not at all."""
    aside = path.with_name(f"{path.stem}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
