"""Turns the extractions of the shared cases into small books and readings of them.

Their neutral names: document = book, chapter = chapter, entity and relation types = the test's vocabulary as far as
vocabularies allow such names. Every entity and every relation has a sentence of its own, which it cites.
"""

import json
import os
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.vocabulary import load_vocabulary
from schemas.reading import ChunkReading, EntityItem, RelationItem
from schemas.text import Book
from schemas.vocabulary import Vocabulary
from tests.graph.books import cites, frame, write_book

CASES = Path(os.environ.get("GLOSSATOR_TEST_CASES") or Path(__file__).parents[3] / "shared" / "cases")
FIELDS = {"name", "type", "description", "source", "target", "properties"}


def case(number: str) -> Path | None:
    return next(iter(sorted(CASES.glob(f"{number}-*"))), None)


def load(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def allowed(field: str, name: str) -> bool:
    base = load_vocabulary().model_dump()
    try:
        Vocabulary.model_validate(base | {field: [{"name": name}]})
    except ValidationError:
        return False
    return True


def vocabulary_of(extractions: list[dict[str, Any]]) -> Vocabulary:
    """The default one with the extractions' types instead of its own, and the two catch-alls."""
    types: dict[str, dict[str, None]] = {"entity_types": {"Other": None}, "relation_types": {"RELATED_TO": None}}
    for extraction in extractions:
        types["entity_types"] |= dict.fromkeys(row["type"] for row in extraction["entities"])
        types["relation_types"] |= dict.fromkeys(row["type"] for row in extraction["relations"])
    terms = {field: [{"name": name} for name in names if allowed(field, name)] for field, names in types.items()}
    return Vocabulary.model_validate(load_vocabulary().model_dump() | terms)


def book_of(folder: Path, title: str, extractions: list[dict[str, Any]]) -> Book:
    """A chapter for each extraction."""
    chapters = {f"{number}. {item['chapter']}": _sentences(item) for number, item in enumerate(extractions, start=1)}
    return write_book(folder, title, chapters)


def _sentences(extraction: dict[str, Any]) -> list[str]:
    entities = [f"Here we read of {row['name']} and go on." for row in extraction["entities"]]
    return entities + [_relation(row) for row in extraction["relations"]]


def _relation(row: dict[str, Any]) -> str:
    return f"It is written that {row['source']} stands to {row['target']} in that way."


def reading_of(book: Book, order: int, extraction: dict[str, Any]) -> ChunkReading:
    """The extraction as a reader would answer it; properties, which no item has a place for, are rows it can't read."""
    chapter = frame(book, order).chapter
    handles = {row["name"]: f"n{number}" for number, row in enumerate(extraction["entities"], start=1)}
    return ChunkReading(
        entities=tuple(
            EntityItem(
                handle=handles[row["name"]], name=row["name"], type=row["type"], cites=cites(book, chapter, row["name"])
            )
            for row in extraction["entities"]
        ),
        relations=tuple(
            RelationItem(
                subject=handles[row["source"]],
                type=row["type"],
                object=handles[row["target"]],
                cites=cites(book, chapter, _relation(row)),
            )
            for row in extraction["relations"]
        ),
        unread=tuple(_unread(extraction)),
    )


def _unread(extraction: dict[str, Any]) -> list[str]:
    found = []
    for row in [*extraction["entities"], *extraction["relations"]]:
        named = row.get("name") or f"{row['source']} {row['type']} {row['target']}"
        fields = [f"properties.{name}" for name in row.get("properties", {})] + sorted(set(row) - FIELDS)
        found += [f"{named}: {field}" for field in fields]
    return found
