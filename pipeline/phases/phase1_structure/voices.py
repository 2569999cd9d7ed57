"""Who speaks in each section, the author, the translator or the editor: by title, signature and what it says of whom."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.credits import FIRST_PAGES, Credits, credits_of, spellings, surname
from pipeline.phases.phase1_structure.labels import plain_title
from pipeline.phases.phase1_structure.note_voices import signed_notes, unsigned_notes
from pipeline.phases.phase1_structure.parsed import BlockRole, Mark, ParsedBook
from schemas.ids import folded
from schemas.text import SectionKind, Voice

_KINDS = (
    r"(?:(?:preface|introduction|foreword|note|notes|remarks?|afterword|postscript|advertisement|commentary|essay|epilogue|"
    r"vorwort|vorrede|einleitung|nachwort|anmerkung(?:en)?|bemerkung(?:en)?)\b.*)"
)
_TRANSLATORS = re.compile(
    rf"(?:the )?translators?[’']?s?[’']? {_KINDS}|(?:note|preface|introduction|foreword|afterword) (?:by|of|from) the translators?|"
    r"(?:vorwort|vorrede|einleitung|nachwort|anmerkung(?:en)?) des übersetzers|(?:préface|note|avant-propos) du traducteur",
    re.IGNORECASE,
)
_EDITORS = re.compile(
    rf"(?:the )?(?:general |series |volume )?(?:editors?|publishers?|transcribers?)[’']?s?[’']? {_KINDS}|"
    r"(?:note|preface|introduction|foreword|afterword|advertisement) (?:by|of|from) the (?:editors?|publishers?)|"
    r"(?:vorwort|vorrede|einleitung|nachwort|anmerkung(?:en)?) (?:des herausgebers|der herausgeber(?:in)?|des verlegers)|"
    r"(?:préface|note|avant-propos) de l[’']éditeur|colophon|imprint|uncopyright|.*project gutenberg.*",
    re.IGNORECASE,
)
_ABOUT_THE_AUTHOR = re.compile(
    r"(?:introductory|biographical|prefatory) (?:essays?|notes?|notice|sketch|memoir|introduction)|"
    r"critical (?:introduction|notice)|essays? introductory|(?:\w+ )?introductory essays?\b.*|about the author",
    re.IGNORECASE,
)
_LIFE = re.compile(
    r"(?:the )?(?:life(?: and (?:works?|times|writings|death))?|memoir|biography) of (?P<name>.+)", re.IGNORECASE
)
_BY_NAME = re.compile(r"\b(?:[Bb]y|BY|von|par)\s+((?:[A-ZÄÖÜ][\w.’'-]*\s*){1,5})$")
_DOUBTFUL = re.compile(
    r"(?:(?:the|an?) )?(?:general |short |brief |historical )?(?:preface|foreword|introduction|introductory|prologue|"
    r"introductory remarks|advertisement|notes?|note on the .*|afterword|postscript|appendix|vorwort|vorrede|einleitung|"
    r"nachwort|avant-propos|préface)(?: to (?:the|this) .*)?",
    re.IGNORECASE,
)
_TRANSLATING = re.compile(
    r"\b(?:(?:this|my|our|the present|a) (?:translation|version|rendering)\b|the translators?\b|i have translated|"
    r"in translating|diese übersetzung|der übersetzer)",
    re.IGNORECASE,
)
_EDITING = re.compile(
    r"\b(?:the editors?\b|this edition|the present edition|our edition|the publishers?\b)", re.IGNORECASE
)
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
            voice = Voice.EDITOR if kind is SectionKind.BOILERPLATE else _voice(parsed, index, kind, credits)
        above.append((mark.level, voice, given_here is not None or bool(above and above[-1][2])))
        found.append(voice)
        given_voice.append(above[-1][2])
    notes = {index for index, kind in enumerate(kinds) if kind is SectionKind.NOTE and not given_voice[index]}
    of_author = {index for index in notes if found[index] is Voice.AUTHOR}
    theirs = unsigned_notes(parsed, kinds, credits, of_author, len(notes & set(signed)))
    return tuple(theirs.get(index, voice) for index, voice in enumerate(found))


def _voice(parsed: ParsedBook, index: int, kind: SectionKind, credits: Credits) -> Voice:
    mark = parsed.marks[index]
    other = Voice.TRANSLATOR if credits.translator else Voice.EDITOR
    if kind is SectionKind.UNIT:
        return Voice.AUTHOR
    title = " ".join(mark.title.split())
    bare = plain_title(title)
    if _TRANSLATORS.fullmatch(bare):
        return Voice.TRANSLATOR
    if _EDITORS.fullmatch(bare):
        return Voice.EDITOR
    signed = _BY_NAME.search(title)
    plain = plain_title(title[: signed.start()] if signed else title)
    life = _LIFE.fullmatch(plain)
    of_author = life and _role(life["name"], parsed.metadata.author, credits) is Voice.AUTHOR
    about, doubtful = of_author or _ABOUT_THE_AUTHOR.fullmatch(plain), _DOUBTFUL.fullmatch(plain)
    if signed and (about or doubtful):
        return _role(signed.group(1), parsed.metadata.author, credits) or Voice.EDITOR
    if about:
        return _role(credits.introduced_by, None, credits) or other
    if not doubtful:
        return Voice.AUTHOR
    return _of_doubtful(_texts(parsed, index), parsed.metadata.author, credits)


def _of_doubtful(texts: Sequence[str], author: str | None, credits: Credits) -> Voice:
    """Of a preface or introduction: its signature, then whether it is about this translation, or about the author."""
    for text in reversed(texts[-SIGNED_WITHIN:]):
        voice = _role(text, author, credits) if len(text.split()) <= LONGEST_SIGNATURE else None
        if voice:
            return voice
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


def _texts(parsed: ParsedBook, index: int) -> list[str]:
    """The section's paragraphs, with those of the sections below it."""
    mark: Mark = parsed.marks[index]
    after = (other.at for other in parsed.marks[index + 1 :] if other.level <= mark.level)
    blocks = parsed.blocks[mark.at + mark.heading_blocks : next(after, None)]
    return [block.text for block in blocks if block.role is BlockRole.TEXT]
