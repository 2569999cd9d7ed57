"""The store of canonical texts: one immutable file per text id under GLOSSATOR_HOME."""

import os
from functools import lru_cache
from pathlib import Path

from schemas.text import Book

TEXTS_IN_MEMORY = 4


def store_text(home: Path, book: Book) -> Path:
    """Writes the book aside and renames it, unless it is there; 0600 in a 0700 folder."""
    folder = home / "texts"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{book.text_id}.json"
    if not path.exists():
        aside = path.with_suffix(f".{os.getpid()}.part")
        with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(book.model_dump_json())
        aside.replace(path)
    return path


@lru_cache(maxsize=TEXTS_IN_MEMORY)
def load_text(home: Path, text: str) -> Book:
    """The book of that text id; a few are kept, since every chapter of a book asks for it."""
    return Book.model_validate_json((home / "texts" / f"{text}.json").read_text(encoding="utf-8"))
