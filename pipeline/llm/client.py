"""One structured call to an OpenAI-compatible endpoint, with our retries and our errors."""

import copy
import logging
import math
import random
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from schemas.errors import (
    GlossatorError,
    ModelPaused,
    ModelRefused,
    ModelUnavailable,
    ReadingFault,
    ReplyCut,
    ReplyEmpty,
    ReplyInvalid,
    ReplyRefused,
    RequestRefused,
    SettingInvalid,
    Stopped,
)
from schemas.reading import NOTHING_SPENT, Usage
from schemas.settings import ModelSettings

Model = TypeVar("Model", bound=BaseModel)

TRIES = 4  # of one step: for an endpoint that is busy or gone for a moment
VALID_TRIES = 2  # for a reply that is no valid answer
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.5, 30.0
MOST_ANSWER_TOKENS = 8_000
MOST_TOKENS = 10**12  # a larger count is no count
STOP_POLL_SECONDS = 0.2
_QUOTA = "insufficient_quota"
_REFUSES_ALL = (401, 402, 403, 404)  # key, account, model: the next request would be refused too


class Reply(NamedTuple, Generic[Model]):
    """`calls` counts the requests that the endpoint was sent, `usage` is the sum over their replies."""

    answer: Model
    usage: Usage
    calls: int


class ModelClient:
    """Asks for answers of a given form. Retries live here alone: openai and instructor are told not to.

    `record` hears of every request that was sent: its outcome (a short code) and usage.
    """

    def __init__(self, settings: ModelSettings) -> None:
        import instructor
        from openai import OpenAI

        key = settings.api_key.get_secret_value() if settings.api_key is not None else "none"
        if not key.isascii() or not key.isprintable():
            raise SettingInvalid("OPENAI_API_KEY has characters that no key has.", "Set it again, without them.")
        client = OpenAI(api_key=key, base_url=settings.base_url, max_retries=0, timeout=settings.timeout_seconds)
        logging.getLogger("instructor").setLevel(logging.CRITICAL + 1)  # its failures are told as ours
        self._client = instructor.from_openai(client, mode=instructor.Mode.JSON_SCHEMA)
        self._model = settings.model

    def ask(
        self,
        lasting: str,
        changing: str,
        form: type[Model],
        record: Callable[[str, Usage | None], None],
        stop: Callable[[], bool],
    ) -> Reply[Model]:
        """The model's answer as `form`. Raises ReadingFault for a reply that can't be used, ServiceFault where none
        came, Stopped where another try was due and `stop` says no."""
        calls = invalid = 0
        spent = NOTHING_SPENT
        while True:
            calls += 1
            heard: list[Any] = []
            try:
                answer = self._call(lasting, changing, form, heard)
            except Exception as error:
                fault, wait = _understood(error, calls, heard[0] if heard else None)
                usage = usage_of(heard[0]) if heard else None
                spent = spent.plus(usage or NOTHING_SPENT)
                record(fault.code, usage)
                if isinstance(fault, ReadingFault):
                    fault.calls, fault.usage = calls, spent
                invalid += isinstance(fault, ReplyInvalid)
                if wait is None or calls >= TRIES or invalid >= VALID_TRIES:
                    raise fault from error
                _wait(wait, stop)
                continue
            usage = usage_of(heard[0])
            record("ok", usage)
            return Reply(answer, spent.plus(usage), calls)

    def _call(self, lasting: str, changing: str, form: type[Model], heard: list[Any]) -> Model:
        """`heard` gets the completion before instructor puts zeros for counts that are unknown."""
        from instructor.core.hooks import Hooks

        hooks = Hooks()
        hooks.on("completion:response", lambda completion: heard.append(copy.deepcopy(completion)))
        answer: Model = self._client.chat.completions.create(
            model=self._model,
            messages=[{"role": "system", "content": lasting}, {"role": "user", "content": changing}],
            response_model=form,
            max_retries=0,
            hooks=hooks,
            temperature=0,
            max_tokens=MOST_ANSWER_TOKENS,
        )
        return answer


