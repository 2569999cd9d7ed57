"""From what a person names (files, folders, globs) to book files."""

import os
from collections.abc import Iterable
from contextlib import suppress
from glob import has_magic
from pathlib import Path
from typing import NamedTuple

from flows.walking import Seen, exists, fitting, is_folder, is_there, walk
from pipeline.phases.phase1_structure.sniffing import SUFFIXES
from schemas.errors import NothingToRead, PathNotFound, SettingInvalid

NAME_SHOWN = 300  # characters of a name that is nothing
_BEING_WRITTEN = {".tmp", ".temp", ".partial", ".crdownload", ".opdownload", ".download"}  # before a book's ending


def find_books(names: Iterable[str]) -> list[Path]:
    """The books named, each once, in order; folders are searched through, hidden and unknown files left out. A folder
    that may not be looked into stands in the place of its books, so that it fails as a book that can't be read.

    Raises PathNotFound for a name that is nothing, NothingToRead where no book was found.
    """
    return distinct(path for name in names for path in named(name))


def named(name: str) -> list[Path]:
    """Of one file, folder or pattern. A path that is there is no pattern, whatever is in its name."""
    path = expanded(name)
    if is_folder(path):
        return _books(walk(path))
    if is_there(path) or (exists(path) and not has_magic(name)):
        return [path]
    if not has_magic(name):
        raise PathNotFound(f"There is no file or folder {_short(name)!r}.")
    return _fitting(Path(path.anchor), path.parts[1:] if path.anchor else path.parts, name)


def books_fitting(folder: Path, pattern: str) -> list[Path]:
    """Of an existing folder those that fit. Raises SettingInvalid for a pattern that leads out of it."""
    parts = Path(pattern).parts
    if Path(pattern).is_absolute() or ".." in parts:
        raise SettingInvalid(
            f"The pattern {_short(pattern)!r} leads out of the folder.",
            "Write it as from the folder: *.epub, Kant/*.pdf.",
        )
    return _fitting(folder, parts, pattern)


def distinct(found: Iterable[Path]) -> list[Path]:
    """Each file under the first of its names. Raises NothingToRead where there is none."""
    files: dict[str, Path] = {}
    for path in found:
        files.setdefault(os.path.realpath(path), path)
    if not files:
        raise NothingToRead(f"No book was found ({_endings()}).")
    return list(files.values())


class Shelf(NamedTuple):
    """A folder at one look: its books, each with its size in bytes and what else tells one content from another (times of
    change, inode), and the folders that could not be looked into."""

    there: bool
    books: dict[Path, tuple[int, ...]]
    closed: list[Path]


def shelf(folder: Path) -> Shelf:
    """A file that vanishes meanwhile is left out."""
    seen = walk(folder)
    books: dict[Path, tuple[int, ...]] = {}
    for path in filter(_is_book, seen.files):
        with suppress(OSError):
            status = path.stat()
            books[path] = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_dev, status.st_ino)
    return Shelf(is_folder(folder), books, seen.closed)


def left_out(names: Iterable[str]) -> list[Path]:
    """Files in the folders named that are no book by their names; hidden ones aren't counted."""
    folders = [folder for name in names if is_folder(folder := expanded(name))]
    return sorted(path for folder in folders for path in walk(folder).files if not _is_book(path))


def _fitting(base: Path, parts: Iterable[str], name: str) -> list[Path]:
    seen = fitting(base, list(parts))
    books = _books(seen)
    if books:
        return books
    if seen.files:
        raise NothingToRead(f"Nothing that fits {_short(name)!r} is a book ({_endings()}).")
    if seen.folders:
        raise NothingToRead(
            f"What fits {_short(name)!r} are folders, no books.",
            "Name the folders themselves, or what is in them: …/**/*.",
        )
    raise NothingToRead(f"There is no file or folder by the name or pattern {_short(name)!r}.")


def _books(seen: Seen) -> list[Path]:
    return [*filter(_is_book, seen.files), *seen.closed]


def _endings() -> str:
    return ", ".join(sorted(SUFFIXES))


def _short(name: str) -> str:
    return name if len(name) <= NAME_SHOWN else f"{name[:NAME_SHOWN]}…"


def shown(name: str) -> str:
    """A file's name as text: bytes that are none in it are escaped, for what takes only text."""
    return name.encode(errors="backslashreplace").decode()


def expanded(name: str) -> Path:
    """`~` and `~user` as the shell expands them: what names no user stays as it is."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _is_book(path: Path) -> bool:
    """By its name: what another program writes beside a book while it has it open, or before it is whole, is none."""
    unfinished = path.name.startswith("~") or Path(path.stem).suffix.lower() in _BEING_WRITTEN
    return path.suffix.lower() in SUFFIXES and not unfinished
