"""What a run shows of itself in Prefect: progress of chapters, tables, a report, a link; never the cause of a failure."""

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from prefect.artifacts import (
    create_link_artifact,
    create_markdown_artifact,
    create_progress_artifact,
    create_table_artifact,
    update_progress_artifact,
)

from flows.run_log import found
from schemas.progress import ChapterProgress

SECONDS_BETWEEN = 2.0  # updates of one chapter: each costs the server some 40 ms
SECONDS_SILENT = 60.0  # after an update that failed: the server has other troubles
_LONGEST_SLUG = 40
_logger = logging.getLogger(__name__)


@dataclass
class Silence:
    """Shared by the chapters of a run: until when (monotonic seconds) none of them tries the server again."""

    until: float = 0.0


class ChapterArtifact:
    """The progress of one chapter-reading under way, in the thread that reads it. A chapter that stood complete has none."""

    def __init__(self, key: str, silence: Silence) -> None:
        self._key, self._silence = key, silence
        self._id: UUID | None = None
        self._next = 0.0

    def step(self, progress: ChapterProgress) -> None:
        first, last = self._id is None, progress.complete
        now = time.monotonic()
        if progress.waiting or (first and last) or now < self._silence.until or (now < self._next and not last):
            return
        share = 100 * progress.done / max(1, progress.total)
        said = f"{progress.title}, {progress.chapter_title}: {found(progress)}"
        self._next = now + SECONDS_BETWEEN
        if not tried(lambda: self._write(share, said)):
            self._silence.until = time.monotonic() + SECONDS_SILENT

    def _write(self, share: float, said: str) -> None:
        if self._id is None:
            created = create_progress_artifact(progress=share, key=self._key, description=said)
            self._id = created if isinstance(created, UUID) else None
        else:
            update_progress_artifact(artifact_id=self._id, progress=share, description=said)


def table(name: str, rows: list[dict[str, Any]], description: str) -> None:
    tried(lambda: create_table_artifact(table=rows, key=name, description=description))


def report(name: str, markdown: str) -> None:
    tried(lambda: create_markdown_artifact(markdown=markdown, key=name, description="What was read, found and missed"))


def link(name: str, address: str, text: str) -> None:
    """A link that a browser can follow; another address (bolt://…) as text."""
    if address.startswith(("http://", "https://")):
        tried(lambda: create_link_artifact(link=address, link_text=text, key=name, description=text))
    else:
        tried(lambda: create_markdown_artifact(markdown=f"`{address}`", key=name, description=text))


def tried(write: Callable[[], object]) -> bool:
    """Whether it was written; a server that doesn't answer must not fail what was read."""
    try:
        write()
    except Exception:
        _logger.debug("an artifact could not be written", exc_info=True)
        return False
    return True


def key(title: str, distinct: str, suffix: str = "") -> str:
    """Keys are shared by all runs of a server and may hold a-z, 0-9 and - only: a slug, and a digest that tells two books
    of one title apart."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:_LONGEST_SLUG].strip("-")
    digest = sha256(distinct.encode()).hexdigest()[:8]
    return "-".join(part for part in (slug, digest, suffix) if part)
