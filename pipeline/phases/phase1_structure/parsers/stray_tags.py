"""Text in angle brackets that is no markup: "<think>", "<the soul is said>", a closing "</s>" that nothing opened."""

import re

_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)([^<>]*)>")
_VALUED = re.compile(r"""(?<![\w:.@-])[\w:.@-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)""")
_QUOTED = re.compile(r"(?<![\w:.@-])[\w:.@-]+\s*=\s*[\"']")
_DECLARATION = re.compile(r"<!(?:\[|--|>|doctype\b|element\b|entity\b|attlist\b|notation\b)", re.IGNORECASE)
_INSTRUCTION = re.compile(r"<\?[A-Za-z][\w:.-]*(?:\s.*)?(?:\?|=.*)>", re.DOTALL)
_HTML = frozenset(
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br "
    "button canvas caption center cite code col colgroup content data datalist dd del details dfn dialog dir div dl dt "
    "em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i "
    "iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem "
    "meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre "
    "progress q rb rp rt rtc ruby s samp script search section select slot small source spacer span strike strong style "
    "sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr "
    "xmp".split()
)
# What these hold has an end tag; without one, and without attributes, each is a word.
_WORDS = frozenset(
    "address area article aside base body button caption code content data details dialog figure footer form frame head header "
    "image input label legend link main map mark menu meter object output param picture portal progress search section select slot "
    "source summary table template time track video audio".split()
)
_DRAWN = {
    "svg": frozenset(
        "animate animatemotion animatetransform circle clippath defs desc ellipse filter foreignobject g image line "
        "lineargradient marker mask metadata mpath path pattern polygon polyline radialgradient rect set stop switch "
        "symbol text textpath tspan use view".split()
    ),
    "math": frozenset(
        "annotation maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo "
        "mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr "
        "munder munderover none semantics".split()
    ),
}
_BARE_ATTRIBUTES = frozenset(
    "allowfullscreen async autofocus autoplay checked compact contenteditable controls crossorigin declare default defer "
    "disabled download draggable formnovalidate hidden inert ismap itemscope loop multiple muted nohref nomodule "
    "noresize noshade novalidate nowrap open playsinline readonly required reversed selected spellcheck".split()
)


class StrayTags:
    """Tells a document's stray tags, which are text, from its markup; in HTML an end tag of an element that nothing
    opened is no text either."""

    def __init__(self, document: str, is_html: bool = False) -> None:
        self._opened = {found[2].lower() for found in _TAG.finditer(document) if not found[1]}
        self._closed = {found[2].lower() for found in _TAG.finditer(document) if found[1]}
        self._prefixes = {found.lower() for found in re.findall(r"\bxmlns:([\w.-]+)\s*=", document)}
        self._is_html = is_html

    def is_stray(self, tag: str) -> bool:
        """Whether such a piece of the document is text."""
        if tag.startswith("<!"):
            return not _DECLARATION.match(tag)
        if tag.startswith("<?"):
            return not _INSTRUCTION.fullmatch(tag)
        found = _TAG.fullmatch(tag.strip())
        if found is None:
            return tag.startswith("</")
        name, attributes = found[2].lower(), found[3]
        if found[1]:
            return name not in self._opened and not (self._is_html and name in _HTML)
        return not self._is_element(name, attributes) or not self._has_attributes(name, attributes)

    def _is_element(self, name: str, attributes: str) -> bool:
        if name in _WORDS and not attributes.strip():
            return name in self._closed or (name in {"body", "head"} and "html" in self._opened)
        prefix, _, local = name.partition(":")
        return (
            name in _HTML
            or name in self._closed
            or any(name in names and self._draws(element) for element, names in _DRAWN.items())
            or (bool(local) and prefix in self._prefixes)
            or attributes.endswith("/")
            or bool(_VALUED.search(attributes))
        )

    def _draws(self, element: str) -> bool:
        return any(name.rpartition(":")[2] == element for name in self._opened)

    def _has_attributes(self, name: str, attributes: str) -> bool:
        """Whether these are attributes and no words; an element of an author's own may have any, and what stands
        beside a quoted value is sloppy markup."""
        if attributes.strip() and attributes[0] not in "/ \t\r\n\f\"'":
            return False
        if _QUOTED.search(attributes) or ("-" in name and name in self._closed):
            return True
        words = _VALUED.sub(" ", attributes.lower()).replace("/", " ").split()
        return all(word in _BARE_ATTRIBUTES or word.startswith(("data-", "aria-")) for word in words)
