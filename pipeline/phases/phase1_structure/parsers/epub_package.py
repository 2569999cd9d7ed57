"""The package file of an EPUB: metadata, reading order, where the navigation and the landmarks are."""

import posixpath
import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from pipeline.phases.phase1_structure.parsed import Metadata
from pipeline.phases.phase1_structure.parsers.epub_archive import Archive, joined, local
from schemas.errors import Damaged

_ROLE = re.compile(r"\b(?:trl|translator)\b")
_TEXT_TYPES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"})
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


def read_package(archive: Archive) -> Package:
    """Reads META-INF/container.xml and the package file it names."""
    container = archive.xml("META-INF/container.xml")
    paths = [] if container is None else [e.get("full-path") for e in container.iter() if local(e.tag) == "rootfile"]
    path = next((archive.find(path) or path for path in paths if path), None)
    root = archive.xml(path) if path else None
    if root is None or path is None:
        raise Damaged(f"{archive.name} is damaged: its package file is missing or is no XML.")
    items: dict[str, Element] = {e.get("id", ""): e for e in root.iter() if local(e.tag) == "item"}

    def full(item: Element | None) -> str | None:
        if item is None or not item.get("href"):
            return None
        target = joined(path, item.get("href", ""))[0]
        return archive.find(target) or target

    spine_element = next((e for e in root.iter() if local(e.tag) == "spine"), None)
    spine = [
        target
        for reference in root.iter()
        if local(reference.tag) == "itemref"
        and (item := items.get(reference.get("idref", ""))) is not None
        and (target := full(item)) is not None
        and (item.get("media-type", "application/xhtml+xml") in _TEXT_TYPES or _is_document(target))
    ]
    nav = next((full(item) for item in items.values() if "nav" in (item.get("properties") or "").split()), None)
    by_spine = items.get((spine_element.get("toc") or "") if spine_element is not None else "")
    by_type = next((item for item in items.values() if item.get("media-type") == "application/x-dtbncx+xml"), None)
    if not spine:
        raise Damaged(f"{archive.name} is damaged: its reading order is empty.")
    return Package(
        path,
        _metadata(root),
        tuple(spine),
        (*spine, *(target for target in (nav,) if target)),
        nav,
        full(by_spine if by_spine is not None else by_type),
        _guide(root, path, archive),
    )


def _is_document(path: str) -> bool:
    return posixpath.splitext(path)[1].lower() in {".xhtml", ".html", ".htm", ".xml"}


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _metadata(root: Element) -> Metadata:
    found: dict[str, list[str]] = {}
    roles: dict[str, list[str]] = {}
    for element in root.iter():
        if local(element.tag) == "meta" and element.get("property") == "role" and element.get("refines"):
            roles.setdefault(element.get("refines", "").lstrip("#"), []).append(_text(element))
    translators: list[str] = []
    for element in root.iter():
        name = local(element.tag)
        if name not in {"title", "creator", "contributor", "language", "date"} or not _text(element):
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


def _guide(root: Element, path: str, archive: Archive) -> dict[tuple[str, str], str]:
    """EPUB 2's guide: what its references are."""
    found: dict[tuple[str, str], str] = {}
    for element in root.iter():
        if local(element.tag) == "reference" and element.get("href"):
            target, fragment = joined(path, element.get("href", ""))
            kind = element.get("type", "").lower()
            found[archive.find(target) or target, fragment] = _GUIDE_TYPES.get(kind, kind)
    return found
