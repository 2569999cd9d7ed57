"""Project Gutenberg's frame around a book: where its header ends and its licence begins, what the header says."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.labels import unit_of
from pipeline.phases.phase1_structure.parsed import Block, Mark, Metadata
from pipeline.phases.phase1_structure.title_page import PROSE_WORDS, UNREAD_WORDS, is_authors, prose_words

_NAME = re.compile(r"project gutenberg|\bp\.?g\.? e-?text", re.IGNORECASE)
_START = re.compile(
    r"\*{3}\s*START OF (?:THE |THIS )?PROJECT GUTENBERG(?:[’']S| E-?(?:BOOK|TEXT))\b[^*]*(?P<stars>\*{3}|\Z)",
    re.IGNORECASE,
)
_SMALL_PRINT = re.compile(r"\*END[\s*]*THE SMALL PRINT[^*]*(?P<stars>\*|\Z)(?:[^\s*]*\*END\*)?")
_END = re.compile(
    r"(?:\*{3}\s*END OF (?:THE |THIS )?PROJECT GUTENBERG(?:[’']S| E-?(?:BOOK|TEXT))\b[^*]*(?P<stars>\*{3}|\Z)|"
    r"End of (?:the |this )?Project Gutenberg(?:[’']s| E-?(?:book|text))\b[^*]*)",
    re.IGNORECASE,
)
_CREDITS = re.compile(
    r"\W*(?:(?:e-?(?:text|book)|this .{1,40}) )?(?:produced|prepared|transcribed|scanned)\b", re.IGNORECASE
)
_LICENCE = re.compile(
    r"literary archive|\bpglaf\b|redistribut|trademark|full licen[cs]e|small print|gutenberg\.(?:org|net)", re.I
)
_SENTENCE_END = re.compile(r"[.!?][\"'”’)]*$")
LONGEST_LINE = 40  # words
HEADER_BLOCKS = 400  # how far into a file a header may go
NAMED_WITHIN = 5  # blocks from a header's beginning it names Project Gutenberg
_CHAPTERS = frozenset("chapter chap part book volume letter essay kapitel teil buch chapitre partie livre".split())

_FIELDS = re.compile(
    r"\b(Title|Author|Translator|Editor|Language|Release Date|Posting Date|Last Updated|"
    r"Illustrator|Credits|Produced by|"
    r"Character set encoding|Original publication|First Posted|Most recently updated|Commentator)\s*:\s*"
)


def header_metadata(header: str, metadata: Metadata) -> Metadata:
    """`metadata` with what the header names; the header is the better witness for title and author."""
    found: dict[str, str] = {}
    pieces = list(_FIELDS.finditer(header))
    for index, piece in enumerate(pieces):
        stop = pieces[index + 1].start() if index + 1 < len(pieces) else len(header)
        value = re.split(r"\n\n|\*\*\*", header[piece.end() : stop])[0]
        found.setdefault(piece.group(1), " ".join(value.split()))
    return replace(
        metadata,
        title=found.get("Title") or metadata.title,
        author=found.get("Author") or metadata.author,
        translator=found.get("Translator") or metadata.translator,
        language=found.get("Language") or metadata.language,
    )


def last_of_header(blocks: Sequence[Block], marks: Sequence[Mark]) -> int | None:
    """The block that ends the header; a text by an author between two such lines ends it at the first, a line with a
    chapter above it is quoted."""
    stop = min((mark.at for mark in marks if _is_chapter(mark)), default=HEADER_BLOCKS)
    found = [at for at, block in enumerate(blocks[: min(stop, HEADER_BLOCKS)]) if _ends_header(block.text)]
    if not found or not _is_header(blocks[: found[0]]):
        return None
    last = found[0]
    for at in found[1:]:
        between = blocks[last + 1 : at]
        if is_authors(between) and not _has_small_print(between):
            break
        last = at
    return last


def unread_in_header(blocks: Sequence[Block]) -> int:
    """The words of a header that may be an author's; 0 for one that holds no more than its publisher writes."""
    words = 0 if _has_small_print(blocks) else prose_words(blocks)
    return words if words >= PROSE_WORDS else 0


def first_of_licence(blocks: Sequence[Block], marks: Sequence[Mark]) -> int | None:
    """The block that ends the book's text; a line like it with chapters or prose behind it is quoted."""
    start = max((at for at, block in enumerate(blocks) if _ends_header(block.text)), default=-1)
    chapter = max((mark.at for mark in marks if _is_chapter(mark)), default=-1)
    for at in range(max(start, chapter) + 1, len(blocks)):
        if _is_line(_END, blocks[at].text) and _is_licence(blocks[at + 1 :]):
            above = at > start + 1 and _END.match(blocks[at - 1].text)
            return at - 1 if above else at
    return None


def _is_chapter(mark: Mark) -> bool:
    return unit_of(mark.title) in _CHAPTERS


def _ends_header(text: str) -> bool:
    return _is_line(_START, text) or _is_line(_SMALL_PRINT, text)


def _is_line(pattern: re.Pattern[str], text: str) -> bool:
    """Whether the block is such a line, perhaps run together with the header's fields above it or the credits or the
    other closing line below; one without closing stars is no sentence."""
    found = pattern.search(text)
    if found is None or len(found.group().split()) > LONGEST_LINE:
        return False
    before, after = text[: found.start()].strip(), text[found.end() :].strip()
    if before and not _FIELDS.search(before) and not _CREDITS.match(before):
        return False
    if after:
        return bool(_CREDITS.match(after) or (pattern is _END and _is_line(_END, after)))
    return bool(found["stars"]) or not _SENTENCE_END.search(found.group().rstrip())


def _is_header(blocks: Sequence[Block]) -> bool:
    return not is_authors(blocks) or any(_NAME.search(block.text) for block in blocks[:NAMED_WITHIN])


def _is_licence(blocks: Sequence[Block]) -> bool:
    return prose_words(blocks) < UNREAD_WORDS or any(_LICENCE.search(block.text) for block in blocks)


def _has_small_print(blocks: Sequence[Block]) -> bool:
    return any("SMALL PRINT" in block.text for block in blocks)
