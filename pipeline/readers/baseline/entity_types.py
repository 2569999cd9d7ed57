"""The type of an entity by rule: lists, endings and heads; the parser's own entity labels are not asked."""

from typing import Any

from pipeline.readers.baseline.headwords import (
    ARGUMENT_NOUNS,
    COUNTING,
    FACULTIES,
    NO_DOCTRINE,
    NO_SCHOOL,
    TYPED_HEADS,
)
from pipeline.readers.baseline.lexicon import SAYING
from pipeline.readers.baseline.names import GIVEN_NAMES, PHILOSOPHERS, TITLES, WORK_HEADS, WORKS

CONCEPT, PERSON, SCHOOL, WORK, OTHER = "Concept", "Person", "School", "Work", "Other"


def is_person_name(words: list[str]) -> bool:
    """A known philosopher, alone or behind a title or given names."""
    return words[-1] in PHILOSOPHERS and all(word[:1].isupper() for word in words)


def entity_type(surface: str, head: Any, is_name: bool, surnames: frozenset[str]) -> str:
    """A name of the vocabulary's entity types; `Other` for a proper name (`is_name`) that no rule knows. `surnames` are
    those that the chapter shows to be persons'."""
    words = surface.split()
    last, lemma = words[-1].lower(), head.lemma_.lower()
    several = words[-1].endswith(("ists", "ians")) or head.tag_ == "NNPS"
    if is_name and (
        is_person_name(words) or _titled(words) or (not several and (words[-1] in surnames or speaks(head)))
    ):
        return PERSON
    if surface in WORKS or (last in WORK_HEADS and surface[:1].isupper() and is_name and len(words) > 1):
        return WORK
    if last.endswith("ism") and len(last) > 5 and last not in NO_DOCTRINE:
        return "Doctrine"
    if last.endswith(("ists", "ians")) and len(last) > 6 and last not in NO_SCHOOL:
        return SCHOOL
    if lemma in TYPED_HEADS and len(words) > 1:  # a principle that has a name, not just "the principle"
        return TYPED_HEADS[lemma]
    if surface.lower() in FACULTIES and not any(child.lower_ in COUNTING for child in head.lefts):
        return "Faculty"
    if surface == "God":
        return "Being"
    return OTHER if is_name else CONCEPT


def _titled(words: list[str]) -> bool:
    return len(words) > 1 and (words[0].lower().rstrip(".") in TITLES or words[0] in GIVEN_NAMES)


def speaks(head: Any) -> bool:
    """The subject of a verb of saying with a clause, or the owner of an argument, a view, a treatise."""
    if head.dep_ == "nsubj" and head.head.lemma_ in SAYING:
        return any(child.dep_ == "ccomp" for child in head.head.children)
    return bool(head.dep_ == "poss" and head.head.lemma_.lower() in ARGUMENT_NOUNS)
