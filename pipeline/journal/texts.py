"""The store of books as phase 1 read them: immutable files under GLOSSATOR_HOME, named by text and content."""

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from schemas.text import Book

TEXTS_IN_MEMORY = 4


def store_text(home: Path, book: Book) -> str:
    """Writes the book aside and renames it, unless it is there (0600 in a 0700 folder); returns its name in the store.

    The name covers the content: one text may be chunked in several ways.
    """
    raw = book.model_dump_json().encode()
    name = f"{book.text_id}-{hashlib.sha256(raw).hexdigest()[:12]}"
    folder = home / "texts"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.json"
    if not path.exists():
        aside = folder / f"{name}.{os.getpid()}.part"
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(raw)
        aside.replace(path)
    return name


@lru_cache(maxsize=TEXTS_IN_MEMORY)
def load_text(home: Path, name: str) -> Book:
    """The book of that name in the store; a few are kept, since every chapter of a book asks for it."""
    return Book.model_validate_json((home / "texts" / f"{name}.json").read_bytes())
