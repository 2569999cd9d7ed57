"""What lies in folders and what fits a pattern: each folder looked into once, and told where one may not be."""

import errno
import os
import stat
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from glob import has_magic
from pathlib import Path
from typing import NamedTuple

from schemas.errors import Unreadable

BELOW = "**"  # of a pattern: this folder and all below it
_NOTHING = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)


class Seen(NamedTuple):
    """Files and folders, each once, in order; `closed` are folders that could not be looked into."""

    files: list[Path]
    folders: list[Path]
    closed: list[Path]


def walk(folder: Path) -> Seen:
    """All below the folder, hidden ones left out. A link to a folder is not followed: it may lead back to where it lies."""
    seen = Seen([], [], [])
    ahead = [folder]
    while ahead:
        at = ahead.pop()
        for entry in _entries(at, seen.closed):
            path = at / entry.name
            if _hidden(entry.name):
                continue
            if _is_own_folder(entry):
                ahead.append(path)
                seen.folders.append(path)
            elif _is_file(path):
                seen.files.append(path)
    return Seen(sorted(seen.files), sorted(seen.folders), sorted(seen.closed))


def fitting(base: Path, parts: Sequence[str]) -> Seen:
    """What fits a pattern, as a shell's would: `*` for no hidden name, `**` for any depth without following links. A name
    that is there just so wins over what it means as a pattern."""
    at, closed = [base], dict[Path, None]()
    for place, part in enumerate(parts):
        if part == BELOW and place and parts[place - 1] == BELOW:
            continue
        at, shut = _step(_once(at), part, last=place == len(parts) - 1)
        closed.update(dict.fromkeys(shut))
    files, folders = [], []
    for path in dict.fromkeys(at):
        if is_folder(path):
            folders.append(path)
        elif is_there(path) or os.path.lexists(path):
            files.append(path)
        elif exists(path):
            closed[path.parent] = None
    return Seen(sorted(filter(_is_file, files)), sorted(folders), sorted(closed))


def is_there(path: Path) -> bool:
    """For certain."""
    try:
        path.stat()
    except (OSError, ValueError):
        return False
    return True


def exists(path: Path) -> bool:
    """Whether something is there, or may be: what can't be asked about is told once it is opened."""
    try:
        path.stat()
    except OSError as error:
        return error.errno not in _NOTHING
    except ValueError:  # a NUL in the name
        return False
    return True


def is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def refuse_closed(path: Path) -> None:
    """Raises Unreadable for a folder that is named in a book's place because it could not be looked into."""
    if is_folder(path):
        try:
            os.scandir(path).close()
        except OSError as error:
            shown = str(path).encode(errors="backslashreplace").decode()  # a name may be no text
            raise Unreadable(f"The folder {shown} may not be looked into: {error.strerror}.", _REMEDY) from None


_REMEDY = "Check the folder's permissions; what lies in it was not read."


def _step(folders: Iterable[Path], part: str, last: bool) -> tuple[list[Path], list[Path]]:
    """One part of a pattern on from these folders: where it leads, and what was closed on the way."""
    found: list[Path] = []
    closed: list[Path] = []
    for folder in folders:
        if part == BELOW:
            below = walk(folder)
            found += [folder, *below.folders, *(below.files if last else ())]
            closed += below.closed
        elif not has_magic(part) or is_there(folder / part):
            found.append(folder / part)
        else:
            hidden = part.startswith(".")
            names = sorted(entry.name for entry in _entries(folder, closed))
            found += [folder / name for name in names if fnmatchcase(name, part) and hidden >= _hidden(name)]
    return found, closed


def _once(folders: Iterable[Path]) -> list[Path]:
    """Each real folder under the first of its names, so that links to it don't multiply what is below."""
    distinct: dict[object, Path] = {}
    for folder in folders:
        try:
            status = folder.stat()
            distinct.setdefault((status.st_dev, status.st_ino), folder)
        except (OSError, ValueError):
            distinct.setdefault(folder, folder)
    return list(distinct.values())


def _entries(folder: Path, closed: list[Path]) -> list[os.DirEntry[str]]:
    """In the system's order; none, and a word in `closed`, where the folder could not be looked into."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        if error.errno not in _NOTHING:
            closed.append(folder)
    except ValueError:
        pass
    return []


def _is_own_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    """Whether it is a file, or a name for one that can't be asked about or is gone: a link to nothing is no silence."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return os.path.lexists(path) or exists(path)


def _hidden(name: str) -> bool:
    return name.startswith(".")
