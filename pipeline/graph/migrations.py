"""What the database needs before the first write: ordered steps, each recorded when done and harmless when repeated."""

from dataclasses import dataclass
from typing import Any, LiteralString

from pipeline.graph.connection import Connection
from pipeline.graph.terms import write_terms
from schemas.vocabulary import Vocabulary

OWNED_LABELS = (
    "Text", "Section", "Sentence", "Chunk", "Statement", "Inference", "Conflict", "Reference", "Episode", "Book",
)  # fmt: skip
_IDENTIFIED = (*OWNED_LABELS, "Entity", "Concept", "Community", "Term", "Migration")
_AWAIT_SECONDS = 300
_MADE_MEANWHILE = (
    "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists",
    "Neo.ClientError.Schema.ConstraintAlreadyExists",
    "Neo.ClientError.Schema.IndexAlreadyExists",
)


@dataclass(frozen=True)
class Migration:
    """`id` sorts in the order of application and never changes; neither do the statements of a released one."""

    id: str
    statements: tuple[LiteralString, ...]


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
    """Another process may do the same at the same time: what both make is made once."""
    for statement in migration.statements:  # schema statements each need a transaction of their own
        _run(connection, statement)
    _run(connection, "CALL db.awaitIndexes($seconds)", seconds=_AWAIT_SECONDS)
    _run(connection, "MERGE (m:Migration {id: $id}) ON CREATE SET m.applied_at = datetime()", id=migration.id)


def _run(connection: Connection, statement: LiteralString, **parameters: Any) -> None:
    """Again after a deadlock with another process; a rule that came there meanwhile is as good as ours."""
    from neo4j.exceptions import ClientError

    try:
        connection.write(lambda transaction: transaction.run(statement, parameters).consume())
    except ClientError as error:
        if error.code not in _MADE_MEANWHILE:
            raise
