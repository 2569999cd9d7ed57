"""Whether text before the first heading is an author's, which is read, or a title page's: titles, names, imprint."""

import re
from collections.abc import Sequence

from pipeline.phases.phase1_structure.parsed import Block, BlockRole

# A notice of rights: decides for a paragraph of any length.
_NOTICE_WORDS = (
    r"©|copyright (?:©|\(c\)|[12]\d{3}|by\b)|all rights reserved|no part of this|rights? of .{3,60} to be identified|"
    r"\bisbn\b|library of congress|public domain|creative commons|\blicen[cs]ed? (?:under|by)|under the terms of|"
    r"alle rechte vorbehalten|tous droits réservés"
)
_NOTICE = re.compile(_NOTICE_WORDS, re.IGNORECASE)
# Said of a book and by nobody on its first pages.
_LEGAL = re.compile(rf"{_NOTICE_WORDS}|copyright|project gutenberg|transcriber[’']?s?\b|\be-?book\b", re.IGNORECASE)
# Words of an imprint that prose has too: decide for a line or two.
_IMPRINT = re.compile(
    r"\b(?:translated|edited|revised|illustrated|selected|compiled|prepared|produced|printed|published|reprinted|"
    r"typeset|übersetzt|herausgegeben|gedruckt|traduit)\b.{0,40}\b(?:by|from|in|at|for|von|aus|par|de)\b|"
    r"\b(?:edition|auflage|édition|press|publishers?|publishing|verlag|printers?|& co|and co)\b|"
    r"\b(?:1[4-9]|20)\d\d\b\W*$",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"\W*(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Tt]o|TO|[Ff]or)\b(?:[\s,]+(?:(?:my|the|and|of|de|van|von|der)\b|[A-ZÄÖÜ][\w.’'-]*))+\W*"
)
IMPRINT_WORDS = 25  # longest paragraph that _IMPRINT decides for
SHORTEST_SENTENCE, LONG_LINE = 3, 25  # words: a sentence; a paragraph that is prose without a stop
TITLE_SHARE = 0.8  # of the words of four letters and more begin with a capital in a title
PROSE_WORDS = 40  # beside a legal notice so much prose is the author's, less is the publisher's
UNREAD_WORDS = 80  # a title page of so many words is named in a warning
_SENTENCE_END = re.compile(r"[.!?;:…。！？．؟۔।॥·][\"'”’»«“)\]」』*_]*$")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")  # Thai, kana, Chinese: words without space between
UNSPACED_LETTERS = 2  # of these make about a word
_LEADERS = re.compile(r"(?:[.…·]\s?){4,}")


def is_notice(text: str) -> bool:
    """A notice of rights; one who writes about copyright writes none."""
    return bool(_NOTICE.search(text))


def is_imprint_line(text: str) -> bool:
    return len(text.split()) <= IMPRINT_WORDS and bool(_IMPRINT.search(text) or _BYLINE.fullmatch(text))


def is_imprint(text: str) -> bool:
    """A word of the trade decides for some lines only: a long paragraph that has it may be about books."""
    if len(text.split()) > IMPRINT_WORDS:
        return is_notice(text)
    return bool(_LEGAL.search(text)) or is_imprint_line(text)


def is_written_out(text: str) -> bool:
    """A sentence, or a paragraph too long for a title; no title, no line of a contents list."""
    words, count = text.split(), words_in(text)
    if count < SHORTEST_SENTENCE or _LEADERS.search(text):
        return False
    if not _SENTENCE_END.search(text) and count < LONG_LINE:
        return False
    long = [word for word in (word.strip("\"'“”‘’([*_") for word in words) if len(word) > 3 and word[0].isalpha()]
    return sum(word[0].isupper() for word in long) < TITLE_SHARE * max(len(long), 1)


def words_in(text: str) -> int:
    """Words, also of scripts that put no space between them (about so many)."""
    return max(len(text.split()), len(_UNSPACED.findall(text)) // UNSPACED_LETTERS)


def reads_as_prose(text: str) -> bool:
    return is_written_out(text) and not is_imprint(text)


def prose_words(blocks: Sequence[Block]) -> int:
    texts = [block.text for block in blocks if block.role is not BlockRole.HEADING]
    return sum(words_in(text) for text in texts if reads_as_prose(text))


def is_authors(blocks: Sequence[Block]) -> bool:
    """Whether these blocks are to be read: any prose is, beside a legal notice only as much as no publisher writes."""
    texts = [block.text for block in blocks if block.role is not BlockRole.HEADING]
    prose = prose_words(blocks)
    return prose >= PROSE_WORDS or (prose > 0 and not any(_LEGAL.search(text) for text in texts))


def unread_words(blocks: Sequence[Block]) -> int:
    """The words of a title page that may be more than one; 0 for one that is nothing else."""
    texts = [block.text for block in blocks if not _LEADERS.search(block.text)]
    words = sum(words_in(text) for text in texts if not is_imprint(text))
    return words if words >= UNREAD_WORDS or any(reads_as_prose(text) for text in texts) else 0
