"""Memory formats: codecs between a model's reply and operations, chosen by a setting."""

from pipeline.phases.phase2_entity_discovery.working_memory.formats.derived import DerivedFormat
from pipeline.phases.phase2_entity_discovery.working_memory.formats.json_patch import JsonPatchFormat
from pipeline.phases.phase2_entity_discovery.working_memory.formats.protocol import Decoded, MemoryFormat
from schemas.errors import SettingInvalid

FORMATS: dict[str, type[MemoryFormat]] = {"derived": DerivedFormat, "json_patch": JsonPatchFormat}

__all__ = ["FORMATS", "Decoded", "MemoryFormat", "memory_format"]


def memory_format(name: str) -> MemoryFormat:
    """The format of that name. Raises SettingInvalid."""
    if name not in FORMATS:
        raise SettingInvalid(f"There is no memory format {name!r}; there are {', '.join(FORMATS)}.")
    return FORMATS[name]()
