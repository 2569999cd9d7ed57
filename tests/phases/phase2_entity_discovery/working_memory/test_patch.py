"""JSON patches: what RFC 6902 says at its edges, and the one thing we do otherwise."""

import copy
import json
import os
from pathlib import Path

import pytest

from pipeline.phases.phase2_entity_discovery.working_memory.formats.json_patch import JsonPatchFormat
from pipeline.phases.phase2_entity_discovery.working_memory.formats.patch import apply_patch, read_patch
from schemas.errors import PatchInvalid
from schemas.memory import (
    Drop,
    MemoryEntity,
    MemoryState,
    Merge,
    OpenReference,
    Rename,
    Resolve,
    SetBranch,
    SetImportance,
)

CASES = Path(os.environ.get("GLOSSATOR_TEST_CASES", Path(__file__).parents[5] / "shared" / "cases"))


def case_runs():
    for name in ("B064-patch-dash-index", "B066-patch-escaped-keys"):
        folder = CASES / name
        if folder.is_dir():
            runs = json.loads((folder / "expected.json").read_text())["runs"]
            yield from (pytest.param(folder, run, id=f"{name}-{run['patch']}") for run in runs)
        else:
            reason = f"the case {name} is not on this machine"
            yield pytest.param(folder, {}, id=name, marks=pytest.mark.skip(reason=reason))


@pytest.mark.parametrize(("folder", "run"), list(case_runs()))
def test_case(folder, run):
    memory = json.loads((folder / "memory.json").read_text())
    patch = json.loads((folder / "patches.json").read_text())[run["patch"]]
    before = copy.deepcopy(memory)
    if run["outcome"] == "error":
        with pytest.raises(PatchInvalid) as error:
            apply_patch(memory, patch)
        assert error.value.operation == run["error"]["operation"]
        assert all(part in str(error.value) for part in run["error"].get("message_any", [])[:1])
        assert memory == before
        return
    after = apply_patch(memory, patch)
    assert memory == before
    if "memory_after" in run:
        assert after == run["memory_after"]
    for key, part in run.get("at", {}).items():
        assert after[key].items() >= part.items()
    if "absent_key" in run:
        *parents, last = run["absent_key"]
        for parent in parents:
            after = after[parent]
        assert last not in after


@pytest.mark.parametrize(
    ("patch", "operation"),
    [
        ([{"op": "replace", "path": "/list/-", "value": 1}], 0),
        ([{"op": "remove", "path": "/list/-"}], 0),
        ([{"op": "test", "path": "/a", "value": 1}, {"op": "move", "from": "/list/-", "path": "/b"}], 1),
        ([{"op": "copy", "from": "/list/-", "path": "/b"}], 0),
        ([{"op": "test", "path": "/list/-", "value": 1}], 0),
        ([{"op": "add", "path": "/list/-/deeper", "value": 1}], 0),
        ([{"op": "add", "path": "/list/01", "value": 1}], 0),
        ([{"op": "add", "path": "/list/9", "value": 1}], 0),
        ([{"op": "remove", "path": "/absent"}], 0),
        ([{"op": "test", "path": "/a", "value": 2}], 0),
        ([{"op": "add", "path": "no-slash", "value": 1}], 0),
        ([{"op": "add", "path": "/bad~2escape", "value": 1}], 0),
        ([{"op": "explode", "path": "/a"}], 0),
        ([{"path": "/a"}], 0),
        (["no operation"], 0),
        ([{"op": "add", "path": "/a/b/c", "value": 1}], 0),
    ],
)
def test_what_cannot_be_applied_is_refused_with_its_number_and_changes_nothing(patch, operation):
    document = {"a": 1, "list": [1, 2]}
    with pytest.raises(PatchInvalid) as error:
        apply_patch(document, patch)
    assert error.value.operation == operation and error.value.reason
    assert document == {"a": 1, "list": [1, 2]}


def test_a_patch_is_atomic():
    document = {"a": 1}
    with pytest.raises(PatchInvalid):
        apply_patch(document, [{"op": "add", "path": "/b", "value": 1}, {"op": "remove", "path": "/zz"}])
    assert document == {"a": 1}


