"""What a relation is worth: asserted, denied, only entertained, or somebody else's, by the words that embed its clause."""

import pytest

from schemas.memory import MemoryEntity, MemoryState

CHAPTER = "Judgement, judgement. Error, error. Custody, custody. Memory, memory. Hume knew Kant. Judgement causes pain."
P = "judgement causes error"


@pytest.fixture
def cause(read):
    """(negated, entertained, modality, hedge, speaker's name) of "judgement CAUSES error" in the sentences."""

    def of(*sentences, **more):
        reading = read(*sentences, chapter=CHAPTER, **more)
        name = {entity.handle: entity.name for entity in reading.entities}
        found = [
            r
            for r in reading.relations
            if (name[r.subject], r.type, name[r.object]) == ("judgement", "CAUSES", "error")
        ]
        assert len(found) == 1, reading.relations
        (r,) = found
        return r.negated, r.entertained, r.modality, r.hedge, name.get(r.speaker, r.speaker)

    return of


@pytest.mark.parametrize(
    "sentence",
    [
        f"Let it be assumed that {P}.", f"Let us assume that {P}.", f"Suppose that {P}.", f"Imagine that {P}.",
        "Let judgement be the cause of error.", f"Supposing that {P}, we are lost.", f"Granted that {P}, we are lost.",
        f"It is to be supposed that {P}.", f"On the supposition that {P}, we are lost.", f"I wonder whether {P}.", f"Let it be granted that {P}.",
        f"Let it be supposed, for argument's sake, that {P}.",
        "If this were granted, judgement would cause error.", "Were this granted, judgement would cause error.",
        f"If {P}, we are lost.", f"Unless {P}, we are lost.", f"Provided that {P}, we are safe.",
        "In case judgement should be the cause of error, we are lost.", "Should judgement cause error, custody would cause memory.",
        "Judgement would cause error.", "Judgement would have caused error.", "Does judgement cause error?",
        "He talks as if judgement caused error.", "They live as though judgement caused error.",
        "Judgement is the pretended cause of error.", "The so-called judgement causes error.",
        f"It is doubtful whether {P}.", f"I doubt whether {P}.", f"The question is whether {P}.",
        f"It is not certain that {P}.", f"It is by no means clear that {P}.", f"It cannot be proved that {P}.",
        f"There is no evidence that {P}.", f"Nothing shows that {P}.", f"It does not follow that {P}.",
        f"If Hume held that {P}, he erred.", f"Did Hume say that {P}?", "Judgement tries to cause error.",
        "Judgement is supposed to cause error.", "Judgement allegedly causes error.", f"On this view {P}.",
        f"Were it true that {P}, we should be lost.", f"Hume pretends that {P}.",
    ],
)  # fmt: skip
def test_what_is_supposed_asked_or_conditional_is_entertained(cause, sentence):
    negated, entertained, *_ = cause(sentence)
    assert (negated, entertained) == (False, True)


@pytest.mark.parametrize(
    "sentence",
    [
        f"Nowhere does Hume say that {P}.", f"Hume nowhere says that {P}.", f"Hume never taught that {P}.",
        f"No one holds that {P}.", f"Nobody has ever maintained that {P}.", f"Neither Hume nor Kant says that {P}.",
        f"We cannot say that {P}.", f"Hume refuses to say that {P}.", f"Hume is far from saying that {P}.",
        f"In no passage does Hume assert that {P}.", f"It is hard to believe that {P}.", f"Perhaps Hume meant that {P}.",
        "Judgement is falsely said to cause error.", f"It is not because {P} that we weep.",
    ],
)  # fmt: skip
def test_what_nobody_says_is_neither_asserted_nor_anyone_s(cause, sentence):
    assert cause(sentence)[1] is True


@pytest.mark.parametrize(
    "sentence",
    [
        f"It is false that {P}.", f"It is untrue that {P}.", f"It is not true that {P}.", f"It is not the case that {P}.",
        f"I reject the view that {P}.", f"It is a mistake to suppose that {P}.",
        f"It would be a mistake to think that {P}.", f"It is absurd to say that {P}.", f"I deny that {P}.",
        f"I do not think that {P}.", f"We do not believe that {P}.", "Judgement fails to cause error.",
        "Judgement by no means causes error.", "Judgement in no way causes error.", "Judgement nowhere causes error.",
        "Nor does judgement cause error.", "Not every judgement causes error.", "Judgement ceases to cause error.",
    ],
)  # fmt: skip
def test_what_is_denied_is_negated(cause, sentence):
    assert cause(sentence) == (True, False, None, None, None)


@pytest.mark.parametrize(
    "sentence",
    [
        f"It is not false that {P}.",
        f"It is not to be denied that {P}.",
        f"I do not deny that {P}.",
        f"It is true that {P}.",
        f"We see that {P}.",
    ],
)
def test_a_denial_denied_and_what_is_seen_are_asserted(cause, sentence):
    assert cause(sentence)[:3] == (False, False, None)


