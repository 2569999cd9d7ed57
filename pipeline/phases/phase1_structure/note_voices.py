"""Whose a note is: by its signature, else by what a translator or editor says and an author doesn't."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from pipeline.phases.phase1_structure.credits import Credits, spellings
from pipeline.phases.phase1_structure.language import language_of, two_letters
from pipeline.phases.phase1_structure.parsed import BlockRole, ParsedBook
from schemas.text import SectionKind, Voice

_SIGNATURE = re.compile(  # the role alone, behind a dash or, after the end of a sentence, in brackets
    r"(?:[—–]\s*|--\s*|(?<=[.!?”\"’')])\s*[\[(]\s*)"
    r"(?:the |d\. )?(tr|trans|transl|translator|übers|üb|ed|editor|hrsg|hg|publisher)(?:[’']?s[’']? note)?\.?\s*[\])]?\W*$",
    re.IGNORECASE,
)
_TRANSCRIBERS = re.compile(
    r"\b(?:distributed proofread\w*|project gutenberg|transcribers?\b(?:['’]s?)? note|original text was|"
    r"(?:corrected|fixed|changed) (?:here )?by (?:the )?transcribers?)\b",
    re.IGNORECASE,
)
_OF_THE_TEXT = re.compile(
    r"\b(?:(?:I|we) have (?:here )?(?:translated|rendered)|(?:here|thus|so|literally|usually|generally|commonly) (?:translated|rendered)|"
    r"[Rr]endered [\"“‘'«]|[Tt]ranslated (?:as |here )?[\"“‘'«]|(?:this|the present|my|our) (?:translation|version|rendering)|the translators?\b|"
    r"(?:the )?(?:correct|true|alternative|variant|various) readings?\b|misprint|"
    r"the (?:Dutch|Latin|German|French|English|Greek|Italian) (?:version|translation|translator|text|edition)s?\b|"
    r"im Original\b|(?:die|der) Übersetz(?:ung|er)\b|Lesart)|\b[A-Z]\w+ reads?\b[:,]?\s*(?:[\"“‘«]|[a-z]\w+(?:—|\.))",
)
_FIRST_PERSON = re.compile(
    r"\b(?:I|[Mm]y|[Mm]e|[Mm]yself|[Ww]e|[Oo]ur|[Uu]s|[Ii]ch|[Mm]eine?[rmns]?|[Ww]ir|[Uu]ns(?:ere?)?|[Jj]e|[Mm]on|[Nn]ous)\b"
)
_PHRASE = re.compile(r"[^\d,;=\[\]]+")
_WORD = re.compile(r"[^\W\d_]+")
LONGEST_GLOSS = 8  # words of a term of the original beside its translation
LEAST_USED = 3  # times; a term of the original may stand in the text once or twice
LEAST_FOREIGN = 0.5  # of a gloss's words the book doesn't use
FEWEST_GLOSSES = 3  # tell together which language they are of; fewer only by their own length
LONGEST_SINGLE_GLOSS = 4  # words from which a phrase alone tells its language
LONGEST_REMARK = 12  # words of a note that is theirs where most are
MOST = 0.5  # of the notes to the author's text are theirs where most are


def signed_notes(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> dict[int, Voice]:
    """The voice of each note (by its mark) that says whose it is."""
    found: dict[int, Voice] = {}
    for index, text in _texts(parsed, kinds).items():
        signed = _SIGNATURE.search(text)
        if signed:
            found[index] = Voice.TRANSLATOR if signed[1][0] in "TtÜü" else Voice.EDITOR
        elif _TRANSCRIBERS.search(text):
            found[index] = Voice.EDITOR
    return found


def unsigned_notes(
    parsed: ParsedBook, kinds: Sequence[SectionKind], credits: Credits, among: Set[int], signed: int
) -> dict[int, Voice]:
    """Those notes to the author's own text (`among`, by mark) that are the translator's or editor's, if the book has
    one; of others' notes to it so many are `signed`."""
    if not among or not (credits.translator or credits.editor):
        return {}
    texts = {index: text for index, text in _texts(parsed, kinds).items() if index in among}
    name = spellings(parsed.metadata.author)
    of_author = re.compile(rf"\b(?:{'|'.join(map(re.escape, name))})\b") if name else None
    found = _glosses(parsed, texts) | {
        index
        for index, text in texts.items()
        if _in_brackets(text) or _OF_THE_TEXT.search(text) or (of_author and of_author.search(text))
    }
    if len(found) + signed > MOST * (len(texts) + signed):
        short = {index for index, text in texts.items() if len(text.split()) <= LONGEST_REMARK}
        found |= {index for index in short if not _FIRST_PERSON.search(texts[index])}
    return dict.fromkeys(found, Voice.TRANSLATOR if credits.translator else Voice.EDITOR)


def _texts(parsed: ParsedBook, kinds: Sequence[SectionKind]) -> dict[int, str]:
    return {index: _text(parsed, index) for index, kind in enumerate(kinds) if kind is SectionKind.NOTE}


def _text(parsed: ParsedBook, index: int) -> str:
    """The note's own paragraphs."""
    after = parsed.marks[index + 1].at if index + 1 < len(parsed.marks) else None
    blocks = parsed.blocks[parsed.marks[index].at : after]
    return " ".join(block.text for block in blocks if block.role is BlockRole.NOTE).strip()


def _in_brackets(text: str) -> bool:
    return text.startswith("[") and text.rstrip(".").endswith("]") and "[" not in text[1:]


def _glosses(parsed: ParsedBook, notes: Mapping[int, str]) -> set[int]:
    """The notes that are a word or phrase of another language, that of the original: "Empfindung."."""
    body = [block.text for block in parsed.blocks if block.role is BlockRole.TEXT]
    language = language_of(body, parsed.metadata.language, None)
    short = {
        index: text
        for index, text in notes.items()
        if len(text.split()) <= LONGEST_GLOSS
        and not _FIRST_PERSON.search(text)
        and _PHRASE.fullmatch(text)
        and not re.search(r"[.!?]\s", text)
    }
    if not short:
        return set()
    asked = {word.lower() for text in short.values() for word in _WORD.findall(text)}
    often = Counter(word for text in body for word in _WORD.findall(text) if word in asked)
    words = {word for word, count in often.items() if count >= LEAST_USED}
    foreign = {index: text for index, text in short.items() if _is_foreign(_WORD.findall(text), words)}
    if len(foreign) < FEWEST_GLOSSES:
        foreign = {index: text for index, text in foreign.items() if len(text.split()) >= LONGEST_SINGLE_GLOSS}
    of = language_of([" ".join(foreign.values())], None, None)
    return set(foreign) if foreign and of != two_letters(language) else set()


def _is_foreign(words: Sequence[str], known: Set[str]) -> bool:
    return sum(word.lower() not in known for word in words) > LEAST_FOREIGN * len(words)
