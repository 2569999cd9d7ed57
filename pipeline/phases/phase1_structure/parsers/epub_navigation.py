"""The contents of an EPUB: the nav document of EPUB 3, or the NCX of EPUB 2, as one flat list with levels."""

import posixpath
from dataclasses import dataclass

from pipeline.phases.phase1_structure.encoding import declared_encoding, decode
from pipeline.phases.phase1_structure.parsers.epub_archive import Archive, joined, local
from pipeline.phases.phase1_structure.parsers.epub_package import Package
from pipeline.phases.phase1_structure.parsers.tolerant import TolerantParser


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the contents; `path` is None where it has no link, `href` is relative to the package's folder."""

    title: str
    level: int
    path: str | None
    fragment: str
    href: str | None


def navigation(archive: Archive, package: Package) -> list[Entry]:
    """The entries of the nav document; of the NCX where there is no nav or it is empty."""
    entries = _nav_entries(archive, package)
    return entries or _ncx_entries(archive, package)


def _entry(title: str, level: int, base: str, reference: str | None, archive: Archive, package: Package) -> Entry:
    if not reference:
        return Entry(title, level, None, "", None)
    path, fragment = joined(base, reference)
    path = archive.find(path) or path
    href = posixpath.relpath(path, posixpath.dirname(package.path) or ".")
    return Entry(title, level, path, fragment, f"{href}#{fragment}" if fragment else href)


class _NavReader(TolerantParser):
    """Collects (title, level, href) of the nav element that is the table of contents."""

    def __init__(self) -> None:
        super().__init__()
        self.navs: list[tuple[str, list[tuple[str, int, str | None]]]] = []
        self._depth = 0
        self._in_nav = 0
        self._href: str | None = None
        self._title: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = self.plain_tag(tag)
        values = {name: value or "" for name, value in attrs}
        if tag == "nav":
            self._in_nav += 1
            self._depth = 0
            self.navs.append((values.get("epub:type", "") or values.get("role", "") or values.get("id", ""), []))
        elif not self._in_nav:
            return
        elif tag in {"ol", "ul"}:
            self._close()
            self._depth += 1
        elif tag == "li":
            self._close()
            self._title, self._href = [], None
        elif tag == "a" and self._title is not None:
            self._href = self._href or values.get("href")
        elif tag in {"br", "img"} and self._title is not None:
            self._title.append(" " + values.get("alt", ""))

    def handle_endtag(self, tag: str) -> None:
        tag = self.plain_tag(tag)
        if tag == "nav":
            self._close()
            self._in_nav = max(0, self._in_nav - 1)
        elif self._in_nav and tag in {"ol", "ul"}:
            self._close()
            self._depth -= 1
        elif self._in_nav and tag == "li":
            self._close()

    def _close(self) -> None:
        if self._title is not None:
            title = " ".join("".join(self._title).split())
            if title:
                self.navs[-1][1].append((title, max(self._depth, 1), self._href))
            self._title = None

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)


def _nav_entries(archive: Archive, package: Package) -> list[Entry]:
    content = archive.read(package.nav) if package.nav else None
    if content is None or package.nav is None:
        return []
    archive.refuse_entities(content, package.nav)
    reader = _NavReader()
    reader.read_whole(decode(content, f"{archive.name}: {package.nav}", declared_encoding(content)).text)
    for types, items in reader.navs:
        if "landmarks" in types.split():
            continue
        if "page-list" in types.split():
            continue
        if items and ("toc" in types.replace("doc-toc", "toc").split() or len(reader.navs) == 1):
            return [_entry(title, level, package.nav, href, archive, package) for title, level, href in items]
    return []


def _ncx_entries(archive: Archive, package: Package) -> list[Entry]:
    root = archive.xml(package.ncx) if package.ncx else None
    if root is None or package.ncx is None:
        return []
    found: list[Entry] = []

    waiting = [(root, 1)]
    while waiting:
        element, level = waiting.pop()
        if local(element.tag) == "navPoint":
            label = next((e for e in element if local(e.tag) == "navLabel"), None)
            content = next((e for e in element if local(e.tag) == "content"), None)
            title = " ".join("".join(label.itertext()).split()) if label is not None else ""
            if title:
                source = content.get("src") if content is not None else None
                found.append(_entry(title, level, package.ncx, source, archive, package))
                level += 1
        waiting.extend((child, level) for child in reversed(element) if local(child.tag) in {"navMap", "navPoint"})
    return found