@pytest.mark.parametrize(
    "sentence",
    [
        f"Hume says that {P}.", f"Hume taught that {P}; he was wrong.", f"According to Hume, {P}.", f"“{P.capitalize()},” wrote Hume.",
        "Judgement causes error, says Hume.", "Judgement, Hume insists, causes error.", f"In Hume's view, {P}.",
        f"In the opinion of Hume, {P}.", f"For Hume, {P}.", f"Hume's view is that {P}.", f"It is held by Hume that {P}.",
        f"Hume believed that custody is old and that {P}.", "Hume's doctrine that judgement causes error without custody has been famous.",
        f"As Hume says, {P}.", f"Hume is certain that {P}.", f"On Hume's account, {P}.", f"Hume, who held that {P}, died.",
    ],
)  # fmt: skip
def test_what_is_reported_has_its_speaker(cause, sentence):
    assert cause(sentence) == (False, False, None, None, "Hume")


def test_a_denial_is_reported_as_one(cause):
    assert cause(f"Hume denies that {P}.") == (True, False, None, None, "Hume")
    assert cause(f"It is denied by Hume that {P}.") == (True, False, None, None, "Hume")
    assert cause(f"Hume rejects the view that {P}.") == (True, False, None, None, "Hume")
    assert cause(f"Hume does not think that {P}.") == (True, False, None, None, "Hume")


def test_what_a_source_is_not_granted_to_say_is_entertained(cause):
    assert cause(f"Hume may have said that {P}.")[1]
    assert cause(f"It is false that Hume says that {P}.")[1]


def test_what_is_told_in_parenthesis_is_someone_s(cause):
    assert cause("Judgement, we are told, causes error.")[-1] == "someone"


def test_what_we_are_led_to_believe_is_not_asserted(cause):
    assert cause(f"Custody makes us believe that {P}.")[1]
    assert cause(f"This leads us to believe that {P}.")[1]


def test_of_neither_thing_is_denied_what_is_said_of_it_in_passing(cause):
    assert not cause("It has neither judgement, which causes error, nor custody.")[0]


@pytest.mark.parametrize(
    "sentence", [f"It is said that {P}.", f"One might say that {P}.", f"It may be objected that {P}."]
)
def test_what_is_said_at_large_is_someone_s(cause, sentence):
    assert cause(sentence) == (False, False, None, None, "someone")


def test_the_author_s_own_saying_is_his(cause):
    assert cause(f"I say that {P}.") == (False, False, None, None, None)
    assert cause(f"We must admit that {P}.") == (False, False, None, None, None)


@pytest.mark.parametrize(
    "sentence",
    [
        f"We may observe that {P}.", f"It may be remarked that {P}.", f"It may be noted, that {P}.",
        f"It may here be remarked, that {P}.", f"It may, however, be added, that {P}.", f"It must be observed that {P}.",
        f"It should be noticed that {P}.", f"It is also to be observed that {P}.", f"It deserves to be remarked that {P}.",
        f"Let it be observed that {P}.", f"I may add that {P}.", f"I would add that {P}.", f"We may say that {P}.",
        f"It must be said that {P}.", f"We may therefore conclude that {P}.",
    ],
)  # fmt: skip
def test_what_the_author_only_frames_he_says(cause, sentence):
    assert cause(sentence) == (False, False, None, None, None)


@pytest.mark.parametrize(
    ("sentence", "speaker"),
    [(f"It has been remarked that {P}.", "someone"), (f"It may be said that {P}.", "someone")],
)
def test_what_others_remark_is_theirs(cause, sentence, speaker):
    assert cause(sentence) == (False, False, None, None, speaker)


@pytest.mark.parametrize(
    ("sentence", "negated", "entertained", "modality"),
    [
        (f"It may be that {P}.", False, True, "possible"), (f"It might well be, that {P}.", False, True, "possible"),
        (f"It may be true that {P}.", False, True, "possible"), (f"It may be false that {P}.", False, True, "possible"),
        (f"It may not be that {P}.", False, True, None), (f"It must be that {P}.", False, False, "necessary"),
        (f"It cannot be that {P}.", True, False, "impossible"),
    ],
)  # fmt: skip
def test_what_may_be_is_entertained(cause, sentence, negated, entertained, modality):
    assert cause(sentence)[:3] == (negated, entertained, modality)


