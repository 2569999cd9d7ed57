"""An HTML parser that swallows no text: CDATA is text, so are tags that are none, and what is never closed ends where
other markup begins."""

import re
from html import unescape
from html.parser import HTMLParser

from pipeline.phases.phase1_structure.parsers.open_quotes import open_quote
from pipeline.phases.phase1_structure.parsers.stray_tags import StrayTags
from schemas.text import TextWarning

_COMMENT_END = re.compile(r"--!?>")
_DOCTYPE = re.compile(r"<!doctype\b[^>\[]*(?:\[.*?\]\s*)?>", re.IGNORECASE | re.DOTALL)
_XHTML_PREFIX = re.compile(r"""xmlns:([\w.-]+)\s*=\s*["']http://www\.w3\.org/(?:1999/xhtml|2000/svg|1998/Math)""")
_CDATA = "<![CDATA["
_IN_BRACKETS = re.compile(r"<[^<>]*(>?)")
_INSTRUCTION = re.compile(r"<\?[A-Za-z][\w:.-]*\s[^<]*?\?>")
MOST_NAMED = 20


class TolerantParser(HTMLParser):
    """`unclosed` names what was opened and never closed, each with its line."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.unclosed: list[str] = []
        self._comments_end = True
        self._text = ""
        self._lines: list[int] = []
        self._prefixes: frozenset[str] = frozenset()
        self._tags = StrayTags("")

    def read_whole(self, text: str, tags: StrayTags | None = None) -> None:
        """Reads the text; `tags` are those of the document it is a piece of."""
        self._text = text
        self._tags = tags or StrayTags(text, is_html=True)
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._prefixes = frozenset(prefix.lower() for prefix in _XHTML_PREFIX.findall(text))
        self.feed(text)
        self.close()

    def position(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def note_unclosed(self, what: str) -> None:
        self.unclosed.append(f"{what} (line {self.getpos()[0]})")

    def plain_tag(self, tag: str) -> str:
        """The tag without a prefix that the document binds to XHTML, SVG or MathML."""
        prefix, colon, name = tag.partition(":")
        return name if colon and prefix in self._prefixes else tag

    def parse_starttag(self, i: int) -> int:
        """A tag whose quotation mark isn't closed ends at its first ">"."""
        stray = self._stray_end(i)
        if stray is not None:
            return stray
        mark = open_quote(self.rawdata, i, self.check_for_whole_start_tag(i))
        if mark is None:
            return super().parse_starttag(i)
        self.note_unclosed("a quotation mark")
        whole, end = self.rawdata, self.rawdata.find(">", i) + 1
        self.rawdata = f"{whole[i:mark]} {whole[mark + 1 : end]}"  # the tag alone: copying a book for each takes long
        if self.check_for_whole_start_tag(0) < 0:
            self.rawdata = re.sub("[\"']", " ", self.rawdata)  # another one isn't closed either
        try:
            return i + super().parse_starttag(0)
        finally:
            self.rawdata = whole

    def parse_endtag(self, i: int) -> int:
        stray = self._stray_end(i)
        return super().parse_endtag(i) if stray is None else stray

    def _stray_end(self, i: int) -> int | None:
        """Where what is set in brackets like a tag, or begins so, and is text ends; None if it is none."""
        found = _IN_BRACKETS.match(self.rawdata, i)
        if found is None or not self._tags.is_stray(found.group() if found[1] else f"{found.group()}>"):
            return None
        self.handle_data(unescape(found.group()))
        return found.end()

    def is_closed(self, tag: str) -> bool:
        """Whether the script or style that begins here has its own end tag."""
        begun = re.compile(rf"<(/?){tag}\b", re.IGNORECASE).search(self._text, self.position() + 1)
        return begun is not None and bool(begun.group(1))

    def set_cdata_mode(self, elem: str, **_: bool) -> None:
        """Only scripts and styles are raw, and only if they end: all else that HTML calls raw can hold an author's text."""
        if elem.lower() in {"script", "style"} and self.is_closed(elem):
            super().set_cdata_mode(elem)

    def parse_comment(self, i: int, report: bool = True) -> int:
        found = _COMMENT_END.search(self.rawdata, i + 2) if self._comments_end else None
        if found:
            return found.end()
        self._comments_end = False  # nor will any later one: a thousand of them are not looked for again
        self.note_unclosed("a comment")
        return i + 4

    def parse_html_declaration(self, i: int) -> int:
        if self.rawdata.startswith(_CDATA, i):
            end = self.rawdata.find("]]>", i)
            if end < 0:
                self.note_unclosed("a CDATA section")
                return i + len(_CDATA)
            self.handle_data(self.rawdata[i + len(_CDATA) : end])
            return end + 3
        doctype = _DOCTYPE.match(self.rawdata, i)
        return doctype.end() if doctype else self._declared_end(i)

    def parse_pi(self, i: int) -> int:
        instruction = _INSTRUCTION.match(self.rawdata, i)
        return instruction.end() if instruction else self._declared_end(i)

    def _declared_end(self, i: int) -> int:
        stray = self._stray_end(i)
        return stray if stray is not None else (self.rawdata.find(">", i) + 1) or self._as_text(i)

    def _as_text(self, i: int) -> int:
        """Two characters that open nothing."""
        self.handle_data(self.rawdata[i : i + 2])
        return i + 2


def unclosed_warnings(name: str, unclosed: list[str]) -> tuple[TextWarning, ...]:
    if not unclosed:
        return ()
    named = unclosed[:MOST_NAMED]
    more = f" and {len(unclosed) - len(named)} more" if len(unclosed) > len(named) else ""
    message = f"{name}: opened and never closed, what follows is taken for text: {', '.join(named)}{more}."
    return (TextWarning(code="markup.unclosed", message=message, names=tuple(named)),)
