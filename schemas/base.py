"""The one base of all schemas: frozen, no unknown fields, values checked strictly enough to trust."""

from functools import cached_property

from pydantic import BaseModel, ConfigDict


class Schema(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))


VERSION = "1"  # of the schemas that a reading's id includes; raise it when stored ones can't be read any more
