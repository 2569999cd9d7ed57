"""The type of an entity by rule: lists, endings and heads; the parser's own entity labels are not asked."""

from typing import Any

from pipeline.readers.baseline.lexicon import (
    FACULTIES,
    PHILOSOPHERS,
    SAYING,
    SHELL_NOUNS,
    TITLES,
    TYPED_HEADS,
    WORK_HEADS,
)

CONCEPT, PERSON, OTHER = "Concept", "Person", "Other"


def entity_type(surface: str, head: Any, is_name: bool) -> str:
    """A name of the vocabulary's entity types; `Other` for a proper name (`is_name`) that no rule knows."""
    words = surface.split()
    last, first = words[-1].lower(), words[0]
    if words[-1] in PHILOSOPHERS or first in TITLES or (is_name and _speaks(head)):
        return PERSON
    if last.endswith("ism") and len(last) > 5:
        return "Doctrine"
    if last.endswith(("ists", "ians")) and len(last) > 6:
        return "School"
    if head.lemma_.lower() in TYPED_HEADS:
        return TYPED_HEADS[head.lemma_.lower()]
    if last in FACULTIES and len(words) == 1:
        return "Faculty"
    if surface[:1].isupper() and last in WORK_HEADS and not head.is_sent_start:
        return "Work"
    return OTHER if is_name else CONCEPT


def _speaks(head: Any) -> bool:
    """The subject of a verb of saying, or the owner of a view."""
    if head.dep_ in {"nsubj", "nsubjpass"} and head.head.lemma_ in SAYING:
        return True
    return head.dep_ == "poss" and head.head.lemma_.lower() in SHELL_NOUNS
