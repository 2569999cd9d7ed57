"""YAML front matter of a Markdown file: the few plain `key: value` lines that name the book."""

import re

from pipeline.phases.phase1_structure.parsed import Metadata

_FRONT = re.compile(r"\A\ufeff?---[ \t]*(?:\r\n|\r|\n)(.*?)(?:\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?=\r|\n|\Z)", re.DOTALL)
_KEY = re.compile(r"^([A-Za-z_][\w-]*)[ \t]*:[ \t]*(.*)$")
_ITEM = re.compile(r"^[ \t]*-[ \t]+(.*)$")
_NAMES = {
    "title": "title",
    "author": "author",
    "authors": "author",
    "creator": "author",
    "translator": "translator",
    "edition": "edition",
    "year": "year",
    "date": "year",
    "language": "language",
    "lang": "language",
}


def front_matter(text: str) -> tuple[Metadata, int]:
    """The metadata and the offset at which the body begins (0 without front matter).

    A rule of dashes with anything but keys and what belongs to them below it is left to the body.
    """
    found = _FRONT.match(text)
    if not found or not _is_front(found.group(1).splitlines()):
        return Metadata(), 0
    values: dict[str, list[str]] = {}
    name: str | None = None
    for line in found.group(1).splitlines():
        key, item = _KEY.match(line), _ITEM.match(line)
        if key:
            name = _NAMES.get(key.group(1).lower())
            if name and key.group(2).strip():
                values.setdefault(name, []).append(_plain(key.group(2)))
        elif item and name:
            values.setdefault(name, []).append(_plain(item.group(1)))
    joined = {name: ", ".join(value for value in given if value) or None for name, given in values.items()}
    year = re.search(r"\d{3,4}", joined.get("year") or "")
    return (
        Metadata(
            title=joined.get("title"),
            author=joined.get("author"),
            translator=joined.get("translator"),
            edition=joined.get("edition"),
            year=year.group() if year else None,
            language=joined.get("language"),
        ),
        found.end(),
    )


def _is_front(lines: list[str]) -> bool:
    """Whether every line is a key's, an item's, a comment's or set in below one."""
    filled = [line for line in lines if line.strip()]
    first = next((line for line in filled if line[0] != "#"), "")
    return bool(_KEY.match(first)) and all(
        _KEY.match(line) or _ITEM.match(line) or line[0] in " \t#]}" for line in filled
    )


def _plain(value: str) -> str:
    value = value.strip()
    if value[:1] == "[" and value[-1:] == "]":
        return ", ".join(_plain(item) for item in value[1:-1].split(","))
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return re.sub(r"\s+#.*$", "", value)
