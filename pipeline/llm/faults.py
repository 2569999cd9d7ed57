"""What can go wrong between a request and its completion, as our errors, with the wait after which another try makes sense."""

import math
import random
import re
import time
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import urljoin

from pipeline.urls import NO_URL, shown_url
from schemas.errors import (
    ContextExceeded,
    GlossatorError,
    ModelPaused,
    ModelRefused,
    ModelUnavailable,
    ReplyRefused,
    RequestRefused,
)
from schemas.spending import LONGEST_PAUSE_SECONDS

FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.5, 30.0
NEVER_DROPPED = frozenset({"model", "messages"})
_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "credit_limit_reached"})
_REFUSES_ALL = (401, 402, 403, 404)  # key, account, model: the next request would be refused too
_REDIRECTS = (301, 302, 303, 307, 308)
LONGEST_ADDRESS = 200  # that is told
_BUSY = (408, 409, 425, 429)
_ASKED_TOO_OFTEN = (
    "Wait a while, or set GLOSSATOR_REQUESTS_PER_MINUTE, GLOSSATOR_TOKENS_PER_MINUTE or GLOSSATOR_CALLS_IN_FLIGHT lower, "
    "then run the same command: it goes on."
)
_MAY_FILTER = (400, 403, 422)
_NOT_SENT = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol", "LocalProtocolError"})
_CONTEXT = re.compile(
    r"context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|"
    r"exceed\w* (?:the )?(?:available |model'?s )?(?:context|maximum)",
    re.IGNORECASE,
)
_FILTER = re.compile(r"content[ _](?:filter|policy|management)|responsibleai|safety system", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"unsupported|not support|unknown|unrecognized|unexpected|invalid|not permitted|extra", re.IGNORECASE
)


class NoCompletion(Exception):
    """A reply with status 200 that is none; `unasked` where it is an error's, or a page, and so no model was asked."""

    def __init__(self, kind: str, unasked: bool) -> None:
        super().__init__(kind)
        self.kind, self.unasked = kind, unasked


class Understood(NamedTuple):
    """`wait` is the time in seconds after which another try makes sense (None: it makes none), `asked` the one that the
    endpoint asked for, if it did. `may_have_cost` tells that the request may have been read and answered."""

    fault: GlossatorError
    wait: float | None
    asked: float | None = None
    may_have_cost: bool = False


def understood(error: Exception, tries: int) -> Understood:
    """What a request came to that brought no completion; `tries` were made so far."""
    import openai

    back_off = min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (tries - 1)) * random.uniform(0.5, 1.5)
    if not isinstance(error, openai.APIStatusError):
        return _no_reply(error, back_off)
    status, said = error.status_code, said_in(error)
    if status in _REDIRECTS:
        return Understood(_elsewhere(error), None)
    if _CONTEXT.search(said):
        return Understood(ContextExceeded("The prompt is longer than the model's context."), None)
    if status == 429 and _quota_is_used_up(error, said):
        return Understood(ModelRefused("The endpoint says that the quota is used up."), None)
    if status in _MAY_FILTER and _FILTER.search(said):
        return Understood(ReplyRefused("The endpoint's filter refused the text."), None)
    if status == 429:
        return _busy("The endpoint limits its rate.", error, back_off)
    if status >= 500 or status in _BUSY:
        return _busy(f"The model endpoint does not answer ({type(error).__name__}).", error, back_off)
    if status in _REFUSES_ALL:
        return Understood(ModelRefused(f"The endpoint refused the request with status {status}."), None)
    return Understood(RequestRefused(f"The endpoint refused the request with status {status}."), None)


def _no_reply(error: Exception, back_off: float) -> Understood:
    """Of what brought no status but 200: nothing was paid only where it is sure that no model answered."""
    import openai

    if isinstance(error.__cause__, ModelUnavailable):  # ours, in the library's wrapping
        return Understood(error.__cause__, back_off, may_have_cost=True)
    if isinstance(error, openai.APIConnectionError):  # a time-out is one
        nobody = type(error.__cause__).__name__ in _NOT_SENT
        what = f"The model endpoint does not answer ({type(error).__name__})."
        return Understood(ModelUnavailable(what), back_off, may_have_cost=not nobody)
    kind = error.kind if isinstance(error, NoCompletion) else type(error).__name__
    unasked = isinstance(error, NoCompletion) and error.unasked
    what = f"The endpoint's answer is no completion ({kind})."
    return Understood(ModelUnavailable(what), back_off, may_have_cost=not unasked)


