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


@pytest.mark.parametrize(
    ("parts", "premise"),
    [
        (("I think,", "therefore I am."), "a"),
        (("Since the rod was kept,", "it was a standard."), "a"),
        (("It is dumb,", "for it is made of iron;", "it rings."), "b"),
        (("Nobody saw it,", "because it had shrunk with the sticks."), "b"),
        (("The rod has shrunk,", "therefore keep it."), "a"),
        (("Nobody saw it,", "because true custody, such as this, is rare."), "b"),
        (("The rod was old,", "and therefore lost its worth."), "a"),
    ],
)
def test_a_short_sentence_gives_its_inference(read, parts, premise):
    reading = read(parts)
    (inference,) = reading.inferences
    cites = {statement.handle: statement.cites[0].part for statement in reading.statements}
    assert [cites[handle] for handle in inference.premises] == [premise]


@pytest.mark.parametrize(
    "parts",
    [
        ("It prevails only", "because it is the last."),
        ("The court does not fail", "because it sits too long."),
        ("By night,", "therefore nobody saw it."),
        ("It is the best,", "because chosen,", "custody of the rod."),
        ("The talk that wakes the love of the best,", "because chosen, custody of the rod, would be missed."),
        ("Nobody saw it,", "because hidden by the man who came,", "and the rod was kept."),
        ("They talked,", "thus wasting the day."),
        ("The rod was kept,", "therefore uncertain."),
    ],
)
def test_a_cause_that_is_denied_or_the_only_one_or_no_clause_is_no_inference(read, parts):
    assert read(parts).inferences == ()


def test_a_reported_statement_is_negated_as_its_own_clause_is(read):
    (statement,) = read("Hume held that a scale cannot be alone.").statements
    assert (statement.negated, statement.modality) == (True, "impossible")
    (statement,) = read("Hume denied that a scale can be alone.").statements
    assert (statement.negated, statement.modality) == (False, "possible")


def test_a_statement_is_negated_behind_words_that_only_deny_it(read):
    assert read("Therefore it is false that the rod was kept.").statements[0].negated
    assert not read("Therefore it is not false that the rod was kept.").statements[0].negated
    assert read("Therefore it is possible that the rod was kept.").statements[0].modality == "possible"


def test_the_main_clause_of_an_inverted_condition_is_a_thesis(read):
    (statement,) = read("But the rod is old, had it shrunk.").statements
    assert statement.kind == "thesis"
    (statement,) = read("In vain, therefore, should we keep the rod.").statements
    assert statement.kind == "thesis"


@pytest.mark.parametrize(
    "sentence",
    ["We may therefore conclude that the rod was kept.", "Thus it may be remarked that the rod was kept."],
)
def test_a_statement_has_not_the_modality_of_its_frame(read, sentence):
    (statement,) = read(sentence).statements
    assert (statement.modality, statement.speaker) == (None, "author")


@pytest.mark.parametrize(
    "sentence",
    [
        "Nowhere does Hume say that a scale can be alone.",
        "If Hume held that a scale can be alone, he erred.",
        "Did Hume hold that a scale can be alone?",
        "Hume might have held that a scale can be alone.",
        "Suppose that Hume held that a scale can be alone.",
        "It is false that Hume held that a scale can be alone.",
    ],
)
def test_an_attitude_that_is_not_put_forward_as_a_fact_is_none(read, sentence):
    assert [attitude for attitude in read(sentence).attitudes if attitude.entity != "author"] == []


@pytest.mark.parametrize(
    ("sentence", "attitude"),
    [
        ("Can a rod be mistaken?", "ASKS"),
        ("Let it be assumed that a rod is mistaken.", "SUPPOSES"),
        ("I deny that a rod is mistaken.", "DENIES"),
        ("I doubt whether a rod is mistaken.", "DOUBTS"),
        ("I do not dispute that a rod is mistaken.", "CONCEDES"),
        ("It must be admitted that a rod is mistaken.", "CONCEDES"),
    ],
)
def test_the_author_s_own_attitudes(read, sentence, attitude):
    (found,) = read(sentence).attitudes
    assert (found.entity, found.type, found.reported, found.take) == ("author", attitude, False, None)


def test_a_pronoun_s_attitude_is_the_person_s(read):
    reading = read("Hume lived in the town.", "He taught that a scale can be alone.")
    assert [attitude.entity for attitude in reading.attitudes] == [reading.entities[0].handle]


@pytest.mark.parametrize(
    "sentence",
    [
        "I do not doubt that a scale can be alone.",
        "I cannot grant that a scale can be alone.",
        "We must not admit that a scale can be alone.",
        "I never supposed that a scale can be alone.",
        "Let us not suppose that a scale can be alone.",
        "I do not deny that a scale can be alone.",
    ],
)
def test_the_author_has_no_attitude_that_is_denied(read, sentence):
    wanted = ["CONCEDES"] if "deny" in sentence else []
    assert [attitude.type for attitude in read(sentence).attitudes] == wanted


def test_a_marked_piece_without_a_verb_takes_the_next_ones(read):
    reading = read(("Thus our knowledge,", "which is old,", "is a custody of things."))
    assert [cite.part for cite in reading.statements[0].cites][:2] == ["a", "b"]
