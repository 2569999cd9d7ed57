"""Relations: type, direction, negation, modality, what is only entertained, who says it."""

import pytest

from pipeline.readers.baseline.parsing import parse
from pipeline.readers.baseline.reader import MODEL
from schemas.reading import NumberedSentence

CHAPTER = (
    "Judgement, judgement. A standard, a standard. Error, error. Custody, custody. Memory, memory. The gate, gate."
)


@pytest.fixture
def one(read):
    """The relations of a sentence as (subject's name, type, object's name) with the item."""

    def of(sentence):
        reading = read(sentence, chapter=CHAPTER)
        name = {entity.handle: entity.name for entity in reading.entities}
        return [((name[r.subject], r.type, name[r.object]), r) for r in reading.relations]

    return of


def only(found):
    assert len(found) == 1
    return found[0]


def test_a_verb_gives_the_type_and_its_words(one):
    triple, item = only(one("Judgement presupposes a standard."))
    assert triple == ("judgement", "PRESUPPOSES", "standard")
    assert (item.predicate, item.negated, item.entertained, item.confidence) == ("presupposes", False, False, 0.79)


def test_a_passive_turns_the_direction(one):
    assert only(one("Error is caused by custody."))[0] == ("custody", "CAUSES", "error")


def test_a_whole_that_contains_is_the_object(one):
    assert only(one("Custody contains memory."))[0] == ("memory", "PART_OF", "custody")


def test_negation(one):
    assert only(one("Judgement does not imply error."))[1].negated
    assert only(one("No judgement implies error."))[1].negated
    assert not only(one("A judgement does not only imply error."))[1].negated


@pytest.mark.parametrize(
    ("sentence", "negated"),
    [
        ("Judgement is the custody and not the memory.", {"custody": False, "memory": True}),
        ("Judgement is a standard, not an error.", {"standard": False}),
        ("Judgement is not the custody but the memory.", {"custody": True}),
        ("Judgement is the custody and the memory.", {"custody": False, "memory": False}),
        ("Judgement is a patient and not blind custody.", {"custody": False}),
        ("Judgement is the memory;—not the custody, not the error.", {"memory": False}),
    ],
)
def test_of_several_attributes_each_has_its_own_negation(one, sentence, negated):
    assert {triple[2]: item.negated for triple, item in one(sentence)} == negated


@pytest.mark.parametrize(
    "sentence", ["Judgement presupposes a standard and not an error.", "Judgement causes error, never custody."]
)
def test_an_object_that_is_denied_is_no_object(one, sentence):
    assert len(one(sentence)) == 1


@pytest.mark.parametrize(
    ("sentence", "negated"),
    [
        ("Error depends only upon the judgement, and not at all upon the custody.", {"judgement": False, "custody": True}),
        ("Error depends upon judgement, but never upon custody, and in no way upon memory.",
         {"judgement": False, "custody": True, "memory": True}),
        ("Error depends, not upon judgement, but upon custody.", {"judgement": True, "custody": False}),
        ("Error does not depend upon judgement, but only upon custody.", {"judgement": True, "custody": False}),
        ("Error depends neither upon judgement nor upon custody.", {"judgement": True, "custody": True}),
        ("Error depends upon judgement and not, in truth, upon custody.", {"judgement": False, "custody": True}),
        ("Error depends upon judgement and upon custody.", {"judgement": False, "custody": False}),
        ("Error is dependent on judgement and not on custody.", {"judgement": False, "custody": True}),
        ("Error depends in no way upon custody.", {"custody": True}),
        ("Error depends upon judgement, and by no means custody.", {"judgement": False}),
    ],
)  # fmt: skip
def test_of_several_phrases_each_has_its_own_negation(one, sentence, negated):
    found = one(sentence)
    assert {triple[:2] for triple, _ in found} == {("error", "PRESUPPOSES")}
    assert {triple[2]: item.negated for triple, item in found} == negated


@pytest.mark.parametrize(
    ("sentence", "negated"),
    [
        ("Error arises from judgement and by no means from custody.", {"judgement": False, "custody": True}),
        ("Error is caused by judgement, not at all by custody.", {"judgement": False, "custody": True}),
        ("Error is caused by judgement, and in no way by custody.", {"judgement": False, "custody": True}),
        ("Error is caused not only by judgement, but also by custody.", {"judgement": False, "custody": False}),
    ],
)
def test_of_several_causes_each_has_its_own_negation(one, sentence, negated):
    assert {triple[0]: item.negated for triple, item in one(sentence) if triple[1:] == ("CAUSES", "error")} == negated


def test_an_affirmed_phrase_s_words_have_no_negation(one):
    words = {
        triple[2]: item.predicate for triple, item in one("Error does not depend upon judgement, but upon custody.")
    }
    assert words == {"judgement": "does not depend upon", "custody": "does depend upon"}


def test_but_that_opens_a_sentence_turns_nothing(one):
    assert only(one("But from error, judgement does not follow."))[1].negated


def test_not_at_all_behind_the_object_denies_the_clause(one):
    assert only(one("Custody strengthens memory not at all."))[1].negated


@pytest.mark.parametrize(
    "sentence", ["A gate is not a standard that contains memory.", "There is no custody which causes error."]
)
def test_what_is_said_of_something_that_is_not_is_not_said(one, sentence):
    assert not [triple for triple, item in one(sentence) if triple[1] in {"PART_OF", "CAUSES"} and not item.negated]