ENTERTAINED = (
    f"Under the limiting supposition, that {P}, we are lost.", f"Under the supposition that {P}, we are lost.",
    f"It rests on the hypothesis, that {P}.", f"They were led to the assumption, that {P}.",
    f"Upon the hypothesis, then, that {P}, custody is old.", f"It holds on the supposition only that {P}.",
    f"We proceed from the assumption, already made, that {P}.", f"The hypothesis, that {P}, is old.",
)  # fmt: skip
ASSERTED = (
    f"We infer from the hypothesis, that {P}.", f"It follows from this hypothesis, that {P}.",
    f"It is evident from this supposition, that {P}.", f"We rely on the fact, that {P}.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "entertained"), [*((one, True) for one in ENTERTAINED), *((one, False) for one in ASSERTED)]
)
def test_what_a_supposition_says_is_entertained_and_what_follows_from_it_asserted(cause, sentence, entertained):
    assert cause(sentence)[:2] == (False, entertained)


@pytest.mark.parametrize(
    "sentence",
    [
        "Had judgement caused error, custody is lost.", "And had judgement caused error, custody is lost.",
        "Should judgement cause error, custody is lost.", "Custody is lost, had judgement caused error.",
        "Custody, had judgement caused error, is lost.", "Custody would — had judgement caused error — be lost.",
        "We think that, had judgement caused error, custody is lost.", f"Had he known that {P}, he would have wept.",
        "Had judgement caused error, as was feared.", f"Should this fail, {P}.", f"Were the rods alone employed, {P}.", f"Were there memory, {P}.",
    ],
)  # fmt: skip
def test_what_an_inverted_condition_says_is_entertained(cause, sentence):
    assert cause(sentence)[:2] == (False, True)


@pytest.mark.parametrize(
    ("sentence", "negated"),
    [
        ("Nor had judgement caused error.", True), ("Never had judgement caused error.", True),
        ("So had judgement caused error.", False), ("Judgement, as was said, had caused error.", False),
        ("Memory came, and judgement had caused error.", False),
        ("In vain, therefore, had judgement caused error.", False),
        ("Judgement wakes memory and causes error, nor does it fail.", False),
    ],
)  # fmt: skip
def test_another_inversion_is_no_condition(cause, sentence, negated):
    assert cause(sentence)[:2] == (negated, False)


def test_a_pronoun_is_the_person_just_spoken_of(cause):
    assert cause("Hume lived long.", f"He says that {P}.")[-1] == "Hume"
    assert cause("Hume lived long.", "Judgement, so he tells us, causes error.")[-1] == "Hume"
    assert cause("Hume lived long.", f"Error, he says, is old; he adds that {P}.")[-1] == "Hume"
    assert cause("Hume met Kant and Toth.", "They talked.", "It rained.", f"He says that {P}.")[-1] == "someone"


def test_a_pronoun_is_resolved_through_the_memory(cause):
    def held(*names):
        return MemoryState(active_entities={n: MemoryEntity(id=n * 24, name=n, type="Person", last=9) for n in names})

    assert cause(f"He says that {P}.", memory=held("x"))[-1] == "x"
    assert cause(f"He says that {P}.", memory=held("x", "y"))[-1] == "someone"
    assert cause(f"He says that {P}.")[-1] == "someone"


@pytest.mark.parametrize(
    ("sentence", "modality", "hedge"),
    [
        (f"It is possible that {P}.", "possible", None), ("Judgement might cause error.", "possible", None),
        (f"It is probable that {P}.", None, "probable"), (f"It is certain that {P}.", None, "certain"),
        (f"It seems that {P}.", None, "doubtful"), ("Judgement seems to cause error.", None, "doubtful"),
    ],
)  # fmt: skip
def test_modality_and_hedge_of_the_matrix(cause, sentence, modality, hedge):
    assert cause(sentence) == (False, False, modality, hedge, None)


def test_what_is_impossible_is_negated(cause):
    assert cause("It is impossible that judgement should cause error.")[:3] == (True, False, "impossible")
    assert cause(f"It is not possible that {P}.")[:3] == (True, False, "impossible")


@pytest.mark.parametrize(
    "sentence",
    [f"If we consider the matter, {P}.", "Judgement, which causes error, would help us.", f"Even if it rains, {P}."],
)
def test_what_only_stands_near_a_condition_is_asserted(cause, sentence):
    assert cause(sentence)[:2] == (False, False)


def test_what_is_said_in_passing_is_not_denied_with_the_rest(cause):
    assert cause("Hume denies that judgement, which causes error, is old.") == (False, False, None, None, "Hume")
    assert cause("It is false that judgement, which causes error, is old.")[:2] == (False, False)


def test_what_cannot_be_explained_is_not_impossible(cause):
    assert cause("It is not possible to explain how judgement causes error.")[:3] == (False, True, None)


def test_what_several_verbs_share(cause):
    assert cause("Judgement may wake memory and produce error.")[2] == "possible"
    assert cause("Judgement does not wake memory or produce error.")[0]
    assert not cause("Judgement does not wake memory, but it causes error; judgement causes error.")[0]
