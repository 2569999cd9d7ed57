"""German: sentences, units, keys and the language of single sections."""

from pathlib import Path

from pipeline.phases.phase1_structure.phase import read_source, read_structure
from schemas.ids import entity_key, folded

SAMPLE = Path(__file__).parents[3] / "data" / "samples" / "vom_irrtum.md"
ENGLISH = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. " * 12


def test_sentences_of_the_german_sample() -> None:
    book = read_structure(SAMPLE)
    sentences = [" ".join(book.sentence_text(at).split()) for at in range(len(book.sentences))]
    assert book.language == "de"
    assert [section.ref for section in book.sections if section.unit] == ["§ 1", "§ 2", "§ 3", "§ 4"]
    begins = [sentence[:24] for sentence in sentences]
    assert begins == [
        "§ 1. Wer urteilt, der ka", "Im 18. Jahrhundert hat m", "Ich laſſe dahingestellt,", "Denn die Frage ist nicht",
        "§ 2. Ein Maß, das nieman", "Wenn z. B. der Zöllner v", "Dies ist der erste Satz,", "Der zweite lautet: Was a",
        "Aus beiden folgt, daß ei", "Hr. Dr. Crome hat in Bd.", "Er meint, das innere Maß", "Aber Strenge ist nicht d",
        "§ 3. Man könnte einwende", "Am 3. Mai habe ich dies ", "Allein eine Erinnerung w", "„Wer seine Unterschrift ",
        "Nach § 2. ist also auch ", "Vgl. hierzu Kap. 4, Anm.", "Dort steht freilich das ", "§ 4. Folglich setzt jede",
        "Ob dies ein anderer Mens", "Soviel ist indes gewiß: ", "Karl V. mag befohlen hab", "Das sog. Gesetz der Uhre",
    ]  # fmt: skip


def test_old_letters_fold_to_one_key() -> None:
    assert folded("Beiſpiel") == folded("Beispiel") and folded("Maß") == folded("MASS")
    assert entity_key("das Beiſpiel".split()[1]) == entity_key("Beispiel")
    assert entity_key("Größe") == entity_key("GRÖSSE") != entity_key("Große")


def test_a_section_in_another_language_has_its_own_rules() -> None:
    german = (
        "Im 18. Jahrhundert galt dies, z. B. bei Wolff, als der Satz vom Maße, und es ist nicht so, wie man es sagt. "
        * 12
    )
    book = read_source(f"# Salt\n\n{ENGLISH}\n\n# Vom Salz\n\n{german}\n\n# Sand\n\n{ENGLISH}".encode(), "b.md")
    assert book.language == "en"
    assert [section.language for section in book.sections] == [None, "de", None]
    assert sum(one.section == 1 for one in book.sentences) == 12


def test_a_title_ends_no_sentence() -> None:
    text = "Am Abend begann ich mit Hrn. Dr. Meier zu zweifeln. Auch Frhr. von Salz und Frl. Sand zweifelten. Das half."
    book = read_source(f"# Salz\n\n{text}\n".encode(), "b.md")
    assert [book.sentence_text(at)[-11:] for at in range(len(book.sentences))] == [
        "u zweifeln.",
        "zweifelten.",
        "Das half.",
    ]
