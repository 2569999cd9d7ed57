"""One request to an OpenAI-compatible endpoint, made with what its model was found to take."""

import json
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import BaseModel

from pipeline.llm.faults import NEVER_DROPPED, NoCompletion, refused_parameter
from pipeline.llm.modes import ORDER, TOOL, after, asked_as
from schemas.errors import SettingInvalid
from schemas.reading import Usage
from schemas.settings import ModelSettings
from schemas.spending import Capabilities, Mode

MOST_TOKENS = 10**12  # a larger count is no count
_INSTEAD = {"max_tokens": "max_completion_tokens"}  # what reasoning models take in its place
_MODE_PARAMETERS = frozenset({"response_format", "tools", "tool_choice"})


class Sent(NamedTuple):
    """A request as it goes out; `tool` is the one that it forces."""

    parameters: dict[str, Any]
    mode: Mode
    tool: str | None

    @property
    def most_answer_tokens(self) -> int | None:
        """The limit as it was sent; None where the endpoint takes none."""
        found = [self.parameters[name] for name in ("max_tokens", *_INSTEAD.values()) if name in self.parameters]
        return int(found[0]) if found else None

    @property
    def as_text(self) -> str:
        return json.dumps(self.parameters, ensure_ascii=True)


class Endpoint:
    """`learn` hears what is found out, so that no other process need find it out again."""

    def __init__(self, settings: ModelSettings, known: Capabilities, learn: Callable[[Capabilities], None]) -> None:
        from openai import OpenAI

        from pipeline.llm.whole_replies import WholeReplies

        key = settings.api_key.get_secret_value() if settings.api_key is not None else "none"
        if not key.isascii() or not key.isprintable():
            raise SettingInvalid("OPENAI_API_KEY has characters that no key has.", "Set it again, without them.")
        seconds = settings.timeout_seconds
        self._client = OpenAI(
            api_key=key, base_url=settings.base_url, max_retries=0, timeout=seconds, http_client=WholeReplies(seconds)
        )
        self._model, self._known, self._learn = settings.model, known, learn
        self._mode = known.mode or ORDER[0]  # asked in now
        self._lock = threading.Lock()

    @property
    def is_known(self) -> bool:
        """Whether it has given a valid answer, now or earlier."""
        return self._known.mode is not None

    def request(self, lasting: str, changing: str, form: type[BaseModel], most_answer_tokens: int) -> Sent:
        known, mode = self._known, self._mode
        parameters: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "system", "content": lasting}, {"role": "user", "content": changing}],
            "temperature": 0,
            "max_tokens": most_answer_tokens,
            **asked_as(mode, form),
        }
        for name in known.refused:
            value = parameters.pop(name, None)
            if value is not None and name in _INSTEAD:
                parameters[_INSTEAD[name]] = value
        for name in known.refused:  # what stands in another's place may be refused too
            parameters.pop(name, None)
        return Sent(parameters, mode, TOOL if mode is Mode.TOOLS else None)

    def send(self, sent: Sent) -> Any:
        """The completion as the library read it. Raises what the library raises."""
        return self._client.chat.completions.create(**sent.parameters)

    def drops(self, error: Exception, sent: Sent) -> bool:
        """Whether the endpoint refused a parameter that the next request can do without; that is remembered."""
        name = refused_parameter(error, sent.parameters)
        if name is None or name in NEVER_DROPPED:
            return False
        with self._lock:
            known = self._known
            if name in _MODE_PARAMETERS:
                following = after(sent.mode)
                if following is None:
                    return False
                self._mode = following
            else:
                self._now(known.model_copy(update={"refused": tuple(dict.fromkeys((*known.refused, name)))}))
        return True

    def works(self, sent: Sent) -> None:
        """Remembers the mode that gave a valid answer."""
        with self._lock:
            self._now(self._known.model_copy(update={"mode": sent.mode}))

    def fails(self, sent: Sent) -> None:
        """Until a mode gave a valid answer, one that brings not even an object is given up for the next: an endpoint that
        decodes under a schema can't answer so."""
        with self._lock:
            if self._known.mode is None:
                self._mode = after(sent.mode) or sent.mode

    def _now(self, known: Capabilities) -> None:
        if known != self._known:
            self._known = known
            self._mode = known.mode or self._mode
            self._learn(known)


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


def check_completion(completion: Any) -> None:
    """Raises NoCompletion where there is no message in it: whatever else comes is the endpoint's fault and no bad reply."""
    choices = getattr(completion, "choices", None)
    if isinstance(choices, list) and choices and getattr(choices[0], "message", None) is not None:
        return
    page = isinstance(completion, str) and completion.lstrip().startswith("<")
    raise NoCompletion(type(completion).__name__, page or bool(getattr(completion, "error", None)))
