"""One structured call to an OpenAI-compatible endpoint, with our retries and our errors."""

import random
import time
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from schemas.errors import (
    GlossatorError,
    ModelRefused,
    ModelUnavailable,
    ReplyCut,
    ReplyEmpty,
    ReplyInvalid,
    ReplyRefused,
)
from schemas.reading import Usage
from schemas.settings import ModelSettings

Model = TypeVar("Model", bound=BaseModel)

TRIES = 4  # of one step: for an endpoint that is busy or gone for a moment
VALID_TRIES = 2  # for a reply that is no valid answer
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.5, 30.0
MOST_ANSWER_TOKENS = 8_000


class Reply(NamedTuple, Generic[Model]):
    """`calls` counts the requests that the endpoint was sent."""

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
        client = OpenAI(api_key=key, base_url=settings.base_url, max_retries=0, timeout=settings.timeout_seconds)
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
        """The model's answer as `form`. Raises ReadingFault for a reply that can't be used, ServiceFault else."""
        calls = invalid = 0
        while True:
            calls += 1
            counted: list[Usage] = []
            try:
                answer = self._call(lasting, changing, form, counted)
            except Exception as error:
                fault, wait = _understood(error, calls)
                record(fault.code, counted[0] if counted else None)
                invalid += isinstance(fault, ReplyInvalid)
                again = wait is not None and calls < TRIES and invalid < VALID_TRIES and not stop()
                if not again:
                    raise fault from error
                time.sleep(wait or 0.0)
                continue
            record("ok", counted[0])
            return Reply(answer, counted[0], calls)

    def _call(self, lasting: str, changing: str, form: type[Model], counted: list[Usage]) -> Model:
        """`counted` gets the usage as it came: instructor would put zeros for what is unknown."""
        from instructor.core.hooks import Hooks

        hooks = Hooks()
        hooks.on("completion:response", lambda completion: counted.append(_usage(completion)))
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


def _usage(completion: Any) -> Usage:
    counts = getattr(completion, "usage", None)
    details = getattr(counts, "prompt_tokens_details", None)
    return Usage(
        prompt_tokens=getattr(counts, "prompt_tokens", None),
        completion_tokens=getattr(counts, "completion_tokens", None),
        cached_tokens=getattr(details, "cached_tokens", None),
    )


def _understood(error: Exception, calls: int) -> tuple[GlossatorError, float | None]:
    """The error as one of ours, and the seconds after which another try makes sense (None: it makes none)."""
    import openai
    from instructor.core.exceptions import IncompleteOutputException, InstructorRetryException

    back_off = min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (calls - 1)) * random.uniform(0.5, 1.5)
    if isinstance(error, InstructorRetryException) and isinstance(error.__cause__, openai.OpenAIError):
        error = error.__cause__
    match error:
        case IncompleteOutputException():
            return ReplyCut("The reply was cut by its length limit."), None
        case openai.APIConnectionError() | openai.InternalServerError():
            return ModelUnavailable(f"The model endpoint does not answer ({type(error).__name__})."), back_off
        case openai.RateLimitError():
            if getattr(error, "code", None) == "insufficient_quota":
                return ModelRefused("The endpoint says that the quota is used up."), None
            return ModelUnavailable("The endpoint limits its rate."), _retry_after(error) or back_off
        case openai.BadRequestError() if getattr(error, "code", None) == "context_length_exceeded":
            return ReplyCut("The prompt is longer than the model's context."), None
        case openai.ContentFilterFinishReasonError():
            return ReplyRefused("The endpoint's filter stopped the reply."), None
        case openai.APIStatusError():
            return ModelRefused(f"The endpoint refused the request with status {error.status_code}."), None
        case openai.OpenAIError():
            return ModelUnavailable(f"The model client failed ({type(error).__name__})."), back_off
    fault = _bad_reply(error)
    return fault, 0.0 if isinstance(fault, ReplyInvalid) else None  # the same question may get a valid answer


def _bad_reply(error: Exception) -> GlossatorError:
    completion = getattr(error, "last_completion", None)
    choices = getattr(completion, "choices", None) or []
    message = getattr(choices[0], "message", None) if choices else None
    if getattr(message, "refusal", None) or (choices and choices[0].finish_reason == "content_filter"):
        return ReplyRefused("The model refused to answer.")
    if completion is not None and not getattr(message, "content", None):
        return ReplyEmpty("The reply was empty.")
    return ReplyInvalid(f"The reply is no valid answer ({type(error).__name__}).")


def _retry_after(error: Any) -> float | None:
    try:
        return min(LONGEST_WAIT_SECONDS, max(0.0, float(error.response.headers["retry-after"])))
    except (AttributeError, KeyError, ValueError):
        return None
