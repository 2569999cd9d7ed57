"""Writes jars.lock anew from what Neo4j's roots depend on: `python -m pipeline.graph.pin_jars`, for a new version."""

import hashlib
import tempfile
from dataclasses import replace
from pathlib import Path

from pipeline.graph.jars import LOCK_FILE, ROOTS

_HEADER = """\
# The jars of the local Neo4j in class path order, each with its SHA-256.
# Made by `python -m pipeline.graph.pin_jars`; don't edit by hand.
"""


def pin(lock_file: Path = LOCK_FILE) -> int:
    """How many jars were pinned. Resolves and downloads everything, which takes minutes."""
    from jgo.config import GlobalSettings
    from jgo.constants import MAVEN_CENTRAL_URL
    from jgo.maven import MavenContext, PythonResolver
    from jgo.parse import Coordinate

    lines = []
    with tempfile.TemporaryDirectory() as folder:
        repositories = {"central": MAVEN_CENTRAL_URL, **GlobalSettings.load().repositories}
        resolver = PythonResolver()
        context = MavenContext(repo_cache=Path(folder), remote_repos=repositories, resolver=resolver)
        roots = [context.create_dependency(replace(Coordinate.parse(root), scope="compile")) for root in ROOTS]
        given, transitive = resolver.resolve(roots)
        for dependency in [*given, *(d for d in transitive if d.scope in ("compile", "runtime"))]:
            found = dependency.artifact
            parts = (found.groupId, found.artifactId, found.version, found.classifier)
            digest = hashlib.sha256(found.resolve().read_bytes()).hexdigest()
            lines.append(f"{':'.join(part for part in parts if part)} {digest}\n")
    lock_file.write_text(_HEADER + "".join(lines), encoding="utf-8")
    return len(lines)


if __name__ == "__main__":
    print(f"{pin()} jars pinned")
