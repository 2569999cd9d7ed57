"""The ledger of calls: what they may use is reserved before, what they used is written after, for all processes at once."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, delete, func, or_, select, union, update

from pipeline.journal.claim import one_at_a_time
from pipeline.journal.journal import Journal
from pipeline.journal.lease import alive
from pipeline.journal.rates import wait_for_rates
from pipeline.journal.tables import CHAPTERS, FORGOTTEN, MODEL_CALLS, READINGS
from schemas.reading import Usage
from schemas.spending import Call, Cap, Caps, Habit, Price, Rates, Refusal, Spent

DAY = 86_400.0  # seconds
OK, LOST = "ok", "lost"  # outcomes; lost is a call whose process died while it was under way
FEWEST_CALLS = 5  # that tell how a model answers
_CHAPTERS_OF_READINGS = union(
    select(CHAPTERS.c.id.label("chapter"), CHAPTERS.c.reading.label("reading")),
    select(FORGOTTEN.c.chapter_reading, READINGS.c.id).join(READINGS, READINGS.c.book == FORGOTTEN.c.book),
).subquery()  # a reading bears what earlier ones of its book cost


class Terms(NamedTuple):
    """Under what a run's calls stand. `readings` are those of its books so far; `price` None is unknown."""

    run: str
    holder: str
    endpoint: str
    model: str
    caps: Caps
    rates: Rates
    price: Price | None
    readings: Callable[[], Sequence[str]]


class Ledger:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def reserve(self, call: Call, terms: Terms) -> int | Refusal:
        """The id of a new entry that holds the most the call can use, if all caps allow it."""
        tokens = call.prompt_tokens + call.most_answer_tokens
        usd = None if terms.price is None else terms.price.of(call.prompt_tokens, 0, call.most_answer_tokens)
        with self._journal.transaction() as connection:
            one_at_a_time(connection)
            for name, cap, scope in _scopes(terms):
                refusal = _over(connection, name, cap, scope, tokens, usd or 0.0)
                if refusal is not None:
                    return refusal
            values = {
                "run": terms.run,
                "endpoint": terms.endpoint,
                "model": terms.model,
                "chapter_reading": call.chapter_reading,
                "step": call.step,
                "task": call.task,
                "prompt": call.prompt,
                "words": call.words,
                "holder": terms.holder,
                "reserved_tokens": tokens,
                "reserved_usd": usd,
                "reserved": time.time(),
            }
            entered = connection.execute(MODEL_CALLS.insert().values(**values))
            key = entered.inserted_primary_key
            assert key is not None
            return int(key[0])

    def release(self, entry: int) -> None:
        """Takes back what was reserved for a request that was not sent."""
        with self._journal.transaction() as connection:
            connection.execute(delete(MODEL_CALLS).where(MODEL_CALLS.c.id == entry))

    def send(self, entry: int, terms: Terms) -> float:
        """Marks the entry as sent and returns 0, or the seconds after which it is worth asking again: the endpoint's
        rates hold over the processes that share the journal."""
        with self._journal.transaction() as connection:
            one_at_a_time(connection)
            now = time.time()
            wait = wait_for_rates(connection, entry, terms.endpoint, terms.rates, now)
            if wait <= 0:
                connection.execute(update(MODEL_CALLS).where(MODEL_CALLS.c.id == entry).values(sent=now))
        return wait

    def settle(self, entry: int, outcome: str, usage: Usage | None, price: Price | None) -> None:
        """What became of a request that was sent; unknown counts stay NULL."""
        found = usage or Usage()
        known = found.prompt_tokens is not None and found.completion_tokens is not None
        usd = None
        if known and price is not None:
            usd = price.of(found.prompt_tokens or 0, found.cached_tokens or 0, found.completion_tokens or 0)
        values = {
            "outcome": outcome,
            "ended": time.time(),
            "prompt_tokens": found.prompt_tokens,
            "cached_tokens": found.cached_tokens,
            "completion_tokens": found.completion_tokens,
            "usd": usd,
        }
        with self._journal.transaction() as connection:
            connection.execute(update(MODEL_CALLS).where(MODEL_CALLS.c.id == entry).values(**values))

    def recover(self) -> None:
        """Ends the entries of processes that died: what was sent may have been paid, what wasn't is given back."""
        now = time.time()
        with self._journal.transaction() as connection:
            seen = func.max(MODEL_CALLS.c.reserved)
            query = (
                select(MODEL_CALLS.c.holder, seen).where(MODEL_CALLS.c.ended.is_(None)).group_by(MODEL_CALLS.c.holder)
            )
            for holder, last in connection.execute(query).all():
                if alive(holder, last, now):
                    continue
                open_ones = (MODEL_CALLS.c.holder == holder) & MODEL_CALLS.c.ended.is_(None)
                connection.execute(delete(MODEL_CALLS).where(open_ones, MODEL_CALLS.c.sent.is_(None)))
                connection.execute(update(MODEL_CALLS).where(open_ones).values(outcome=LOST, ended=now))

    def spent(self, *scope: ColumnElement[bool]) -> Spent:
        with self._journal.transaction() as connection:
            return _spent(connection.execute(_sums().where(MODEL_CALLS.c.sent.is_not(None), *scope)).one())

    def habit(self, model: str, task: str) -> Habit:
        """How the model answered the task so far; the default where it was asked too rarely."""
        columns = (func.count(), func.sum(MODEL_CALLS.c.completion_tokens), func.sum(MODEL_CALLS.c.words))
        asked = (MODEL_CALLS.c.model == model) & (MODEL_CALLS.c.task == task) & (MODEL_CALLS.c.outcome == OK)
        told = MODEL_CALLS.c.completion_tokens.is_not(None) & (MODEL_CALLS.c.words > 0)
        with self._journal.transaction() as connection:
            calls, tokens, words = connection.execute(select(*columns).where(asked, told)).one()
        if calls < FEWEST_CALLS:
            return Habit()
        return Habit(answer_tokens_a_word=tokens / words, calls=calls)

    def spent_by_run(self, run: str) -> Spent:
        return self.spent(MODEL_CALLS.c.run == run)

    def spent_by_readings(self) -> dict[tuple[str, str], Spent]:
        """Of each reading and model; what an earlier reading of the book cost, which was forgotten, is in it."""
        of = _CHAPTERS_OF_READINGS
        query = (
            _sums(of.c.reading, MODEL_CALLS.c.model)
            .select_from(MODEL_CALLS.join(of, of.c.chapter == MODEL_CALLS.c.chapter_reading))
            .where(MODEL_CALLS.c.sent.is_not(None))
            .group_by(of.c.reading, MODEL_CALLS.c.model)
        )
        with self._journal.transaction() as connection:
            return {(row.reading, row.model): _spent(row) for row in connection.execute(query)}


