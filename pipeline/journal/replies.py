"""The cache of valid replies, what was sent and came back for a while, and what an endpoint was found to take."""

import time
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from pipeline.journal.journal import Journal
from pipeline.journal.tables import ENDPOINTS, MESSAGES, REPLIES
from schemas.spending import LONGEST_PAUSE_SECONDS, Capabilities

MOST_RUNS, MOST_DAYS, MOST_BYTES = 10, 30, 50_000_000  # full messages that are kept; valid replies stay
DAY = 86_400.0  # seconds


class ServedModel(NamedTuple):
    """An endpoint's address without secrets, and the model asked there."""

    address: str
    model: str


class Replies:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def find(self, key: str) -> str | None:
        """The answer, as JSON."""
        with self._journal.transaction() as connection:
            return connection.execute(select(REPLIES.c.answer).where(REPLIES.c.key == key)).scalar_one_or_none()

    def keep(self, key: str, answer: str) -> None:
        """Keeps a valid answer; the first one stands."""
        try:
            with self._journal.transaction() as connection:
                connection.execute(REPLIES.insert().values(key=key, answer=answer, at=time.time()))
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
            last = select(MESSAGES.c.run).group_by(MESSAGES.c.run).order_by(func.max(MESSAGES.c.at).desc())
            kept_runs = connection.execute(last.limit(MOST_RUNS)).scalars().all()
            size = func.sum(MESSAGES.c.size).over(order_by=(MESSAGES.c.at.desc(), MESSAGES.c.call.desc()))
            sizes = select(MESSAGES.c.call, size.label("so_far")).subquery()
            beyond = select(sizes.c.call).where(sizes.c.so_far > MOST_BYTES)
            old = MESSAGES.c.at < time.time() - MOST_DAYS * DAY
            of_others = MESSAGES.c.run.not_in(kept_runs)
            connection.execute(delete(MESSAGES).where(old | of_others | MESSAGES.c.call.in_(beyond)))


class Endpoints:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def capabilities(self, endpoint: ServedModel) -> Capabilities:
        with self._journal.transaction() as connection:
            query = select(ENDPOINTS.c.capabilities).where(_is(endpoint))
            found = connection.execute(query).scalar_one_or_none()
        return Capabilities() if found is None else Capabilities.model_validate_json(found)

    def learn(self, endpoint: ServedModel, found: Capabilities) -> None:
        self._write(endpoint, {"capabilities": found.model_dump_json()})

    def leave_alone(self, endpoint: ServedModel, seconds: float) -> None:
        """Nobody sends there for so long, as far as it is believed: the endpoint asked for it."""
        self._write(endpoint, {"not_before": time.time() + min(seconds, LONGEST_PAUSE_SECONDS)})

    def ask_again(self, address: str) -> None:
        """Whatever was asked for by any of its models."""
        with self._journal.transaction() as connection:
            connection.execute(update(ENDPOINTS).where(ENDPOINTS.c.endpoint == address).values(not_before=0.0))

    def _write(self, endpoint: ServedModel, values: dict[str, object]) -> None:
        new = {"endpoint": endpoint.address, "model": endpoint.model, "capabilities": "{}", "not_before": 0.0}
        with self._journal.transaction() as connection:
            if connection.execute(update(ENDPOINTS).where(_is(endpoint)).values(**values)).rowcount == 0:
                connection.execute(ENDPOINTS.insert().values(**new | values))


def _is(endpoint: ServedModel) -> ColumnElement[bool]:
    return (ENDPOINTS.c.endpoint == endpoint.address) & (ENDPOINTS.c.model == endpoint.model)
