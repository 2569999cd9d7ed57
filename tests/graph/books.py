"""Small books written for a test, and sealed deltas made of readings of them by the product's own step."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame, Read, Stepped, advance
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.vocabulary import load_vocabulary
from schemas.delta import GraphDelta, Provenance
from schemas.ids import digest
from schemas.progress import ChapterState
from schemas.reading import (
    AttitudeItem,
    ChunkReading,
    Cite,
    EntityItem,
    InferenceItem,
    LinkItem,
    ReferenceItem,
    RelationItem,
    StatementItem,
)
from schemas.text import Book, Chapter, StructureOptions
from schemas.vocabulary import Vocabulary

_MARKUP = re.compile(r"([!-/:-@\[-`{-~])")


def write_book(folder: Path, title: str, chapters: Mapping[str, Sequence[str]]) -> Book:
    """A Markdown book on disk, read again by phase 1; each paragraph stands there letter by letter."""
    lines = [f"# {title}", *(line for name, texts in chapters.items() for line in (f"## {name}", *map(_plain, texts)))]
    path = folder / f"{title.replace(' ', '_')}.md"
    path.write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    return read_structure(path, StructureOptions(chunk_words=20_000, language="en"))


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def frame(book: Book, order: int, vocabulary: Vocabulary | None = None) -> ChapterFrame:
    chapter = next(chapter for chapter in book.chapters if chapter.order == order)
    return ChapterFrame(
        book=book,
        chapter=chapter,
        owner=digest("reading", book.text_id, order),
        vocabulary=vocabulary or load_vocabulary(),
        provenance=Provenance(extractor="test 1"),
        memory_format=memory_format("derived"),
        turns=frozenset(),
        inline_boundary=False,
    )


def read(frame_: ChapterFrame, reading: ChunkReading) -> Stepped:
    """The whole chapter read in one step."""
    chapter = frame_.chapter
    state = ChapterState(episode_first=chapter.first)
    return advance(frame_, state, Read("1", chapter.first, chapter.last, reading), True)


def seal(frame_: ChapterFrame, reading: ChunkReading) -> GraphDelta:
    """The chapter's only episode."""
    (delta,) = read(frame_, reading).sealed
    return delta


def cites(book: Book, chapter: Chapter, name: str) -> tuple[Cite, ...]:
    """The sentences of the chapter that hold the name."""
    wanted = " ".join(name.split())
    return tuple(
        Cite(sentence=number)
        for number, index in enumerate(range(chapter.first, chapter.last), start=1)
        if wanted in " ".join(book.sentence_text(index).split())
    )


SENTENCES = (
    "The keeper holds that a standard of right judgement is given.",
    "Whoever errs can be corrected.",
    "Therefore every judgement has a standard.",
    "Crome denies this.",
    "The step from correction to a standard is not valid.",
    "Suppose that a standard were made by custom.",
)


def every_kind(surface: str = "standard") -> ChunkReading:
    """A reading of SENTENCES with items of every kind; `surface` names one of its entities."""

    def at(*numbers: int) -> tuple[Cite, ...]:
        return tuple(Cite(sentence=number) for number in numbers)

    return ChunkReading(
        entities=(
            EntityItem(handle="n1", name=surface, type="Concept", cites=at(1, 3)),
            EntityItem(handle="n2", name="Crome", type="Person", cites=at(4), confidence=0.5),
            EntityItem(handle="n3", name="judgement", type="Wonder", cites=at(1, 3)),
        ),
        relations=(
            RelationItem(subject="n3", type="PRESUPPOSES", object="n1", cites=at(3), statement="c3"),
            RelationItem(subject="n3", type="EATS", object="n1", cites=at(3), negated=True),
            RelationItem(subject="n1", type="IS_A", object="n3", cites=at(6), entertained=True),
        ),
        statements=(
            StatementItem(handle="c1", kind="thesis", cites=at(1), about=("n1",), defines=("n1",)),
            StatementItem(handle="c2", kind="thesis", cites=at(2)),
            StatementItem(handle="c3", kind="thesis", cites=at(3), about=("n1", "n3")),
            StatementItem(handle="c4", kind="thesis", cites=at(4), speaker="n2", negated=True),
            StatementItem(handle="c5", kind="thesis", cites=at(5), speaker="n2"),
        ),
        attitudes=(
            AttitudeItem(entity="author", type="HOLDS", statement="c3"),
            AttitudeItem(entity="n2", type="DENIES", statement="c3", reported=True),
        ),
        inferences=(InferenceItem(handle="i1", premises=("c1", "c2"), conclusion="c3", cites=at(3)),),
        links=(
            LinkItem(source="c4", type="ATTACKS", target="c3", kind="rebut"),
            LinkItem(source="c5", type="ATTACKS", target="i1", kind="undercut"),
            LinkItem(source="c4", type="CONTRADICTS", target="c3"),
            LinkItem(source="c2", type="QUALIFIES", target="c1"),
        ),
        references=(
            ReferenceItem(sentence=4, surface="this", target="c3"),
            ReferenceItem(sentence=6, surface="custom"),
        ),
    )
