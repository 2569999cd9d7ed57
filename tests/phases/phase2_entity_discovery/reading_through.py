"""Reads a chapter through with given readings, and looks whether what it seals can be committed in order."""

from pipeline.phases.phase2_entity_discovery.step import Read, advance
from schemas.progress import ChapterState


def read_through(frame, readings):
    """All states and deltas of the chapter, its chunks read as `readings` say (None: a gap)."""
    state, states, sealed = ChapterState(episode_first=frame.chapter.first), [], []
    chunks = frame.book.chunks_by_chapter[frame.chapter.order]
    for chunk, reading in zip(chunks, readings, strict=False):
        visible = (*state.memory.active_entities, *state.memory.recent_statements)
        gap = None if reading is not None else "reading.invalid_reply"
        stepped = advance(frame, state, Read(str(chunk.number), chunk.first, chunk.last, reading, gap, visible), True)
        state = stepped.state
        states.append(state)
        sealed += stepped.sealed
    return states, sealed


def assert_edges_lead_back(sealed):
    """No row points to what a later episode brings."""
    known: set[str] = set()
    for delta in sealed:
        known |= {
            row.id
            for kind in ("entities", "statements", "inferences", "conflicts", "references")
            for row in getattr(delta, kind)
        }
        ends = [row.entity for row in delta.mentions]
        ends += [end for row in delta.relations for end in (row.subject, row.object)]
        ends += [end for row in delta.statements for end in (*row.about, *row.defines)]
        ends += [end for row in delta.inferences for end in (row.conclusion, *(p.statement for p in row.premises))]
        ends += [end for row in delta.conflicts for end in (row.source, row.target)]
        ends += [end for row in delta.links for end in (row.source, row.target)]
        ends += [row.reference for row in delta.outcomes]
        ends += [row.target for row in delta.outcomes if row.target and row.target_kind in ("Entity", "Statement")]
        assert set(ends) <= known
        assert len({row.id for row in delta.relations}) == len(delta.relations)
