"""A connection to the graph: opened from settings, its driver's failures said as our errors."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, LiteralString, Self, TypeVar
from urllib.parse import urlsplit

from pipeline.graph.server_files import ServerFiles
from pipeline.graph.server_process import running
from schemas.errors import GraphOverloaded, GraphUnavailable, SettingInvalid
from schemas.settings import Settings

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction, Session

Rows = list[dict[str, Any]]
Result = TypeVar("Result")

_SCHEMES = frozenset(f"{name}{security}" for name in ("bolt", "neo4j") for security in ("", "+s", "+ssc"))
_CONNECT_SECONDS = 10.0
_RETRY_SECONDS = 30.0
_VANISHED = "Neo.ClientError.Statement.EntityNotFound"
_VANISHED_RETRIES = 5


class LoginRefused(GraphUnavailable):
    """Neo4j answers, but not to this user with this password."""


class Connection:
    """An open driver with its database. Threads may share one; each call opens a session of its own."""

    def __init__(self, driver: "Driver", database: str, address: str, started: bool = False) -> None:
        """`address` is the URI without secrets; `started` tells that opening it started the local server."""
        self.driver = driver
        self.database = database
        self.address = address
        self.started = started

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.driver.close()

    @contextmanager
    def session(self, reading: bool = False) -> Iterator["Session"]:
        from neo4j import READ_ACCESS, WRITE_ACCESS

        mode = READ_ACCESS if reading else WRITE_ACCESS
        with (
            failures_as_ours(self.address),
            self.driver.session(database=self.database, default_access_mode=mode, fetch_size=5000) as session,
        ):
            yield session

    def write(self, work: Callable[["ManagedTransaction"], Result]) -> Result:
        """Runs `work` in one transaction, again from its start after a transient failure."""
        from neo4j.exceptions import ClientError

        for left in range(_VANISHED_RETRIES, -1, -1):
            try:
                with self.session() as session:
                    return session.execute_write(work)
            except ClientError as error:  # a node that another transaction deleted meanwhile
                if error.code != _VANISHED or not left:
                    raise
        raise AssertionError

    def read(self, query: LiteralString, **parameters: Any) -> Rows:
        """Rows of a query of ours, all of them in memory."""
        with self.session(reading=True) as session:
            return session.execute_read(lambda transaction: transaction.run(query, parameters).data())


def connect(settings: Settings) -> Connection:
    """Opens the configured Neo4j, or the local one if it runs. Raises GraphUnavailable, SettingInvalid."""
    graph = settings.graph
    if graph.uri is not None:
        secret = "" if graph.password is None else graph.password.get_secret_value()
        return open_connection(graph.uri, graph.username, secret, graph.database)
    files = ServerFiles.below(settings.home)
    process = running(files)
    if process is None:
        raise GraphUnavailable("The local Neo4j doesn't run.")
    try:
        secret = files.password.read_text(encoding="utf-8")
    except OSError as error:
        raise GraphUnavailable(f"The local Neo4j's password file {files.password} can't be read.") from error
    return open_connection(f"bolt://127.0.0.1:{process.bolt_port}", "neo4j", secret, "neo4j")


def open_connection(
    uri: str, username: str, password: str, database: str, seconds: float = _CONNECT_SECONDS
) -> Connection:
    """Opens and tries a connection; `seconds` bounds the wait for an answer."""
    from neo4j import GraphDatabase
    from neo4j.exceptions import ConfigurationError

    address = without_secrets(uri)
    try:
        parts = urlsplit(uri)
        if parts.scheme not in _SCHEMES or parts.port == 0:  # a port that is no number raises ValueError
            raise ValueError("no address of Neo4j's")
        driver = GraphDatabase.driver(
            uri,
            auth=(username, password),
            connection_timeout=seconds,
            connection_acquisition_timeout=seconds * 4,
            max_transaction_retry_time=_RETRY_SECONDS,
            notifications_min_severity="OFF",
            telemetry_disabled=True,
            user_agent="glossator",
        )
    except (ValueError, ConfigurationError):
        raise SettingInvalid(
            f"NEO4J_URI {address!r} is no address of a Neo4j.", "Write it as bolt://host:port or neo4j://host:port."
        ) from None  # the driver's own words hold the URI with a password in it
    connection = Connection(driver, database, address)
    try:
        with connection.session(reading=True) as session:  # not in a managed transaction, which would retry
            session.run("RETURN 1 AS one").consume()
    except BaseException:
        driver.close()
        raise
    return connection


@contextmanager
def failures_as_ours(address: str) -> Iterator[None]:
    """Turns an unreachable server, a refused login and a missing database into GraphUnavailable."""
    from neo4j import exceptions

    try:
        yield
    except exceptions.AuthError as error:
        raise LoginRefused(
            f"Neo4j at {address} refused the login.", "Check NEO4J_USERNAME and NEO4J_PASSWORD."
        ) from error
    except exceptions.ClientError as error:
        if error.code == "Neo.ClientError.Database.DatabaseNotFound":
            raise GraphUnavailable(f"Neo4j at {address} has no such database.", "Check NEO4J_DATABASE.") from error
        raise
    except exceptions.DatabaseUnavailable as error:  # it starts or ends just now
        raise GraphUnavailable(f"The database of Neo4j at {address} is not available.") from error
    except exceptions.TransientError as error:
        if "OutOfMemory" not in (error.code or ""):
            raise
        raise GraphOverloaded(f"Neo4j at {address} has not the memory that this needs.") from error
    except (exceptions.ServiceUnavailable, exceptions.SessionExpired, OSError) as error:
        raise GraphUnavailable(f"Neo4j at {address} doesn't answer.") from error


def without_secrets(uri: str) -> str:
    """The URI as it may be shown: without user, password and query."""
    try:
        parts = urlsplit(uri)
        place = parts.hostname or ""
        return f"{parts.scheme}://{place}:{parts.port}" if parts.port else f"{parts.scheme}://{place}"
    except ValueError:
        return "(unreadable)"
