"""Where what stands in the graph is said, as one would cite it: author, title, place in the edition."""

import re
from typing import Any

from pipeline.graph.connection import Connection
from schemas.errors import NothingToRead, SettingInvalid
from schemas.ids import ID_DIGITS

MENTIONS_SHOWN = 3  # of an entity's many places the first
SENTENCES_SHOWN = 40  # of a passage; of a longer one the first and the last
SHORTEST_ID = 6  # code points of the beginning of an id
_ID = re.compile(rf"[0-9a-f]{{{SHORTEST_ID},}}")

_ENDS = """
CALL () {
  MATCH (n:Sentence|Statement|Reference|Section|Chunk|Episode|Inference|Conflict|Entity)
  WHERE n.id STARTS WITH $id RETURN n.id AS id, labels(n)[0] AS kind, null AS sentences
  UNION
  MATCH (a)-[r]->(b) WHERE r.id STARTS WITH $id
  RETURN r.id AS id, type(r) AS kind,
         CASE WHEN r.sentences IS NOT NULL THEN r.sentences
              WHEN a:Sentence THEN [a.id]
              WHEN a:Reference THEN COLLECT { MATCH (a)-[:APPEARS_IN]->(s) RETURN s.id }
              ELSE b.sentences END AS sentences
}
RETURN id, kind, sentences ORDER BY id LIMIT 20"""
_REFERENCES = """
CALL () {
  MATCH (b:Book)-[:HAS_SECTION*]->(n:Section) WHERE n.ref IS NOT NULL RETURN b, n, 0 AS rank
  UNION
  MATCH (b:Book)-[:HAS_SECTION*]->(:Section)-[:HAS_SENTENCE]->(n:Sentence) WHERE n.ref IS NOT NULL RETURN b, n, 1 AS rank
}
WITH b, n, rank WHERE toLower(replace(n.ref, ' ', '')) = $ref
  AND ($book = '' OR b.id STARTS WITH $book OR toLower(b.title) CONTAINS $book)
RETURN b.id AS book, b.title AS title, n.id AS id, toLower(b.title) = $book AS exact ORDER BY rank, title, book, n.order"""
_SENTENCES: dict[str, Any] = {
    "Sentence": "MATCH (s:Sentence {id: $id}) RETURN s.id AS id ORDER BY s.order",
    "Statement": "MATCH (:Statement {id: $id})-[:STATED_IN]->(s) RETURN s.id AS id ORDER BY s.order",
    "Reference": "MATCH (:Reference {id: $id})-[:APPEARS_IN]->(s) RETURN s.id AS id ORDER BY s.order",
    "Section": """MATCH (:Section {id: $id})-[:HAS_SECTION*0..]->()-[:HAS_SENTENCE]->(s)
        RETURN s.id AS id ORDER BY s.order""",
    "Chunk": "MATCH (:Chunk {id: $id})-[:HAS_SENTENCE]->(s) RETURN s.id AS id ORDER BY s.order",
    "Episode": "MATCH (:Episode {id: $id})-[:COVERS]->(s) RETURN s.id AS id ORDER BY s.order",
    "Inference": """MATCH (:Inference {id: $id})-[:PREMISE_OF|CONCLUDES]-(:Statement)-[:STATED_IN]->(s)
        WITH DISTINCT s RETURN s.id AS id ORDER BY s.order""",
    "Conflict": """MATCH (:Conflict {id: $id})-[:ATTACKS_VIA|TARGETS]-(:Statement)-[:STATED_IN]->(s)
        WITH DISTINCT s RETURN s.id AS id ORDER BY s.order""",
    "Entity": """MATCH (:Entity {id: $id})<-[:MENTIONS]-(s) WITH DISTINCT s RETURN s.id AS id ORDER BY s.order""",
}
_PLACES = """
UNWIND range(0, size($ids) - 1) AS n
MATCH (s:Sentence {id: $ids[n]})<-[:HAS_SENTENCE]-(own:Section)
MATCH path = (b:Book)-[:HAS_SECTION*]->(own)
WITH n, s, b, own, [x IN nodes(path)[1..] WHERE x.unit IS NULL AND x.kind <> 'note'] AS above
WITH n, s, b, own, above, coalesce(above[-1], own) AS section
CALL (b, section) {
  MATCH other = (b)-[:HAS_SECTION*]->(last:Section)
  WHERE last.title = section.title AND last.id <> section.id AND last.unit IS NULL AND last.kind <> 'note'
  RETURN collect([x IN nodes(other)[1..-1] | x.title]) AS namesakes
}
CALL (s, section, own) {
  MATCH (section)-[:HAS_SECTION*0..]->(of:Section)-[:HAS_SENTENCE]->(other:Sentence)
  WHERE other.order <= s.order AND (of.kind <> 'note' OR of = own)
  RETURN count(DISTINCT other.paragraph) AS paragraph,
         count(CASE WHEN other.paragraph = s.paragraph THEN 1 END) AS sentence
}
RETURN s.id AS id, b.title AS title, b.author AS author, b.translator AS translator, b.editor AS editor,
       b.edition AS edition, b.year AS year, own.voice AS voice, section.title AS section, [x IN above[..-1] | x.title] AS parents, namesakes, paragraph, sentence,
       CASE own.kind WHEN 'note' THEN own.title END AS note,
       s.ref AS ref, s.printed_page AS printed_page, s.page_label AS page_label, s.pdf_page AS pdf_page, s.text AS text
ORDER BY n"""


