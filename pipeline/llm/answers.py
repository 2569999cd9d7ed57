"""From a reply as it came to the answer it means: code fences, thoughts aloud, words around it, tools never offered."""

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from schemas.errors import ReplyEmpty, ReplyInvalid, ReplyRefused

Model = TypeVar("Model", bound=BaseModel)

MOST_CANDIDATES = 20  # objects in one reply that are tried; more is no answer with words around it
_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning|reflection)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_END_OF_THOUGHT = re.compile(r"^.*</(?:think|thinking|thought|reasoning|reflection)>", re.DOTALL | re.IGNORECASE)


def answer_of(completion: Any, form: type[Model], tool: str | None) -> Model:
    """The answer as `form`; `tool` is the one that the request forced. Raises ReplyRefused, ReplyEmpty or ReplyInvalid,
    which say what was wrong and cite nothing of the reply."""
    choice = completion.choices[0]
    message = choice.message
    if getattr(message, "refusal", None) or choice.finish_reason == "content_filter":
        raise ReplyRefused("The model refused to answer.")
    faults: list[str] = []
    for call in getattr(message, "tool_calls", None) or ():
        function = getattr(call, "function", None)
        name = getattr(function, "name", None)
        if tool is None or name != tool:
            faults.append("it called a tool that was not offered")
            continue
        found = _read(getattr(function, "arguments", None) or "", form, faults)
        if found is not None:
            return found
    content = _text(getattr(message, "content", None))
    if content.strip():
        found = _read(content, form, faults)
        if found is not None:
            return found
    elif not faults:
        raise ReplyEmpty("The reply was empty.")
    error = ReplyInvalid(f"The reply is no valid answer: {faults[0] if faults else 'there is no JSON object in it'}.")
    error.no_object = not faults
    raise error


def message_text(completion: Any) -> str:
    """What came back, to be kept: the message as JSON."""
    message = completion.choices[0].message
    dump = getattr(message, "model_dump", None)
    return json.dumps(dump(warnings=False) if dump is not None else str(message), default=str)


def _text(content: Any) -> str:
    """Some endpoints send parts, or the object itself, instead of a text."""
    if isinstance(content, dict):
        return json.dumps(content, default=str)
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _read(text: str, form: type[Model], faults: list[str]) -> Model | None:
    """The last object of the text that is an answer: what comes before it may be an example or a draft."""
    try:
        # most are nothing else; a row may hold what looks like a thought
        return form.model_validate(_DECODER.decode(text))
    except (ValueError, RecursionError):
        found: Model | None = None
    for candidate in _objects(_without_thoughts(text)):
        for one in (candidate, *_wrapped(candidate)):
            try:
                found = form.model_validate(one)
                break
            except ValidationError as error:
                faults.append(_what(error))
    return found


def _nothing_lost(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What comes twice under one name is one list; of JSON as it is usually read only the last is left."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    values: dict[str, list[Any]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return {name: _joined(all_) if len(all_) > 1 else all_[0] for name, all_ in values.items()}


def _joined(values: list[Any]) -> Any:
    """Lists end to end; what stands alone is one of a list, null is none. Of objects the last holds."""
    if any(isinstance(value, dict) for value in values):
        return values[-1]
    lists = [value if isinstance(value, list) else [value] for value in values if value is not None]
    return [one for some in lists for one in some]


_DECODER = json.JSONDecoder(object_pairs_hook=_nothing_lost)


def _without_thoughts(text: str) -> str:
    return _END_OF_THOUGHT.sub("", _THOUGHT.sub("", text))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects that stand in a text, each outermost."""
    at = tried = 0
    while tried < MOST_CANDIDATES and (at := text.find("{", at)) >= 0:
        tried += 1
        try:
            found, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(found, dict):
            yield found


def _wrapped(candidate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An answer under one name of its own ({"answer": {…}}), or under "arguments" of a call written out."""
    inner = candidate.get("arguments", candidate.get("parameters"))
    if len(candidate) == 1:
        inner = next(iter(candidate.values()))
    if isinstance(inner, str):
        inner = next(_objects(inner), None)
    if isinstance(inner, dict):
        yield inner


def _what(error: ValidationError) -> str:
    """Which members are wrong; the values are a book's or a model's and are not told."""
    wrong = [
        ".".join(str(place) for place in one["loc"]) or one["msg"].removeprefix("Value error, ")
        for one in error.errors()[:5]
    ]
    return f"wrong in it: {', '.join(wrong)}"
