"""One structured call under the policy: budget, cache, rate and concurrency, call, retry; in this order."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from pipeline.llm.answers import answer_of, message_text
from pipeline.llm.endpoint import Endpoint, Sent, check_completion, usage_of
from pipeline.llm.faults import clock, understood
from pipeline.llm.modes import schema_of
from schemas.errors import (
    BudgetReached,
    GlossatorError,
    InvariantBroken,
    ModelPaused,
    ReadingFault,
    ReplyCut,
    ReplyInvalid,
    Stopped,
)
from schemas.reading import NOTHING_SPENT, Usage
from schemas.settings import ModelSettings
from schemas.spending import Call, Capabilities, Refusal

Model = TypeVar("Model", bound=BaseModel)

TRIES = 4  # of one step: for an endpoint that is busy or gone for a moment
VALID_TRIES = 3  # for a reply that is no valid answer
MOST_DROPPED = 8  # parameters that an endpoint may refuse one after the other
LEAST_BYTES_A_TOKEN = 3  # so that a prompt's tokens are not counted too low
POLL_SECONDS = 0.2
KEY_SHOWN = "(the key)"
LONGEST_RATE_WAIT_SECONDS = 120.0
ONLY_JSON = "Answer with one JSON object as described, nothing else."


class Request(NamedTuple, Generic[Model]):
    """What is asked and for whom: `task` says what kind of answer is wanted, `prompt` names the prompt's text.
    `lasting` is the same for every request of a chapter-reading, `words` are those of the text that is read."""

    chapter_reading: str
    step: str
    task: str
    prompt: str
    lasting: str
    changing: str
    form: type[Model]
    most_answer_tokens: int
    words: int = 0


class Reply(NamedTuple, Generic[Model]):
    """`calls` counts the requests that the endpoint was sent, `usage` is the sum over their replies; an answer from the
    cache cost neither."""

    answer: Model
    usage: Usage
    calls: int


class Desk(Protocol):
    """What stands between a request and the endpoint, shared by processes: money, cache, rates, what is known."""

    def reserve(self, call: Call) -> int | Refusal: ...

    def release(self, entry: int) -> None: ...

    def kept(self, key: str) -> str | None:
        """A valid answer to an equal request, as JSON."""
        ...

    def send(self, entry: int) -> float:
        """0 where the request may be sent now, else seconds to wait before asking again."""
        ...

    def settle(self, entry: int, outcome: str, usage: Usage | None) -> None: ...

    def keep(self, key: str, answer: str) -> None: ...

    @property
    def keeps(self) -> bool:
        """Whether what is kept is there for the next to ask."""
        ...

    def note(self, entry: int, request: str, reply: str) -> None: ...

    def capabilities(self) -> Capabilities: ...

    def learn(self, found: Capabilities) -> None: ...

    def leave_alone(self, seconds: float) -> None: ...


class _Failed(NamedTuple):
    """A request that brought no answer, with the seconds after which another try makes sense (None: it makes none). `again`
    tells that the same is to be asked in another way, which is no try."""

    fault: GlossatorError
    usage: Usage
    wait: float | None = None
    again: bool = False


class ModelClient:
    """Asks for answers of a given form. Retries live here alone: the library is told not to. Safe to share by threads."""

    def __init__(self, settings: ModelSettings, desk: Desk) -> None:
        self._desk = desk
        self._endpoint = Endpoint(settings, desk.capabilities(), desk.learn)
        self._address = (settings.base_url or "", settings.model)
        self._key_text = settings.api_key.get_secret_value() if settings.api_key is not None else ""
        self._lasting: dict[str, str] = {}
        self._probe = threading.Lock()

    @property
    def keeps_answers(self) -> bool:
        """Whether who asks the same later has the answer for nothing."""
        return self._desk.keeps

    def ask(
        self, request: Request[Model], stop: Callable[[], bool], waits: Callable[[str], None] = lambda _: None
    ) -> Reply[Model]:
        """The model's answer as the request's form. Raises ReadingFault for a reply that can't be used, ServiceFault
        where none came, BudgetReached where a cap forbids the call, Stopped where it had to wait and `stop` says no.
        `waits` hears what is waited for: budget, rate or endpoint."""
        self._check_prefix(request)
        calls = invalid = tries = 0
        spent, changing = NOTHING_SPENT, request.changing
        while True:
            with self._one_by_one(stop, waits):
                tried = self._try(request, changing, tries, stop, waits)
            spent = spent.plus(tried.usage)
            if isinstance(tried, Reply):
                if changing != request.changing:  # the next to ask the same begins with the request as it was at first
                    self._desk.keep(self._key(request, request.changing), json.dumps(tried.answer.model_dump()))
                return Reply(tried.answer, spent, calls + tried.calls)
            calls, fault = calls + 1, tried.fault
            if tried.again and calls - tries <= MOST_DROPPED:
                _pause(0, stop)
                continue
            tries += 1
            invalid += isinstance(fault, ReplyInvalid)
            if isinstance(fault, ReadingFault):
                fault.calls, fault.usage = calls, spent
            if tried.wait is None or tries >= TRIES or invalid >= VALID_TRIES:
                raise fault
            if isinstance(fault, ReplyInvalid):
                changing = f"{request.changing}\n\n{fault.what} {ONLY_JSON}"
            if tried.wait > 0:
                waits("endpoint")
            _pause(tried.wait, stop)

    @contextmanager
    def _one_by_one(self, stop: Callable[[], bool], waits: Callable[[str], None]) -> Iterator[None]:
        """Until an answer has told what the endpoint takes: calls side by side would all be refused the same."""
        while not self._endpoint.is_known:
            if not self._probe.acquire(timeout=POLL_SECONDS):
                waits("endpoint")
                _pause(0, stop)
                continue
            try:
                if not self._endpoint.is_known:
                    yield
                    return
            finally:
                self._probe.release()
        yield

    def _try(
        self, request: Request[Model], changing: str, tries: int, stop: Callable[[], bool], waits: Callable[[str], None]
    ) -> Reply[Model] | _Failed:
        """Budget, cache, rate and concurrency, call."""
        key = self._key(request, changing)
        entry = self._reserved(request, changing, stop, waits)
        try:
            kept = self._desk.kept(key)
            if kept is None:
                self._enter(entry, stop, waits)
        except BaseException:
            self._desk.release(entry)
            raise
        if kept is not None:
            self._desk.release(entry)
            return Reply(request.form.model_validate(json.loads(kept)), NOTHING_SPENT, 0)
        sent = self._endpoint.request(request.lasting, changing, request.form, request.most_answer_tokens)
        heard: list[Any] = []
        try:
            answer = self._answer(sent, request.form, heard)
        except Exception as error:
            return self._failed(error, entry, sent, heard, tries + 1)
        usage = usage_of(heard[0])
        self._desk.keep(key, json.dumps(answer.model_dump()))  # first: a kill from here on loses nothing that was paid
        self._settle(entry, "ok", usage, sent, heard)
        self._endpoint.works(sent)
        return Reply(answer, usage, 1)

    def _answer(self, sent: Sent, form: type[Model], heard: list[Any]) -> Model:
        """`heard` gets the completion, whatever it is worth."""
        completion = self._endpoint.send(sent)
        check_completion(completion)
        heard.append(completion)
        if _is_cut(completion, sent):
            raise ReplyCut("The reply was cut by its length limit.")
        return answer_of(completion, form, sent.tool)

    def _failed(self, error: Exception, entry: int, sent: Sent, heard: list[Any], tries: int) -> _Failed:
        told = usage_of(heard[0]) if heard else None
        if self._endpoint.drops(error, sent):
            self._settle(entry, "parameter_refused", NOTHING_SPENT, sent, heard)
            return _Failed(understood(error, tries).fault, NOTHING_SPENT, again=True)
        if isinstance(error, ReadingFault):
            if isinstance(error, ReplyInvalid) and error.no_object:
                self._endpoint.fails(sent)
            self._settle(entry, error.code, told, sent, heard)
            return _Failed(error, told or NOTHING_SPENT, 0.0 if isinstance(error, ReplyInvalid) else None)
        found = understood(error, tries)
        if found.asked:
            self._desk.leave_alone(found.asked)
        self._settle(entry, found.fault.code, None if found.may_have_cost else NOTHING_SPENT, sent, heard)
        return _Failed(found.fault, NOTHING_SPENT, found.wait)

    def _settle(self, entry: int, outcome: str, usage: Usage | None, sent: Sent, heard: list[Any]) -> None:
        self._desk.settle(entry, outcome, usage)
        reply = message_text(heard[0]) if heard else ""
        self._desk.note(entry, self._without_key(sent.as_text), self._without_key(reply))

    def _without_key(self, text: str) -> str:
        """An endpoint may say it back."""
        return text.replace(self._key_text, KEY_SHOWN) if self._key_text else text

    def _reserved(
        self, request: Request[Any], changing: str, stop: Callable[[], bool], waits: Callable[[str], None]
    ) -> int:
        """The ledger's entry, as soon as the caps allow it: what calls in flight don't use comes back."""
        call = Call(
            chapter_reading=request.chapter_reading,
            step=request.step,
            task=request.task,
            prompt=request.prompt,
            words=request.words,
            prompt_tokens=len((request.lasting + changing).encode()) // LEAST_BYTES_A_TOKEN,
            most_answer_tokens=request.most_answer_tokens,
        )
        while isinstance(entry := self._desk.reserve(call), Refusal):
            if not entry.passing:
                raise BudgetReached(entry.said, entry.remedy)
            waits("budget")
            _pause(POLL_SECONDS, stop)
        return entry

    def _enter(self, entry: int, stop: Callable[[], bool], waits: Callable[[str], None]) -> None:
        """Waits until the endpoint's rates let the request go. Raises ModelPaused where that takes too long."""
        while (seconds := self._desk.send(entry)) > 0:
            if seconds > LONGEST_RATE_WAIT_SECONDS:
                raise ModelPaused(f"The endpoint asked to be left alone until {clock(seconds)}.")
            waits("rate")
            _pause(seconds, stop)

    def _key(self, request: Request[Any], changing: str) -> str:
        """Equal requests for an equal form at one endpoint have one key."""
        form: type[BaseModel] = request.form
        parts = (*self._address, request.lasting, changing, schema_of(form), request.most_answer_tokens)
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def _check_prefix(self, request: Request[Any]) -> None:
        """Raises InvariantBroken where the lasting part changed within a chapter: an endpoint would read it anew, and be
        paid for it, at every call."""
        digest = hashlib.sha256(request.lasting.encode()).hexdigest()
        if self._lasting.setdefault(f"{request.chapter_reading} {request.task}", digest) != digest:
            raise InvariantBroken(f"The lasting part of the prompt {request.prompt} changed within a chapter.")


def _is_cut(completion: Any, sent: Sent) -> bool:
    """By its own word, or because all the tokens it may have were used, which some endpoints call a stop."""
    if completion.choices[0].finish_reason == "length":
        return True
    used, most = usage_of(completion).completion_tokens, sent.most_answer_tokens
    return used is not None and most is not None and used >= most


def _pause(seconds: float, stop: Callable[[], bool]) -> None:
    """Raises Stopped as soon as `stop` says so."""
    until = time.monotonic() + seconds
    while True:
        if stop():
            raise Stopped("Stopped while a call waited to be asked.")
        left = until - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, POLL_SECONDS))
