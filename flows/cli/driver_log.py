"""The Neo4j driver's log on the command line: none of its raw lines, one of ours when it has to try again."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_LOGGER = "neo4j"
_SILENT_SECONDS = 60.0  # between two lines that say the same


def silence_driver() -> None:
    """Without a handler Python would write its warnings raw to stderr."""
    logging.getLogger(_LOGGER).addHandler(logging.NullHandler())


class _Retries(logging.Handler):
    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._say, self._said = say, float("-inf")

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()  # a deadlock of two chapters is tried again at once, and no news
        if "retried" in said and "TransientError" not in said and time.monotonic() - self._said > _SILENT_SECONDS:
            self._said = time.monotonic()
            self._say("Neo4j doesn't answer; it is asked again for a while.")


@contextmanager
def retries_said(say: Callable[[str], None]) -> Iterator[None]:
    handler = _Retries(say)
    logger = logging.getLogger(_LOGGER)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
