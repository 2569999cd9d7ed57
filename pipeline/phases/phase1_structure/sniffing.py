"""Which format a file is in: by its content first, by its name where the content leaves it open."""

import re
from pathlib import PurePath

from schemas.errors import Damaged, Protected, Unsupported

_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|h[1-6]|title|meta|div|p)\b",
    re.I | re.S,
)
_BINARIES = (
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"{\\rtf", "a rich text document"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"II*\x00", "an image"),
    (b"MM\x00*", "an image"),
    (b"AT&TFORM", "a DjVu document"),
    (b"\x1f\x8b", "a compressed file"),
    (b"7z\xbc\xaf", "an archive"),
    (b"Rar!", "an archive"),
    (b"%!PS", "a PostScript file"),
)
MARKDOWN, HTML, TEXT, PDF, EPUB = "markdown", "html", "text", "pdf", "epub"
SUFFIXES = {
    ".md": MARKDOWN, ".markdown": MARKDOWN, ".mdown": MARKDOWN, ".mkd": MARKDOWN, ".pandoc": MARKDOWN,
    ".html": HTML, ".htm": HTML, ".xhtml": HTML, ".xht": HTML,
    ".txt": TEXT, ".text": TEXT, ".pdf": PDF, ".epub": EPUB,
}  # fmt: skip
_ENDINGS = sorted(suffix for suffix, format_name in SUFFIXES.items() if format_name not in {PDF, EPUB})


def sniffed_format(source: bytes, name: str) -> str:
    """One of the five formats; raises where the content is something else or is nothing."""
    suffix = PurePath(name).suffix.lower()
    if not source.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise Damaged(f"{name} is empty.")
    expected = SUFFIXES.get(suffix)
    if source.lstrip().startswith(b"%PDF-") or (expected in {None, PDF, EPUB} and b"%PDF-" in source[:1024]):
        return PDF  # a text may speak of it
    if source.startswith(b"PK\x03\x04"):
        return _zip_format(source, name)
    if source[60:68] in {b"BOOKMOBI", b"TEXtREAd"}:
        raise Unsupported(f"{name} is a Mobipocket or Kindle book.")
    for magic, meaning in _BINARIES:
        if source.startswith(magic):
            raise Unsupported(f"{name} is {meaning}, not a book in a supported format.")
    if expected is PDF and re.search(rb"\d+ \d+ obj\b", source[:200_000]):
        return PDF  # the first line is lost; the PDF parser says so
    head = _head(source)
    if expected is EPUB or (expected is PDF and not _HTML.match(head)):
        if source.startswith(b"PK"):
            raise Damaged(f"{name} is damaged: the archive is broken.")
        raise Damaged(f"{name} is damaged or is no {suffix[1:].upper()} at all: it doesn't begin like one.")
    if expected in {MARKDOWN, HTML}:
        return expected
    if _HTML.match(head) and (expected or not suffix):
        return HTML
    if expected is TEXT:
        return TEXT
    which = f"files ending in {suffix} are not read" if suffix else "its name doesn't end in what it is"
    raise Unsupported(f"{name}: {which}.", f"Text is read under these endings: {', '.join(_ENDINGS)}.")


def _head(source: bytes) -> str:
    sample = source[:100_000]
    if sample[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return sample.decode("utf-16", errors="replace")
    return sample.decode("utf-8-sig", errors="replace")


def _zip_format(source: bytes, name: str) -> str:
    head = source[:4000]
    if b"application/epub+zip" in head or b"META-INF/container.xml" in source:
        return EPUB
    if b"word/document.xml" in source or b"[Content_Types].xml" in head:
        raise Unsupported(f"{name} is an Office document.")
    if PurePath(name).suffix.lower() == ".epub":
        if b"META-INF/rights.xml" in source:
            raise Protected(f"{name} is protected by DRM.")
        raise Damaged(f"{name} is damaged: the archive lacks META-INF/container.xml.")
    raise Unsupported(f"{name} is an archive, not a book.")
