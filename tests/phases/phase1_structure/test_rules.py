"""The rules for sentences, parts, chapters and words parted at a line's end, one by one."""

import pytest

from pipeline.phases.phase1_structure.chapters import chapters_of
from pipeline.phases.phase1_structure.hyphens import HyphenRules
from pipeline.phases.phase1_structure.labels import is_bare_label, label_of, plain_title, unit_of
from pipeline.phases.phase1_structure.parts import sentence_parts
from pipeline.phases.phase1_structure.sentences import sentence_spans
from schemas.text import Section, SectionKind, Sentence


def split(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, language)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("1. First claim is that salt is dear.", "en"),
        ("(a) The second claim follows.", "en"),
        ("§ 12. The mind is not the body.", "en"),
        ("IV. Of the tides.", "en"),
        ("Cf. Descartes, vol. iii. p. 200.", "en"),
        ("It follows by Prop. xi., Part i. that it is one.", "en"),
        ("It was J. S. Mill who said so.", "en"),
        ("This holds, e.g. in law, i.e. always.", "en"),
        ("“Why?” he asked and left.", "en"),
        ("Vgl. Kant, S. 12.", "de"),
        ("Im 18. Jahrhundert war es anders.", "de"),
        ("Das gilt z. B. im Recht.", "de"),
    ],
)
def test_what_belongs_together_is_one_sentence(text: str, language: str) -> None:
    assert split(text, language) == [text]
    assert split(f"Das war wahr. {text}" if language == "de" else f"So it is. {text}", language)[1:] == [text]


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("It stands in the last part of his book. Memory is no witness.", "en", 2),
        ("That is what the clerks will. And they weigh.", "en", 2),
        ("He never said so. I saw it.", "en", 2),
        ("He cites vol. ii and chap. 3 of it, e. g. prop. 7.", "en", 1),
        ("Im Mai erschien das Buch. Das ist bekannt.", "de", 2),
        ("Nach ihm ist es so. Das sog. Ding an sich bleibt.", "de", 2),
        ("Vgl. Kr. d. r. V., B 75. Dies steht fest.", "de", 2),
        ("Siehe Abschn. 2 und Hauptst. 3.", "de", 1),
    ],
)
def test_a_whole_word_before_a_stop_is_no_abbreviation(text: str, language: str, count: int) -> None:
    assert len(split(text, language)) == count


def test_sentences_still_end() -> None:
    assert split("He came. She left. Nobody knew why.") == ["He came.", "She left.", "Nobody knew why."]
    assert split("He said no. I left. It was a work of art. They knew.") == [
        "He said no.", "I left.", "It was a work of art.", "They knew.",
    ]  # fmt: skip
    assert split("Er kam. Sie ging. Vgl. Kant. Das war alles.", "de")[-1] == "Das war alles."


def test_long_sentences_have_parts_and_short_ones_have_none() -> None:
    short = "It is so; and yet it is not."
    assert sentence_parts(short, 0, "en") == ()
    clause = "the clerk of the weigh-house counted all the barrels that had come in by night"
    text = f"Since {clause}, therefore {clause}; {clause}: but {clause}."
    spans = sentence_parts(text, 10, "en")
    parts = [text[start - 10 : end - 10] for start, end in spans]
    assert len(parts) == 4 and parts[1].startswith("therefore") and parts[1].endswith(";")
    assert " ".join(parts) == text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I think, therefore I am.", ["I think,", "therefore I am."]),
        ("The rod was kept; hence it was a standard.", ["The rod was kept;", "hence it was a standard."]),
        ("He wept because the rod had shrunk.", ["He wept", "because the rod had shrunk."]),
        ("He wept, for it had shrunk.", ["He wept,", "for it had shrunk."]),
        ("It was kept, so it was a standard.", ["It was kept,", "so it was a standard."]),
        ("Since the rod was kept, it was a standard.", ["Since the rod was kept,", "it was a standard."]),
        ("It was kept, and it follows that it was one.", ["It was kept,", "and it follows that it was one."]),
        ("It is dumb, for it is iron; it rings.", ["It is dumb,", "for it is iron;", "it rings."]),
        ("He was, therefore, a king.", []),
        ("The rod is therefore a standard.", []),
        ("They wept, for example, in May.", []),
        ("They left because of the rain.", []),
        ("It was kept, and so far nobody knew.", []),
    ],
)
def test_a_short_sentence_has_parts_only_where_an_inference_runs_through_it(text: str, parts: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_parts(text, 0, "en")] == parts


