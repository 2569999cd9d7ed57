"""Attacks on inferences, however these are said: nothing is committed before what it points at."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemas.reading import ChunkReading, Cite, InferenceItem, LinkItem, StatementItem
from tests.phases.phase2_entity_discovery.reading_through import assert_edges_lead_back, read_through

EARLY = st.tuples(st.builds(Cite, sentence=st.integers(1, 4)))
LATE = st.tuples(st.builds(Cite, sentence=st.integers(9, 16)))
ARGUING = st.builds(
    ChunkReading,
    statements=st.tuples(
        *(st.builds(StatementItem, handle=st.just(f"c{n}"), kind=st.just("thesis"), cites=EARLY) for n in (1, 2, 3))
    ),
    inferences=st.lists(
        st.builds(
            InferenceItem,
            handle=st.sampled_from(["i1", "i2"]),
            premises=st.sampled_from([("c1",), ("c1",), ("s1",)]),
            conclusion=st.sampled_from(["c2", "c2", "s2"]),
            cites=st.one_of(st.just(()), LATE),
        ),
        min_size=1,
        max_size=4,
    ).map(tuple),
    links=st.lists(
        st.builds(
            LinkItem,
            source=st.sampled_from(["c2", "c3", "s3"]),
            type=st.just("ATTACKS"),
            target=st.sampled_from(["i1", "i2", "c1", "s1"]),
        ),
        min_size=1,
        max_size=4,
    ).map(tuple),
    turns=st.lists(st.integers(6, 10), max_size=2).map(tuple),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ARGUING, min_size=2, max_size=2))
def test_an_attack_on_an_inference_is_committed_with_it_or_after_it(frame_of, readings):
    frame = frame_of()
    _, sealed = read_through(frame, readings)
    assert_edges_lead_back(sealed)
