"""What memory operations mean beyond the working memory, and what comes back after an eviction."""

import json

from pipeline.phases.phase2_entity_discovery.recall import recalled
from pipeline.phases.phase2_entity_discovery.request import request
from pipeline.phases.phase2_entity_discovery.session import RESERVED_KEYS
from pipeline.phases.phase2_entity_discovery.step import Read, advance
from schemas.ids import entity_key
from schemas.memory import BranchStep, MemoryState, OpenReference
from schemas.progress import ChapterState
from schemas.reading import ChunkReading, Cite, EntityItem, InferenceItem, LinkItem, ReferenceItem, StatementItem


def step(frame, state, reading, visible=(), **more):
    chunk = frame.book.chunks_by_chapter[frame.chapter.order][state.done]
    read = Read(str(chunk.number), chunk.first, chunk.last, reading, None, visible, **more)
    return advance(frame, state, read, True)


def begun(frame):
    return ChapterState(episode_first=frame.chapter.first)


def entity(handle, name, sentence=1):
    return EntityItem(handle=handle, name=name, type="Concept", cites=(Cite(sentence=sentence),))


def statement(handle, sentence, kind="thesis"):
    return StatementItem(handle=handle, kind=kind, cites=(Cite(sentence=sentence),))


def rows(stepped, kind):
    sealed = [row for delta in stepped.sealed for row in getattr(delta, kind)]
    return sealed + [row for _, row in getattr(stepped.state.pending, kind)]


def patched(frame, patch):
    """The state after a step that named two things, and one that sent `patch`."""
    two = (entity("n1", "clock"), entity("n2", "timepiece"))
    first = step(frame, begun(frame), ChunkReading(entities=two)).state
    first = first.model_copy(update={"memory": MemoryState(active_entities=first.session.entities)})
    reading = ChunkReading(memory=json.dumps(patch))
    return step(frame, first, reading, tuple(first.session.entities)).state


def test_a_rename_and_an_importance_outlast_the_eviction(frame_of):
    frame = frame_of(form="json_patch", boundary="none")
    patch = [
        {"op": "replace", "path": "/active_entities/e1/name", "value": "the great clock"},
        {"op": "replace", "path": "/active_entities/e1/importance", "value": 9},
    ]
    session = patched(frame, patch).session
    assert session.entities["e1"].name == "the great clock" and session.entities["e1"].importance == 9
    assert "clock" in session.entities["e1"].aliases
    (back,) = recalled(session, MemoryState(), ["They mended the great clock."], 10**6)
    assert back.row.startswith("e1|the great clock|Concept")


def test_a_merged_entity_comes_back_as_the_one_it_went_into(frame_of):
    frame = frame_of(form="json_patch", boundary="none")
    patch = [{"op": "add", "path": "/active_entities/e2/same_as", "value": "e1"}]
    session = patched(frame, patch).session
    assert session.merged == {"e2": "e1"} and "timepiece" in session.entities["e1"].aliases
    back = recalled(session, MemoryState(), ["A timepiece is a thing."], 10**6)
    assert [one.handle for one in back] == ["e1"]


def test_an_access_is_a_step_and_a_count_a_mention(frame_of):
    frame = frame_of(boundary="none")
    chunk = frame.book.chunks_by_chapter[2][0]
    text = " ".join(frame.book.sentence_text(index) for index in range(chunk.first, chunk.last))
    state = step(frame, begun(frame), ChunkReading(entities=(entity("n1", "error"),))).state
    assert text.lower().count("error") > 1
    assert state.session.entities["e1"].count > 1 and state.session.entities["e1"].accesses == 1


def test_the_branch_a_model_names_holds_no_sealed_statement(frame_of):
    frame = frame_of()
    chunk = frame.book.chunks_by_chapter[2][0]
    count = chunk.last - chunk.first
    reading = ChunkReading(
        statements=(statement("c1", 1), statement("c2", count)),
        branch=(BranchStep(step="c1"), BranchStep(step="c2")),
        turns=(count - 2,),
    )
    state = step(frame, begun(frame), reading).state
    assert [branch.step for branch in state.memory.current_argument_branch] == ["s2"]


def test_recalled_entities_are_on_the_chunk_and_within_the_rows_that_are_sent(frame_of):
    frame = frame_of(boundary="none")
    first = step(frame, begun(frame), ChunkReading(entities=(entity("n1", "error"),))).state
    evicted = first.model_copy(update={"memory": MemoryState()})
    chunk = frame.book.chunks_by_chapter[2][1]
    ask = request(frame, evicted, str(chunk.number), chunk.first, chunk.last, False)
    assert [one.handle for one in ask.recalled] == ["e1"]
    stepped = step(frame, evicted, ChunkReading(), ("e1",), recalled=tuple(one.id for one in ask.recalled))
    (row,) = [row for row in rows(stepped, "chunks") if row.step == str(chunk.number)]
    assert row.recalled == (evicted.session.entities["e1"].id,)


def test_no_name_of_a_book_folds_to_a_reserved_key():
    assert {entity_key(name) for name in ("author", "@author", "author ", " The author", "someone")}.isdisjoint(
        RESERVED_KEYS.values()
    )


def test_a_boundary_outside_the_chunk_is_counted_and_cuts_nothing(frame_of):
    frame = frame_of()
    for outside in (10**6, 0, -3):
        stepped = step(frame, begun(frame), ChunkReading(turns=(outside,)))
        assert stepped.state.tally.refused == {"boundary.outside": 1}


