"""The journal's tables; JSON is stored as text, so that SQLite and Postgres hold the same."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

READINGS = Table(
    "readings",
    METADATA,
    Column("id", String, primary_key=True),
    Column("book", String, nullable=False, index=True),
    Column("text", String, nullable=False),
    Column("title", String, nullable=False),
    Column("source", String, nullable=False),
    Column("configuration", Text, nullable=False),
    Column("started", Float, nullable=False),
)

CHAPTERS = Table(
    "chapter_readings",
    METADATA,
    Column("id", String, primary_key=True),
    Column("reading", String, ForeignKey("readings.id"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("title", String, nullable=False),
    Column("chunks", Integer, nullable=False),
    Column("status", String, nullable=False),  # waiting, running, complete, failed
    Column("failure", Text),
    Column("holder", String),
    Column("holder_seen", Float),
    Column("updated", Float, nullable=False),
)

SNAPSHOTS = Table(  # what stood when a reading began and isn't in its id, but is told to a reader
    "snapshots",
    METADATA,
    Column("reading", String, ForeignKey("readings.id"), primary_key=True),
    Column("title", String, nullable=False),
    Column("author", String),
)

REQUESTS = Table(  # what was last asked for of a reading, so that `status` can say the command that goes on
    "requests",
    METADATA,
    Column("reading", String, ForeignKey("readings.id"), primary_key=True),
    Column("source", String, nullable=False),
    Column("arguments", Text, nullable=False),
    Column("chapters", Text, nullable=False),
)

FORGOTTEN = Table(  # chapters of readings that were taken out: their calls count for the book for ever
    "forgotten_chapters",
    METADATA,
    Column("chapter_reading", String, primary_key=True),
    Column("book", String, nullable=False, index=True),
)

FAILED_BOOKS = Table(
    "failed_books",
    METADATA,
    Column("source", String, primary_key=True),
    Column("failure", Text, nullable=False),
    Column("at", Float, nullable=False),
)

STEPS = Table(
    "steps",
    METADATA,
    Column("chapter_reading", String, ForeignKey("chapter_readings.id"), primary_key=True),
    Column("step", String, primary_key=True),
    Column("recalled", Text, nullable=False),
    Column("answer", Text),
    Column("asked", Float, nullable=False),
    Column("answered", Float),
)

CHECKPOINTS = Table(
    "checkpoints",
    METADATA,
    Column("chapter_reading", String, ForeignKey("chapter_readings.id"), primary_key=True),
    Column("done", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("tally", Text, nullable=False),
)

EPISODES = Table(
    "episodes",
    METADATA,
    Column("id", String, primary_key=True),
    Column("chapter_reading", String, ForeignKey("chapter_readings.id"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("digest", String, nullable=False),
    Column("delta", Text, nullable=False),
    Column("committed", Boolean, nullable=False),
    UniqueConstraint("chapter_reading", "number"),
)

MODEL_CALLS = Table(  # the ledger: a row before its request is sent, its outcome and usage afterwards
    "model_calls",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("run", String, nullable=False, index=True),
    Column("endpoint", String, nullable=False, index=True),
    Column("model", String, nullable=False),
    Column("chapter_reading", String, nullable=False, index=True),
    Column("step", String, nullable=False),
    Column("task", String, nullable=False),
    Column("prompt", String, nullable=False),
    Column("words", Integer, nullable=False),
    Column("holder", String, nullable=False),
    Column("reserved_tokens", Integer, nullable=False),
    Column("reserved_usd", Float),  # NULL: no price is known
    Column("reserved", Float, nullable=False),
    Column("sent", Float, index=True),
    Column("ended", Float),
    Column("outcome", String),
    Column("prompt_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("usd", Float),
)

ENDPOINTS = Table(  # what was found out about an endpoint's model, for every process
    "endpoints",
    METADATA,
    Column("endpoint", String, primary_key=True),
    Column("model", String, primary_key=True),
    Column("capabilities", Text, nullable=False),
    Column("not_before", Float, nullable=False),
)

REPLIES = Table(  # the cache: valid replies alone
    "replies",
    METADATA,
    Column("key", String, primary_key=True),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
)

MESSAGES = Table(  # what was sent and what came back, for a while
    "messages",
    METADATA,
    Column("call", Integer, primary_key=True),
    Column("run", String, nullable=False, index=True),
    Column("request", Text, nullable=False),
    Column("reply", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("at", Float, nullable=False, index=True),
)
