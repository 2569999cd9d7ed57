"""Words set with spaces between their letters for emphasis ("s e h r", "S p i n o z a"), read as words."""

import itertools
import re
from collections.abc import Iterable, Sequence

from pipeline.phases.phase1_structure.labels import ROMAN

SHORTEST_WORD, DIFFERENT = 4, 3  # letters, different ones; "A B C" is a row of names, "I I I I" one of marks
_SPACED = re.compile(r"(?:[^\W\d_][.:,]? ){3,}[^\W\d_][.:,]?")
_NUMBER_AT_END = re.compile(
    rf"(CHAPTER|PART|BOOK|VOLUME|SECTION|LETTER|ESSAY|LECTURE|KAPITEL|TEIL|THEIL|BUCH|BAND|LIVRE|CHAPITRE)({ROMAN}[.:]?)"
)
VOWELS = frozenset("aeiouyäöüéèêàâôîûœæáíóú")
SHORTEST = 3  # letters of a run
LONGEST_WORD = 60  # letters of one word of several in a run: a line of signs as long as a book has an end
SHORTEST_UNKNOWN = 6  # letters of a word that stands nowhere else in the book; shorter rows may be signs of a calculus
LEAST_VOWELS, MOST_VOWELS = 0.2, 0.75  # of the letters of such a word
_RUN = r"[^\W\d_](?: [^\W\d_])+"
_RUNS = re.compile(rf"(?<![=+−×·/|<>] )(?<![\w'’-]){_RUN}(?: {{2,3}}{_RUN})*(?![\w'’])(?! [=+−×·/|<>-])")
_RUN_AT_END = re.compile(rf"(?<![\w'’-]){_RUN} [a-zäöüß]$")
_RUN_AT_START = re.compile(r"[a-zäöüß](?: [a-zäöüß])+[.,;:!?]?(?= )")
_GAP = re.compile(r"( {2,3})")
_WORD = re.compile(r"[^\W\d_]{2,}")


def spaced_words_joined(lines: Sequence[str]) -> list[str]:
    """The lines with the spaced words in them whole; the words that `lines` hold elsewhere tell where one ends."""
    if not any(_RUNS.search(line) for line in lines):
        return list(lines)
    known = _words(lines)
    return [_RUNS.sub(lambda runs: _read(runs.group(), known), line) for line in _runs_whole(lines, known)]


def _runs_whole(lines: Sequence[str], known: frozenset[str]) -> list[str]:
    """The lines with a row of letters that a line's end parts on the first of its lines: a spaced word is parted there
    without a hyphen. Rows that are words by themselves stay where they are."""
    done = list(lines)
    for at in range(len(done) - 1):
        end = _RUN_AT_END.search(done[at], max(0, len(done[at]) - 2 * LONGEST_WORD))
        start = end and _RUN_AT_START.match(done[at + 1])
        if end and start:
            halves = [re.sub(r"\W", "", one.group()).casefold() for one in (end, start)]
            if "".join(halves) in known or not known & set(halves):
                done[at] = f"{done[at]} {start.group()}"
                done[at + 1] = done[at + 1][start.end() :].lstrip()
    return done


def _words(lines: Iterable[str]) -> frozenset[str]:
    return frozenset(word for line in lines for word in _WORD.findall(line.casefold()))


def _read(runs: str, known: frozenset[str]) -> str:
    """The spaced words, parted by wider gaps; where one of several is read as a word, so are its neighbours."""
    pieces = _GAP.split(runs)
    read = [_word(piece, known) for piece in pieces[::2]]
    if len(read) > 1 and any(read):
        read = [one or piece.replace(" ", "") for one, piece in zip(read, pieces[::2], strict=True)]
    pieces[::2] = [one or piece for one, piece in zip(read, pieces[::2], strict=True)]
    return "".join(pieces)


def _word(run: str, known: frozenset[str]) -> str | None:
    """What the row of letters says, one word or several; None where it is no word."""
    letters = run.replace(" ", "")
    folded = letters.casefold()
    if len(letters) < SHORTEST or all(one < other for one, other in itertools.pairwise(folded)):
        return None
    if folded in known:
        return letters
    words = _parted(folded, known)
    if words:
        ends = list(itertools.accumulate(map(len, words)))
        return " ".join(letters[start:end] for start, end in zip([0, *ends], ends, strict=False))
    return letters if _is_like_a_word(letters) else None


def _parted(folded: str, known: frozenset[str]) -> list[str]:
    """The fewest known words, of three letters at least but for one, that make up the row; none if there is no such way."""
    reached: dict[int, tuple[int, int]] = {0: (0, 0)}  # the letters made up: of how many words, where the last begins
    for start in range(len(folded)):
        if start not in reached:
            continue
        count = reached[start][0] + 1
        for end in range(start + 1, min(start + LONGEST_WORD, len(folded)) + 1):
            if folded[start:end] in known:
                reached[end] = min(reached.get(end, (count, start)), (count, start))
    found: list[str] = []
    end = len(folded)
    while end and end in reached:
        start = reached[end][1]
        found.append(folded[start:end])
        end = start
    return found[::-1] if sum(len(word) < SHORTEST for word in found) <= 1 and len(folded) >= SHORTEST_UNKNOWN else []


def _is_like_a_word(letters: str) -> bool:
    vowels = sum(char in VOWELS for char in letters.casefold())
    rest = letters[1:]
    return (
        len(letters) >= SHORTEST_UNKNOWN
        and (rest.islower() or letters.isupper())
        and LEAST_VOWELS * len(letters) <= vowels <= MOST_VOWELS * len(letters)
    )


def _is_spaced(line: str) -> bool:
    """A line in capitals with a word of spaced letters in it, and nothing else but short words."""
    if any(char.islower() for char in line):
        return False
    groups = _groups(line)
    spaced = [group for group in groups if _SPACED.fullmatch(group) and _is_name(group)]
    return bool(spaced) and all(" " not in group or _is_row(group) for group in groups)


def _groups(line: str) -> list[str]:
    """The words of a spaced line: what two spaces or more part."""
    return re.split(r"\s{2,}", line.strip())


def _is_row(group: str) -> bool:
    return all(len(piece.strip(".:,")) <= 1 for piece in group.split(" "))


def _is_name(group: str) -> bool:
    """Letters in the order of the alphabet are a row of names, those without a vowel an abbreviation."""
    letters = [char for char in group if char.isalpha()]
    in_order = all(one < other for one, other in itertools.pairwise(letters))
    several = len(set(letters)) >= DIFFERENT
    return len(letters) >= SHORTEST_WORD and several and not in_order and any(char in "AEIOUÄÖÜÉÈ" for char in letters)


def heading_words(line: str) -> str:
    """A heading in capitals with its spaced words whole; other lines as they are."""
    if not _is_spaced(line):
        return line
    indent = line[: len(line) - len(line.lstrip())]
    words = (group.replace(" ", "") if _is_row(group) else group for group in _groups(line))
    return indent + " ".join(
        _NUMBER_AT_END.sub(r"\1 \2", word) if _NUMBER_AT_END.fullmatch(word) else word for word in words
    )
