"""Titles that many books have ("Conclusion", "Introduction") where they are that of a chapter whose number stands above."""

from collections import Counter
from collections.abc import Sequence

from pipeline.phases.phase1_structure.known_titles import known_title
from pipeline.phases.phase1_structure.labels import is_bare_label, label_of, unit_of


def usual_titles(headings: Sequence[str], follows: Sequence[bool]) -> frozenset[int]:
    """The headings right below a bare number that are its title whatever they say: most numbers of that kind have one,
    and nothing that lies deeper comes before the next of them. `follows[n]`: nothing stands between n and the next."""
    bare: Counter[str] = Counter()
    titled: Counter[str] = Counter()
    found: dict[int, str] = {}
    for at, title in enumerate(headings):
        unit = unit_of(title)
        if unit is None or not is_bare_label(title):
            continue
        bare[unit] += 1
        below = at + 1 < len(headings) and follows[at] and label_of(headings[at + 1]) is None
        titled[unit] += below
        following = headings[at + 2] if at + 2 < len(headings) else None
        if below and (following is None or unit_of(following) == unit or _is_behind(following)):
            found[at + 1] = unit
    return frozenset(at for at, unit in found.items() if titled[unit] > 1 and 2 * titled[unit] > bare[unit])


def _is_behind(title: str) -> bool:
    return known_title(title) is not None or title.casefold().startswith(
        ("appendix", "anhang", "epilogue", "postscript")
    )
