"""From what a person names (files, folders, globs) to book files."""

from collections.abc import Iterable
from contextlib import suppress
from glob import glob, has_magic
from pathlib import Path

from pipeline.phases.phase1_structure.sniffing import SUFFIXES
from schemas.errors import NothingToRead, PathNotFound

NAME_SHOWN = 300  # characters of a name that is nothing


def find_books(names: Iterable[str]) -> list[Path]:
    """The books named, each once, in order; folders are searched through, hidden and unknown files left out.

    Raises PathNotFound for a name that is nothing, NothingToRead where no book was found.
    """
    found: dict[Path, None] = {}
    for name in names:
        path = expanded(name)
        exists = _exists(path)
        if exists and path.is_dir():
            found.update(dict.fromkeys(_below(path)))
        elif exists:
            found[path] = None
        elif has_magic(name):
            matches = [Path(match) for match in sorted(glob(str(path), recursive=True))]
            found.update(dict.fromkeys(match for match in matches if match.is_file() and _is_book(match)))
        else:
            raise PathNotFound(f"There is no file or folder {_short(name)!r}.")
    distinct: dict[Path, Path] = {}
    for path in found:
        distinct.setdefault(path.resolve(), path)
    if not distinct:
        raise NothingToRead(f"No book was found ({', '.join(sorted(SUFFIXES))}).")
    return list(distinct.values())


def books_below(folder: Path) -> dict[Path, tuple[int, int]]:
    """The books of a folder with size in bytes and time of change (ns); a file that vanishes meanwhile is left out."""
    found = {}
    for path in _below(folder):
        with suppress(OSError):
            status = path.stat()
            found[path] = (status.st_size, status.st_mtime_ns)
    return found


def left_out(names: Iterable[str]) -> list[Path]:
    """Files in the folders named that are no book by their ending; hidden ones aren't counted."""
    folders = [folder for name in names if _exists(folder := expanded(name)) and folder.is_dir()]
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and not _is_book(path) and not _hidden(path, folder)
    )


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


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long for the system
        return False


def _below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and _is_book(path) and not _hidden(path, folder))


def _is_book(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)
