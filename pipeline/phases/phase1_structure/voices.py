"""Who speaks in each section, the author, the translator or the editor: by title, signature and what it says of whom."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pipeline.phases.phase1_structure.credits import FIRST_PAGES, Credits, credits_of, spellings, surname
from pipeline.phases.phase1_structure.declared_units import words_of
from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.note_voices import signed_notes, unsigned_notes
from pipeline.phases.phase1_structure.parsed import BlockRole, ParsedBook, followers
from pipeline.phases.phase1_structure.person_names import shares_a_name, signature, spoken_words
from pipeline.phases.phase1_structure.voice_titles import (
    ABOUT_THE_AUTHOR,
    BY_NAME,
    DOUBTFUL,
    EDITORS,
    LIFE,
    TRANSLATORS,
    is_about,
    without_frame,
)
from schemas.ids import folded
from schemas.text import SectionKind, Voice

_TRANSLATING = re.compile(
    r"\b(?:(?:this|my|our|the present|a) (?:translation|version|rendering)\b|the translators?\b|i have translated|"
    r"in translating|diese übersetzung|der übersetzer)",
    re.IGNORECASE,
)
_EDITING = re.compile(
    r"\b(?:the editors?\b|this edition|the present edition|our edition|the publishers?\b)", re.IGNORECASE
)
_ROLE = re.compile(
    r"\W*(?:the |der |die |le |la |l[’'])?(?:(?P<author>author|verfasser(?:in)?|auteur|autor(?:in)?)|"
    r"(?P<translator>translators?|übersetzer(?:in)?|traducteur)|(?P<editor>editors?|publishers?|herausgeber(?:in)?|verleger|éditeur))\W*",
    re.IGNORECASE,
)
LARGEST_SHARE, WHOLE = 0.6, 0.95  # of the body's words: of what holds chapters, of any section
SIGNED_WITHIN = 3  # last paragraphs in which a signature stands
LONGEST_SIGNATURE = 12  # words
LEAST_NAMED, NAMED_EVERY = 3, 400  # times, words: who names the author so often is not the author


def with_voices(
    parsed: ParsedBook, kinds: Sequence[SectionKind], given: Mapping[str, Voice] | None = None
) -> ParsedBook:
    """The book with the voice of each mark, and with the names of those who speak where the file didn't declare them."""
    first = next((mark.at for mark, kind in zip(parsed.marks, kinds, strict=True) if kind is SectionKind.BODY), 0)
    printed = credits_of(parsed.blocks[: min(first, FIRST_PAGES)])
    metadata = replace(
        parsed.metadata,
        author=parsed.metadata.author or printed.author,
        translator=parsed.metadata.translator or printed.translator,
        editor=parsed.metadata.editor or printed.editor,
    )
    credits = replace(printed, translator=metadata.translator, editor=metadata.editor)
    parsed = replace(parsed, metadata=metadata)
    voices = section_voices(parsed, kinds, credits, given)
    marks = tuple(replace(mark, voice=voice) for mark, voice in zip(parsed.marks, voices, strict=True))
    return replace(parsed, marks=marks)


def section_voices(
    parsed: ParsedBook, kinds: Sequence[SectionKind], credits: Credits, given: Mapping[str, Voice] | None = None
) -> tuple[Voice, ...]:
    """One voice for each mark; what lies below a section speaks as it does. `given` are voices by title, which win."""
    speakers = _Speakers(parsed, tuple(kinds), credits)
    signed = signed_notes(parsed, kinds)
    named = {plain_title(title): voice for title, voice in (given or {}).items()}
    found: list[Voice] = []
    given_voice: list[bool] = []
    above: list[tuple[int, Voice, bool]] = []  # level, voice, whether the user gave it
    for index, (mark, kind) in enumerate(zip(parsed.marks, kinds, strict=True)):
        while above and above[-1][0] >= mark.level:
            above.pop()
        given_here = named.get(plain_title(mark.title))
        voice = given_here or signed.get(index)
        if voice is None and above and (above[-1][1] is not Voice.AUTHOR or above[-1][2]):
            voice = above[-1][1]
        if voice is None:
            voice = Voice.EDITOR if kind is SectionKind.BOILERPLATE else _voice(speakers, index)
        above.append((mark.level, voice, given_here is not None or bool(above and above[-1][2])))
        found.append(voice)
        given_voice.append(above[-1][2])
    notes = {index for index, kind in enumerate(kinds) if kind is SectionKind.NOTE and not given_voice[index]}
    of_author = {index for index in notes if found[index] is Voice.AUTHOR}
    theirs = unsigned_notes(parsed, kinds, credits, of_author, len(notes & set(signed)))
    return tuple(theirs.get(index, voice) for index, voice in enumerate(found))


