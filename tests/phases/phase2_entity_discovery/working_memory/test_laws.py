"""The laws of the working memory (design §3) as properties over random operations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.phases.phase2_entity_discovery.working_memory.formats import FORMATS
from pipeline.phases.phase2_entity_discovery.working_memory.retention import PINNED
from pipeline.phases.phase2_entity_discovery.working_memory.state import (
    BUDGET_TOKENS,
    REFERENCE_BUDGET_TOKENS,
    BudgetedMemory,
)
from pipeline.tokens import count_tokens
from schemas.memory import (
    BranchStep,
    Drop,
    MemoryEntity,
    MemoryState,
    MemoryStatement,
    Merge,
    Notice,
    Open,
    OpenReference,
    Record,
    Rename,
    Resolve,
    SetBranch,
    SetImportance,
    SetTopic,
)

WORDS = st.lists(
    st.sampled_from("reason cause sense-data thing in itself judgment 漢字 Schönheit <|endoftext|> | /~ a".split()),
    min_size=1,
    max_size=40,
).map(" ".join)
NUMBER = st.integers(1, 60)


def entity_of(number, name, last, importance):
    return MemoryEntity(id=f"id-e{number}", name=name, type="Concept", importance=importance, last=last)


NOTICE = st.builds(
    lambda n, name, last, imp: Notice(handle=f"e{n}", entity=entity_of(n, name, last, imp)),
    NUMBER,
    WORDS,
    st.integers(0, 500),
    st.integers(1, 10),
)
RECORD = st.builds(
    lambda n, text, last: Record(
        handle=f"s{n}",
        statement=MemoryStatement(id=f"id-s{n}", text=text, speaker="author", sentence=last, kind="thesis"),
    ),
    NUMBER,
    WORDS,
    st.integers(0, 500),
)
OPEN = st.builds(
    lambda n, text: Open(
        handle=f"r{n}",
        reference=OpenReference(id=f"id-r{n}", surface=text, kind="pronoun", sentence=n),
    ),
    NUMBER,
    WORDS,
)
HANDLE = st.builds(lambda kind, n: f"{kind}{n}", st.sampled_from("esrx"), NUMBER)
OPERATIONS = st.lists(
    st.one_of(
        NOTICE,
        NOTICE,
        RECORD,
        OPEN,
        st.builds(Drop, handle=HANDLE),
        st.builds(Merge, entity=HANDLE, into=HANDLE),
        st.builds(Rename, entity=HANDLE, name=st.one_of(WORDS, st.just(" "))),
        st.builds(SetImportance, entity=HANDLE, importance=st.integers(-3, 14)),
        st.builds(Resolve, reference=HANDLE, target=HANDLE),
        st.builds(SetTopic, topic=WORDS),
        st.builds(
            lambda steps: SetBranch(branch=tuple(BranchStep(step=step) for step in steps)),
            st.lists(st.one_of(HANDLE, WORDS), max_size=9),
        ),
    ),
    max_size=60,
)


@pytest.fixture(params=sorted(FORMATS))
def memory_format(request):
    return FORMATS[request.param]()


def handles(state: MemoryState) -> dict[str, str]:
    return {
        handle: thing.id
        for collection in (state.active_entities, state.recent_statements, state.unresolved_references)
        for handle, thing in collection.items()
    }


@settings(max_examples=60, deadline=None)
@given(OPERATIONS, st.integers(0, 600))
def test_the_rendered_state_is_never_over_budget(operations, now):
    for memory_format in (FORMATS[name]() for name in FORMATS):
        memory = BudgetedMemory(MemoryState(), memory_format.render)
        memory.apply(operations, now)
        assert count_tokens(memory.render()) <= BUDGET_TOKENS


@settings(max_examples=60, deadline=None)
@given(OPERATIONS)
def test_after_eviction_only_topic_and_open_references_within_their_budget_remain(operations):
    memory = BudgetedMemory(MemoryState(), FORMATS["derived"]().render)
    memory.apply(operations, 0)
    before = memory.snapshot()
    left = memory.evict()
    after = memory.snapshot()
    assert not after.active_entities and not after.recent_statements and not after.current_argument_branch
    assert after.unresolved_references.items() <= before.unresolved_references.items()
    only_references = after.model_copy(update={"topic": ""})
    if after.unresolved_references:
        assert count_tokens(FORMATS["derived"]().render(only_references)) <= REFERENCE_BUDGET_TOKENS
    assert {d.id for d in left if d.id} == set(handles(before).values()) - set(handles(after).values())


@settings(max_examples=80, deadline=None)
@given(OPERATIONS, OPERATIONS)
def test_nothing_vanishes_without_a_record_and_nothing_appears_without_an_operation(first, second):
    memory = BudgetedMemory(MemoryState(), FORMATS["derived"]().render)
    memory.apply(first, 0)
    before = handles(memory.snapshot())
    outcome = memory.apply(second, 100)
    after = handles(memory.snapshot())
    entered = {op.handle for op in outcome.applied if op.op in {"notice", "record", "open"}}
    left = {departure.handle for departure in outcome.left}
    assert set(before) - set(after) <= left
    assert set(after) - set(before) <= entered
    assert len(outcome.applied) + len(outcome.refused) == len(second)


@settings(max_examples=80, deadline=None)
@given(
    OPERATIONS,
    st.builds(Drop, handle=HANDLE)
    | st.builds(Merge, entity=HANDLE, into=HANDLE)
    | st.builds(SetImportance, entity=HANDLE, importance=st.integers(-3, 14)),
)
def test_a_refused_operation_changes_nothing(operations, last):
    memory = BudgetedMemory(MemoryState(), FORMATS["derived"]().render)
    memory.apply(operations, 0)
    before = memory.snapshot()
    outcome = memory.apply([last], 0)
    if outcome.refused:
        assert memory.snapshot() == before


def test_pressure_spills_the_least_retained_to_half_the_budget(memory_format):
    memory = BudgetedMemory(MemoryState(), memory_format.render)
    now = 200
    operations = [
        Notice(handle=f"e{n}", entity=entity_of(n, f"concept number {n} of the long argument", n, 5 + 4 * (n < 3)))
        for n in range(1, 100)
    ]
    outcome = memory.apply(operations, now)
    kept = memory.snapshot().active_entities
    assert count_tokens(memory.render()) <= BUDGET_TOKENS / 2
    assert {"e1", "e2"} <= set(kept), "what is important leaves last, however old"
    oldest_kept = min(entity.last for handle, entity in kept.items() if handle not in {"e1", "e2"})
    assert all(d.why == "spill" and int(d.handle[1:]) < oldest_kept for d in outcome.left)


def test_retention_forgets_what_was_not_mentioned_for_long():
    memory = BudgetedMemory(MemoryState(), FORMATS["derived"]().render)
    outcome = memory.apply([Notice(handle="e1", entity=entity_of(1, "a passing thing", 0, 1))], 120)
    assert [d.why for d in outcome.left] == ["forget"]  # t = 6, S = 2.5: R = 0.09
    memory.apply([Notice(handle="e2", entity=entity_of(2, "another", 0, 1))], 110)
    assert "e2" in memory.snapshot().active_entities  # t = 5.5: R = 0.11


def test_what_is_important_stays_until_the_boundary():
    memory = BudgetedMemory(MemoryState(), FORMATS["derived"]().render)
    left = memory.apply([Notice(handle="e1", entity=entity_of(1, "the thesis", 0, PINNED))], 100_000).left
    assert left == () and "e1" in memory.snapshot().active_entities
    assert [departure.handle for departure in memory.evict()] == ["e1"]
