"""Text in angle brackets inside Markdown that is no HTML: "<think>", a closing "</s>" that nothing opened."""

import re

_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)([^<>]*)>")
_KNOWN = frozenset(
    "a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption "
    "center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset "
    "figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd "
    "label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p param picture "
    "pre progress q rp rt ruby s samp script section select small source span strike strong style sub summary sup svg "
    "table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr".split()
)


class StrayTags:
    """Tells a document's stray tags, which are text, from its markup."""

    def __init__(self, document: str) -> None:
        self._opened = {found[2].lower() for found in _TAG.finditer(document) if not found[1]}
        self._closed = {found[2].lower() for found in _TAG.finditer(document) if found[1]}

    def is_stray(self, tag: str) -> bool:
        found = _TAG.fullmatch(tag.strip())
        if found is None:
            return False
        name = found[2].lower()
        if found[1]:
            return name not in self._opened
        if name in _KNOWN or ":" in name:
            return False
        return not found[3].strip(" /") and name not in self._closed

    def escaped(self, html: str) -> str:
        """The same HTML with its stray tags made text."""
        return _TAG.sub(
            lambda found: f"&lt;{found.group()[1:]}" if self.is_stray(found.group()) else found.group(), html
        )