@dataclass(frozen=True)
class _Speakers:
    """A book with those who may speak in it."""

    parsed: ParsedBook
    kinds: tuple[SectionKind, ...]
    credits: Credits

    @cached_property
    def spoken(self) -> frozenset[str]:
        return spoken_words(self.parsed.blocks)

    @cached_property
    def _followers(self) -> list[int | None]:
        return followers(self.parsed.marks)

    def texts(self, index: int) -> list[str]:
        """The section's paragraphs, with those of the sections below it."""
        mark = self.parsed.marks[index]
        blocks = self.parsed.blocks[mark.at + mark.heading_blocks : self._followers[index]]
        return [block.text for block in blocks if block.role is BlockRole.TEXT]

    @cached_property
    def body_words(self) -> int:
        read = {SectionKind.BODY, SectionKind.UNIT}
        bounds = [*(mark.at for mark in self.parsed.marks), len(self.parsed.blocks)]
        return sum(
            words_of(self.parsed.blocks[bounds[at] : bounds[at + 1]])
            for at, kind in enumerate(self.kinds)
            if kind in read
        )

    def is_main(self, index: int, texts: Sequence[str]) -> bool:
        """Whether the section is all of the book, or holds the chapters that make most of it: that is the author's."""
        below = self.parsed.marks[index + 1 : index + 2]
        holds = bool(below) and below[0].level > self.parsed.marks[index].level
        words = sum(len(text.split()) for text in texts)
        return words > (LARGEST_SHARE if holds else WHOLE) * self.body_words


def _voice(speakers: _Speakers, index: int) -> Voice:
    parsed, credits = speakers.parsed, speakers.credits
    mark = parsed.marks[index]
    other = Voice.TRANSLATOR if credits.translator else Voice.EDITOR
    if speakers.kinds[index] is SectionKind.UNIT:
        return Voice.AUTHOR
    title = " ".join(mark.title.split())
    author = parsed.metadata.author
    bare = plain_title(title)
    if TRANSLATORS.fullmatch(bare):
        return Voice.TRANSLATOR
    if EDITORS.fullmatch(bare):
        return Voice.EDITOR
    signed = BY_NAME.search(title)
    plain = plain_title(title[: signed.start()] if signed else title)
    life = LIFE.fullmatch(without_frame(plain))
    of_author = (life and _role(life["name"], author, credits) is Voice.AUTHOR) or is_about(plain, surname(author))
    about, doubtful = of_author or ABOUT_THE_AUTHOR.fullmatch(without_frame(plain)), DOUBTFUL.fullmatch(plain)
    if signed and (about or doubtful):
        return _role(signed.group(1), author, credits) or Voice.EDITOR
    if not (about or doubtful):
        return Voice.AUTHOR
    texts = speakers.texts(index)
    if speakers.is_main(index, texts):
        return Voice.AUTHOR
    signer = _by_signature(texts, author, speakers)
    if about:
        return signer or _role(credits.introduced_by, None, credits) or other
    return signer or _of_doubtful(texts, author, credits)


def _by_signature(texts: Sequence[str], author: str | None, speakers: _Speakers) -> Voice | None:
    """Who signs at the end; a name that is not the author's is an editor's."""
    first = next((at for at, text in enumerate(texts) if len(text.split()) > LONGEST_SIGNATURE), len(texts))
    for text in reversed(texts[max(first + 1, len(texts) - SIGNED_WITHIN) :]):  # a title below the title is none
        if len(text.split()) > LONGEST_SIGNATURE:
            continue
        role = _ROLE.fullmatch(text)
        if role and role.lastgroup:
            return Voice(role.lastgroup)
        voice = _role(text, author, speakers.credits)
        name = signature(text, speakers.spoken) if author and not voice else None
        if name and author:
            return Voice.AUTHOR if shares_a_name(name, author) else Voice.EDITOR
        if voice:
            return voice
    return None


def _of_doubtful(texts: Sequence[str], author: str | None, credits: Credits) -> Voice:
    """Of an unsigned preface or introduction: whether it is about this translation, or about the author."""
    whole = " ".join(texts)
    spelled = spellings(author)
    times = len(re.findall(rf"\b(?:{'|'.join(map(re.escape, spelled))})\b", whole)) if spelled else 0
    if times and _TRANSLATING.search(whole):
        return Voice.TRANSLATOR
    often = times >= LEAST_NAMED and times * NAMED_EVERY >= len(whole.split())
    if often:
        by = _role(credits.introduced_by, None, credits)
        return by or (Voice.TRANSLATOR if credits.translator and not credits.editor else Voice.EDITOR)
    return Voice.EDITOR if times and _EDITING.search(whole) else Voice.AUTHOR


def _role(name: str | None, author: str | None, credits: Credits) -> Voice | None:
    """Whose name it is."""
    if not name:
        return None
    words = set(re.findall(r"\w+", folded(name)))
    for person, voice in (
        (author, Voice.AUTHOR),
        (credits.translator, Voice.TRANSLATOR),
        (credits.editor, Voice.EDITOR),
        (credits.introduced_by, Voice.EDITOR),
    ):
        last = surname(person)
        if last and folded(last) in words:
            return voice
        if person and _initials(name) and _initials(name) == _initials_of(person):
            return voice
    return None


def _initials(text: str) -> str:
    """ "WW" of a signature "W. W."."""
    found = re.fullmatch(r"\W*((?:[A-Z]\.\s*){2,4})\W*", text)
    return re.sub(r"[^A-Z]", "", found.group(1)) if found else ""


def _initials_of(name: str) -> str:
    return "".join(word[0] for word in name.split(",")[0].split() if word[0].isupper())
