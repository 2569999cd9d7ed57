"""Concepts: the floor, merged phrases, known handles, types by rule."""

import pytest

from pipeline.readers.baseline.citations import names_a_place
from pipeline.readers.baseline.parsing import plain
from schemas.memory import MemoryEntity, MemoryState


def names(reading):
    return {entity.name for entity in reading.entities}


def types(reading):
    return {entity.name: entity.type for entity in reading.entities}


def test_a_word_below_the_floor_is_no_concept(read):
    assert "custody" not in names(read("The custody of the rod was long."))
    assert "custody" in names(read("The custody of the rod was long.", chapter="Custody is work. Some custody fails."))


def test_a_phrase_falls_back_to_its_head(read):
    found = names(read("A patient custody was kept.", chapter="Custody is work. Some custody fails."))
    assert "custody" in found
    assert "patient custody" not in found


def test_a_heading_lifts_a_word_over_the_floor(read):
    assert "custody" in names(read("We turn to custody now.", headings=("Of Custody",)))


def test_what_is_defined_needs_no_floor(read):
    reading = read("This debt to the others is called “answerability.”")
    defined = [entity.handle for entity in reading.entities if entity.name == "answerability"]
    assert defined
    assert reading.statements[0].kind == "definition"
    assert reading.statements[0].defines == tuple(defined)


def test_phrases_are_merged_before_the_parse(read):
    text = "A priori knowledge needs no witness."
    assert "a priori knowledge" in names(read(text, chapter="There is a priori knowledge. He had a priori knowledge."))


def test_underscores_of_italics_are_no_text(read):
    reading = read("The _inner court_ never sleeps.", chapter="The inner court judges.")
    assert "inner court" in names(reading)


def test_light_nouns_and_numerals_are_left_out(read):
    reading = read("On the other hand the first kind of thing is a fact.", "On the other hand 12 kinds are facts.")
    assert names(reading) == set()


def test_known_entities_keep_their_handles(read):
    held = MemoryEntity(id="x" * 24, name="standard", type="Principle", aliases=("measure",), last=0)
    reading = read("The measures were kept by them.", memory=MemoryState(active_entities={"e7": held}))
    assert [(entity.handle, entity.type) for entity in reading.entities] == [("e7", "Principle")]


def test_types_by_rule(read):
    reading = read(
        "Bishop Berkeley wrote against the Cartesians and against materialism.",
        "The principle of custody is not in the Monadology, and memory is older than Velde.",
        chapter="The Cartesians knew materialism. Materialism fell; Cartesians left. The principle of custody stands. "
        "To Velde he gave his memory. Memory fails in Velde. Memory holds.",
    )
    found = types(reading)
    assert found["Berkeley"] == "Person"
    assert found["Cartesians"] == "School"
    assert found["materialism"] == "Doctrine"
    assert found["principle of custody"] == "Principle"
    assert found["Monadology"] == "Work"
    assert found["memory"] == "Faculty"
    assert found["Velde"] == "Other"


def test_who_says_something_is_a_person(read):
    reading = read("Toth argued that no scale is alone.", chapter="She met Toth twice.")
    assert types(reading)["Toth"] == "Person"


@pytest.mark.parametrize(
    "chapter",
    [
        "Mr. Velde came late.",
        "J. S. Velde came late.",
        "They read Velde's book.",
        "Velde, whose pupils came late, was old.",
        "Velde (1724–1804) came late.",
        "The philosopher Velde came late.",
        "Velde once said nothing.",
        "According to Velde nothing was lost.",
        "It was taught by Velde.",
    ],
)
def test_a_rare_surname_is_a_person_s_where_the_chapter_shows_it(read, chapter):
    assert types(read("The rod was sent to Velde in May.", chapter=chapter))["Velde"] == "Person"


def test_a_name_that_nothing_shows_to_be_a_person_s_is_other(read):
    assert types(read("They walked to Velde in May.", chapter="Near Velde it rained."))["Velde"] == "Other"
    assert types(read("The Veldists left.", chapter="Veldists held that it rained."))["Veldists"] == "School"


def test_a_person_goes_by_his_surname(read):
    found = types(read("Mirabel Velde came late, and Velde left.", chapter="Velde said nothing."))
    assert found == {"Velde": "Person"}


def test_what_a_book_calls_its_own_parts_is_no_concept(read):
    text = "By Def. vi. and Prop. x. it follows. Q.E.D. By Def. vi. and Prop. x. it is, viz. by Ax. iv. Q.E.D. See Def. ii., Prop. x. Q.E.D."
    assert not {entity.name.casefold().strip(".") for entity in read(text).entities} & {
        "def",
        "prop",
        "q.e.d",
        "viz",
        "ax",
    }


@pytest.mark.parametrize(
    "name",
    [". vi", "II", "vi. Coroll", "Lemma iii", "I.v", "Prop", "foregoing Prop", "Remark I.", "Q.E.D.", "cf", "I. custody", "— x"],
)  # fmt: skip
def test_a_piece_of_a_citation_is_no_name(name):
    assert names_a_place(name)


@pytest.mark.parametrize(
    "name", ["Mill", "Charles II", "proposition", "symbol x", "civil law", "mix", "definition of mind", "C. Toth"]
)
def test_a_name_is_no_citation(name):
    assert not names_a_place(name)


@pytest.mark.parametrize(
    "citation",
    [
        "(II. vi. Coroll. and vii.)", "(by the last Prop.)", "(see note, II. xiii.)", "(IV. 20)", "(Part i., Prop. xv.)",
        "[§ 12]", "(p. 20)", "(as was shown in Def. iii.)", "(Def. of the Virtues, vi.)",
    ],
)  # fmt: skip
def test_a_bracketed_citation_is_not_read(read, citation):
    reading = read(f"Custody {citation} causes error {citation}.", chapter="Custody, custody. Error, error.")
    assert names(reading) == {"custody", "error"}
    assert len(reading.relations) == 1


@pytest.mark.parametrize(
    "brackets", ["(I see)", "(x, v)", "(1 - x)", "(i)", "(viz. memory)", "(cf. Hume)", "(in part)"]
)
def test_another_bracket_is_kept(brackets):
    assert plain(f"Custody {brackets} fails.")[0] == f"Custody {brackets} fails."


def test_mill_is_a_person(read):
    assert types(read("The rod was sent to Mill in May."))["Mill"] == "Person"


@pytest.mark.parametrize("word", ["thereto", "therefrom", "hereof", "whereby"])
def test_an_adverb_of_place_is_no_concept(read, word):
    text = f"The custody subject {word} is old."
    assert not [name for name in names(read(text, text, text, text)) if word in name]
