"""A vocabulary: the closed sets of types a reading may use, each with its definition and an example."""

import re
from functools import cached_property
from typing import Self

from pydantic import model_validator

from schemas.base import Schema

OTHER_ENTITY = "Other"
OTHER_RELATION = "RELATED_TO"
ENTERTAINED = "ENTERTAINED"  # a relation that is only supposed or asked; its type is kept as a property
NEGATED_PREFIX = "NOT_"
STRUCTURAL_TYPES = frozenset(
    "HAS_SECTION HAS_SENTENCE HAS_NOTE HAS_CHUNK HAS_EPISODE NEXT COVERS MENTIONS STATED_IN ABOUT DEFINES PREMISE_OF CONCLUDES "
    "ATTACKS_VIA TARGETS SUPPORTS ATTACKS APPEARS_IN REFERS_TO OUTCOME".split()
)  # edges that code writes; no vocabulary may take their names for relations or attitudes
_RELATION_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
_ENTITY_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,63}")
_WORD = re.compile(r"[a-z][a-z -]{0,63}")


class Term(Schema):
    name: str
    definition: str = ""
    example: str = ""
    group: str | None = None


class Vocabulary(Schema):
    """Closed sets of terms. Names are safe as labels and relationship types by their patterns: entity types are
    CamelCase, relation types, attitudes and links UPPER_CASE, all others lower-case words."""

    name: str
    version: int = 1
    entity_types: tuple[Term, ...]
    statement_kinds: tuple[Term, ...]
    attitudes: tuple[Term, ...]
    takes: tuple[Term, ...]
    modalities: tuple[Term, ...]
    hedges: tuple[Term, ...]
    bases: tuple[Term, ...]
    relation_types: tuple[Term, ...]
    statement_links: tuple[Term, ...]
    statement_entity_links: tuple[Term, ...]
    inference_schemes: tuple[Term, ...]
    premise_roles: tuple[Term, ...]
    conflict_kinds: tuple[Term, ...]

    @model_validator(mode="after")
    def _names_are_safe(self) -> Self:
        upper = (*self.relation_types, *self.attitudes, *self.statement_links, *self.statement_entity_links)
        for pattern, terms in (
            (_RELATION_NAME, upper),
            (_ENTITY_NAME, self.entity_types),
            (_WORD, (*self.statement_kinds, *self.takes, *self.modalities, *self.hedges, *self.bases)),
            (_WORD, (*self.inference_schemes, *self.premise_roles, *self.conflict_kinds)),
        ):
            for term in terms:
                if not pattern.fullmatch(term.name):
                    raise ValueError(f"{term.name!r} can't be a type's name; it must match {pattern.pattern}")
        for term in (*self.relation_types, *self.attitudes):
            if term.name in STRUCTURAL_TYPES or term.name.startswith(NEGATED_PREFIX) or term.name == ENTERTAINED:
                raise ValueError(f"{term.name!r}: the graph has edges of that name that code writes itself")
        return self

    @cached_property
    def entity_names(self) -> frozenset[str]:
        return _names(self.entity_types)

    @cached_property
    def relation_names(self) -> frozenset[str]:
        return _names(self.relation_types)

    @cached_property
    def kind_names(self) -> frozenset[str]:
        return _names(self.statement_kinds)

    @cached_property
    def attitude_names(self) -> frozenset[str]:
        return _names(self.attitudes)

    @cached_property
    def link_names(self) -> frozenset[str]:
        return _names(self.statement_links)

    def terms(self) -> tuple[Term, ...]:
        """All terms of all sets, for the graph's `Term` nodes."""
        return tuple(term for value in dict(self).values() if isinstance(value, tuple) for term in value)


def _names(terms: tuple[Term, ...]) -> frozenset[str]:
    return frozenset(term.name for term in terms)
