"""Steps of a chapter over random readings: what holds whatever a reader answers."""

import json
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.phases.phase2_entity_discovery.working_memory.boundary import LEAST_WORDS
from schemas.delta import BoundaryKind, ChunkStatus
from schemas.memory import BranchStep
from schemas.progress import ChapterState
from schemas.reading import (
    ChunkReading,
    Cite,
    EntityItem,
    InferenceItem,
    LinkItem,
    ReferenceItem,
    RelationItem,
    StatementItem,
)
from tests.phases.phase2_entity_discovery.reading_through import assert_edges_lead_back, read_through

NAMES = ("error", "standard", "judgement", "the keeper", "Crome", "inner measure", "x" * 400, " ")
CITE = st.builds(Cite, sentence=st.integers(0, 30), part=st.sampled_from(["", "", "a", "b", "z"]))
CITES = st.lists(CITE, min_size=1, max_size=3).map(tuple)
ENTITY = st.sampled_from(["n1", "n2", "n3", "e1", "e2", "author", "someone", "unknown"])
STATEMENT = st.sampled_from(["c1", "c2", "c3", "s1", "s2", "nowhere"])
LISTS = {"max_size": 5}
READING = st.builds(
    ChunkReading,
    entities=st.lists(
        st.builds(
            EntityItem,
            handle=ENTITY,
            name=st.sampled_from(NAMES),
            type=st.sampled_from(["Concept", "Odd"]),
            cites=CITES,
        ),
        **LISTS,
    ).map(tuple),
    statements=st.lists(
        st.builds(
            StatementItem,
            handle=STATEMENT,
            kind=st.sampled_from(["thesis", "question", "supposition", "odd"]),
            cites=CITES,
            speaker=ENTITY,
            about=st.lists(ENTITY, max_size=2).map(tuple),
        ),
        **LISTS,
    ).map(tuple),
    relations=st.lists(
        st.builds(
            RelationItem,
            subject=ENTITY,
            type=st.sampled_from(["IS_A", "eats`"]),
            object=ENTITY,
            cites=CITES,
            statement=st.one_of(st.none(), STATEMENT),
        ),
        **LISTS,
    ).map(tuple),
    inferences=st.lists(
        st.builds(
            InferenceItem,
            handle=st.just("i1"),
            premises=st.lists(STATEMENT, min_size=1, max_size=2).map(tuple),
            conclusion=STATEMENT,
        ),
        **LISTS,
    ).map(tuple),
    links=st.lists(
        st.builds(
            LinkItem,
            source=STATEMENT,
            type=st.sampled_from(["ATTACKS", "RESTATES", "SUPPORTS", "odd"]),
            target=STATEMENT,
        ),
        **LISTS,
    ).map(tuple),
    references=st.lists(
        st.builds(
            ReferenceItem,
            sentence=st.integers(0, 30),
            handle=st.sampled_from([None, None, "r1", "r2"]),
            surface=st.sampled_from(["this", "it", "not there"]),
            target=st.one_of(st.none(), STATEMENT, ENTITY),
        ),
        **LISTS,
    ).map(tuple),
    turns=st.lists(st.integers(-3, 40), max_size=4).map(tuple),
    memory=st.sampled_from([None, "[]", "nonsense", '[{"op":"remove","path":"/active_entities/e1"}]']),
)
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def chapter(frame):
    return len(frame.book.chunks_by_chapter[frame.chapter.order])


@SLOW
@given(st.lists(st.one_of(st.none(), READING), min_size=4, max_size=4))
def test_episodes_tile_the_chapter_and_every_edge_leads_to_a_node_committed_before(frame_of, readings):
    frame = frame_of()
    assert chapter(frame) <= 4
    states, sealed = read_through(frame, readings)
    assert [d.episode.first for d in sealed] == [frame.chapter.first, *(d.episode.last for d in sealed[:-1])]
    assert sealed[-1].episode.last == frame.chapter.last
    assert_edges_lead_back(sealed)
    assert states[-1].pending == type(states[-1].pending)()


@SLOW
@given(st.lists(st.one_of(st.none(), READING), min_size=4, max_size=4))
def test_every_reference_ends_settled_and_every_chunk_is_recorded(frame_of, readings):
    frame = frame_of()
    states, sealed = read_through(frame, readings)
    opened = [row.id for delta in sealed for row in delta.references]
    settled = [row.reference for delta in sealed for row in delta.outcomes]
    assert sorted(opened) == sorted(settled)
    chunks = [row for delta in sealed for row in delta.chunks]
    assert len(chunks) == chapter(frame)
    assert {row.status.value for row in chunks} <= {"read", "gap"}
    gaps = Counter(row.reason for row in chunks if row.status is ChunkStatus.GAP)
    assert states[-1].tally.gaps == gaps
    assert gaps["reading.invalid_reply"] == sum(reading is None for reading in readings[: chapter(frame)])


@SLOW
@given(st.lists(READING, min_size=4, max_size=4))
def test_an_id_in_the_memory_is_in_the_delta_or_the_graph(frame_of, readings):
    frame = frame_of()
    states, sealed = read_through(frame, readings)
    for state in states:
        rows = [
            row.id
            for delta in sealed
            for kind in ("entities", "statements", "references")
            for row in getattr(delta, kind)
        ]
        rows += [row.entity for _, row in state.pending.mentions] + [row.id for _, row in state.pending.statements]
        memory = state.memory
        held = [
            *memory.active_entities.values(),
            *memory.recent_statements.values(),
            *memory.unresolved_references.values(),
        ]
        assert {thing.id for thing in held} <= set(rows) | {row.id for _, row in state.pending.references}


