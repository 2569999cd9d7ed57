"""Opens the journal's database from its URL, and says its failures as ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from schemas.errors import JournalUnavailable, SettingInvalid

BUSY_SECONDS = 60  # how long a writer waits for another one (SQLite)
_SQLITE, _POSTGRES = "sqlite", "postgresql"
_DRIVERS = {_SQLITE: ("sqlite", "sqlite+pysqlite"), _POSTGRES: ("postgresql", "postgresql+psycopg")}
_WANTED = "Write it as sqlite:////whole/path/memory.db or postgresql://user@host/database."
_REMEDIES = (  # by what SQLite's message says
    (("not a database", "malformed"), "Put a copy of it back, or begin anew with an empty journal and an empty graph."),
    (("full", "disk i/o"), "Make space on its disk, then run the same command: it goes on."),
    (("readonly", "unable to open"), "Check that GLOSSATOR_HOME is a folder that you may write to."),
    (("locked",), "Another process keeps it busy; run the same command when that is done."),
)


def open_engine(url: str) -> Engine:
    """Raises SettingInvalid for a URL that makes no sense, JournalUnavailable where the database can't be reached."""
    parsed = _parsed(url)
    if parsed.get_backend_name() == _POSTGRES:
        return _postgres(parsed)
    path = Path(parsed.database or "")
    with failures_as_ours(shown(parsed)):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600, exist_ok=True)
    return _sqlite(parsed)


def exists(url: str) -> bool:
    """Whether a journal may be there; nothing is made. Raises SettingInvalid for a URL that makes no sense."""
    parsed = _parsed(url)
    return parsed.get_backend_name() == _POSTGRES or Path(parsed.database or "").exists()


@contextmanager
def failures_as_ours(address: str) -> Iterator[None]:
    """Turns what the database or its disk refuses into JournalUnavailable; a broken constraint is the caller's own."""
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).splitlines()[0]
        remedies = (remedy for words, remedy in _REMEDIES if any(word in said.lower() for word in words))
        raise JournalUnavailable(f"The journal {address} can't be used: {said}.", next(remedies, None)) from error
    except OSError as error:
        raise JournalUnavailable(
            f"The journal {address} can't be used: {error.strerror}.",
            "Check that GLOSSATOR_HOME is a folder that you may write to.",
        ) from error


def shown(url: URL) -> str:
    """The URL as it may be shown."""
    return url.render_as_string(hide_password=True)


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):  # their words may hold the password
        raise SettingInvalid("GLOSSATOR_JOURNAL_URL is no URL of a database.", _WANTED) from None
    backend = parsed.get_backend_name()
    if parsed.drivername not in _DRIVERS.get(backend, ()):
        raise SettingInvalid(f"GLOSSATOR_JOURNAL_URL names {parsed.drivername}, not SQLite or Postgres.", _WANTED)
    if backend == _SQLITE:
        _check_file(parsed.database or ":memory:", bool(parsed.query))
    return parsed


def _check_file(database: str, options: bool) -> None:
    """The journal is what a later run goes on from: a file, and the same one from wherever the run is started."""
    if database == ":memory:" or database.startswith("file:") or options:
        raise SettingInvalid("GLOSSATOR_JOURNAL_URL must name a file and nothing else, so that it is kept.", _WANTED)
    if not Path(database).is_absolute():
        try:
            whole = Path(database).expanduser().absolute()
        except RuntimeError:  # there is no such user
            whole = Path(database).absolute()
        raise SettingInvalid(
            f"GLOSSATOR_JOURNAL_URL names {database!r}, another file from every folder.",
            f"Write its whole path: sqlite:///{whole}",
        )


def _postgres(parsed: URL) -> Engine:
    try:
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    except ImportError as error:
        raise SettingInvalid(
            "GLOSSATOR_JOURNAL_URL names Postgres, whose driver psycopg isn't installed.",
            "Install it: pip install 'glossator[postgres]' (in a clone: pip install 'psycopg[binary]').",
        ) from error


def _sqlite(parsed: URL) -> Engine:
    engine = create_engine(parsed, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says so, below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # a deferred one could fail as busy when it turns to writing

    return engine
