"""The ways in which an endpoint can be asked for a structured answer, strictest first."""

from functools import cache
from typing import Any

from pydantic import BaseModel

from schemas.spending import Mode

TOOL = "answer"


ORDER = (Mode.JSON_SCHEMA, Mode.TOOLS, Mode.JSON_OBJECT, Mode.PLAIN)


def after(mode: Mode) -> Mode | None:
    """The next one to try where an endpoint doesn't know this one."""
    place = ORDER.index(mode) + 1
    return ORDER[place] if place < len(ORDER) else None


@cache
def schema_of(form: type[BaseModel]) -> dict[str, Any]:
    """Of one of the few forms that there are."""
    return form.model_json_schema()


def asked_as(mode: Mode, form: type[BaseModel]) -> dict[str, Any]:
    """What a request holds for it."""
    match mode:
        case Mode.JSON_SCHEMA:
            schema = {"name": TOOL, "schema": schema_of(form)}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        case Mode.TOOLS:
            function = {"name": TOOL, "description": "The answer.", "parameters": schema_of(form)}
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": TOOL}},
            }
        case Mode.JSON_OBJECT:
            return {"response_format": {"type": "json_object"}}
        case Mode.PLAIN:
            return {}