def test_short_inferences_in_german_and_french() -> None:
    assert len(sentence_parts("Ich denke, also bin ich.", 0, "de")) == 2
    assert len(sentence_parts("Je pense, donc je suis.", 0, "fr")) == 2


@pytest.mark.parametrize(
    ("title", "label", "unit"),
    [
        ("CHAPTER IV. Of Salt", "CHAPTER IV", "chapter"),
        ("Part Two", "Part Two", "part"),
        ("§ 12. On Law", "§ 12", "§"),
        ("1.3 Two ways", "1.3", "number"),
        ("IX: On Salt", "IX", "number"),
        ("Introduction", None, None),
        ("Civil Society", None, None),
        ("Part of the whole", None, None),
    ],
)
def test_labels(title: str, label: str | None, unit: str | None) -> None:
    assert (label_of(title), unit_of(title)) == (label, unit)


def test_bare_labels_and_plain_titles() -> None:
    assert is_bare_label("PART II.") and is_bare_label("iv".upper()) and not is_bare_label("PART II. OF SALT")
    assert plain_title("Chapter 3: Of  SALT.") == "of salt"


def test_dashes_and_soft_hyphens_at_a_line_end() -> None:
    rules = HyphenRules(["It was self-evident.", "The governors met."])
    assert rules.join("a thing—", "or not") == "a thing—or not"
    assert rules.join("self-", "evident") == "self-evident"
    assert rules.join("the gover-", "nors met") == "the governors met"
    assert rules.join("no hyphen", "here") == "no hyphen here"


Node = tuple[int, str, int, str]  # level, title, words of its own, kind


def chapters(nodes: list[Node]) -> tuple[list[tuple[str, bool]], int]:
    sections: list[Section] = []
    sentences: list[Sentence] = []
    words: list[int] = []
    path: list[int] = []
    levels: list[int] = []
    position = 0
    for index, (level, title, count, kind) in enumerate(nodes):
        while levels and levels[-1] >= level:
            levels.pop()
        depth = len(levels)
        path = [*path[:depth], path[depth] + 1] if len(path) > depth else [*path, 1]
        levels.append(level)
        following = sum(8 * (1 if node[2] else 0) + 4 for node in nodes[index:][: _span(nodes, index)])
        sections.append(
            Section(path=tuple(path), level=level, title=title, kind=SectionKind(kind), start=position,
                    end=position + following, body_start=position + 4)
        )  # fmt: skip
        position += 4
        if count:
            sentences.append(Sentence(start=position, end=position + 6, section=index, paragraph=index))
            words.append(count)
            position += 8
    found, episode = chapters_of(sections, sentences, words)
    return [(one.title, one.own_text) for one in found], episode


def _span(nodes: list[Node], index: int) -> int:
    count = 1
    while index + count < len(nodes) and nodes[index + count][0] > nodes[index][0]:
        count += 1
    return count


def test_chapters_are_the_shallowest_level_with_two() -> None:
    assert chapters([(1, "A", 900, "body"), (2, "a", 400, "body"), (1, "B", 900, "body")]) == (
        [("A", False), ("B", False)],
        2,
    )
    nodes = [(1, "Whole", 0, "body"), (2, "A", 500, "body"), (3, "a", 9, "body"), (2, "B", 500, "body")]
    assert chapters(nodes) == ([("A", False), ("B", False)], 3)


def test_below_parts_with_long_children_the_children_are_chapters() -> None:
    long = [(1, "Preface", 300, "body"), (1, "Part I", 200, "body"), (2, "A", 3000, "body"), (2, "B", 2500, "body"),
            (1, "Part II", 0, "body"), (2, "C", 2500, "body"), (2, "D", 2500, "body"), (1, "Index", 99, "back")]  # fmt: skip
    assert chapters(long) == (
        [("Preface", False), ("Part I", True), ("A", False), ("B", False), ("C", False), ("D", False)],
        3,
    )
    short = [(level, title, min(count, 400), kind) for level, title, count, kind in long]
    assert chapters(short) == ([("Preface", False), ("Part I", False), ("Part II", False)], 2)