def _scopes(terms: Terms) -> Iterable[tuple[str, Cap, ColumnElement[bool]]]:
    """The caps that limit anything, with the entries that count for each."""
    if terms.caps.run.limits:
        yield "run", terms.caps.run, MODEL_CALLS.c.run == terms.run
    if terms.caps.batch.limits:
        of = _CHAPTERS_OF_READINGS
        mine = select(of.c.chapter).where(of.c.reading.in_(list(terms.readings())))
        yield "batch", terms.caps.batch, MODEL_CALLS.c.chapter_reading.in_(mine)
    if terms.caps.day.limits:
        midnight = time.time() // DAY * DAY
        yield "day", terms.caps.day, (MODEL_CALLS.c.endpoint == terms.endpoint) & (MODEL_CALLS.c.reserved >= midnight)


def _over(
    connection: Connection, name: str, cap: Cap, scope: ColumnElement[bool], tokens: int, usd: float
) -> Refusal | None:
    """Whether the cap forbids so much more. What is reserved and not settled may come back, at least in part."""
    ended = MODEL_CALLS.c.ended.is_not(None)
    used_tokens, used_usd = connection.execute(select(*_used()).where(scope, ended)).one()
    held_tokens, held_usd = connection.execute(select(*_used()).where(scope, ~ended)).one()
    counts = (("tokens", cap.tokens, used_tokens, held_tokens, tokens), ("usd", cap.usd, used_usd, held_usd, usd))
    for unit, limit, used, held, more in counts:
        if limit is not None and used + held + more > limit:
            left, passing = max(limit - used, 0), used + more <= limit
            return Refusal(cap=name, unit=unit, limit=limit, left=left, needed=more, passing=passing)
    return None


def _used() -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Tokens and dollars: what was told, else what was reserved."""
    told = MODEL_CALLS.c.prompt_tokens + MODEL_CALLS.c.completion_tokens
    tokens = func.coalesce(func.sum(func.coalesce(told, MODEL_CALLS.c.reserved_tokens)), 0)
    return tokens, func.coalesce(func.sum(func.coalesce(MODEL_CALLS.c.usd, MODEL_CALLS.c.reserved_usd, 0.0)), 0.0)


def _sums(*by: Any) -> Any:
    no_price = func.sum(case((MODEL_CALLS.c.reserved_usd.is_(None), 1), else_=0))
    untold = or_(MODEL_CALLS.c.prompt_tokens.is_(None), MODEL_CALLS.c.completion_tokens.is_(None))
    unknown = func.sum(case((untold, 1), else_=0))
    told = MODEL_CALLS.c.prompt_tokens + MODEL_CALLS.c.completion_tokens
    return select(
        *by,
        func.count().label("calls"),
        func.sum(func.coalesce(told, MODEL_CALLS.c.reserved_tokens)).label("tokens"),
        func.sum(MODEL_CALLS.c.prompt_tokens).label("prompt_tokens"),
        func.sum(MODEL_CALLS.c.cached_tokens).label("cached_tokens"),
        func.sum(MODEL_CALLS.c.completion_tokens).label("completion_tokens"),
        func.sum(func.coalesce(MODEL_CALLS.c.usd, MODEL_CALLS.c.reserved_usd, 0.0)).label("usd"),
        no_price.label("unpriced"),
        unknown.label("unknown"),
    )


def _spent(row: Any) -> Spent:
    names = ("calls", "tokens", "prompt_tokens", "cached_tokens", "completion_tokens", "unpriced", "unknown")
    return Spent(usd=float(row.usd or 0.0), **{name: int(getattr(row, name) or 0) for name in names})
