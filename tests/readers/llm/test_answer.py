"""Rows of a model's answer: what is read from them, and that a bad row sinks only itself."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pipeline.readers.llm.answer import MOST_TAKEN, RowReader, RowsAnswer, answer_model
from pipeline.readers.llm.reader import turns_of
from pipeline.vocabulary import load_vocabulary
from schemas.reading import Cite

VOCABULARY = load_vocabulary()


def read(**rows):
    return RowReader(VOCABULARY).read(RowsAnswer(**rows))


def test_rows_become_items():
    reading = read(
        e=["n1|a priori|Concept|3,7a", "e2|the table|Being|4-6"],
        c=["c1|thesis|author|5,6|n1|not,possible,probable,defines:n1"],
        r=["n1|PRESUPPOSES|e2|4|rests on|c1|not,supposed,necessary"],
        a=["e3|HOLDS|c1|reported,rejects"],
        i=["i1|c1,s2|c3|deduction|6"],
        l=["c1|ATTACKS|c3|rebut"],
        f=["2|this view|shell_noun|c1", "3|it|pronoun|?", "r4||shell_noun|s2", "5|chapter two|section|chapter two"],
        b=["s1|asked"],
    )
    assert reading.unread == ()
    assert reading.entities[0].cites == (Cite(sentence=3), Cite(sentence=7, part="a"))
    assert [cite.sentence for cite in reading.entities[1].cites] == [4, 5, 6]
    statement = reading.statements[0]
    assert statement.negated and statement.modality == "possible" and statement.hedge == "probable"
    assert statement.defines == ("n1",)
    relation = reading.relations[0]
    assert relation.negated and relation.entertained and relation.modality == "necessary" and relation.statement == "c1"
    assert reading.attitudes[0].reported and reading.attitudes[0].take == "rejects"
    assert reading.inferences[0].premises == ("c1", "s2")
    assert [item.target for item in reading.references] == ["c1", None, "s2", None]
    assert reading.references[2].handle == "r4" and reading.references[3].section == "chapter two"
    assert reading.branch[0].stance == "asked"


def test_rows_beyond_what_a_chunk_can_have_are_counted_and_not_read():
    names, claims = [f"n{at}|name {at}|Concept|1" for at in range(16_000)], [f"c{at}|thesis||1|" for at in range(10)]
    reading = read(e=names, c=claims)
    assert len(reading.entities) == MOST_TAKEN and not reading.statements
    assert reading.too_many == 16_010 - MOST_TAKEN and not reading.unread
    assert read(e=names[:10], c=claims).too_many == 0


@pytest.mark.parametrize(
    "row", ["", "|", "n1", "n1|name|Concept", "n1|name|Concept|no number", "n1||Concept|3", "n1|x|Concept|1e400"]
)
def test_a_bad_row_is_kept_as_unread_and_the_others_stand(row):
    reading = read(e=[row, "n2|reason|Concept|1"])
    assert [item.handle for item in reading.entities] == ["n2"] and len(reading.unread) == 1


@pytest.mark.parametrize("sentences", ["5-3", "3-90", "1,5-3", "3-54"])
def test_a_range_that_runs_backwards_or_too_far_is_unread_not_read_in_part(sentences):
    reading = read(e=[f"n1|salt|Concept|{sentences}", "n2|reason|Concept|3-53"], i=[f"i1|c1|c2|deduction|{sentences}"])
    assert [(one.handle, len(one.cites)) for one in reading.entities] == [("n2", 51)] and reading.inferences == ()
    assert reading.unread == (f"n1|salt|Concept|{sentences}", f"i1|c1|c2|deduction|{sentences}")


def test_what_cannot_be_written_down_is_unread_and_the_reading_can_still_be_stored():
    reading = read(e=["n1|nul \0 inside|Concept|1", "n2|reason|Concept|1"])
    assert [item.handle for item in reading.entities] == ["n2"] and len(reading.unread) == 1
    assert type(reading).model_validate_json(reading.model_dump_json()) == reading


def test_half_a_surrogate_pair_is_no_valid_answer():
    with pytest.raises(ValidationError):
        RowsAnswer.model_validate_json(r'{"e": ["n1|half \ud800 pair|Concept|1"]}')


@pytest.mark.parametrize("row", ["n1|" + "x" * 2_000 + "|Concept|1", {"id": "n1"}, 3, None])
def test_a_row_that_is_too_long_or_no_text_sinks_only_itself(row):
    raw = json.dumps({"e": [row, "n2|reason|Concept|1"]})
    reading = RowReader(VOCABULARY).read(answer_model(True, True).model_validate_json(raw))
    assert [item.handle for item in reading.entities] == ["n2"] and len(reading.unread) == 1


@pytest.mark.parametrize(
    "extra",
    [
        '"d": "5"',
        '"d": ["a", 1e400]',
        '"d": null',
        '"d": 1e400',
        '"memory": "[]"',
        '"memory": [' + "1," * 40 + "1]",
        '"e": null',
    ],
)
def test_an_odd_member_does_not_sink_the_answer(extra):
    raw = '{"c": ["c1|thesis|author|1"], ' + extra + "}"
    assert len(RowReader(VOCABULARY).read(answer_model(True, True).model_validate_json(raw)).statements) == 1


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ([9, 4, 9], (9, 4)),
        (7, (7,)),
        (0, ()),
        (-2, (-2,)),
        (None, ()),
        (["3", True, None, {}, 2.5, 5], (5,)),
        ("3", ()),
    ],
)
def test_the_turns_of_the_argument_are_numbers_of_sentences(sent, read):
    assert turns_of(sent) == read


def test_the_schema_that_is_sent_states_the_limits():
    schema = answer_model(True, True).model_json_schema()["properties"]
    assert schema["e"]["maxItems"] and schema["e"]["items"]["maxLength"] and schema["memory"]["maxItems"]


@given(st.lists(st.text(alphabet="|,ace129-n? ", max_size=30), max_size=8))
def test_no_row_ever_raises(rows):
    reading = read(e=rows, c=rows, r=rows, a=rows, i=rows, l=rows, f=rows, b=rows)
    made = sum(
        len(getattr(reading, kind))
        for kind in ("entities", "statements", "relations", "attitudes", "inferences", "links", "references", "branch")
    )
    assert made + len(reading.unread) == 8 * len(rows)


def test_the_form_has_what_the_configuration_asks_for():
    assert set(answer_model(True, True).model_fields) - set(RowsAnswer.model_fields) == {"d", "memory"}
    assert answer_model(False, False) is RowsAnswer


def test_several_in_a_field_may_be_parted_by_blanks_or_semicolons():
    reading = read(e=["n1|salt|Concept|1 4a; 7"], c=["c1|thesis||3 [5]|n1 n2|not possible"])
    assert [(cite.sentence, cite.part) for cite in reading.entities[0].cites] == [(1, ""), (4, "a"), (7, "")]
    (statement,) = reading.statements
    assert (statement.about, statement.negated, statement.modality) == (("n1", "n2"), True, "possible")
    assert [cite.sentence for cite in statement.cites] == [3, 5] and reading.unread == ()


def test_marks_and_fields_that_mean_nothing_are_told_and_the_item_stands():
    reading = read(
        c=["c1|thesis|author|5|n1|not,loudly,defines:n1"],
        r=["n1|CAUSES|n2|4|makes|c1|sort of"],
        i=["i1|c1|c2|deduction|6|more"],
        f=["2|this view|shell_noun|c1|why"],
        b=["s1|asked|twice"],
    )
    assert reading.unread == ()
    assert reading.unknown == ("loudly", "sort", "of", "more", "why", "twice")
    assert reading.statements[0].negated and reading.relations[0].type == "CAUSES"


def test_the_prompt_holds_every_word_of_a_sentence_of_very_many_clauses(tmp_path):
    from pipeline.llm.prompts import load_prompt
    from pipeline.phases.phase1_structure.phase import read_structure
    from pipeline.phases.phase2_entity_discovery.request import request
    from pipeline.phases.phase2_entity_discovery.step import ChapterFrame
    from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
    from pipeline.readers.llm.reader import PROMPT, render
    from schemas.delta import Provenance
    from schemas.progress import ChapterState
    from schemas.text import StructureOptions

    path = tmp_path / "long.md"
    path.write_text("# One\n\n" + "; ".join(f"the reckoner wrote down the number {n}" for n in range(40)) + ".\n")
    book = read_structure(path, StructureOptions())
    provenance = Provenance(extractor="test 1")
    frame = ChapterFrame(
        book, book.chapters[0], "owner", VOCABULARY, provenance, memory_format("derived"), frozenset(), True
    )
    _, changing = render(load_prompt(*PROMPT), request(frame, ChapterState(), "1", 0, len(book.sentences), True))
    assert all(f"number {n}" in changing for n in range(40))