@SLOW
@given(st.lists(READING, min_size=4, max_size=4))
def test_a_checkpoint_comes_back_as_it_was(frame_of, readings):
    frame = frame_of()
    straight, _sealed = read_through(frame, readings)
    for state in straight:
        assert ChapterState.model_validate_json(state.model_dump_json()) == state


@SLOW
@given(READING, st.lists(st.sampled_from(["s1", "a step", "another"]), min_size=1, max_size=4))
def test_formats_given_the_same_facts_reach_the_same_state(frame_of, reading, steps):
    """`derived` gets the branch through the reading, `json_patch` through a patch; all else follows by rule."""
    branch = tuple(BranchStep(step=step, stance="asserted") for step in steps)
    patch = [{"op": "replace", "path": "/current_argument_branch", "value": [step.model_dump() for step in branch]}]
    plain = reading.model_copy(update={"memory": None})
    derived, _ = read_through(frame_of(form="derived"), [plain.model_copy(update={"branch": branch})])
    patched, _ = read_through(frame_of(form="json_patch"), [plain.model_copy(update={"memory": json.dumps(patch)})])
    one, other = derived[0].memory, patched[0].memory
    assert one.model_copy(update={"active_entities": {}}) == other.model_copy(update={"active_entities": {}})
    shared = (
        one.active_entities.keys() & other.active_entities.keys()
    )  # the rendered forms differ in length, so pressure may too
    assert all(one.active_entities[handle] == other.active_entities[handle] for handle in shared)


def test_a_semantic_cut_evicts_and_what_came_after_it_is_applied(frame_of, book):
    frame = frame_of()
    chunk = frame.book.chunks_by_chapter[2][0]
    count = chunk.last - chunk.first
    early = EntityItem(handle="n1", name="clock", type="Concept", cites=(Cite(sentence=1),))
    late = EntityItem(
        handle="n2", name="purpose", type="Concept", cites=(Cite(sentence=count),), surfaces=("never there",)
    )
    states, sealed = read_through(frame, [ChunkReading(entities=(early, late), turns=(count - 2,))])
    assert [delta.episode.boundary.value for delta in sealed][:1] == ["semantic"]
    assert [entity.name for entity in states[0].memory.active_entities.values()][-1] == "purpose"
    assert "clock" not in [entity.name for entity in states[0].memory.active_entities.values()]


def test_each_turn_of_the_argument_ends_an_episode_that_is_long_enough(frame_of):
    frame = frame_of()
    chunk = frame.book.chunks_by_chapter[2][0]
    words, turns = 0, []
    for number, index in enumerate(range(chunk.first, chunk.last - 1), start=1):
        words += len(frame.book.sentence_text(index).split())
        if words >= LEAST_WORDS:
            inside = frame.book.sentences[index].section == frame.book.sentences[index + 1].section
            turns, words = [*turns, number] if inside else turns, 0
    assert len(turns) > 1
    _, sealed = read_through(frame, [ChunkReading(turns=(1, *turns))])  # after the first sentence is too soon
    ends = [delta.episode.end for delta in sealed if delta.episode.boundary is BoundaryKind.SEMANTIC]
    assert ends[: len(turns)] == [frame.book.sentences[chunk.first + turn - 1].end for turn in turns]


def test_an_answer_of_which_nothing_fits_the_text_is_a_gap(frame_of):
    frame = frame_of()
    outside = tuple(
        StatementItem(handle=f"c{number}", kind="thesis", cites=(Cite(sentence=9_000 + number),)) for number in range(3)
    )
    states, _ = read_through(
        frame, [ChunkReading(statements=outside), ChunkReading(unread=("id|name|type",)), ChunkReading()]
    )
    tallies = [state.tally for state in states]
    assert tallies[0].gaps == {"reading.nothing_fits": 1} and tallies[0].refused["statement.cites_outside"] == 3
    assert tallies[1].gaps == {"reading.nothing_fits": 2}
    assert tallies[-1].gaps == {"reading.nothing_fits": 2}  # an answer that says nothing is one


def test_what_was_evicted_is_recalled_when_it_is_named_again(frame_of):
    from pipeline.phases.phase2_entity_discovery.request import request

    frame = frame_of()
    first, second = frame.book.chunks_by_chapter[2][:2]
    text = frame.book.sentence_text(second.first)
    word = max(text.split(), key=len).strip(",.;")
    item = EntityItem(handle="n1", name=word, type="Concept", cites=(Cite(sentence=1),))
    count = first.last - first.first
    states, _ = read_through(frame, [ChunkReading(entities=(item,), turns=(count,))])
    assert states[0].memory.active_entities == {}
    ask = request(frame, states[0], "2", second.first, second.last, True)
    assert [entity.name for entity in ask.recalled] == [word]


def test_two_references_of_one_surface_in_a_sentence_are_two(frame_of):
    frame = frame_of()
    chunk = frame.book.chunks_by_chapter[2][0]
    texts = [frame.book.sentence_text(i).lower() for i in range(chunk.first, chunk.last)]
    number = next(n for n, text in enumerate(texts, 1) if f" {text} ".count(" the ") > 1)
    twice = tuple(ReferenceItem(sentence=number, surface="the", kind="demonstrative") for _ in range(2))
    states, sealed = read_through(frame, [ChunkReading(references=twice)])
    rows = [row for delta in sealed for row in delta.references] + [row for _, row in states[0].pending.references]
    assert len({row.start for row in rows}) == 2
    assert all(frame.book.text[row.start : row.end].lower() == "the" for row in rows)
