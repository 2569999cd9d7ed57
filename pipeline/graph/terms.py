"""`Term` nodes: every label and type of the graph explained in the graph itself, with definition and example."""

from pipeline.graph.connection import Connection
from schemas.vocabulary import ENTERTAINED, NEGATED_PREFIX, Term, Vocabulary

LABELS = {
    "Book": "A work, identified by its first text",
    "Text": "One immutable canonical text of a book; its presence means that the structure is written",
    "Section": "A node of the table of contents, or an addressable unit below it",
    "Sentence": "A sentence of the canonical text with its place",
    "Chunk": "The consecutive sentences read in one step, with what became of it",
    "Episode": "A stretch of the argument, committed as a whole",
    "Entity": "What a book talks about; its name, type and aliases are rolled up from its mentions",
    "Statement": "What can be true, false or asked, in the exact words",
    "Inference": "A step from linked premises to a conclusion (AIF: RA node)",
    "Conflict": "An attack of a statement on a statement or an inference (AIF: CA node)",
    "Reference": "A pronoun, demonstrative or the like whose target matters",
    "Term": "The explanation of a label or type",
    "Migration": "A change of the database's constraints and indexes that was applied",
}
EDGES = {
    "HAS_SECTION": "Book or Section to the sections directly below it",
    "HAS_SENTENCE": "Section to its own sentences, or Chunk to the sentences read in it",
    "HAS_NOTE": "Sentence to the note (a Section) it calls, at an offset of the text",
    "HAS_CHUNK": "Chapter's Section to its chunks",
    "HAS_EPISODE": "Chapter's Section to its episodes",
    "NEXT": "Sentence to the one after it",
    "COVERS": "Episode to its sentences",
    "MENTIONS": "Sentence to an entity named in it, with the span and whether the surface stands there exactly",
    "STATED_IN": "Statement to the sentences that state it",
    "ABOUT": "Statement to an entity it is about",
    "DEFINES": "Statement to the entity it defines",
    "PREMISE_OF": "Statement to the inference it is a premise of",
    "CONCLUDES": "Inference to its conclusion",
    "ATTACKS_VIA": "Statement to the conflict it attacks through",
    "TARGETS": "Conflict to the statement or inference attacked",
    "SUPPORTS": "Shortcut: a premise to the conclusion of its inference",
    "ATTACKS": "Shortcut: an attacking statement to what it attacks, or to the conclusion of the inference it undercuts",
    "APPEARS_IN": "Reference to the sentence it stands in",
    "REFERS_TO": "Reference to what it was resolved to",
    "OUTCOME": "Reference to the episode in which it was settled, with status and reason",
    ENTERTAINED: "A relation that is only supposed or asked; its type is a property",
}
_WRITE = """
UNWIND $rows AS row
MERGE (t:Term {id: row.id}) SET t = row
RETURN count(*) AS made"""


def term_rows(vocabulary: Vocabulary | None) -> list[dict[str, str]]:
    """A row for each label, edge type and term; a relation's row also explains its negated type."""
    rows = [_row("label", Term(name=name, definition=text)) for name, text in LABELS.items()]
    rows += [_row("edge", Term(name=name, definition=text)) for name, text in EDGES.items()]
    if vocabulary is None:
        return rows
    for field, terms in vocabulary:
        if not isinstance(terms, tuple):
            continue
        rows += [_row(field, term) for term in terms]
        if field == "relation_types":
            rows += [
                _row(field, Term(name=NEGATED_PREFIX + term.name, definition=f"Denied: {term.definition}"))
                for term in terms
            ]
    return rows


def write_terms(connection: Connection, vocabulary: Vocabulary | None) -> None:
    """Writes the terms, unless they stand there as they are."""
    rows = term_rows(vocabulary)
    stand = connection.read("MATCH (t:Term) RETURN t.id AS id, properties(t) AS props")
    known = {row["id"]: row["props"] for row in stand}
    missing = [row for row in rows if known.get(row["id"]) != row]
    if missing:
        connection.write(lambda transaction: transaction.run(_WRITE, rows=missing).consume())


def _row(kind: str, term: Term) -> dict[str, str]:
    row = {"id": f"{kind}:{term.name}", "kind": kind, "name": term.name, "definition": term.definition}
    return {k: v for k, v in {**row, "example": term.example, "group": term.group}.items() if v}
