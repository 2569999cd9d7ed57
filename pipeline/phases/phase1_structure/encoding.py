"""Bytes to text: by byte order mark, as UTF-16 without one, as declared, as UTF-8, at last as Windows-1252."""

import codecs
import re
from dataclasses import dataclass

from schemas.errors import Unsupported
from schemas.text import TextWarning

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:\-]+)""", re.IGNORECASE)
# What browsers read for a declared name: the larger set, which the real files use. Latin-1 and Windows-1252 have one
# code point a byte, so offsets agree.
_AS_BROWSERS = {
    "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252",
    "ascii": "cp1252", "iso-8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "shift-jis": "cp932", "x-sjis": "cp932", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "big5": "big5hkscs",
    "tis-620": "cp874", "iso-8859-11": "cp874", "x-mac-roman": "mac_roman", "macintosh": "mac_roman",
}  # fmt: skip
_NO_CHARSETS = frozenset("idna punycode undefined unicode_escape raw_unicode_escape utf_7 mbcs oem".split())
BINARY = 0.05  # share of control characters above which a file is no text; random bytes have 0.1
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    warnings: tuple[TextWarning, ...] = ()


def declared_encoding(source: bytes) -> str | None:
    """The encoding that an HTML or XML head declares, if Python knows it."""
    found = _DECLARED.search(source[:4096])
    if not found:
        return None
    name = found.group(1).decode("ascii").lower()
    name = _AS_BROWSERS.get(name, name)
    try:
        codecs.lookup(name)
    except LookupError:
        return None
    return None if name.replace("-", "_") in _NO_CHARSETS else name


def _utf16_without_mark(source: bytes) -> str | None:
    sample = source[:2000]
    if len(sample) < 4:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 * half and odd < 0.1 * half else None


def decode(source: bytes, name: str, declared: str | None = None) -> Decoded:
    """The text of `source`, newlines as in the file and any byte order mark removed."""
    encoding = next((encoding for mark, encoding in _MARKS if source.startswith(mark)), None)
    if encoding is None:
        encoding = _utf16_without_mark(source)
    for candidate in dict.fromkeys((encoding, "utf-8", declared)):
        if candidate is None:
            continue
        try:
            text = source.decode(candidate)
        except (UnicodeError, LookupError):
            continue
        return _checked(Decoded(text.removeprefix("\ufeff"), candidate), name)
    if encoding is not None or (declared is not None and declared.startswith("utf")) or _mostly_utf8(source):
        chosen = encoding or "utf-8"
        text = source.decode(chosen, errors="replace").removeprefix("\ufeff")
        message = f"{name}: {text.count(chr(0xFFFD))} unreadable characters were replaced (not valid {chosen})."
        return _checked(Decoded(text, chosen, (TextWarning(code="text.replaced", message=message),)), name)
    message = f"{name} is no UTF-8 and doesn't say what it is in; it was read as Windows-1252."
    if declared is not None:
        message = f"{name} is neither in {declared}, as it says, nor in UTF-8; it was read as Windows-1252."
    return _checked(
        Decoded(_windows(source), "cp1252", (TextWarning(code="text.encoding_guessed", message=message),)), name
    )


def _windows(source: bytes) -> str:
    return (
        "".join(bytes((byte,)).decode("cp1252", errors="ignore") or chr(byte) for byte in source)
        if any(byte in source for byte in b"\x81\x8d\x8f\x90\x9d")
        else source.decode("cp1252")
    )


def _mostly_utf8(source: bytes) -> bool:
    """UTF-8 with a few broken bytes: most of what is not ASCII does decode."""
    text = source.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return sum(1 for char in text if char > "\x7f") > 4 * broken > 0


def _checked(decoded: Decoded, name: str) -> Decoded:
    """Refuses what is no text at all."""
    controls = len(_CONTROL.findall(decoded.text[:20000]))
    if controls > BINARY * min(len(decoded.text), 20000) and controls > 3:
        raise Unsupported(f"{name} is not a text file: it holds binary data.")
    return decoded
