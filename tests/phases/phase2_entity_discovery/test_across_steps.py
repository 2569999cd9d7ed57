"""What a later step may say of an earlier one, and what the names in a reply mean."""

from pipeline.phases.phase2_entity_discovery.step import Read, advance
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


def run(frame, readings, shown=True):
    """The states and deltas of the chapter; all that it has named is shown to the reader, or nothing."""
    state, states, sealed = ChapterState(episode_first=frame.chapter.first), [], []
    for chunk, reading in zip(frame.book.chunks_by_chapter[frame.chapter.order], readings, strict=False):
        visible = (*state.session.entities, *state.session.statements) if shown else ()
        stepped = advance(frame, state, Read(str(chunk.number), chunk.first, chunk.last, reading, None, visible), True)
        state = stepped.state
        states.append(state)
        sealed += stepped.sealed
    return states, sealed


def entity(handle, name, sentence=1):
    return EntityItem(handle=handle, name=name, type="Concept", cites=(Cite(sentence=sentence),))


def statement(handle, sentence, **more):
    return StatementItem(handle=handle, kind="thesis", cites=(Cite(sentence=sentence),), **more)


def rows(states, sealed, kind):
    return [row for delta in sealed for row in getattr(delta, kind)] + [
        row for _, row in getattr(states[-1].pending, kind)
    ]


def test_a_relation_inherits_from_a_statement_of_an_earlier_step(frame_of):
    frame = frame_of(boundary="none")
    first = ChunkReading(
        entities=(entity("n1", "clock"), entity("n2", "purpose")),
        statements=(statement("c1", 1, negated=True, modality="possible"),),
    )
    cites = (Cite(sentence=1),)
    second = ChunkReading(
        relations=(RelationItem(subject="e1", type="IS_A", object="e2", cites=cites, statement="s1"),)
    )
    states, sealed = run(frame, [first, second, ChunkReading(), ChunkReading()])
    (relation,) = rows(states, sealed, "relations")
    (made,) = rows(states, sealed, "statements")
    assert relation.statement == made.id and relation.speaker == made.speaker
    assert relation.negated and relation.modality == "possible"


def test_what_a_later_step_repeats_is_counted_and_written_once(frame_of):
    frame = frame_of(boundary="none")
    first = ChunkReading(statements=(statement("c1", 1), statement("c2", 2)))
    said = {
        "inferences": (InferenceItem(handle="i1", premises=("s1",), conclusion="s2"),),
        "links": (
            LinkItem(source="s1", type="RESTATES", target="s2"),
            LinkItem(source="s1", type="ATTACKS", target="s2"),
        ),
    }
    states, sealed = run(frame, [first, ChunkReading(**said), ChunkReading(**said), ChunkReading()])
    for kind in ("inferences", "conflicts", "links"):
        assert len(rows(states, sealed, kind)) == 1
        assert states[-1].tally.refused[f"{kind}.duplicate"] == 1


def test_a_reply_cannot_settle_a_reference_that_it_opens_itself(frame_of):
    frame = frame_of()
    chunk = frame.book.chunks_by_chapter[2][0]
    count = chunk.last - chunk.first
    opened = ReferenceItem(sentence=count, surface="this", kind="demonstrative")
    settled = ReferenceItem(handle="r1", target="c1")
    reading = ChunkReading(statements=(statement("c1", 1),), references=(opened, settled), turns=(count - 2,))
    states, sealed = run(frame, [reading])
    assert states[0].tally.refused["reference.not_open"] == 1
    for delta in sealed:
        known = {
            row.id for earlier in sealed if earlier.episode.order <= delta.episode.order for row in earlier.references
        }
        assert {row.reference for row in delta.outcomes} <= known


def test_new_names_never_mean_the_chapters_own_handles(frame_of):
    frame = frame_of(boundary="none")
    reading = ChunkReading(
        entities=(entity("e2", "clock"), entity("e1", "purpose", 4)),
        statements=(statement("s2", 1, about=("e2",)), statement("s1", 2, about=("e1",))),
    )
    states, sealed = run(frame, [reading])
    names = {one.id: one.name for one in states[0].session.entities.values()}
    assert sorted(names.values()) == ["clock", "purpose"]
    made = {row.text[:20]: [names[i] for i in row.about] for row in rows(states, sealed, "statements")}
    assert sorted(made.values()) == [["clock"], ["purpose"]]


def test_a_handle_that_was_never_shown_is_unknown(frame_of):
    frame = frame_of(boundary="none")
    first = ChunkReading(entities=(entity("n1", "clock"),), statements=(statement("c1", 1), statement("c2", 2)))
    guessed = ChunkReading(
        entities=(entity("n1", "purpose"),),
        relations=(RelationItem(subject="n1", type="IS_A", object="e1", cites=(Cite(sentence=1),)),),
        inferences=(InferenceItem(handle="i1", premises=("s1",), conclusion="s2"),),
    )
    states, _ = run(frame, [first, guessed], shown=False)
    assert states[1].tally.refused == {"relation.unknown_end": 1, "inference.unknown_end": 1}


def test_an_inference_belongs_to_the_episode_of_its_last_evidence(frame_of):
    frame = frame_of()
    chunk = frame.book.chunks_by_chapter[2][0]
    count = chunk.last - chunk.first
    inference = InferenceItem(handle="i1", premises=("c1",), conclusion="c2", cites=(Cite(sentence=count),))
    reading = ChunkReading(
        statements=(statement("c1", 1), statement("c2", 2)), inferences=(inference,), turns=(count - 2,)
    )
    states, sealed = run(frame, [reading])
    assert not sealed[0].inferences and len(rows(states, sealed, "inferences")) == 1


def test_a_branch_of_sealed_statements_does_not_come_back_after_the_cut(frame_of):
    frame = frame_of()
    chunk = frame.book.chunks_by_chapter[2][0]
    count = chunk.last - chunk.first
    asked = StatementItem(handle="c1", kind="question", cites=(Cite(sentence=1),))
    states, _ = run(frame, [ChunkReading(statements=(asked,), turns=(count - 2,))])
    assert states[0].memory.current_argument_branch == ()


def test_the_contents_of_a_book_of_very_many_sections_hold_the_chapter_itself(frame_of):
    from pipeline.phases.phase2_entity_discovery.request import contents
    from schemas.text import Chapter, Section, SectionKind

    frame = frame_of()
    sections, chapters = [], []
    for number in range(1, 60):
        chapters.append(Chapter(order=number, section=len(sections), title="", first=0, last=1))
        place = {"kind": SectionKind.BODY, "start": 0, "end": 1, "body_start": 0}
        sections.append(
            Section(path=(number,), level=1, title=f"Chapter {number} of a rather long title, {'x' * 60}", **place)
        )
        sections += [
            Section(path=(number, p), level=2, title=f"Proposition {p} of {number}", **place) for p in range(1, 41)
        ]
    book = frame.book.model_copy(update={"sections": tuple(sections), "chapters": tuple(chapters)})
    assert "Chapter 41 of" in contents(book, chapters[40].section)


def test_rows_that_were_too_many_are_counted_as_refused(frame_of):
    states, _ = run(frame_of(), [ChunkReading(too_many=7)])
    assert states[-1].tally.refused["row.too_many"] == 7