def test_a_contradiction_is_one_conflict_from_either_end(frame_of):
    frame = frame_of(boundary="none")
    reading = ChunkReading(
        statements=(statement("c1", 1), statement("c2", 2)),
        links=(
            LinkItem(source="c1", type="CONTRADICTS", target="c2"),
            LinkItem(source="c2", type="CONTRADICTS", target="c1"),
            LinkItem(source="c1", type="ATTACKS", target="c2"),
        ),
    )
    stepped = step(frame, begun(frame), reading)
    assert [row.shortcut for row in rows(stepped, "conflicts")] == ["CONTRADICTS", "ATTACKS"]
    assert stepped.state.tally.refused == {"conflicts.duplicate": 1} and not rows(stepped, "links")


def test_a_gloss_of_too_many_words_gives_way_to_the_words_themselves(frame_of):
    frame = frame_of(boundary="none")
    long = statement("c1", 1).model_copy(update={"gloss": "word " * 13})
    short = statement("c2", 2).model_copy(update={"gloss": "a short caption"})
    stepped = step(frame, begun(frame), ChunkReading(statements=(long, short)))
    found = [(row.glossed, row.name == "a short caption") for row in rows(stepped, "statements")]
    assert found == [(False, False), (True, True)]
    assert stepped.state.tally.refused == {"statement.gloss_too_long": 1}


def test_what_a_gap_cost_is_in_the_tally(frame_of):
    from schemas.reading import Usage

    frame = frame_of(boundary="none")
    chunk = frame.book.chunks_by_chapter[2][0]
    usage = Usage(prompt_tokens=700, completion_tokens=30)
    read = Read("1", chunk.first, chunk.last, None, "reading.refused", calls=2, usage=usage)
    tally = advance(frame, begun(frame), read, True).state.tally
    assert (tally.calls, tally.prompt_tokens, tally.completion_tokens) == (2, 700, 30)
    assert tally.gaps == {"reading.refused": 1}


def test_a_mention_after_the_merge_counts_for_the_one_it_went_into(frame_of):
    frame = frame_of(form="json_patch", boundary="none")
    merged = patched(frame, [{"op": "add", "path": "/active_entities/e2/same_as", "value": "e1"}])
    count = frame.book.chunks_by_chapter[2][2]
    again = ChunkReading(entities=(entity("n1", "timepiece", count.last - count.first),))
    state = step(frame, merged, again).state
    assert "e2" not in state.memory.active_entities
    assert state.session.entities["e1"].last > merged.session.entities["e1"].last


def test_a_patch_names_new_statements_as_the_rows_do(frame_of):
    frame = frame_of(form="json_patch", boundary="none")
    chunk = frame.book.chunks_by_chapter[2][0]
    patch = [{"op": "add", "path": "/current_argument_branch/-", "value": {"step": "c1", "stance": "asserted"}}]
    reading = ChunkReading(statements=(statement("c1", chunk.last - chunk.first),), memory=json.dumps(patch))
    frame = frame._replace(inline_boundary=True)
    reading = reading.model_copy(update={"turns": (chunk.last - chunk.first - 2,)})
    assert [one.step for one in step(frame, begun(frame), reading).state.memory.current_argument_branch] == ["s1"]


def test_a_patch_resolves_a_reference_as_a_row_does(frame_of):
    def settled(target, as_row):
        frame = frame_of(form="json_patch", boundary="none")
        chunks = frame.book.chunks_by_chapter[2]
        last = chunks[0].last - chunks[0].first
        opened = ReferenceItem(sentence=last, surface=frame.book.sentence_text(chunks[0].last - 1).split()[0])
        first = step(frame, begun(frame), ChunkReading(references=(opened,))).state
        first = first.model_copy(
            update={"memory": first.memory.model_copy(update={"unresolved_references": {"r1": reference(first)}})}
        )
        patch = [{"op": "replace", "path": "/unresolved_references/r1/target", "value": target}]
        said = {"references": (ReferenceItem(handle="r1", target=target),)} if as_row else {"memory": json.dumps(patch)}
        made = {"statements": (statement("c1", 1),), "entities": (entity("n1", "clock"),)}
        stepped = step(frame, first, ChunkReading(**made, **said))
        outcomes = [row for row in rows(stepped, "outcomes") if row.reference == reference(first).id]
        return [(row.status.value, row.target, row.target_kind) for row in outcomes], stepped.state.tally.refused

    for target in ("c1", "n1", "someone"):
        (by_row, _), (by_patch, _) = settled(target, True), settled(target, False)
        assert by_row == by_patch and by_row[0][0] == "resolved"
    for as_row, code in ((True, "reference.unknown_target"), (False, "memory.resolve.unknown_target")):
        outcomes, refused = settled("e99", as_row)
        assert [status for status, _, _ in outcomes] in ([], ["handed_on"]) and refused == {code: 1}


def reference(state):
    known = state.session.references["r1"]
    return OpenReference(id=known.id, surface=known.surface, kind="demonstrative", sentence=known.sentence)


def test_an_inference_said_again_ends_where_it_ended_for_who_attacks_it(frame_of):
    frame = frame_of()
    late = InferenceItem(handle="i1", premises=("c1",), conclusion="c2", cites=(Cite(sentence=16),))
    reading = ChunkReading(
        statements=(statement("c1", 1), statement("c2", 2), statement("c3", 3)),
        inferences=(late, InferenceItem(handle="i2", premises=("c1",), conclusion="c2")),
        links=(LinkItem(source="c3", type="ATTACKS", target="i2"),),
        turns=(8,),
    )
    first, second = step(frame, begun(frame), reading).sealed
    assert first.episode.last < second.episode.last
    assert not first.conflicts and len(second.conflicts) == len(second.inferences) == 1
