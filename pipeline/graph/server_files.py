"""Where the local Neo4j keeps its files below GLOSSATOR_HOME, and what stands in them before it starts."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from pipeline.background import write_private
from schemas.errors import SettingInvalid
from schemas.settings import GraphSettings

_CONFIGURATION = """\
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{bolt}
server.bolt.advertised_address=127.0.0.1:{bolt}
server.http.listen_address=127.0.0.1:{http}
server.http.advertised_address=127.0.0.1:{http}
server.https.enabled=false
server.fleet_discovery.enabled=false
internal.server.bolt.connection_shutdown_wait_time=1s
internal.server.bolt.thread_pool_shutdown_wait_time=1s
server.memory.pagecache.size=256m
db.tx_log.preallocate=false
db.tx_log.rotation.retention_policy=2 files
dbms.security.allow_csv_import_from_file_urls=false
dbms.usage_report.enabled=false
client.allow_telemetry=false
"""


@dataclass(frozen=True)
class ServerFiles:
    """Paths below `root`, which is private (0700) as the home is."""

    root: Path

    @classmethod
    def below(cls, home: Path) -> "ServerFiles":
        return cls(home / "neo4j")

    @property
    def configuration(self) -> Path:
        return self.root / "conf"

    @property
    def password(self) -> Path:
        return self.root / "password"

    @property
    def process(self) -> Path:
        return self.root / "process.json"

    @property
    def arguments(self) -> Path:
        return self.root / "java.args"

    @property
    def output(self) -> Path:
        """What the process itself prints: trouble before Neo4j's own log begins."""
        return self.root / "output.log"

    @property
    def log(self) -> Path:
        return self.root / "logs" / "neo4j.log"

    @property
    def lock(self) -> Path:
        return self.root / "start.lock"

    @property
    def initial_password(self) -> Path:
        """Neo4j's own file; where it stands the first password is set."""
        return self.root / "data" / "dbms" / "auth.ini"

    @property
    def databases(self) -> Path:
        return self.root / "data" / "databases"

    def create(self) -> None:
        for folder in (self.root.parent, self.root):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.chmod(0o700)
        self.configuration.mkdir(exist_ok=True)

    def write_configuration(self, bolt_port: int, http_port: int) -> None:
        text = _CONFIGURATION.format(bolt=bolt_port, http=http_port)
        (self.configuration / "neo4j.conf").write_text(text, encoding="utf-8")


def settle_password(files: ServerFiles, graph: GraphSettings) -> str:
    """The local server's password: the one it has, else the wanted one, else a random one.

    Raises SettingInvalid where another one is wanted than the server was made with.
    """
    wanted = None if graph.local_password is None else graph.local_password.get_secret_value()
    made = files.initial_password.exists() or files.databases.exists()
    kept = files.password.read_text(encoding="utf-8") if files.password.exists() else None
    if made and kept is not None:
        if wanted is not None and wanted != kept:
            raise SettingInvalid(
                "The local Neo4j was made with another password than GLOSSATOR_NEO4J_PASSWORD now says; "
                "a password is set only once, when the server is made.",
                f"Unset it (the password in use is in {files.password}), or change it in Neo4j with "
                "ALTER CURRENT USER and write the new one into that file.",
            )
        return kept
    password = wanted or secrets.token_urlsafe(24)
    write_private(files.password, password)
    return password
