"""Which kind an EPUB declares a section to be, by the types of its elements or by the guide."""

from collections.abc import Sequence

from pipeline.phases.phase1_structure.parsers.markup_elements import MarkupBlock
from pipeline.phases.phase1_structure.running_prose import words_of_prose
from pipeline.phases.phase1_structure.title_page import UNREAD_WORDS, words_in
from schemas.text import SectionKind

_BARE = frozenset("titlepage halftitlepage cover toc loi lot landmarks frontispiece".split())  # they hold no prose
_KINDS = {
    SectionKind.BOILERPLATE: frozenset("imprint colophon copyright-page other-credits credits".split()),
    SectionKind.FRONT: _BARE | frozenset("dedication epigraph acknowledgments acknowledgements contributors".split()),
    SectionKind.BACK: frozenset("index bibliography glossary endnotes footnotes rearnotes".split()),
}
_CHAPTERS = frozenset(
    "volume part chapter division preface foreword prologue introduction epilogue afterword conclusion appendix".split()
)


def declared_kind(landmark: str, blocks: Sequence[MarkupBlock]) -> SectionKind | None:
    """The kind of a section with these blocks; `landmark` is what the guide says of it. A chapter's epigraph says
    nothing of the chapter, and a page of prose is no cover, whoever calls it one."""
    texts = [block for block in blocks if not block.heading] or blocks
    named = {*_words(landmark)}
    kind = _kind_of(named)
    if kind is None:
        kinds = [_kind_of(_words(block.types)) for block in texts]
        kind = next(iter(kinds), None)
        named = {word for block in texts for word in _words(block.types)}
        untyped = [block.text for block, said in zip(texts, kinds, strict=True) if said is None]
        if words_of_prose(untyped) or 2 * _words_in(untyped) > _words_in([block.text for block in texts]):
            return None
    if named & _BARE and words_of_prose([block.text for block in texts]) >= UNREAD_WORDS:
        return None
    return kind


def _words_in(texts: Sequence[str]) -> int:
    return sum(map(words_in, texts))


def _words(types: str) -> list[str]:
    return [word.rpartition(":")[2].removeprefix("doc-") for word in types.lower().split()]


def _kind_of(types: Sequence[str] | set[str]) -> SectionKind | None:
    kind = next((kind for kind, names in _KINDS.items() if not names.isdisjoint(types)), None)
    return None if kind is SectionKind.FRONT and not _CHAPTERS.isdisjoint(types) else kind
