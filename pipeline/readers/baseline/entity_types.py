"""The type of an entity by rule: lists, endings and heads; the parser's own entity labels are not asked."""

from typing import Any

from pipeline.readers.baseline.lexicon import FACULTIES, PHILOSOPHERS, SAYING, TITLES, TYPED_HEADS, WORK_HEADS

CONCEPT, OTHER = "Concept", "Other"


def entity_type(surface: str, head: Any) -> str:
    """A name of the vocabulary's entity types; `Other` for a proper name that no rule knows."""
    words = surface.split()
    last, first = words[-1].lower(), words[0]
    if words[-1] in PHILOSOPHERS or first in TITLES or _speaks(surface, head):
        return "Person"
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
    return OTHER if head.pos_ == "PROPN" and surface[:1].isupper() else CONCEPT


def _speaks(surface: str, head: Any) -> bool:
    """A name in capitals that is the subject of a verb of saying."""
    if head.pos_ != "PROPN" or not surface[:1].isupper():
        return False
    return head.dep_ == "nsubj" and head.head.lemma_ in SAYING
