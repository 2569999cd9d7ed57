"""Statements: markers with their measured confidence, inferences inside a sentence, speakers and attitudes."""

import pytest


@pytest.mark.parametrize(
    ("sentence", "kind", "cue", "confidence"),
    [
        ("The rod is therefore a standard.", "thesis", "therefore", 0.875),
        ("Thus the rod was kept.", "thesis", "thus", 0.75),
        ("But the rod may shrink.", "thesis", "but", 0.375),
        ("For the rod was made of iron.", "thesis", "for", 0.25),
        ("It follows that the rod was kept.", "thesis", "it follows that", None),
        ("Suppose that a man keeps his own rod.", "supposition", "suppose that", None),
        ("Can a rod be mistaken?", "question", "?", None),
        ("A clock, for example, can fail.", "example", "for example", None),
        ("In this chapter we shall weigh the objection.", "programme", "in this chapter we shall", None),
    ],
)
def test_a_marker_makes_a_statement(read, sentence, kind, cue, confidence):
    (statement,) = read(sentence).statements
    assert (statement.kind, statement.cue, statement.confidence) == (kind, cue, confidence)


def test_without_a_marker_there_is_no_statement(read):
    assert read("The rod was made of iron.").statements == ()


def test_for_before_a_noun_is_no_premise(read):
    assert read("For many winters they kept the rod.").statements == ()


def test_two_parts_of_one_sentence_make_an_inference(read):
    reading = read(("The iron had shrunk with the sticks;", "therefore nobody could see that it had shrunk."))
    (inference,) = reading.inferences
    cites = {statement.handle: statement.cites[0].part for statement in reading.statements}
    assert ([cites[h] for h in inference.premises], cites[inference.conclusion]) == (["a"], "b")
    assert (inference.cue, inference.confidence, inference.scheme) == ("therefore", 0.875, None)


def test_because_marks_the_premise(read):
    reading = read(("Nobody could see that the rod had shrunk,", "because the sticks had shrunk with it."))
    (inference,) = reading.inferences
    cites = {statement.handle: statement.cites[0].part for statement in reading.statements}
    assert ([cites[h] for h in inference.premises], cites[inference.conclusion]) == (["b"], "a")


def test_no_inference_across_sentences_or_inside_a_whole_one(read):
    assert read("The iron had shrunk.", "Therefore nobody saw it.").inferences == ()
    assert read("The rod was kept, therefore it was a standard.").inferences == ()


def test_a_person_who_holds_something_speaks(read):
    reading = read("Hume denied that a scale can be alone.")
    (person,) = reading.entities
    (statement,) = reading.statements
    (attitude,) = reading.attitudes
    assert statement.speaker == person.handle
    assert (attitude.entity, attitude.type, attitude.statement) == (person.handle, "DENIES", statement.handle)
    assert (attitude.reported, attitude.take) == (True, "open")


def test_what_is_said_is_said_by_someone(read):
    (statement,) = read("It is held that a scale can be alone.").statements
    assert statement.speaker == "someone"


def test_what_nobody_holds_has_no_attitude(read):
    assert read("Hume did not deny that a scale can be alone.").attitudes == ()


def test_marks_of_a_statement(read):
    (statement,) = read("Perhaps the rod could therefore not be kept.").statements
    assert (statement.hedge, statement.modality, statement.negated) == ("doubtful", "impossible", True)