def test_volumes_hold_books_that_hold_chapters() -> None:
    nodes = [
        (level, title, 2000 if level == 3 else 0, "body")
        for level, title in [(1, "Volume I"), (2, "Book I"), (3, "A"), (3, "B"), (2, "Book II"), (3, "C"), (3, "D"),
                             (1, "Volume II"), (2, "Book III"), (3, "E"), (3, "F"), (2, "Book IV"), (3, "G"), (3, "H")]
    ]  # fmt: skip
    assert [title for title, _ in chapters(nodes)[0]] == list("ABCDEFGH")


def test_what_is_not_read_is_in_no_chapter() -> None:
    nodes = [
        (1, "A", 90, "body"),
        (2, "Notes", 50, "back"),
        (2, "a", 30, "body"),
        (1, "B", 90, "body"),
        (1, "X", 9, "back"),
    ]
    found, _ = chapters(nodes)
    assert found == [("A", False), ("A", False), ("B", False)]


def test_a_sentence_has_at_most_as_many_parts_as_letters_and_they_hold_all_of_it():
    text = "; ".join(f"the reckoner wrote down the number {n}" for n in range(40)) + "."
    spans = sentence_parts(text, 0, "en")
    assert len(spans) == 26
    assert " ".join(text[start:end] for start, end in spans) == text


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Salt has (see Ax. iv.), as sand has (II. xvi. Coroll.), its weight. It is sold.", 2),
        ("So we say (III. vii.) of salt (II. 3). In the same way of sand (by Prop. xi., and Prop. xx., Coroll. ii.); it is so.", 2),
        ('I speak of it (II. "Method of Weighing," Chap. I., Sec. i), where it is told. (Wilh. Vorns Reisen, viii. 2.) It is so.', 3),
        ("In the Weighing of Salt (the terms by which in the Sand (W. II. p. 73), I described it) it is so.", 1),
        ("He stood (for what should hinder him? He was well.), and went [so says Roe. He saw it.], and sat.", 1),
        ("It is so [see Vorn, A. 3. Ed. 2.]. She writes (ed. Berl. 100, a. 10). And more.", 3),
    ],
)  # fmt: skip
def test_no_sentence_ends_inside_brackets(text: str, sentences: int) -> None:
    found = split(text)
    assert len(found) == sentences
    assert all(one.count("(") == one.count(")") and one[0] not in ")]" for one in found)


def test_whole_sentences_in_brackets_are_sentences() -> None:
    text = "It is salt. (It would be enough to weigh it once. The clerk, however, weighs it twice.) It is sold."
    assert len(split(text)) == 4
    assert len(split("It is (He went. She stayed.) salt. It is sold.")) == 2


def test_a_bracket_that_is_never_closed_ends_with_its_reach() -> None:
    told = "The clerk weighs the salt. "
    assert len(split(f"He came (so they say. {told * 40}")) == 41
    assert len(split(f"He came (so they say. {told * 40}Then b) sand is sold.")) == 42
    assert len(split("It is salt :-( and it is sold. The clerk laughs :-) and goes. So it is.")) == 3


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It holds of the members of the class y. Hence it cannot be so.", 2),
        (
            "We denote it by v. The data are these. Let it be x, y, and z. Multiplying both we find w = x. Let it be so.",
            5,
        ),
        ("We speak of the set A. Then it is so of A and B. There may be others.", 3),
        (
            "So says W. Hegel, and so said J. S. Mill in p. 12 of v. 3, written c. 1700, i. e. early. It is in Roe v. Wade.",
            2,
        ),
        ("It was said by J. Mill and A. Bain of salt. Cf. Phenom. d. Geistes, cap. vii, and the Kr. d. r. V. too.", 2),
        ("Das ist in der Klasse x. Daraus folgt es. So sagt es z. B. Kant, d. h. Immanuel, a. a. O. Er irrt.", 3),
    ],
)
def test_a_letter_that_is_a_symbol_ends_a_sentence_and_an_initial_none(text: str, sentences: int) -> None:
    assert len(split(text, "de" if text.startswith("Das") else "en")) == sentences
