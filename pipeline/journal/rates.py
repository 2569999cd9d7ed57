"""How many requests and tokens an endpoint takes, counted over all processes that share the journal."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from pipeline.journal.lease import alive
from pipeline.journal.tables import ENDPOINTS, MODEL_CALLS
from schemas.spending import LONGEST_PAUSE_SECONDS, Rates

MINUTE = 60.0  # seconds
POLL_SECONDS = 0.2  # until it is looked again whether a call in flight has ended


def wait_for_rates(connection: Connection, entry: int, endpoint: str, rates: Rates, now: float) -> float:
    """Seconds until the entry's request may be sent, 0 for at once. To be called under the lock of whoever sends."""
    later = _not_before(connection, endpoint) - now
    if later > 2 * LONGEST_PAUSE_SECONDS:
        later = 0.0  # none that was believed: a clock was set back, or the journal is an older one
    if later > 0 or not any(value is not None for _, value in rates):
        return max(later, 0.0)
    mine = MODEL_CALLS.c.endpoint == endpoint
    if rates.in_flight is not None:
        under_way = mine & MODEL_CALLS.c.sent.is_not(None) & MODEL_CALLS.c.ended.is_(None)
        calls = connection.execute(select(MODEL_CALLS.c.holder, MODEL_CALLS.c.sent).where(under_way)).all()
        if sum(alive(holder, sent, now) for holder, sent in calls) >= rates.in_flight:
            return POLL_SECONDS
    since = select(MODEL_CALLS.c.sent, _told_or_reserved()).where(mine, MODEL_CALLS.c.sent > now - MINUTE)
    recent = [(float(sent), int(tokens)) for sent, tokens in connection.execute(since.order_by(MODEL_CALLS.c.sent))]
    more = connection.execute(select(MODEL_CALLS.c.reserved_tokens).where(MODEL_CALLS.c.id == entry)).scalar_one()
    return max(
        _until([(sent, 1) for sent, _ in recent], rates.requests_per_minute, 1, now),
        _until(recent, rates.tokens_per_minute, int(more), now),
    )


def _told_or_reserved() -> ColumnElement[Any]:
    told = MODEL_CALLS.c.prompt_tokens + MODEL_CALLS.c.completion_tokens
    return func.coalesce(told, MODEL_CALLS.c.reserved_tokens)


def _until(recent: Sequence[tuple[float, int]], limit: int | None, more: int, now: float) -> float:
    """Seconds until so much more fits into a minute beside `recent`, which is (when, how much); what alone is over the
    limit waits for an empty minute."""
    if limit is None:
        return 0.0
    used = sum(amount for _, amount in recent)
    wait = 0.0
    for sent, amount in recent:
        if used + more <= limit:
            break
        used -= amount
        wait = max(sent + MINUTE - now, 0.05)
    return wait


def _not_before(connection: Connection, endpoint: str) -> float:
    """Until when the endpoint asked to be left alone, in seconds since the epoch."""
    query = select(func.max(ENDPOINTS.c.not_before)).where(ENDPOINTS.c.endpoint == endpoint)
    return float(connection.execute(query).scalar_one() or 0.0)
