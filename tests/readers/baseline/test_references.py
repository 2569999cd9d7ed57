"""References: what is at hand resolves them, everything else stays open."""

import pytest

from schemas.memory import MemoryState, MemoryStatement


def held(kind):
    statement = MemoryStatement(id="s" * 24, text="a man keeps his own rod", speaker="author", sentence=0, kind=kind)
    return MemoryState(recent_statements={"s4": statement})


def test_a_shell_noun_finds_its_kind_in_the_memory(read):
    (reference,) = read("This assumption cannot stand.", memory=held("supposition")).references
    assert (reference.kind, reference.surface, reference.target) == ("shell_noun", "This assumption", "s4")


def test_a_shell_noun_without_its_kind_stays_open(read):
    (reference,) = read("This assumption cannot stand.", memory=held("question")).references
    assert (reference.target, reference.confidence) == (None, None)


def test_a_view_is_the_sentence_before(read):
    reading = read("A rod can be kept by one man alone.", "This view will not stand.")
    (reference,) = reading.references
    (statement,) = reading.statements
    assert (reference.target, reference.confidence) == (statement.handle, 0.6)
    assert (statement.cue, statement.confidence, statement.cites[0].sentence) == ("referred to", None, 1)


def test_a_view_at_the_beginning_of_the_chunk_stays_open(read):
    assert read("This view will not stand.").references[0].target is None


def test_a_view_after_a_question_stays_open(read):
    assert read("Can one man keep a rod?", "This view will not stand.").references[0].target is None


def test_the_former_is_of_a_coordinated_pair(read):
    chapter = "Custody, custody, custody. Memory, memory, memory."
    reading = read("He praised custody and memory.", "The latter is weaker.", chapter=chapter)
    names = {entity.handle: entity.name for entity in reading.entities}
    (reference,) = reading.references
    assert names[reference.target] == "memory"


def test_the_former_without_a_pair_stays_open(read):
    (reference,) = read("He praised one thing.", "The former is weaker.").references
    assert (reference.kind, reference.target) == ("former_latter", None)


def test_the_former_keeper_is_no_reference(read):
    assert read("The former keeper left.").references == ()


def test_section_words_are_kept(read):
    found = read("We saw in chapter two, in § 12 and in the last chapter that rods shrink.").references
    assert [(r.kind, r.section) for r in found] == [
        ("section", "chapter two"), ("section", "§ 12"), ("section", "the last chapter"),
    ]  # fmt: skip


def test_an_ordinal_finds_its_enumerated_statement(read):
    reading = read("Secondly, the rod shrinks.", "They wept.", "The second reason is weak.")
    (reference,) = reading.references
    (statement,) = reading.statements
    assert (reference.kind, reference.target, statement.cites[0].sentence) == ("ordinal", statement.handle, 1)


def test_a_bare_demonstrative_stays_open(read):
    (reference,) = read("Rods shrink.", "This is a pity.").references
    assert (reference.kind, reference.surface, reference.target) == ("demonstrative", "This", None)


def test_pronouns_are_not_recorded(read):
    assert read("Toth kept it.", "He lost it, and they wept.").references == ()


@pytest.mark.parametrize("sentence", ["He says that a belief is old.", "It seems that the argument fails."])
def test_that_before_an_article_points_to_nothing(read, sentence):
    assert read("All scales err.", sentence).references == ()


def test_that_before_this_leaves_what_this_points_to(read):
    assert [found.surface for found in read("All scales err.", "I hold that this opinion is old.").references] == [
        "this opinion"
    ]


@pytest.mark.parametrize(
    ("text", "open_ones"),
    [
        ("§ 377. The knowledge of salt.", 0),
        ("§ 377 The knowledge of salt.", 0),
        ("See § 377. It is salt.", 1),
        ("§ 12 shows that it is salt.", 1),
    ],
)
def test_a_paragraph_s_own_number_points_to_nothing(read, text, open_ones):
    assert len([one for one in read(text).references if one.kind == "section"]) == open_ones
