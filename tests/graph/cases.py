"""Puts a neutral extraction (entities, relations, properties) through the product's own path to sealed deltas.

Each entity and relation gets a sentence of its own that holds its name, and the items cite it.
"""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame, Read, advance
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.vocabulary import load_vocabulary
from schemas.delta import GraphDelta, Provenance
from schemas.progress import ChapterState
from schemas.reading import ChunkReading, Cite, EntityItem, RelationItem
from schemas.text import Book
from schemas.vocabulary import Term, Vocabulary

CASES = Path(os.environ.get("GLOSSATOR_TEST_CASES", Path(__file__).parents[3] / "shared" / "cases"))
PLACED = {"name", "type", "description", "source", "target"}


class Extracted(NamedTuple):
    book: Book
    deltas: list[GraphDelta]
    refused: dict[str, int]


def load(case: str, name: str = "extraction.json") -> dict[str, Any]:
    path = CASES / case / name
    if not path.exists():
        pytest.skip(f"the case {case} is not on this machine")
    return json.loads(path.read_text())


def extracted(folder: Path, chapters: list[dict[str, Any]]) -> list[Extracted]:
    """One book whose chapters are the extractions; its deltas by chapter."""
    path = folder / "case.md"
    path.write_text("".join(_chapter(number, one) for number, one in enumerate(chapters, 1)))
    book = read_structure(path)
    return [_read(book, number, one) for number, one in enumerate(chapters, 1)]


def _chapter(number: int, extraction: dict[str, Any]) -> str:
    things = [thing["name"] for thing in extraction["entities"]]
    said = [f"{row['source']} and {row['target']}" for row in extraction["relations"]]
    lines = "\n\n".join(f"Here stands `` {thing} `` as it is written." for thing in [*things, *said])
    return f"# Chapter {number}\n\n{lines}\n\n"


def _vocabulary(extraction: dict[str, Any]) -> Vocabulary:
    """The case's types where they can be names, beside the default ones."""
    found = load_vocabulary()
    for field, things in (("entity_types", extraction["entities"]), ("relation_types", extraction["relations"])):
        for name in sorted({thing["type"] for thing in things} - {term.name for term in getattr(found, field)}):
            try:
                raw = found.model_dump() | {field: (*getattr(found, field), Term(name=name))}
                found = Vocabulary.model_validate(raw)
            except ValueError:
                continue  # no name that a type may have: it stays outside the vocabulary
    return found


def _read(book: Book, number: int, extraction: dict[str, Any]) -> Extracted:
    chapter = next(chapter for chapter in book.chapters if chapter.order == number)
    handles: dict[str, str] = {}
    entities = []
    for at, thing in enumerate(extraction["entities"], 1):
        handles[thing["name"]] = f"n{at}"
        entities.append(EntityItem(handle=f"n{at}", name=thing["name"], type=thing["type"], cites=(Cite(sentence=at),)))
    relations = [
        RelationItem(
            subject=handles[row["source"]],
            type=row["type"],
            object=handles[row["target"]],
            cites=(Cite(sentence=len(entities) + at),),
        )
        for at, row in enumerate(extraction["relations"], 1)
    ]
    unread = [
        f"{thing.get('name') or thing['source']}: {name}"
        for thing in (*extraction["entities"], *extraction["relations"])
        for name in thing.get("properties", {})
    ]
    reading = ChunkReading(entities=tuple(entities), relations=tuple(relations), unread=tuple(unread))
    frame = ChapterFrame(
        book=book,
        chapter=chapter,
        owner=f"owner {number}",
        vocabulary=_vocabulary(extraction),
        provenance=Provenance(extractor="case 1"),
        memory_format=memory_format("derived"),
        turns=frozenset(),
        inline_boundary=False,
    )
    state = ChapterState(episode_first=chapter.first)
    deltas: list[GraphDelta] = []
    chunks = book.chunks_by_chapter[number]
    assert len(chunks) == 1
    stepped = advance(frame, state, Read("1", chunks[0].first, chunks[0].last, reading), True)
    deltas += stepped.sealed
    return Extracted(book, deltas, stepped.state.tally.refused)
