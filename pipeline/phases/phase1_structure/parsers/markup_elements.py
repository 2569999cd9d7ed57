"""HTML's elements as the markup reader sees them: which part blocks, which hold marks, what is kept of an open one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.phases.phase1_structure.parsed import BlockRole

BLOCK_TAGS = frozenset(
    "address article dialog menu search listing plaintext xmp noframes aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main nav noscript ol optgroup option p pre section summary table "
    "tbody template tfoot thead tr ul".split()
)
SKIPPED = frozenset("script style metadata".split())
HEAD_TAGS = frozenset("base head link meta script style".split())  # none of them stands inside a title
APART = frozenset(
    "td th title desc text mtd mtr textarea iframe object video audio canvas button".split()
)  # their text touches no neighbour's
ENDS_HEADING = frozenset("p ul ol dl table blockquote pre section article".split())
IMPLIED = {  # whose end a new one implies
    "li": {"li", "p"},
    "dt": {"dt", "dd", "p"},
    "dd": {"dt", "dd", "p"},
    "tr": {"tr", "td", "th", "p"},
}
RAISED_TO = (
    re.compile(  # what an exponent stands at: one sign, a unit, a number or a bracket; else it is a note's number
        r"(?:^|[^\w]|\d)(?:\w|[mckdµ]m|mc|ft|yd|mi|kg|ha)$|[\d)\]]$"
    )
)
LONGEST_RAISED_TO = 5  # code points before a raised text in which that is seen
_EXPONENT = re.compile(
    r"[\s(]*(?!nd)[+−–-]?(?:\d{1,4}|[bcf-npqu-z])(?:[+−–-]?\d{0,4}[bcf-npqu-z]?){0,3}[\s)]*"
)  # no "o", "r", "st", "nd"
SIGNS = {"msup": ("^",), "msub": ("_",), "msubsup": ("_", "^"), "mfrac": ("/",)}  # between a formula's children
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
NOTE_TYPES = re.compile(r"\b(?:footnotes?|endnotes?|rearnotes?|doc-footnote|doc-endnote)\b", re.IGNORECASE)
REFERENCE_TYPES = re.compile(r"\b(?:noteref|doc-noteref|fnref|footnote-?ref|fnanchor)\b", re.IGNORECASE)
BACKLINK_TYPES = re.compile(r"\b(?:backlink|doc-backlink|footnote-back)\b", re.IGNORECASE)
PAGE_TYPES = re.compile(r"\b(?:pagebreak|doc-pagebreak|pagenum|pageno|page-?number)\b", re.IGNORECASE)
INVISIBLE = re.compile("[\u00ad\u2060\u200b\ufeff]")
BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
LONGEST_MARK = 60  # code points of a note's mark or a page number: what is longer is text
LONGEST_TITLE = 300
SUPERSCRIPTS = str.maketrans("0123456789+-−–n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ⁿ")


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a place in the book, with its words [start, end) in its block's text."""

    start: int
    end: int
    href: str
    text: str


@dataclass(slots=True)
class MarkupBlock:
    """A block, its heading level (0 = none), the anchors in it with their offsets, and the printed pages begun."""

    text: str
    source: int
    heading: int = 0
    note: bool = False
    group: int = 0  # number of the hgroup it stands in; 0 = none
    anchors: list[tuple[str, int]] = field(default_factory=list)
    types: str = ""  # epub:type of the elements around it
    printed: list[tuple[int, str]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def rewrite(self, spans: Sequence[tuple[int, int, str]]) -> None:
        """Puts other text in the place of these spans, which lie apart."""
        for start, end, text in sorted(spans, reverse=True):
            longer = len(text) - (end - start)
            self.text = self.text[:start] + text + self.text[end:]
            self.anchors = [(name, at if at < end else at + longer) for name, at in self.anchors]
            self.printed = [(at if at < end else at + longer, label) for at, label in self.printed]


@dataclass(slots=True)
class OpenElement:
    tag: str
    types: str
    role: str = ""  # "", skip, note, reference, page, sup
    start: int = 0
    linked: bool = False
    number: str = ""  # a page's or note's mark as far as it is read
    target: str = ""  # what the call of a note points to
    href: str = ""  # of a link into the book
    back: bool = False  # a note's link back to the text
    heading: int = 0  # the rank of the heading it is; 0 = none
    children: int = 0
    after: str = ""  # what its end adds to the text
    depth: int = 0  # how many elements it stands in


def role_of_mark(tag: str, types: str) -> str:
    """What an element that marks a page, a note or its call is; "" for any other."""
    if PAGE_TYPES.search(types):
        return "page"
    if (tag in {"a", "sup", "span"} and REFERENCE_TYPES.search(types)) or BACKLINK_TYPES.search(types):
        return "reference"
    if tag == "sup":
        return "sup"
    return "note" if NOTE_TYPES.search(types) and tag in BLOCK_TAGS else ""


_TITLE_CLASS = re.compile(
    r"(?<![\w-])(?P<unit>book|part|chapter|chap|ch|section|sect)[-_ ]?(?:title|titre|heading|head|name|titel|num(?:ber)?)(?![\w-])",
    re.IGNORECASE,
)
_RANKS = {"book": 1, "part": 1, "section": 3, "sect": 3}


def heading_rank(tag: str, classes: str) -> int:
    """The level of h1 to h6, or of a paragraph whose class says that it is a chapter's title; 0 for all else."""
    if re.fullmatch("h[1-6]", tag):
        return int(tag[1])
    found = _TITLE_CLASS.search(classes) if tag == "p" else None
    return _RANKS.get(found["unit"].lower(), 2) if found else 0


def is_hidden(values: Mapping[str, str], types: str) -> bool:
    """Whether no reader sees the element; a note is hidden until it is called."""
    styled = re.search(r"display\s*:\s*none", values.get("style", ""), re.IGNORECASE)
    return ("hidden" in values or styled is not None) and not NOTE_TYPES.search(types)


def page_label(number: str) -> str:
    """ "12" of "[p. 12]"."""
    return re.sub(r"^(?:pg?|page|s)\.?\s*", "", number.strip(" []{}"), flags=re.IGNORECASE)


def raised_text(before: str, raised: str, linked: bool) -> str | None:
    """What of a raised text stays: an exponent raised, words as they are; None for the number of a note."""
    bare = raised.strip()
    is_mark = re.fullmatch(r"[\s(\[]*(?:\d{1,3}|[*†‡§]+|[a-z])[\s)\]]*", raised)
    if linked and is_mark:
        return None
    if RAISED_TO.search(before) and bare and (_EXPONENT.fullmatch(raised) or (is_mark and not bare.isalpha())):
        lifted = bare.translate(SUPERSCRIPTS)
        return lifted if lifted != bare and not re.search(r"[a-z]", lifted) else f"^{bare}"
    return raised if not is_mark or bare.isalpha() else None


def plain(text: str) -> str:
    return " ".join(text.split())


def role_of(block: MarkupBlock) -> BlockRole:
    if block.heading:
        return BlockRole.HEADING
    return BlockRole.NOTE if block.note else BlockRole.TEXT
