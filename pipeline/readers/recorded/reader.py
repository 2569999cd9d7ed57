"""The recorded reader: the answer that was once given to these sentences, read as if it had just come."""

from pathlib import Path

from pipeline.readers.llm.reader import TASK, reading_of
from pipeline.readers.recorded.recording import (
    RECORDINGS,
    load_recordings,
    passage_digest,
    recordings_digest,
    replayed,
)
from schemas.errors import NotRecorded
from schemas.reading import NOTHING_SPENT, ChunkReading, ReadRequest

NAME, VERSION = "recorded", "1"


class RecordedReader:
    """Asks nobody; what isn't recorded is a gap."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or RECORDINGS
        self._lines = load_recordings(self._folder)

    @property
    def identity(self) -> tuple[str, ...]:
        return (NAME, VERSION, recordings_digest(self._folder))

    @property
    def extractor(self) -> str:
        return f"{NAME} {VERSION}"

    @property
    def model(self) -> str | None:
        return self._said("model")

    @property
    def prompt(self) -> str | None:
        return self._said("prompt")

    def _said(self, field: str) -> str | None:
        said = dict.fromkeys(str(getattr(line, field)) for line in self._lines.values())
        return ", ".join(said) or None

    def read(self, request: ReadRequest) -> ChunkReading:
        """Raises NotRecorded."""
        line = self._lines.get((passage_digest(request.sentences), TASK))
        if line is None:
            raise NotRecorded("Nobody's answer to these sentences is recorded.")
        reading, _ = reading_of(request, replayed(line, request), NOTHING_SPENT, 0)
        return reading
