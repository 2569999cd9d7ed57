"""What a section's voice and the units below it mean for reading: who speaks, what is shown, where episodes end."""

from pipeline.phases.phase1_structure.phase import read_source
from pipeline.phases.phase2_entity_discovery.request import request
from pipeline.phases.phase2_entity_discovery.session import RESERVED_KEYS
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import cuts
from schemas.delta import BoundaryKind
from schemas.ids import entity_id
from schemas.progress import ChapterState
from schemas.reading import AttitudeItem, ChunkReading, Cite, EntityItem, RelationItem
from tests.phases.phase2_entity_discovery.test_across_steps import entity, rows, run, statement

PROSE = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. "


def test_what_a_translator_writes_is_not_said_by_the_author(frame_of):
    book = read_source(f"# Translator's Preface\n\n{PROSE * 3}\n\n# Salt\n\n{PROSE * 3}".encode(), "b.md")
    reading = ChunkReading(
        entities=(
            entity("n1", "salt"),
            EntityItem(handle="n2", name="clerk", type="Person", cites=(Cite(sentence=1),)),
        ),
        statements=(statement("c1", 1, speaker="author"), statement("c2", 2), statement("c3", 3, speaker="n2")),
        attitudes=(AttitudeItem(entity="author", type="HOLDS", statement="c1"),),
        relations=(RelationItem(subject="author", type="DISCUSSES", object="n1", cites=(Cite(sentence=1),)),),
    )
    for chapter, who in ((1, "translator"), (2, "author")):
        frame = frame_of(boundary="none")._replace(
            book=book, chapter=book.chapters[chapter - 1], owner=f"o{chapter}", turns=frozenset()
        )
        voice = entity_id(book.book_id, RESERVED_KEYS[who])
        states, sealed = run(frame, [reading])
        first, second, third = rows(states, sealed, "statements")
        assert first.speaker == voice and third.speaker == entity_id(book.book_id, "clerk")
        assert second.speaker == voice
        (attitude,) = rows(states, sealed, "attitudes")
        (relation,) = rows(states, sealed, "relations")
        assert attitude.entity == voice and relation.subject == voice
        assert relation.speaker == (None if who == "author" else voice)


def test_units_end_no_episode_and_are_shown_by_their_own_label(frame_of):
    text = "# Salt\n\n" + "".join(f"PROP. {n}. {PROSE * 9}\n\nProof.—{PROSE * 9}\n\n" for n in ("I", "II", "III"))
    book = read_source(f"{text}# Sand\n\n{PROSE}".encode(), "b.md")
    chapter = book.chapters[0]
    assert book.sections[book.sentences[chapter.last - 1].section].ref is not None
    found = cuts(book, chapter, (chapter.first, chapter.last), chapter.first, frozenset())
    assert [cut.kind for cut in found] == [BoundaryKind.CHAPTER_END]
    frame = frame_of(boundary="none")._replace(book=book, chapter=chapter)
    asked = request(frame, ChapterState(episode_first=chapter.first), "1", chapter.first, chapter.last, False)
    assert [sentence.marks for sentence in asked.sentences if sentence.marks] == [("Salt",)]
    assert asked.sentences[0].text.startswith("PROP. I.")
