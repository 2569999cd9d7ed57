"""What the database needs before the first write: ordered steps, each recorded when done and harmless when repeated."""

from dataclasses import dataclass

from pipeline.graph.connection import Connection
from pipeline.graph.terms import write_terms
from schemas.vocabulary import Vocabulary

OWNED_LABELS = (
    "Text", "Section", "Sentence", "Chunk", "Statement", "Inference", "Conflict", "Reference", "Episode", "Book",
)  # fmt: skip
_IDENTIFIED = (*OWNED_LABELS, "Entity", "Concept", "Community", "Term", "Migration")
_AWAIT_SECONDS = 300


@dataclass(frozen=True)
class Migration:
    """`id` sorts in the order of application and never changes; neither do the statements of a released one."""

    id: str
    statements: tuple[str, ...]


MIGRATIONS = (
    Migration(
        "0001 ids are unique",
        tuple(
            f"CREATE CONSTRAINT {label.lower()}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE"
            for label in _IDENTIFIED
        ),
    ),
    Migration(
        "0002 look-ups by owner, book and order",
        (
            *(
                f"CREATE INDEX {label.lower()}_owner IF NOT EXISTS FOR (n:{label}) ON (n.owner)"
                for label in OWNED_LABELS
                if label != "Sentence"
            ),
            "CREATE INDEX sentence_order IF NOT EXISTS FOR (n:Sentence) ON (n.owner, n.order)",
            "CREATE INDEX entity_book IF NOT EXISTS FOR (n:Entity) ON (n.book)",
            "CREATE TEXT INDEX entity_name IF NOT EXISTS FOR (n:Entity) ON (n.name)",
            "CREATE INDEX statement_book IF NOT EXISTS FOR (n:Statement) ON (n.book)",
        ),
    ),
)


def migrate(connection: Connection, vocabulary: Vocabulary | None = None) -> list[str]:
    """Ids of the migrations now applied. `vocabulary` also gets its terms explained in the graph."""
    stand = {row["id"] for row in connection.read("MATCH (m:Migration) RETURN m.id AS id")}
    applied = []
    for migration in MIGRATIONS:
        if migration.id not in stand:
            _apply(connection, migration)
            applied.append(migration.id)
    write_terms(connection, vocabulary)
    return applied


def _apply(connection: Connection, migration: Migration) -> None:
    with connection.session() as session:
        for statement in migration.statements:  # schema statements each need a transaction of their own
            session.run(statement).consume()
        session.run("CALL db.awaitIndexes($seconds)", seconds=_AWAIT_SECONDS).consume()
        session.run("MERGE (m:Migration {id: $id}) ON CREATE SET m.applied_at = datetime()", id=migration.id).consume()
