"""What single paragraphs of plain text look like: capitals, usual titles, notes, prose, verse, a title below a number."""

import re
from collections.abc import Sequence

from pipeline.phases.phase1_structure.labels import label_of
from pipeline.phases.phase1_structure.note_labels import is_in_brackets
from pipeline.phases.phase1_structure.parsers.text_paragraphs import Paragraph

COMMON_TITLE = re.compile(
    r"(?:(?:author[’']?s |translator[’']?s |editor[’']?s |publishers?[’']? )?"
    r"(?:preface|introduction|foreword|note|advertisement)"
    r"(?: to .*)?|prologue|epilogue|conclusion|appendix.*|(?:table of )?contents|footnotes|endnotes|notes|"
    r"index|glossary|bibliography|references|dedication|postscript|vorwort|vorrede|einleitung|nachwort|anhang|schluss|schluß)"
)
_CALL = re.compile(r"\s?(?:\{\d{1,3}\}|\[\d{1,3}\]|[*†‡])+$")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’»)\]]*$")
LONGEST_HEADING = 18  # words
LONGEST_TITLE = 12  # words of a line in small letters that is a title
VERSE_LINES, VERSE_WIDTH = 3, 60  # lines of a stanza at least; letters of its lines at most, prose is set wider


def without_call(title: str) -> str:
    """The title without the mark of a note to it: "Of Salt.{30}"."""
    return _CALL.sub("", title) or title


def is_capitals(text: str) -> bool:
    """Set in capitals, as most headings of plain text are."""
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 2 and all(char.isupper() for char in letters)


def ends_sentence(text: str) -> bool:
    return bool(_SENTENCE_END.search(text))


def is_note(paragraph: Paragraph) -> bool:
    return is_in_brackets(paragraph.text) or set(paragraph.lines[0].strip()) <= set("=-_*~")


def is_prose(paragraph: Paragraph | None) -> bool:
    return paragraph is not None and len(paragraph.text.split()) > LONGEST_HEADING and not is_verse(paragraph)


def is_verse(paragraph: Paragraph) -> bool:
    """Short lines that each begin with a capital."""
    lines = [line.strip() for line in paragraph.lines]
    return len(lines) >= VERSE_LINES and all(
        len(line) <= VERSE_WIDTH and line.lstrip("\"“'‘—([")[:1].isupper() for line in lines
    )


def is_title_line(paragraphs: Sequence[Paragraph], at: int) -> bool:
    """A short line without a full stop and without a number, above prose: the title of a chapter in small letters."""
    if at + 1 >= len(paragraphs):
        return False
    paragraph = paragraphs[at]
    text = without_call(paragraph.text)
    if len(paragraph.lines) > 2 or len(text.split()) > LONGEST_TITLE or text[-1] in ".,;:!-—":
        return False
    return text[0].isupper() and len(text) > 2 and label_of(text) is None and is_prose(paragraphs[at + 1])
