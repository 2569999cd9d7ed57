"""The local Neo4j's jars: fetched once by coordinates, each refused unless its SHA-256 is the pinned one."""

import hashlib
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import DownloadFailed

NEO4J_VERSION = "2026.08.1"
ROOTS = (
    f"org.neo4j:neo4j:{NEO4J_VERSION}",
    f"org.neo4j.app:neo4j-server:{NEO4J_VERSION}",
    "org.neo4j.client:neo4j-browser:5.24.0",
)
LOCK_FILE = Path(__file__).with_name("jars.lock")
FETCHES_AT_ONCE = 4

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done and how much there is (0 where unknown)."""


@dataclass(frozen=True)
class Jar:
    """One line of the lock file; `classifier` is empty for most."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str

    @property
    def name(self) -> str:
        return ":".join(part for part in (self.group, self.artifact, self.version, self.classifier) if part)

    @property
    def file_name(self) -> str:
        """Unique among the pinned jars, whose artifact names alone needn't be."""
        return self.name.replace(":", "_") + ".jar"


def pinned(lock_file: Path = LOCK_FILE) -> tuple[Jar, ...]:
    """Jars in class path order."""
    jars = []
    for line in lock_file.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        coordinates, sha256 = line.split()
        group, artifact, version, *classifier = coordinates.split(":")
        jars.append(Jar(group, artifact, version, "".join(classifier), sha256))
    return tuple(jars)


def fetch(cache: Path, progress: Progress, jars: Sequence[Jar] | None = None) -> list[Path]:
    """Paths of all pinned jars in class path order, fetching those that `cache` lacks.

    Only checked jars enter the cache, each whole, so a fetch that was cut off anywhere goes on where it stopped.
    Raises DownloadFailed.
    """
    from filelock import FileLock

    wanted = pinned() if jars is None else tuple(jars)
    folder = cache / f"neo4j-{NEO4J_VERSION}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "fetch.lock"):
            missing = [jar for jar in wanted if not _stands(folder / jar.file_name, jar)]
            if missing:
                _fetch_missing(folder, missing, len(wanted), progress)
    except OSError as error:
        raise DownloadFailed(f"Neo4j's jars could not be kept in {folder}: {error}.") from error
    return [folder / jar.file_name for jar in wanted]


def _fetch_missing(folder: Path, missing: Sequence[Jar], total: int, progress: Progress) -> None:
    staging = folder / "staging"
    shutil.rmtree(staging, ignore_errors=True)
    done = total - len(missing)
    progress("Fetching Neo4j", done, total)
    pool = ThreadPoolExecutor(FETCHES_AT_ONCE)
    try:
        for _ in pool.map(lambda jar: _fetch_one(folder, staging, jar), missing):
            done += 1
            progress("Fetching Neo4j", done, total)
    finally:
        pool.shutdown(cancel_futures=True)
        shutil.rmtree(staging, ignore_errors=True)


def _fetch_one(folder: Path, staging: Path, jar: Jar) -> None:
    from jgo.config import GlobalSettings
    from jgo.constants import MAVEN_CENTRAL_URL
    from jgo.maven import MavenContext

    configured = GlobalSettings.load().repositories
    repositories = {"central": MAVEN_CENTRAL_URL, **configured}
    context = MavenContext(repo_cache=staging, local_repos=[], remote_repos=repositories)
    component = context.project(jar.group, jar.artifact).at_version(jar.version)
    try:
        fetched: Path = component.artifact(classifier=jar.classifier).resolve()
    except (OSError, RuntimeError) as error:
        raise DownloadFailed(f"{jar.name} could not be fetched ({type(error).__name__}).") from error
    if not _stands(fetched, jar):
        raise DownloadFailed(
            f"{jar.name} as fetched is not the pinned file: its SHA-256 differs, so it was refused.",
            "Try again; if it happens again, something between you and the package registry alters files.",
        )
    fetched.replace(folder / jar.file_name)


def _stands(path: Path, jar: Jar) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except FileNotFoundError:
        return False
