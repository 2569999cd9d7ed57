"""The format `json_patch`: the model sends an RFC 6902 patch of the rendered state, read back as operations."""

from typing import Any

from pipeline.phases.phase2_entity_discovery.working_memory.formats.patch import apply_patch, read_patch
from pipeline.phases.phase2_entity_discovery.working_memory.formats.protocol import Decoded
from pipeline.phases.phase2_entity_discovery.working_memory.rendering import as_document, as_json
from schemas.errors import PatchInvalid
from schemas.memory import (
    BranchStep,
    Drop,
    MemoryState,
    Merge,
    Operation,
    Refusal,
    Rename,
    Resolve,
    SetBranch,
    SetImportance,
)
from schemas.reading import AnswerForm

_INSTRUCTIONS = (
    "memory: a JSON Patch (RFC 6902) of the memory above, [] if nothing changes. Entities, mentions and new references"
    " follow from your rows; patch only what they can't tell: /current_argument_branch (a list of {step, stance}),"
    " /active_entities/<id>/importance (1-10), /active_entities/<id>/same_as (id it is the same as),"
    " /active_entities/<id>/name, removal of an entity or statement, /unresolved_references/<id>/target (an id)."
)
_SCHEMA = """{"type":"array","maxItems":20,"items":{"type":"object","required":["op","path"],
"properties":{"op":{"enum":["add","replace","remove","test"]},"path":{"type":"string","maxLength":120,
"pattern":"^/(active_entities|recent_statements|unresolved_references|current_argument_branch)"},"value":{}}}}"""


class JsonPatchFormat:
    name = "json_patch"

    def render(self, state: MemoryState) -> str:
        return as_json(state)

    def form(self) -> AnswerForm:
        return AnswerForm(name=self.name, instructions=_INSTRUCTIONS, json_schema=_SCHEMA)

    def decode(self, raw: str | None, state: MemoryState) -> Decoded:
        if raw is None or not raw.strip():
            return Decoded((), ())
        document = as_document(state)
        try:
            patched = apply_patch(document, read_patch(raw))
        except PatchInvalid as error:
            return Decoded((), (Refusal(code="memory.patch.invalid", what=error.what),))
        return _difference(document, patched)


def _difference(old: dict[str, Any], new: Any) -> Decoded:
    """The operations that lead from one rendered document to the other; what no operation expresses is refused."""
    operations: list[Operation] = []
    refused: list[Refusal] = []
    if not isinstance(new, dict):
        return Decoded((), (_refusal("shape", "the whole memory was replaced"),))
    for name, was in old.items():
        now = new.get(name)
        if not isinstance(now, type(was)):
            refused.append(_refusal("shape", f"{name} is gone or of another form"))
        elif name == "active_entities":
            _entities(was, now, operations, refused)
        elif name == "recent_statements":
            _statements(was, now, operations, refused)
        elif name == "unresolved_references":
            _references(was, now, operations, refused)
        else:
            _branch(was, now, operations, refused)
    refused.extend(_refusal("unknown_place", f"/{name} is no part of the memory") for name in new if name not in old)
    return Decoded(tuple(operations), tuple(refused))


def _refusal(code: str, what: str) -> Refusal:
    return Refusal(code=f"memory.patch.{code}", what=what[:300])


def _entities(was: dict[str, Any], now: dict[str, Any], into: list[Operation], refused: list[Refusal]) -> None:
    into.extend(Drop(handle=handle) for handle in was if handle not in now)
    for handle, entity in now.items():
        if handle not in was:
            refused.append(_refusal("unknown_entity", f"{handle}: entities enter by the rows, not by a patch"))
        elif not isinstance(entity, dict):
            refused.append(_refusal("shape", f"{handle} is no object any more"))
        elif entity != was[handle]:
            _entity(handle, was[handle], entity, into, refused)


def _entity(
    handle: str, was: dict[str, Any], now: dict[str, Any], into: list[Operation], refused: list[Refusal]
) -> None:
    for field in dict.fromkeys((*was, *now)):
        value = now.get(field)
        if value == was.get(field):
            continue
        if field == "same_as" and isinstance(value, str):
            into.append(Merge(entity=handle, into=value))
        elif field == "name" and isinstance(value, str):
            into.append(Rename(entity=handle, name=value))
        elif field == "importance" and isinstance(value, int) and not isinstance(value, bool):
            into.append(SetImportance(entity=handle, importance=value))
        else:
            refused.append(_refusal("field", f"{handle}/{field} can't be changed to {value!r} by a patch"))


def _statements(was: dict[str, Any], now: dict[str, Any], into: list[Operation], refused: list[Refusal]) -> None:
    into.extend(Drop(handle=handle) for handle in was if handle not in now)
    changed = [handle for handle in now if now[handle] != was.get(handle)]
    refused.extend(_refusal("statement", f"{handle}: statements are made by the rows") for handle in changed)


def _references(was: dict[str, Any], now: dict[str, Any], into: list[Operation], refused: list[Refusal]) -> None:
    for handle in was:
        if handle not in now:
            refused.append(_refusal("reference_removed", f"{handle}: a reference is resolved or stays open"))
    for handle, reference in now.items():
        if reference == was.get(handle):
            continue
        target = reference.get("target") if isinstance(reference, dict) else None
        if handle in was and isinstance(target, str):
            into.append(Resolve(reference=handle, target=target))
        else:
            refused.append(_refusal("reference", f"{handle}: only an open reference's target can be set"))


def _branch(was: list[Any], now: list[Any], into: list[Operation], refused: list[Refusal]) -> None:
    if was == now:
        return
    steps = []
    for step in now:
        if isinstance(step, str):
            steps.append(BranchStep(step=step))
        elif isinstance(step, dict) and isinstance(step.get("step"), str):
            stance = step.get("stance")
            steps.append(BranchStep(step=step["step"], stance=stance if isinstance(stance, str) else "asserted"))
        else:
            refused.append(_refusal("branch", f"{step!r} is no step of a branch"))
            return
    into.append(SetBranch(branch=tuple(steps)))