def _elsewhere(error: Any) -> ModelRefused:
    """A redirect, which is followed by nobody but the user: the key would go there too."""
    asked = str(error.request.url)
    try:
        where = shown_url(urljoin(asked, error.response.headers["location"]))
    except (KeyError, ValueError):
        where = NO_URL
    base = where.partition("?")[0].removesuffix("/chat/completions")
    if where == NO_URL or not base.isprintable() or len(base) > LONGEST_ADDRESS:
        return ModelRefused("The endpoint redirects to an address that is none.", "Check OPENAI_BASE_URL.")
    return ModelRefused(
        f"The endpoint redirects to {base}, and a key and a text are sent to no address but the one that was set.",
        f"Set OPENAI_BASE_URL to {base}, if that is to be asked, then run the same command.",
    )


def refused_parameter(error: Exception, sent: dict[str, Any]) -> str | None:
    """The one of the parameters sent that the endpoint doesn't take, as it says; None where it says something else."""
    if getattr(error, "status_code", None) not in (400, 404, 415, 422, 501):
        return None
    said = said_in(error, kinds=False)
    if _CONTEXT.search(said):  # told with the parameter that would have to be smaller
        return None
    body = getattr(error, "body", None)
    named = body.get("param") if isinstance(body, dict) else None
    if isinstance(named, str) and named.split(".")[0].split("[")[0] in sent:
        return named.split(".")[0].split("[")[0]
    if not _UNKNOWN.search(said):
        return None
    words = {"json_schema": "response_format", "json schema": "response_format", "json_object": "response_format"}
    found = [name for name in sent if name not in NEVER_DROPPED and re.search(rf"\b{name}\b", said)]
    found += [name for word, name in words.items() if word in said and name in sent]
    return found[0] if found else None


def said_in(error: Exception, kinds: bool = True) -> str:
    """What the endpoint said of it, message and code, and of `kinds` its type, which is "invalid_request_error" of nearly
    everything; for looking at, never for showing."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else body
    keys = ("message", "code", "type") if kinds else ("message", "code")
    parts = [inner.get(key) for key in keys] if isinstance(inner, dict) else [inner]
    return " ".join(str(part) for part in (*parts, getattr(error, "message", "")) if part)


def _quota_is_used_up(error: Any, said: str) -> bool:
    return bool({error.code, error.type} & _QUOTA) or bool(
        re.search(r"exceeded your current quota|out of credits", said)
    )


def _busy(what: str, error: Any, back_off: float) -> Understood:
    """For the time that the endpoint asks for, or for ours; one that asks for more than we wait needs no other try."""
    asked = _retry_after(error)
    if asked is not None and asked > LONGEST_WAIT_SECONDS:
        long = " for more than an hour; it is asked again after" if asked > LONGEST_PAUSE_SECONDS else ""
        what = f"{what} It asks to be left alone{long or ' until'} {clock(asked)}."
        return Understood(ModelPaused(what), None, asked)
    remedy = _ASKED_TOO_OFTEN if error.status_code == 429 else None
    return Understood(ModelUnavailable(what, remedy), asked or back_off, asked)


def clock(seconds: float) -> str:
    """The time of day so many seconds from now, no more of them than a pause may last: 14:05, at the earliest then."""
    return time.strftime("%H:%M", time.localtime(time.time() + min(seconds, LONGEST_PAUSE_SECONDS) + 60))


def _retry_after(error: Any) -> float | None:
    """Seconds, which HTTP lets be told as a date too (RFC 9110, 10.2.3); None where nothing that makes sense is told."""
    try:
        told = error.response.headers["retry-after"]
    except (AttributeError, KeyError):
        return None
    try:
        seconds = float(told)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(told).timestamp() - time.time()
        except (ValueError, OverflowError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None
