"""How a place below the contents is cited: "§ 12", "E2p7s", "III.12", by one scheme a book."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.phases.phase1_structure.label_values import values_of
from pipeline.phases.phase1_structure.labels import ROMAN, is_container, plain_title
from pipeline.phases.phase1_structure.outline import Outline
from pipeline.phases.phase1_structure.unit_labels import MAIN, UnitLabel, heading_kind, heading_label
from schemas.text import ReferenceScheme, Section, SectionKind, UnitKind

FEWEST_PROPOSITIONS = 10  # make a book one that is cited by them
_CODES = {
    UnitKind.PROPOSITION: "p",
    UnitKind.LEMMA: "lem",
    UnitKind.DEFINITION: "def",
    UnitKind.AXIOM: "ax",
    UnitKind.POSTULATE: "post",
    UnitKind.PROBLEM: "prob",
    UnitKind.PROOF: "d",
    UnitKind.COROLLARY: "c",
    UnitKind.NOTE: "s",
    UnitKind.EXPLANATION: "e",
}
# Text of a part that is no unit, by the first word of its title.
_BESIDE = {
    "appendix": "app", "anhang": "anh", "appendice": "app", "preface": "pref", "vorrede": "vorr", "préface": "pref",
    "introduction": "intr", "einleitung": "einl",
}  # fmt: skip
_SMALL_WORDS = frozenset(
    "the a an of on in to and concerning der die das ein eine von über und le la les de du des".split()
)


_NUMERAL = re.compile(rf"§?[\d.]+[a-z]?|{ROMAN}|[A-Z]", re.IGNORECASE)


def scheme_of(sections: Sequence[Section]) -> ReferenceScheme:
    """What the book's own units suggest."""
    kinds = Counter(section.unit for section in sections)
    if kinds[UnitKind.PROPOSITION] >= max(FEWEST_PROPOSITIONS, kinds[UnitKind.NUMBER]):
        return ReferenceScheme.GEOMETRIC
    return ReferenceScheme.NUMBERED if kinds else ReferenceScheme.NONE


def cited(outline: Outline, title: str, scheme: ReferenceScheme | None = None, prefix: str | None = None) -> Outline:
    """The outline with each unit's reference."""
    found = section_references(outline.sections, title, scheme, prefix)
    sections = (section.model_copy(update={"ref": ref}) for section, ref in zip(outline.sections, found, strict=True))
    return replace(outline, sections=tuple(sections))


def section_references(
    sections: Sequence[Section], title: str, scheme: ReferenceScheme | None = None, prefix: str | None = None
) -> tuple[str | None, ...]:
    """One reference for each section, None for those that can't be cited so; no two are equal.

    `geometric` is the customary way to cite Spinoza (E2p7s: Ethics, part 2, proposition 7, scholium) for any book of
    propositions; a second series of one kind in a part is primed (E2ax1'), and a part's appendix or preface is cited too
    (E1app). `numbered` gives the §, or the number with
    that of the section whose numbers begin anew. `prefix` stands before each, if not given the title's initial before
    geometric ones.
    """
    chosen = scheme or scheme_of(sections)
    by_path = {section.path: section for section in sections}
    geometric = chosen is ReferenceScheme.GEOMETRIC
    numbers = Counter(section.title for section in sections if section.unit is UnitKind.NUMBER)
    anew = any(count > 1 for count in numbers.values())
    before = prefix if prefix is not None else _initial(title) if geometric else ""
    found: list[str | None] = []
    used: set[str] = set()
    primes: dict[str, str] = {}  # of the series that counts on, by what stands before its numbers
    main = ""
    for section in sections:
        label = heading_label(section.title) if section.unit and chosen is not ReferenceScheme.NONE else None
        if section.unit is None or label is None:
            main = ""
            found.append(_of_part(section, by_path, before, used) if geometric else None)
        elif section.unit not in MAIN:
            between = "" if geometric else " "
            found.append(_belonging(main + between + _CODES[section.unit], label, used) if main else None)
        else:
            if section.unit is UnitKind.PARAGRAPH:
                stem = f"{'' if geometric else before}§ "
            elif geometric:
                stem = f"{before}{_part(section, by_path)}{_code(section, by_path)}"
            else:
                chapter = _chapter_number(section, by_path)
                stem = f"{before}{chapter}." if chapter and anew else before
                stem += _CODES.get(section.unit, "")
            main = f"{stem}{label.number}{label.suffix}"
            series = primes.get(stem, "")
            while main + series in used:
                series += "'"
            if label.number == 1:
                primes[stem] = series
            main += series
            used.add(main)
            found.append(main)
    return tuple(found)


def _of_part(section: Section, by_path: Mapping[tuple[int, ...], Section], before: str, used: set[str]) -> str | None:
    """ "E1app": an appendix or preface of a part."""
    words = plain_title(section.title).split()
    part = _part(section, by_path) if section.kind is SectionKind.BODY and words and words[0] in _BESIDE else ""
    found = f"{before}{part}{_BESIDE[words[0]]}" if part else None
    if found is None or found in used:
        return None
    used.add(found)
    return found


def _belonging(stem: str, label: UnitLabel, used: set[str]) -> str:
    """A second proof or note without a number of its own counts on: "E1p11d", "E1p11d2"."""
    number = label.number
    found = f"{stem}{number or ''}{label.suffix}"
    while found in used:
        number = max(number, 1) + 1
        found = f"{stem}{number}"
    used.add(found)
    return found


def _code(section: Section, by_path: Mapping[tuple[int, ...], Section]) -> str:
    """The kind's code; of a series with a title of its own ("Definitions of the Emotions") that title's initials, of
    bare numbers the beginning of the title they stand under ("app")."""
    above = by_path.get(section.path[:-1])
    title = above.title if above and not above.unit else ""
    words = [word for word in title.casefold().split() if word not in _SMALL_WORDS]
    if section.unit is UnitKind.NUMBER:
        plain = ("".join(char for char in word if char.isalpha()) for word in words)
        return next((_BESIDE.get(word, word[:3]) for word in plain), "")
    if heading_kind(title) is section.unit and len(words) > 1:
        return "".join(word[0] for word in words if word[0].isalpha())
    return _CODES.get(section.unit, "") if section.unit else ""


def _part(section: Section, by_path: Mapping[tuple[int, ...], Section]) -> str:
    """The number of the part, book or volume the unit stands in."""
    for depth in range(len(section.path) - 1, 0, -1):
        above = by_path[section.path[:depth]]
        if is_container(above.title):
            return _number(above.title)
    return ""


def _number(title: str) -> str:
    """The number in a title's label as digits: "2" of "PART II." and "Part the Second"."""
    return ".".join(str(value) for value in values_of(title) if value)


def _chapter_number(section: Section, by_path: Mapping[tuple[int, ...], Section]) -> str:
    """The numeral of the innermost section above that has one, as it is printed; a number in words as digits."""
    for depth in range(len(section.path) - 1, 0, -1):
        above = by_path[section.path[:depth]]
        words = (above.label or "").split()
        if not above.unit and words:
            numeral = words[-1].strip("().")
            return numeral if _NUMERAL.fullmatch(numeral) else _number(above.label or "") or numeral
    return ""


def _initial(title: str) -> str:
    words = [word for word in title.split() if word.casefold() not in _SMALL_WORDS]
    return words[0][0].upper() if words else ""
