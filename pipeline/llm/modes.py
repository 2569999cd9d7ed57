"""The ways in which an endpoint can be asked for a structured answer, strictest first."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel

TOOL = "answer"


class Mode(StrEnum):
    """`json_schema` lets the endpoint decode under the schema, `json_object` only as JSON, `tools` forces a call; `plain`
    asks in words alone."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TOOLS = "tools"
    PLAIN = "plain"


ORDER = (Mode.JSON_SCHEMA, Mode.TOOLS, Mode.JSON_OBJECT, Mode.PLAIN)
PARAMETERS = {  # that tell an endpoint's refusal of a mode from others
    Mode.JSON_SCHEMA: ("response_format", "json_schema"),
    Mode.TOOLS: ("tools", "tool_choice"),
    Mode.JSON_OBJECT: ("response_format", "json_object"),
    Mode.PLAIN: (),
}


def after(mode: Mode) -> Mode | None:
    """The next one to try where an endpoint doesn't know this one."""
    place = ORDER.index(mode) + 1
    return ORDER[place] if place < len(ORDER) else None


def asked_as(mode: Mode, form: type[BaseModel]) -> dict[str, Any]:
    """What a request holds for it."""
    match mode:
        case Mode.JSON_SCHEMA:
            schema = {"name": TOOL, "schema": form.model_json_schema()}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        case Mode.TOOLS:
            function = {"name": TOOL, "description": "The answer.", "parameters": form.model_json_schema()}
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": TOOL}},
            }
        case Mode.JSON_OBJECT:
            return {"response_format": {"type": "json_object"}}
        case Mode.PLAIN:
            return {}