@pytest.mark.parametrize(
    ("verb", "modality"),
    [("must", "necessary"), ("may", "possible"), ("can", "possible"), ("cannot", "impossible"), ("ought to", "ought")],
)
def test_modality(one, verb, modality):
    assert only(one(f"Judgement {verb} cause error."))[1].modality == modality


def test_conditions_and_questions_are_entertained(one):
    assert only(one("If judgement causes error, we should stop."))[1].entertained
    assert only(one("Does judgement cause error?"))[1].entertained
    assert not only(one("Judgement causes error."))[1].entertained


def test_an_adjective_that_belongs_to_the_name_calls_nothing_in_question(read):
    sentence, more = "Error rests on hypothetical grounds.", "Error, error. Error has hypothetical grounds."
    (item,) = read(sentence, chapter=more).relations
    assert not item.entertained
    (item,) = read("Error rests on pretended custody.", chapter=f"Error, error. {CHAPTER}").relations
    assert item.entertained


@pytest.mark.parametrize(
    "sentence",
    ["The judgement would–were custody the standard–be lost.", "Judgement would, were custody the standard, be lost."],
)
def test_a_condition_that_breaks_in_says_nothing_of_the_subject_before_it(one, sentence):
    assert one(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    ["Error is, other standards being equal, stronger than memory.", "Error is, the custody having failed, old."],
)
def test_what_stands_beside_the_clause_is_not_what_something_is(one, sentence):
    assert one(sentence) == []


def test_which_means_a_noun_of_its_verb_s_number(read):
    sentence = "Error is found in the gates of the old custody, which strengthen memory."
    reading = read(sentence, chapter=f"The gates of the old custody, old custody. {CHAPTER}")
    names = {entity.handle: entity.name for entity in reading.entities}
    (item,) = reading.relations
    assert names[item.subject].startswith("gate")


def test_a_name_may_be_denied_with_its_adjective(read):
    more = f"Natural evils, natural evils. Errors, errors. {CHAPTER}"
    (item,) = read("Errors are civil and not natural evils.", chapter=more).relations
    assert item.negated


def test_a_noun_may_give_the_type(one):
    assert only(one("Custody is the condition of judgement."))[0] == ("judgement", "PRESUPPOSES", "custody")


def test_other_verbs_keep_their_words(one):
    triple, item = only(one("Custody strengthens memory."))
    assert triple == ("custody", "RELATED_TO", "memory")
    assert item.predicate == "strengthens"


def test_a_reported_relation_has_its_speaker(read):
    reading = read("Berkeley held that judgement causes error.", chapter=CHAPTER)
    speaker = {entity.handle: entity.name for entity in reading.entities}[reading.relations[0].speaker]
    assert speaker == "Berkeley"


def test_a_semicolon_ends_what_somebody_denies(read):
    reading = read("Custody presupposes memory; he does not deny that judgement causes error.", chapter=CHAPTER)
    assert [(r.type, r.speaker, r.entertained) for r in reading.relations if r.type == "PRESUPPOSES"] == [
        ("PRESUPPOSES", None, False)
    ]


def test_nor_denies_what_follows_it_alone(one):
    found = one("Judgement causes error, nor does it imply custody.")
    assert [(item.type, item.negated) for _, item in found if item.type == "CAUSES"] == [("CAUSES", False)]


@pytest.mark.parametrize(
    ("sentence", "confidence"),
    [
        ("Custody is the condition of judgement.", 0.8),
        ("Judgement causes error.", 0.79),
        ("Judgement has memory.", 0.67),
        ("Custody strengthens memory.", 0.78),
    ],
)
def test_the_confidence_is_that_of_its_cue(one, sentence, confidence):
    assert only(one(sentence))[1].confidence == confidence


def test_what_the_text_says_the_other_way_round_says_so(one):
    triple, item = only(one("Error is supplemented by memory."))
    assert (triple, item.predicate) == (("error", "RELATED_TO", "memory"), "is supplemented by")
    triple, item = only(one("Error is caused by custody."))
    assert (triple, item.predicate) == (("custody", "CAUSES", "error"), "← is caused by")


@pytest.mark.parametrize(
    ("sentence", "negated"),
    [
        ("Errors are wont to arise from custody.", False),
        ("Errors were wont to arise from custody.", False),
        ("Errors are apt to arise from custody.", False),
        ("Errors are not wont to arise from custody.", True),
        ("Errors that are wont to arise from custody will perish.", False),
    ],
)
def test_what_is_wont_to_be_is(one, sentence, negated):
    triple, item = only(one(sentence))
    assert triple == ("custody", "CAUSES", "errors")
    assert (item.predicate, item.negated, item.entertained) == ("← to arise from", negated, False)


@pytest.mark.parametrize("word", "wont Wont cant Cant id Id wed Wed whys hows ill well hell shell were".split())
def test_a_plain_word_is_not_cut_as_if_its_apostrophe_were_lost(word):
    sentence = NumberedSentence(number=1, text=f"The {word} of custody causes error.", parts=(), paragraph=1)
    assert word in [token.text for token in parse((sentence,), MODEL).doc]


@pytest.mark.parametrize("word", ["won't", "can't", "cannot", "doesn't", "doesnt"])
def test_a_word_that_denies_still_does(one, word):
    assert only(one(f"Judgement {word} cause error."))[1].negated
