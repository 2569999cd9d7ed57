"""Applies a JSON Patch (RFC 6902) atomically, and says of a bad one which operation failed, where and why."""

import copy
import json
from collections.abc import Sequence
from typing import Any

from schemas.errors import PatchInvalid

MOST_OPERATIONS = 200
DEEPEST = 32  # levels of lists and objects in a patch
MOST_CHARACTERS = 200_000  # of the patched document as JSON: each copy may double it
VERBS = frozenset({"add", "remove", "replace", "move", "copy", "test"})


def read_patch(raw: str) -> list[Any]:
    """The operations in a reply's memory part: a JSON array, or an object holding it under "patch".

    Raises PatchInvalid with operation 0.
    """
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise PatchInvalid(0, "", f"the patch is not JSON ({type(error).__name__})") from error
    try:
        json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise PatchInvalid(0, "", f"the patch can't be written down ({type(error).__name__})") from error
    if _deeper(document, DEEPEST):
        raise PatchInvalid(0, "", f"the patch is nested deeper than {DEEPEST} levels")
    if isinstance(document, dict) and isinstance(document.get("patch"), list):
        document = document["patch"]
    if not isinstance(document, list):
        raise PatchInvalid(0, "", "the patch is not a list of operations")
    return document


def apply_patch(document: Any, patch: Sequence[Any]) -> Any:
    """The patched copy of `document`; `document` itself is never touched. Raises PatchInvalid.

    As RFC 6902, but for one thing: `add` at a member that exists, which would overwrite it silently, merges an
    object into an object and a list into a list, keeps an equal value, and is refused otherwise.
    """
    from jsonpatch import JsonPatch, JsonPatchException
    from jsonpointer import JsonPointer, JsonPointerException

    if len(patch) > MOST_OPERATIONS:
        raise PatchInvalid(MOST_OPERATIONS, "", f"a patch has at most {MOST_OPERATIONS} operations")
    current = copy.deepcopy(document)
    for number, operation in enumerate(patch):
        path = _checked(number, operation)
        try:
            pointer = JsonPointer(path)
            if operation["op"] in {"replace", "remove"} and pointer.parts and pointer.parts[-1] == "-":
                raise PatchInvalid(number, path, "'-' is the place after a list's end; nothing stands there")
            if operation["op"] == "add" and pointer.parts:
                parent = JsonPointer.from_parts(pointer.parts[:-1]).resolve(current)
                member = pointer.parts[-1]
                if isinstance(parent, dict) and member in parent:
                    parent[member] = _merged(number, path, parent[member], copy.deepcopy(operation["value"]))
                    continue
            current = JsonPatch([operation]).apply(current)
            if operation["op"] == "copy" and len(json.dumps(current)) > MOST_CHARACTERS:
                raise PatchInvalid(number, path, f"the memory would exceed {MOST_CHARACTERS} characters")
        except (JsonPatchException, JsonPointerException) as error:
            raise PatchInvalid(number, path, str(error) or type(error).__name__) from error
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError) as error:
            raise PatchInvalid(number, path, f"not applicable here ({type(error).__name__})") from error
    return current


def _deeper(document: Any, levels: int) -> bool:
    """Whether it has more levels of lists and objects; counted without recursion."""
    level = [document]
    for _ in range(levels + 1):
        inner = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = [thing for things in inner for thing in things]
    return bool(level)


def _checked(number: int, operation: Any) -> str:
    if not isinstance(operation, dict):
        raise PatchInvalid(number, "", "an operation is an object")
    path, verb = operation.get("path"), operation.get("op")
    if not isinstance(path, str):
        raise PatchInvalid(number, "", "an operation needs a path")
    if not isinstance(verb, str) or verb not in VERBS:
        raise PatchInvalid(number, path, f"there is no operation {verb!r}")
    if verb in {"add", "replace", "test"} and "value" not in operation:
        raise PatchInvalid(number, path, f"{verb} needs a value")
    if verb in {"move", "copy"} and not isinstance(operation.get("from"), str):
        raise PatchInvalid(number, path, f"{verb} needs a path in 'from'")
    return path


def _merged(number: int, path: str, old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return {**new, **{k: _merged(number, path, v, new[k]) if k in new else v for k, v in old.items()}}
    if isinstance(old, list) and isinstance(new, list):
        return old + [item for item in new if item not in old]
    if old == new:
        return old
    raise PatchInvalid(number, path, "add would overwrite what stands there; use replace")