def test_add_on_an_existing_key_merges_and_never_overwrites():
    document = {"e1": {"name": "Berkeley", "type": "Person", "aliases": ["the bishop"]}}
    after = apply_patch(
        document, [{"op": "add", "path": "/e1", "value": {"name": "Berkeley", "aliases": ["the Irishman"]}}]
    )
    assert after == {"e1": {"name": "Berkeley", "type": "Person", "aliases": ["the bishop", "the Irishman"]}}
    with pytest.raises(PatchInvalid):
        apply_patch(document, [{"op": "add", "path": "/e1", "value": {"type": "Place"}}])


@pytest.mark.parametrize(
    "raw",
    ["", "{", "nonsense", '{"patch": 3}', "[" * 100_000, "3", r'[{"op": "add", "path": "/x", "value": "\ud800"}]'],
)
def test_a_reply_that_is_no_patch_is_refused(raw):
    with pytest.raises(PatchInvalid):
        read_patch(raw)


def entity(name):
    return MemoryEntity(id=f"id-{name}", name=name, type="Concept", last=0)


STATE = MemoryState(
    active_entities={"e1": entity("reason"), "e2": entity("understanding")},
    unresolved_references={"r1": OpenReference(id="x", surface="this view", kind="shell_noun", sentence=3)},
)


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (
            {"op": "replace", "path": "/active_entities/e1/importance", "value": 9},
            SetImportance(entity="e1", importance=9),
        ),
        ({"op": "replace", "path": "/active_entities/e1/name", "value": "Reason"}, Rename(entity="e1", name="Reason")),
        ({"op": "add", "path": "/active_entities/e2/same_as", "value": "e1"}, Merge(entity="e2", into="e1")),
        ({"op": "remove", "path": "/active_entities/e2"}, Drop(handle="e2")),
        (
            {"op": "replace", "path": "/unresolved_references/r1/target", "value": "e1"},
            Resolve(reference="r1", target="e1"),
        ),
        (
            {"op": "replace", "path": "/current_argument_branch", "value": [{"step": "s1", "stance": "asked"}]},
            SetBranch(branch=({"step": "s1", "stance": "asked"},)),
        ),
    ],
)
def test_a_patch_becomes_operations(operation, expected):
    decoded = JsonPatchFormat().decode(json.dumps([operation]), STATE)
    assert decoded.operations == (expected,) and not decoded.refused


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "replace", "path": "/active_entities/e1/type", "value": "Place"},
        {"op": "add", "path": "/active_entities/e9", "value": {"name": "invented"}},
        {"op": "remove", "path": "/unresolved_references/r1"},
        {"op": "add", "path": "/recent_statements/s9", "value": {"text": "invented"}},
        {"op": "add", "path": "/elsewhere", "value": 1},
        {"op": "replace", "path": "", "value": 3},
        {"op": "replace", "path": "/active_entities", "value": []},
        {"op": "replace", "path": "/active_entities/e1/importance", "value": "high"},
    ],
)
def test_what_no_operation_expresses_is_refused(operation):
    decoded = JsonPatchFormat().decode(json.dumps([operation]), STATE)
    assert not decoded.operations and decoded.refused


@pytest.mark.parametrize("levels", [33, 480, 940, 5_000])
def test_a_patch_nested_without_end_is_one_refused_patch(levels):
    raw = '[{"op": "add", "path": "/active_entities/e1/x", "value": ' + "[" * levels + "]" * levels + "}]"
    decoded = JsonPatchFormat().decode(raw, MemoryState())
    assert [refusal.code for refusal in decoded.refused] == ["memory.patch.invalid"] and not decoded.operations


def test_copies_of_copies_end_before_they_fill_the_machine():
    bomb = [{"op": "copy", "from": "", "path": f"/a{n}"} for n in range(200)]
    decoded = JsonPatchFormat().decode(json.dumps(bomb), MemoryState())
    assert [refusal.code for refusal in decoded.refused] == ["memory.patch.invalid"]
