"""A small book and a chapter frame over it, for tests of grounding and steps."""

from pathlib import Path

import pytest

from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import turns
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.vocabulary import load_vocabulary
from schemas.delta import Provenance
from schemas.text import StructureOptions

SAMPLE = Path(__file__).parents[3] / "data" / "samples" / "treatise.md"


@pytest.fixture(scope="session")
def book():
    return read_structure(SAMPLE, StructureOptions(chunk_words=300))


@pytest.fixture(scope="session")
def frame_of(book):
    def frame(chapter=2, form="derived", boundary="inline"):
        found = next(c for c in book.chapters if c.order == chapter)
        return ChapterFrame(
            book=book,
            chapter=found,
            owner=f"owner-{chapter}",
            vocabulary=load_vocabulary(),
            provenance=Provenance(extractor="test 1"),
            memory_format=memory_format(form),
            turns=turns(book, found, boundary),
            inline_boundary=boundary == "inline",
        )

    return frame
