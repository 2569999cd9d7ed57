"""From what a person names (files, folders, globs) to book files."""

from collections.abc import Iterable
from glob import glob, has_magic
from pathlib import Path

from schemas.errors import NothingToRead, PathNotFound

SUFFIXES = frozenset({".epub", ".pdf", ".md", ".markdown", ".html", ".htm", ".xhtml", ".txt", ".text"})


def find_books(names: Iterable[str]) -> list[Path]:
    """The books named, each once, in order; folders are searched through, hidden and unknown files left out.

    Raises PathNotFound for a name that is nothing, NothingToRead where no book was found.
    """
    found: dict[Path, None] = {}
    for name in names:
        path = Path(name).expanduser()
        if path.is_dir():
            found.update(dict.fromkeys(_below(path)))
        elif path.exists():
            found[path] = None
        elif has_magic(name):
            matches = [Path(match) for match in sorted(glob(str(path), recursive=True))]
            found.update(dict.fromkeys(match for match in matches if match.is_file() and _is_book(match)))
        else:
            raise PathNotFound(f"There is no file or folder {name!r}.")
    distinct: dict[Path, Path] = {}
    for path in found:
        distinct.setdefault(path.resolve(), path)
    if not distinct:
        raise NothingToRead(f"No book was found ({', '.join(sorted(SUFFIXES))}).")
    return list(distinct.values())


def _below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and _is_book(path) and not _hidden(path, folder))


def _is_book(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)
