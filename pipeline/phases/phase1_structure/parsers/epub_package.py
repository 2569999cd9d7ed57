"""The package file of an EPUB: metadata, reading order, where the navigation and the landmarks are."""

import posixpath
import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from pipeline.phases.phase1_structure.parsed import Metadata
from pipeline.phases.phase1_structure.parsers.epub_archive import Archive, joined, local
from schemas.errors import Damaged
from schemas.text import TextWarning

_ROLE = re.compile(r"\b(?:trl|translator)\b")
_ORIGINS = frozenset({"identifier", "publisher", "source", "rights", "contributor"})
_DIGITISERS = re.compile(
    r"gutenberg|standard ?ebooks|archive\.org|wikisource|feedbooks|manybooks|faded ?page|zeno\.org|projekt-gutenberg",
    re.IGNORECASE,
)
_DRAWING = "image/svg+xml"
_TEXT_TYPES = frozenset(
    {"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document", _DRAWING}
)
_GUIDE_TYPES = {
    "title-page": "titlepage", "copyright-page": "copyright-page", "other.backmatter": "", "notes": "endnotes",
    "text": "", "start": "",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Package:
    """`spine` and `documents` are full names inside the archive; `landmarks` maps (file, fragment) to a type."""

    path: str
    metadata: Metadata
    spine: tuple[str, ...]
    documents: tuple[str, ...]
    nav: str | None = None
    ncx: str | None = None
    landmarks: dict[tuple[str, str], str] = field(default_factory=dict)
    warnings: tuple[TextWarning, ...] = ()


def read_package(archive: Archive) -> Package:
    """Reads META-INF/container.xml and the package file it names."""
    container = archive.xml("META-INF/container.xml")
    paths = [] if container is None else [e.get("full-path") for e in container.iter() if local(e.tag) == "rootfile"]
    path = next((archive.find(path) or path for path in paths if path), None)
    root = archive.xml(path) if path else None
    if root is None or path is None:
        raise Damaged(f"{archive.name} is damaged: its package file is missing or is no XML.")
    order = _Order(root, path, archive)
    spine_element = next((e for e in root.iter() if local(e.tag) == "spine"), None)
    spine = order.spine()
    every = [item for items in order.items.values() for item in items]
    nav = next((order.full(item) for item in every if "nav" in (item.get("properties") or "").split()), None)
    by_spine = order.items.get((spine_element.get("toc") or "") if spine_element is not None else "", [])
    by_type = [item for item in every if item.get("media-type") == "application/x-dtbncx+xml"]
    if not spine:
        raise Damaged(f"{archive.name} is damaged: its reading order is empty.")
    return Package(
        path,
        _metadata(root),
        tuple(spine),
        (*spine, *(target for target in (nav,) if target)),
        nav,
        order.full(next(iter([*by_spine, *by_type]), None)),
        _guide(root, path, archive),
        order.warnings(nav),
    )


class _Order:
    """The reading order that the spine names through the manifest, and what is wrong with either."""

    def __init__(self, root: Element, path: str, archive: Archive) -> None:
        self._root, self._path, self._archive = root, path, archive
        self.items: dict[str, list[Element]] = {}
        for element in root.iter():
            if local(element.tag) == "item":
                self.items.setdefault(element.get("id", ""), []).append(element)
        self._unknown: list[str] = []
        self._not_text: list[str] = []
        self._read: list[str] = []

    def full(self, item: Element | None) -> str | None:
        if item is None or not item.get("href"):
            return None
        target = joined(self._path, item.get("href", ""))[0]
        return self._archive.find(target) or target

    def spine(self) -> list[str]:
        """The files in reading order; where two items have one id both are read, so that neither text is lost."""
        for reference in self._root.iter():
            if local(reference.tag) != "itemref":
                continue
            idref = reference.get("idref", "")
            if not any(self.full(item) for item in self.items.get(idref, [])):
                self._unknown.append(idref)
            for item in self.items.get(idref, []):
                target = self._text_of(item)
                if target is not None:
                    self._read.append(target)
                elif self.full(item) is not None:
                    self._not_text.append(self.full(item) or "")
        return self._read

    def _text_of(self, item: Element) -> str | None:
        """The item's file if it is text, else that of the first of its fallbacks that is."""
        seen: list[str] = []
        while item.get("id", "") not in seen:
            target = self.full(item)
            if target and (item.get("media-type", "application/xhtml+xml") in _TEXT_TYPES or _is_document(target)):
                return target
            seen.append(item.get("id", ""))
            item = next(iter(self.items.get(item.get("fallback", ""), [])), item)
        return None

    def warnings(self, nav: str | None) -> tuple[TextWarning, ...]:
        doubled = [name for name, items in self.items.items() if len({self.full(item) for item in items}) > 1]
        texts = {
            self.full(item) or "": None
            for items in self.items.values()
            for item in items
            if item.get("media-type") in _TEXT_TYPES - {_DRAWING}
        }
        read = {nav, *self._read}
        outside = [path for path in texts if path not in read and self._archive.find(path)]
        told = (
            ("epub.unknown_item", "the reading order names items that the manifest doesn't have", self._unknown),
            ("epub.duplicate_id", "the manifest gives one id to several files, which are all read", doubled),
            ("epub.not_text", "files of the reading order are no text and aren't read", self._not_text),
            ("epub.outside_order", "texts are in no reading order and aren't read", outside),
        )
        return tuple(
            TextWarning(code=code, message=f"{self._archive.name}: {what}: {', '.join(names)}.", names=tuple(names))
            for code, what, names in told
            if names
        )


def _is_document(path: str) -> bool:
    return posixpath.splitext(path)[1].lower() in {".xhtml", ".html", ".htm", ".xml", ".svg"}


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _metadata(root: Element) -> Metadata:
    found: dict[str, list[str]] = {}
    roles: dict[str, list[str]] = {}
    for element in root.iter():
        if local(element.tag) == "meta" and element.get("property") == "role" and element.get("refines"):
            roles.setdefault(element.get("refines", "").lstrip("#"), []).append(_text(element))
    translators: list[str] = []
    released = any(_DIGITISERS.search(_text(element)) for element in root.iter() if local(element.tag) in _ORIGINS)
    for element in root.iter():
        name = local(element.tag)
        if name not in {"title", "creator", "contributor", "language", "date"} or not _text(element):
            continue
        if name == "date" and not _is_publication(element, released):
            continue
        given = " ".join([*(value for key, value in element.attrib.items() if local(key) == "role")])
        if name in {"creator", "contributor"} and _ROLE.search(
            " ".join([given, *roles.get(element.get("id", ""), [])])
        ):
            translators.append(_text(element))
        else:
            found.setdefault(name, []).append(_text(element))
    year = re.search(r"\b\d{4}\b", " ".join(found.get("date", [])))
    return Metadata(
        title=next(iter(found.get("title", [])), None),
        author=", ".join(found.get("creator", [])) or None,
        translator=", ".join(translators) or None,
        year=year.group() if year else None,
        language=next(iter(found.get("language", [])), None),
    )


def _is_publication(date: Element, released: bool) -> bool:
    """Whether a date is the book's publication: it says so, or nothing tells that it is an e-book's making (a time of
    day, another event, one who `released` a printed book)."""
    event = next((value.lower() for key, value in date.attrib.items() if local(key) == "event"), "")
    if event == "original-publication":
        return True
    return event in {"", "publication"} and not released and "T" not in _text(date)


def _guide(root: Element, path: str, archive: Archive) -> dict[tuple[str, str], str]:
    """EPUB 2's guide: what its references are."""
    found: dict[tuple[str, str], str] = {}
    for element in root.iter():
        if local(element.tag) == "reference" and element.get("href"):
            target, fragment = joined(path, element.get("href", ""))
            kind = element.get("type", "").lower()
            found[archive.find(target) or target, fragment] = _GUIDE_TYPES.get(kind, kind)
    return found
