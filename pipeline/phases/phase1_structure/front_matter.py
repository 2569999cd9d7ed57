"""YAML front matter of a Markdown file: the few plain `key: value` lines that name the book."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.phases.phase1_structure.parsed import Metadata

_FRONT = re.compile(r"\A\ufeff?---[ \t]*(?:\r\n|\r|\n)(.*?)(?:\r\n|\r|\n)(---|\.\.\.)[ \t]*(?=\r|\n|\Z)", re.DOTALL)
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


_KNOWN = frozenset(_NAMES) | frozenset(
    "abstract aliases affiliation bibliography categories category comments copyright cover cover-image created css "
    "date-modified description documentclass doi draft editor editors excerpt format genre geometry header-includes "
    "id identifier illustrator image institute isbn issn keywords lang-code language-code lastmod layout license "
    "licence modified month original-title output permalink place publication published publisher rights series "
    "series-title short-title slug source status subject subjects subtitle summary tag tags thanks titles toc "
    "toc-title translators type updated uri url version volume weight".split()
)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a file says of itself above its text, which begins at `end`; `unused` are its fields that nothing reads.

    `rule` is where the line of dashes stands below what is set like fields and is text.
    """

    metadata: Metadata = field(default_factory=Metadata)
    end: int = 0
    unused: tuple[str, ...] = ()
    rule: int | None = None


def front_matter(text: str) -> FrontMatter:
    """The front matter of a Markdown file; a rule of dashes with anything but metadata below it is left to the body."""
    found = _FRONT.match(text)
    if not found:
        return FrontMatter()
    lines = re.split(r"\r\n|\r|\n", found.group(1))
    if not _is_set_like_fields(lines):
        return FrontMatter()
    if not _is_metadata([key.group(1) for key in map(_KEY.match, lines) if key]):
        return FrontMatter(rule=found.start(2))
    values: dict[str, list[str]] = {}
    unused: dict[str, None] = {}
    name: str | None = None
    for line in lines:
        key, item = _KEY.match(line), _ITEM.match(line)
        if key:
            name = _NAMES.get(key.group(1).lower())
            if name is None:
                unused[key.group(1)] = None
            elif key.group(2).strip():
                values.setdefault(name, []).append(_plain(key.group(2)))
        elif item and name:
            values.setdefault(name, []).append(_plain(item.group(1)))
    joined = {name: ", ".join(value for value in given if value) or None for name, given in values.items()}
    year = re.search(r"\d{3,4}", joined.get("year") or "")
    metadata = Metadata(
        title=joined.get("title"),
        author=joined.get("author"),
        translator=joined.get("translator"),
        edition=joined.get("edition"),
        year=year.group() if year else None,
        language=joined.get("language"),
    )
    return FrontMatter(metadata, found.end(), tuple(unused))


def _is_set_like_fields(lines: Sequence[str]) -> bool:
    """Whether every line is a key's, an item's, a comment's or set in below one."""
    filled = [line for line in lines if line.strip()]
    first = next((line for line in filled if line[0] != "#"), "")
    return bool(_KEY.match(first)) and all(
        _KEY.match(line) or _ITEM.match(line) or line[0] in " \t#]}" for line in filled
    )


def _is_metadata(keys: Sequence[str]) -> bool:
    """Whether the keys are those of a file's metadata: a title is among them, or half of them are known and none comes
    twice, as speakers do ("Editor: … Author: …"). An unknown one that comes twice speaks."""
    known = [key for key in keys if key.replace("_", "-").lower() in _KNOWN]
    if {key for key in keys if keys.count(key) > 1} - {*known}:
        return False
    if any(key in {"title", "Title", "TITLE"} for key in keys):
        return True
    usual = [key for key in known if key in {key.lower(), key.capitalize()}]
    return len(set(keys)) == len(keys) and 2 * len(usual) >= len(keys)


def _plain(value: str) -> str:
    value = value.strip()
    if value[:1] == "[" and value[-1:] == "]":
        return ", ".join(_plain(item) for item in value[1:-1].split(","))
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return re.sub(r"\s+#.*$", "", value)