def _wait(seconds: float, stop: Callable[[], bool]) -> None:
    """Raises Stopped as soon as `stop` says so."""
    until = time.monotonic() + seconds
    while True:
        if stop():
            raise Stopped("Stopped while a call waited to be asked again.")
        left = until - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, STOP_POLL_SECONDS))


def usage_of(completion: Any) -> Usage:
    """The counts as the endpoint gave them; what is no count is unknown."""
    counts = getattr(completion, "usage", None)
    details = getattr(counts, "prompt_tokens_details", None)
    return Usage(
        prompt_tokens=_count(getattr(counts, "prompt_tokens", None)),
        completion_tokens=_count(getattr(counts, "completion_tokens", None)),
        cached_tokens=_count(getattr(details, "cached_tokens", None)),
    )


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def _understood(error: Exception, calls: int, completion: Any) -> tuple[GlossatorError, float | None]:
    """The error as one of ours, and the seconds after which another try makes sense (None: it makes none).

    Only a well-formed completion can be a bad reply; whatever else comes is the endpoint's fault and no gap.
    """
    import openai
    from instructor.core.exceptions import IncompleteOutputException, InstructorRetryException

    back_off = min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (calls - 1)) * random.uniform(0.5, 1.5)
    if isinstance(error, InstructorRetryException) and isinstance(error.__cause__, openai.OpenAIError):
        error = error.__cause__
    match error:
        case IncompleteOutputException():
            return ReplyCut("The reply was cut by its length limit."), None
        case openai.APIConnectionError() | openai.InternalServerError():
            return _busy(f"The model endpoint does not answer ({type(error).__name__}).", error, back_off)
        case openai.RateLimitError():
            if _QUOTA in (error.code, error.type):
                return ModelRefused("The endpoint says that the quota is used up."), None
            return _busy("The endpoint limits its rate.", error, back_off)
        case openai.BadRequestError() if getattr(error, "code", None) == "context_length_exceeded":
            return ReplyCut("The prompt is longer than the model's context."), None
        case openai.ContentFilterFinishReasonError():
            return ReplyRefused("The endpoint's filter stopped the reply."), None
        case openai.APIStatusError() if error.status_code not in _REFUSES_ALL:
            return RequestRefused(f"The endpoint refused the request with status {error.status_code}."), None
        case openai.APIStatusError():
            return ModelRefused(f"The endpoint refused the request with status {error.status_code}."), None
    message = _message(completion)
    if message is None:
        return ModelUnavailable(f"The endpoint's answer is no completion ({type(error).__name__})."), back_off
    if getattr(message, "refusal", None) or completion.choices[0].finish_reason == "content_filter":
        return ReplyRefused("The model refused to answer."), None
    if not getattr(message, "content", None):
        return ReplyEmpty("The reply was empty."), None
    return ReplyInvalid(f"The reply is no valid answer ({type(error).__name__})."), 0.0


def _message(completion: Any) -> Any:
    """The message of a well-formed completion, else None."""
    choices = getattr(completion, "choices", None)
    return getattr(choices[0], "message", None) if isinstance(choices, list) and choices else None


def _busy(what: str, error: Any, back_off: float) -> tuple[GlossatorError, float | None]:
    """For the time that the endpoint asks for, or for ours; one that asks for more than we wait needs no other try."""
    asked = _retry_after(error)
    if asked is not None and asked > LONGEST_WAIT_SECONDS:
        return ModelPaused(f"{what} It asks to be left alone for {asked:.0f} seconds, longer than a run waits."), None
    return ModelUnavailable(what), asked or back_off


def _retry_after(error: Any) -> float | None:
    """Seconds, which HTTP lets be told as a date too; None where nothing that makes sense is told."""
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
