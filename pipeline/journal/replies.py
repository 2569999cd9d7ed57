"""The cache of valid replies, what was sent and came back for a while, and what an endpoint was found to take."""

import time
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from pipeline.journal.journal import Journal
from pipeline.journal.tables import ENDPOINTS, MESSAGES, REPLIES
from schemas.reading import Usage
from schemas.spending import Capabilities, KeptReply

MOST_RUNS, MOST_DAYS, MOST_BYTES = 10, 30, 50_000_000  # full messages that are kept; valid replies stay
DAY = 86_400.0  # seconds


class Endpoint(NamedTuple):
    """An endpoint's address without secrets, and the model asked there."""

    address: str
    model: str


class Replies:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def find(self, key: str) -> KeptReply | None:
        query = select(REPLIES.c.content, REPLIES.c.usage).where(REPLIES.c.key == key)
        with self._journal.transaction() as connection:
            row = connection.execute(query).first()
        return None if row is None else KeptReply(content=row.content, usage=Usage.model_validate_json(row.usage))

    def keep(self, key: str, content: str, usage: Usage) -> None:
        """Keeps a valid reply; the first one stands."""
        values = {"key": key, "content": content, "usage": usage.model_dump_json(), "at": time.time()}
        try:
            with self._journal.transaction() as connection:
                connection.execute(REPLIES.insert().values(**values))
        except IntegrityError:
            return

    def note(self, call: int, run: str, request: str, reply: str) -> None:
        """What was sent and what came back, whatever it was."""
        size = len(request.encode()) + len(reply.encode())
        values = {"call": call, "run": run, "request": request, "reply": reply, "size": size, "at": time.time()}
        with self._journal.transaction() as connection:
            connection.execute(MESSAGES.insert().values(**values))

    def drop_old(self) -> None:
        """Full messages of all but the last runs, older than a month, or beyond the size; the oldest go first."""
        with self._journal.transaction() as connection:
            connection.execute(delete(MESSAGES).where(MESSAGES.c.at < time.time() - MOST_DAYS * DAY))
            last = func.max(MESSAGES.c.at).label("last")
            runs = select(MESSAGES.c.run, last).group_by(MESSAGES.c.run).order_by(last.desc())
            for row in connection.execute(runs).all()[MOST_RUNS:]:
                connection.execute(delete(MESSAGES).where(MESSAGES.c.run == row.run))
            size = int(connection.execute(select(func.coalesce(func.sum(MESSAGES.c.size), 0))).scalar_one())
            oldest = select(MESSAGES.c.call, MESSAGES.c.size).order_by(MESSAGES.c.at)
            for row in connection.execute(oldest).all() if size > MOST_BYTES else ():
                if size <= MOST_BYTES:
                    break
                connection.execute(delete(MESSAGES).where(MESSAGES.c.call == row.call))
                size -= row.size


class Endpoints:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def capabilities(self, endpoint: Endpoint) -> Capabilities:
        with self._journal.transaction() as connection:
            query = select(ENDPOINTS.c.capabilities).where(_is(endpoint))
            found = connection.execute(query).scalar_one_or_none()
        return Capabilities() if found is None else Capabilities.model_validate_json(found)

    def learn(self, endpoint: Endpoint, found: Capabilities) -> None:
        self._write(endpoint, {"capabilities": found.model_dump_json()})

    def leave_alone(self, endpoint: Endpoint, seconds: float) -> None:
        """Nobody sends there for so long: the endpoint asked for it."""
        self._write(endpoint, {"not_before": time.time() + seconds})

    def _write(self, endpoint: Endpoint, values: dict[str, object]) -> None:
        new = {"endpoint": endpoint.address, "model": endpoint.model, "capabilities": "{}", "not_before": 0.0}
        with self._journal.transaction() as connection:
            if connection.execute(update(ENDPOINTS).where(_is(endpoint)).values(**values)).rowcount == 0:
                connection.execute(ENDPOINTS.insert().values(**new | values))


def _is(endpoint: Endpoint) -> ColumnElement[bool]:
    return (ENDPOINTS.c.endpoint == endpoint.address) & (ENDPOINTS.c.model == endpoint.model)
