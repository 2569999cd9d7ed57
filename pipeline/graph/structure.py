"""Writes a book's structure (Book, Section, Sentence and the edges between them) in one gated transaction."""

import hashlib
import itertools
import json
from bisect import bisect_right
from typing import TYPE_CHECKING

from pipeline.graph.batches import Edges, Nodes, Properties, create, edge, present
from pipeline.graph.commit import Committed, open_gate, through_gate
from pipeline.graph.connection import Connection
from schemas.errors import StructureDiffers
from schemas.ids import section_id, sentence_id
from schemas.text import Book

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

METADATA = ("title", "author", "translator", "editor", "edition", "year")
_BOOK = """
MERGE (b:Book {id: $id})
ON CREATE SET b = $props"""


def write_structure(connection: Connection, book: Book) -> Committed:
    """Writes the structure whole or not at all; the gate is the Text node, with a digest of what it stands for.

    Raises StructureDiffers where the same text stands with other sentences or sections, or half forgotten,
    GraphUnavailable, InvariantBroken.
    """
    digest = _digest(book)

    def work(transaction: "ManagedTransaction") -> None:
        gate = {"id": book.text_id, "owner": book.text_id, "book": book.book_id, "digest": digest}
        open_gate(transaction, "CREATE (t:Text {id: $id}) SET t = $props", gate)
        transaction.run(_BOOK, id=book.book_id, props=_book(book)).consume()
        for batch in structure_batches(book):
            create(transaction, batch)

    if through_gate(connection, work):
        return Committed.COMMITTED
    (standing,) = connection.read("MATCH (t:Text {id: $id}) RETURN t.digest AS digest", id=book.text_id)
    if not standing["digest"]:
        raise StructureDiffers(
            f"{book.title!r} was being taken out of the graph, and that did not come to its end.",
            "End it first: `glossator forget` with the book's title or id.",
        )
    if standing["digest"] != digest:
        raise StructureDiffers(f"{book.title!r} stands in the graph with other sentences or sections of the same text.")
    return Committed.ALREADY


def standing_metadata(connection: Connection, book_id: str) -> dict[str, str | None] | None:
    """What the graph says of who made the book; None for one that it doesn't have."""
    fields = ", ".join(f"b.{name} AS {name}" for name in METADATA)
    rows = connection.read(f"MATCH (b:Book {{id: $id}}) RETURN {fields}", id=book_id)
    return rows[0] if rows else None


def _digest(book: Book) -> str:
    """SHA-256 over what citations go by: the bounds of sections, sentences and parts. Pages are not among it: two
    printings of one text are one structure."""
    sections = [(section.path, section.start, section.end) for section in book.sections]
    sentences = [(sentence.section, sentence.start, sentence.end, sentence.parts) for sentence in book.sentences]
    return hashlib.sha256(json.dumps([sections, sentences], separators=(",", ":")).encode()).hexdigest()


def structure_batches(book: Book) -> list[Nodes | Edges]:
    """Nodes, then edges; everything is owned by the text."""
    owned: Properties = {"owner": book.text_id}
    sections = [section_id(book.text_id, section.path) for section in book.sections]
    sentences = [sentence_id(book.text_id, sentence.start, sentence.end) for sentence in book.sentences]
    tops = [i for i, section in enumerate(book.sections) if len(section.path) == 1]
    below = [
        edge(sections[book.section_by_path[section.path[:-1]]], "HAS_SECTION", sections[i])
        for i, section in enumerate(book.sections)
        if len(section.path) > 1
    ]
    return [
        Nodes("Section", [{"id": sections[i], **_section(book, i)} for i in range(len(sections))], owned),
        Nodes("Sentence", [{"id": sentences[i], **_sentence(book, i)} for i in range(len(sentences))], owned),
        Edges("Book", "Section", [edge(book.book_id, "HAS_SECTION", sections[i]) for i in tops], owned),
        Edges("Section", "Section", below, owned),
        Edges(
            "Section",
            "Sentence",
            [
                edge(sections[sentence.section], "HAS_SENTENCE", sentences[i])
                for i, sentence in enumerate(book.sentences)
            ],
            owned,
        ),
        Edges("Sentence", "Section", _calls(book, sentences, sections), owned),
        Edges(
            "Sentence", "Sentence", [edge(one, "NEXT", other) for one, other in itertools.pairwise(sentences)], owned
        ),
    ]


def _calls(book: Book, sentences: list[str], sections: list[str]) -> list[Properties]:
    """Each note from the sentence that calls it, or the one below the heading that does."""
    main = sorted((one.start, at) for at, one in enumerate(book.sentences) if not book.is_note(at))
    starts = [start for start, _ in main]
    found: list[Properties] = []
    for index, section in enumerate(book.sections):
        if section.call is None or not main:
            continue
        at = max(bisect_right(starts, section.call) - 1, 0)
        if book.sentences[main[at][1]].end < section.call and at + 1 < len(main):
            at += 1
        found.append(edge(sentences[main[at][1]], "HAS_NOTE", sections[index], {"at": section.call}))
    return found


def _book(book: Book) -> Properties:
    fields = {"title", "author", "translator", "editor", "edition", "year", "language", "sha256"}
    return present({"id": book.book_id, **book.model_dump(include=fields), "owner": book.text_id})


def _section(book: Book, index: int) -> Properties:
    section = book.sections[index]
    return present(
        {
            "level": section.level,
            "number": section.label or ".".join(map(str, section.path)),
            "title": section.title,
            "kind": section.kind.value,
            "voice": section.voice.value,
            "language": section.language,
            "unit": section.unit.value if section.unit else None,
            "ref": section.ref,
            "in_toc": section.in_toc,
            "order": index,
            "start": section.start,
            "end": section.end,
            "page": section.page,
        }
    )


def _sentence(book: Book, index: int) -> Properties:
    sentence = book.sentences[index]
    return present(
        {
            "text": book.sentence_text(index),
            "start": sentence.start,
            "end": sentence.end,
            "order": index,
            "paragraph": sentence.paragraph,
            "pdf_page": sentence.pdf_page,
            "page_label": sentence.page_label,
            "printed_page": sentence.printed_page,
            "ref": sentence.ref,
        }
    )
