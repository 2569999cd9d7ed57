"""The zip file of an EPUB: names resolved, sizes bounded, protection refused, XML read without entities."""

import io
import lzma
import posixpath
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Set
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError

from schemas.errors import Damaged, Protected, Unsupported

LARGEST_FILE = 64 * 1024**2  # bytes of one unpacked text file
LARGEST_SUM = 512 * 1024**2  # bytes of all that is read from one book
STEEPEST = 200  # unpacked to packed: plain text reaches about 10
_FAULTS = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError, RuntimeError
)  # fmt: skip
_FONT_OBFUSCATION = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


class Archive:
    """Reads members by their full name inside the archive; a name may be given URI-encoded."""

    def __init__(self, source: bytes, name: str) -> None:
        self.name = name
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(source))
        except _FAULTS as error:
            raise Damaged(f"{name} is damaged: its archive can't be opened ({error}).") from None
        self.doubled: list[str] = []
        self._members: dict[str, zipfile.ZipInfo] = {}
        for info in self._zip.infolist():
            if info.filename.startswith("/") or ".." in info.filename.split("/") or "\\" in info.orig_filename:
                raise Unsupported(f"{name} names a file outside itself: {info.filename!r}.", "Don't use this file.")
            name_in_it = unicodedata.normalize("NFC", info.filename)
            before = self._members.get(name_in_it)
            if before is not None and (before.CRC, before.file_size) != (info.CRC, info.file_size):
                self.doubled.append(name_in_it)
            self._members[name_in_it] = info  # the last one counts: an archive is mended by adding to its end
        self._read = 0

    def find(self, path: str) -> str | None:
        """The member's name for a path as written in the book, or None."""
        for candidate in (path, unquote(path)):
            plain = unicodedata.normalize("NFC", candidate)
            if plain in self._members:
                return plain
        folded = unicodedata.normalize("NFC", unquote(path)).casefold()
        return next((member for member in self._members if member.casefold() == folded), None)

    def read(self, path: str) -> bytes | None:
        """The member's bytes; None where there is no such member."""
        found = self.find(path)
        if found is None:
            return None
        info = self._members[found]
        if info.flag_bits & 0x1:
            raise Protected(f"{self.name} is encrypted: its archive has a password.")
        self._read += info.file_size
        if (
            info.file_size > LARGEST_FILE
            or self._read > LARGEST_SUM
            or (info.file_size > 1024**2 and info.file_size > STEEPEST * max(info.compress_size, 1))
        ):
            raise Unsupported(f"{self.name} unpacks to far more than a book: {found}.", "Don't use this file.")
        try:
            with self._zip.open(info) as member:
                content = member.read(info.file_size + 1)
        except _FAULTS as error:
            raise Damaged(f"{self.name} is damaged: {found} can't be unpacked ({error}).") from None
        if len(content) > info.file_size:
            raise Unsupported(f"{self.name} unpacks to more than it says: {found}.", "Don't use this file.")
        return content

    def xml(self, path: str) -> Element | None:
        """The root of an XML member; None where the member is missing or is no XML."""
        content = self.read(path)
        return None if content is None else self.parsed(content, path)

    def parsed(self, content: bytes, path: str) -> Element | None:
        from defusedxml import ElementTree
        from defusedxml.common import DefusedXmlException

        try:
            root: Element = ElementTree.fromstring(content)
        except DefusedXmlException:
            raise Unsupported(
                f"{self.name}: {path} declares XML entities, which are not read.", "Get a copy without them."
            ) from None
        except (ParseError, ValueError, LookupError):
            return None
        return root

    def refuse_entities(self, content: bytes, path: str) -> None:
        """Raises where a document read as HTML declares XML entities of its own."""
        if b"<!ENTITY" in content:
            raise Unsupported(
                f"{self.name}: {path} declares XML entities, which are not read.", "Get a copy without them."
            )

    def refuse_protected(self, documents: Iterable[str]) -> None:
        """Raises where a text document is encrypted; obfuscated fonts are no protection."""
        root = self.xml("META-INF/encryption.xml")
        if root is None:
            return
        wanted = {found for path in documents if (found := self.find(path))}
        for data in root.iter():
            if local(data.tag) != "EncryptedData":
                continue
            methods = {element.get("Algorithm") for element in data.iter() if local(element.tag) == "EncryptionMethod"}
            if methods and methods <= set(_FONT_OBFUSCATION):
                continue
            for element in data.iter():
                if local(element.tag) == "CipherReference" and self._names_one(element.get("URI") or "", wanted):
                    raise Protected(f"{self.name} is protected by DRM: its text is encrypted.")

    def _names_one(self, uri: str, wanted: Set[str]) -> bool:
        """Whether a URI names one of these members: from the archive's root, as it should, or from a folder below it."""
        path = joined("", uri)[0]
        while path.startswith("../"):
            path = path[3:]
        if found := self.find(path):
            return found in wanted
        ending = "/" + unicodedata.normalize("NFC", path).casefold()
        return path not in {"", "."} and any(one.casefold().endswith(ending) for one in wanted)


def local(tag: object) -> str:
    """An element's name without its namespace."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def joined(base: str, reference: str) -> tuple[str, str]:
    """The path inside the archive and the fragment of a reference written in the file `base`; both decoded."""
    path, _, fragment = reference.strip().partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(path))) if path else base
    return target.lstrip("/"), unquote(fragment)
