"""The file beside a book that says what the book itself doesn't: who wrote and made it, who speaks, what is read."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.language import is_language
from pipeline.phases.phase1_structure.parsed import Mark, ParsedBook
from schemas.errors import SidecarInvalid
from schemas.text import BookSettings, SectionKind, TextWarning

SUFFIX = ".glossator.toml"
LARGEST = 1_000_000  # bytes


def sidecar_of(book: Path) -> Path | None:
    """`ethics.epub.glossator.toml` beside `ethics.epub`, or `ethics.glossator.toml` for a book of any format. Raises
    SidecarInvalid where both are there: neither would be known to hold."""
    found = [path for name in dict.fromkeys(_names(book)) if (path := book.with_name(name)).is_file()]
    if len(found) > 1:
        raise SidecarInvalid(f"{found[0].name} and {found[1].name} both speak of {book.name}.", "Keep one of them.")
    return next(iter(found), None)


def _names(book: Path) -> tuple[str, str]:
    return (f"{book.name}{SUFFIX}", f"{book.stem}{SUFFIX}")


def settings_beside(book: Path) -> BookSettings:
    """What the sidecar says; all unset where there is none. Raises SidecarInvalid for one that can't be used."""
    path = sidecar_of(book)
    for name in _names(book):
        beside = book.with_name(name)
        if beside.is_dir() or (beside.is_symlink() and not beside.exists()):
            what = "a folder" if beside.is_dir() else "a link that leads nowhere"
            raise SidecarInvalid(f"{name} is {what}, not a file that says something of the book.")
    if path is None:
        return BookSettings()
    try:
        if path.stat().st_size > LARGEST:
            raise SidecarInvalid(f"{path.name} is larger than a sidecar may be ({LARGEST // 1_000_000} MB).")
        given = BookSettings.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SidecarInvalid(f"{path.name} is no TOML: {error}.") from None
    except OSError as error:
        raise SidecarInvalid(f"{path.name} can't be read: {error.strerror or error}.") from None
    except ValidationError as error:
        raise SidecarInvalid(f"{path.name}: {_told(error)}.") from None
    fault = _fault(given)
    if fault:
        raise SidecarInvalid(f"{path.name}: {fault}.")
    return given


def _fault(given: BookSettings) -> str | None:
    """What no single setting is wrong in."""
    skipped = {plain_title(title) for title in given.skip}
    both = [title for title in given.read if plain_title(title) in skipped]
    if both:
        return f"{both[0]!r} stands in both read and skip"
    if given.language is not None and not is_language(given.language):
        return f"language: {given.language!r} is none; give its code of two letters, such as 'en' or 'de'"
    return None


def _told(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        return f"there is no setting {where!r}; there are {', '.join(BookSettings.model_fields)}"
    if first["type"] == "tuple_type":
        return f'{where} is a list of titles, such as {where} = ["Appendix"]'
    return f"{where}: {first['msg'].removeprefix('Value error, ')}"


def with_metadata(parsed: ParsedBook, given: BookSettings) -> ParsedBook:
    """What the user says of the book wins over what its file says."""
    fields = ("title", "author", "translator", "editor", "edition", "year", "language")
    said = {name: value for name in fields if (value := getattr(given, name)) is not None}
    return replace(parsed, metadata=replace(parsed.metadata, **said)) if said else parsed


def given_kinds(
    parsed: ParsedBook, kinds: Sequence[SectionKind], given: BookSettings
) -> tuple[ParsedBook, tuple[SectionKind, ...], tuple[str, ...]]:
    """The book and its kinds with those sections read or skipped, with all below them, that the user names by title;
    and the titles that no section has."""
    read, skipped = ({plain_title(title): title for title in titles} for titles in (given.read, given.skip))
    named = read | skipped | {plain_title(title): title for title in given.voices}
    found: list[SectionKind] = []
    marks: list[Mark] = []
    above: list[tuple[int, SectionKind]] = []
    seen: set[str] = set()
    for mark, kind in zip(parsed.marks, kinds, strict=True):
        while above and above[-1][0] >= mark.level:
            above.pop()
        title = plain_title(mark.title)
        seen.add(title)
        told = SectionKind.BODY if title in read else SectionKind.SKIPPED if title in skipped else None
        told = told or (above[-1][1] if above else None)
        if told:
            above.append((mark.level, told))
        found.append(told or kind)
        marks.append(replace(mark, kind=told) if told else mark)
    return (
        replace(parsed, marks=tuple(marks)),
        tuple(found),
        tuple(title for plain, title in named.items() if plain not in seen),
    )


def without_author(author: str | None, name: str) -> tuple[TextWarning, ...]:
    """A warning for a book that says nowhere who wrote it."""
    if author:
        return ()
    message = f"{name}: its author was not found; a file {name}{SUFFIX} beside it can name one."
    return (TextWarning(code="sidecar.no_author", message=message),)


def missing_titles(titles: Sequence[str], name: str) -> tuple[TextWarning, ...]:
    if not titles:
        return ()
    message = f"{name}: the sidecar names sections that the book doesn't have: {'; '.join(titles)}."
    return (TextWarning(code="sidecar.title_not_found", message=message, names=tuple(titles)),)


def level_not_found(level: int | None, deepest: int, name: str) -> tuple[TextWarning, ...]:
    if level is None or level <= deepest:
        return ()
    message = (
        f"{name}: the sidecar wants chapters of level {level}; the deepest section that is read has level {deepest}."
    )
    return (TextWarning(code="sidecar.level_not_found", message=message),)