def cite(connection: Connection, identifier: str, book: str | None = None) -> list[tuple[str, str]]:
    """Citation and words of each sentence that the node or edge of this id (or the beginning of one) stands on, of an
    entity its first mentions. Of more than SENTENCES_SHOWN come the first and the last, and between them, cited as
    nothing (""), how many were left out. A reference ("E2p7s", "§ 12") is a section of `book` (its title, a part of it,
    or its id), which may be left out where only one book has it.

    Raises NothingToRead where nothing has it, SettingInvalid where several may be meant.
    """
    if book is not None or not _ID.fullmatch(identifier):
        identifier = _section_of(connection, identifier, book)
    known = connection.read(_ENDS, id=identifier)
    exact = [row for row in known if row["id"] == identifier] or known
    if not exact:
        raise NothingToRead(f"Nothing in the graph that can be cited has the id {identifier!r}.")
    if len({row["id"] for row in exact}) > 1:
        raise SettingInvalid(f"Several ids begin with {identifier!r}: {', '.join(row['id'] for row in exact[:3])}, …")
    row = exact[0]
    ids = row["sentences"]
    if ids is None:
        query = _SENTENCES.get(row["kind"])
        ids = [one["id"] for one in connection.read(query, id=row["id"])] if query else []
    if row["kind"] == "Entity":
        ids = ids[:MENTIONS_SHOWN]
    if not ids:
        raise NothingToRead(f"The {row['kind']} {row['id']} stands on no sentence: there is nothing to cite.")
    omitted = len(ids) - 2 if len(ids) > SENTENCES_SHOWN else 0
    places = connection.read(_PLACES, ids=[ids[0], ids[-1]] if omitted else ids)
    found = [(citation(place), str(place["text"])) for place in places]
    return [found[0], ("", f"[… {omitted} sentences …]"), *found[1:]] if omitted else found


def _section_of(connection: Connection, reference: str, book: str | None) -> str:
    """The id of the section, or else of the sentence, that is cited so."""
    rows = connection.read(_REFERENCES, ref="".join(reference.split()).casefold(), book=(book or "").casefold())
    rows = [row for row in rows if row["exact"]] or rows
    if not rows:
        where = f" in a book {book!r}" if book else ""
        raise NothingToRead(
            f"Nothing{where} has the id or the reference {reference!r}.",
            f"An id has at least {SHORTEST_ID} characters; `glossator outline --units FILE` shows a book's references.",
        )
    books = {row["book"]: row["title"] for row in rows}
    if len(books) > 1:
        named = "; ".join(f"{title} ({one[:ID_DIGITS]})" for one, title in books.items())
        raise SettingInvalid(f"{reference!r} is in several books: {named}.", "Choose one with --book.")
    return str(rows[0]["id"])


def citation(place: dict[str, Any]) -> str:
    """ "Author, Title, trans. Translator, E2p7s, p. 45": by the reference and page that the source has, else by section,
    paragraph and sentence."""
    return ", ".join(part for part in (_speaker(place), _book(place), _place(place)) if part)


def _speaker(place: dict[str, Any]) -> str:
    """Who says it; an author is named before the title, anyone else as speaking in the book."""
    voice, author = place.get("voice") or "author", place.get("author")
    if voice == "author":
        return author or ""
    name = f"{place[voice]} ({voice})" if place.get(voice) else f"the {voice}"
    return f"{name} in {author}" if author else name


def _book(place: dict[str, Any]) -> str:
    translator = place.get("translator")
    parts = [place["title"], f"trans. {translator}" if translator else "", place.get("edition"), place.get("year")]
    return ", ".join(str(part) for part in parts if part)


def _place(place: dict[str, Any]) -> str:
    printed = place.get("printed_page") or place.get("page_label")
    page = place.get("pdf_page")
    pages = f"p. {printed}" if printed else f"PDF p. {page}" if page else ""
    if printed and page and str(page) != str(printed):
        pages += f" (PDF p. {page})"
    note = f", {place['note'].lower()}" if place.get("note") else ""
    if place.get("ref") or pages or note:
        reference = place.get("ref") or _section(place) + note
        return reference if printed and reference == printed else f"{reference}, {pages}".removesuffix(", ")
    return f"{_section(place)}, ¶ {place['paragraph']}, sentence {place['sentence']}"


def _section(place: dict[str, Any]) -> str:
    """The section's title behind those above it that tell it from others of the same title."""
    parents: list[str] = place.get("parents") or []
    namesakes: list[list[str]] = place.get("namesakes") or []
    named = 0
    while named < len(parents) and any(
        other[len(other) - named :] == parents[len(parents) - named :] for other in namesakes
    ):
        named += 1
    return ", ".join(title.rstrip(".") for title in [*parents[len(parents) - named :], place["section"]])
