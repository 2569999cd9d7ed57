"""Who speaks in a section: author, translator or editor."""

import pytest

from pipeline.phases.phase1_structure.credits import Credits, credits_of
from pipeline.phases.phase1_structure.parsed import Block
from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Voice
from tests.phases.phase1_structure.test_true_contents import BOOKS

PROSE = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. "
ABOUT = "Harwen was born by the sea. What Harwen calls weight is what Harwen means by salt, as Harwen says himself. "
TITLE_PAGE = "---\ntitle: On Salt\nauthor: Otto Harwen\ntranslator: Jane Mill\n---\n\n"


def voices(text: str, head: str = TITLE_PAGE) -> dict[str, str]:
    book = read_source((head + text).encode(), "b.md")
    return {section.title: section.voice.value for section in book.sections}


@pytest.mark.parametrize(
    ("lines", "credits"),
    [
        (["On Salt", "By Otto Harwen", "Translated from the Danish by Jane Mill, M.A."], Credits("Jane Mill", author="Otto Harwen")),
        (["ON SALT", "BY", "OTTO VON HARWEN, LL.D."], Credits(author="Otto von Harwen")),
        (["HARWEN'S WEIGHTS", "EDITED BY JANE MILL", f"{ABOUT * 3}"], Credits(None, "Jane Mill", None, "Harwen")),
        (["HARWEN'S WEIGHTS", f"{ABOUT * 3}"], Credits()),
        (["SALT'S WEIGHTS", "EDITED BY JANE MILL", f"{ABOUT * 3}"], Credits(None, "Jane Mill")),
        (["Translated From", "The Encyclopaedia", "With", "Two Essays", "By", "Jane Mill, LL.D."], Credits("Jane Mill", None, "Jane Mill")),
        (["EDITED IN ENGLISH BY DR. JANE MILL", "THIRD EDITION"], Credits(None, "Jane Mill")),
        (["With an introduction by A. B. Roe"], Credits(None, None, "A. B. Roe")),
        (["Aus dem Dänischen übersetzt von Jane Mill"], Credits("Jane Mill")),
        (["Translation copyrighted by The Salt Company"], Credits()),
        (["The translated word is carried by men over the sea."], Credits()),
    ],
)  # fmt: skip
def test_a_title_page_names_who_made_the_book(lines: list[str], credits: Credits) -> None:
    assert credits_of([Block(line) for line in lines]) == credits


def test_titles_tell_the_voice() -> None:
    found = voices(
        f"# Translator's Preface\n\n{PROSE}\n\n# Editor's Introduction\n\n{PROSE}\n\n# Publishers' Note\n\n{PROSE}\n\n"
        f"# Introduction by Jane Mill\n\n{PROSE}\n\n# Foreword by A. B. Roe\n\n{PROSE}\n\n"
        f"# Introductory Essay\n\n{PROSE}\n\n## The life\n\n{PROSE}\n\n# Salt\n\n{PROSE}\n\n# Sand\n\n{PROSE}"
    )
    assert found == {
        "Translator's Preface": "translator", "Editor's Introduction": "editor", "Publishers' Note": "editor",
        "Introduction by Jane Mill": "translator", "Foreword by A. B. Roe": "editor",
        "Introductory Essay": "translator", "The life": "translator", "Salt": "author", "Sand": "author",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("preface", "voice"),
    [
        (PROSE * 5, "author"),
        (f"{PROSE * 5}\n\nJ. M.", "translator"),
        (f"{PROSE * 5}\n\nO. H.", "author"),
        (f"{ABOUT * 5}\n\nOtto Harwen.", "author"),
        (f"I here offer a translation of Harwen's book. {PROSE}", "translator"),
        (ABOUT * 5, "translator"),
        (f"{PROSE * 20} As Harwen has said.", "author"),
    ],
)
def test_a_preface_is_the_authors_unless_it_says_otherwise(preface: str, voice: str) -> None:
    found = voices(f"# Preface\n\n{preface}\n\n# Salt\n\n{PROSE}\n\n# Sand\n\n{PROSE}")
    assert found["Preface"] == voice and found["Salt"] == "author"


def test_a_chapter_about_its_author_stays_his_whatever_its_title_begins_with() -> None:
    found = voices(f"# Harwen's Law\n\n{ABOUT * 9}\n\n# What is Examined by the Method of This Treatise\n\n{PROSE}")
    assert set(found.values()) == {"author"}


@pytest.mark.slow
@pytest.mark.skipif(not BOOKS.is_dir(), reason=f"the folder of test books is absent: {BOOKS}")
def test_no_essay_of_a_real_translator_is_spoken_by_the_author() -> None:
    name = "hegel_philosophy_of_mind.pdf"
    book = read_source((BOOKS / name).read_bytes(), name)
    first = next(section for section in book.sections if section.title == "Introduction.")
    before = {s.title: s.voice for s in book.sections if s.start < first.start and s.kind.value == "body"}
    assert len(before) >= 7 and set(before.values()) == {Voice.TRANSLATOR}
    after = {s.voice for s in book.sections if s.start >= first.start and s.kind.value in {"body", "unit"}}
    assert after == {Voice.AUTHOR}
    assert book.translator == "William Wallace"


@pytest.mark.parametrize(
    ("title", "voice"),
    [
        ("Life of Theseus", "author"), ("The Life of Reason", "author"), ("Letter to the Editor", "author"),
        ("The Task of the Translator", "author"), ("The Life of Otto Harwen", "translator"), ("Bibliography of Evil", "author"),
        ("Note by the Translator", "translator"), ("Vorwort des Herausgebers", "editor"), ("The Editor's Preface", "editor"),
        ("Critical Remarks on Salt", "author"), ("Critical Introduction", "translator"),
    ],
)  # fmt: skip
def test_a_title_is_somebody_elses_only_as_a_whole(title: str, voice: str) -> None:
    found = voices(f"# {title}\n\n{PROSE}\n\n# Salt\n\n{PROSE}\n\n# Sand\n\n{PROSE}")
    assert found[title] == voice


def test_an_authors_name_that_is_a_word_counts_only_as_a_name() -> None:
    head = "---\ntitle: On Ravens\nauthor: Max Black\n---\n\n"
    text = "A black raven is black, and whoever says that all black ravens are black says nothing. " * 6
    assert (
        voices(f"# Introduction\n\n{text}\n\n# Salt\n\n{PROSE}\n\n# Sand\n\n{PROSE}", head)["Introduction"] == "author"
    )


def preface(title: str, text: str, head: str = "---\ntitle: On Salt\nauthor: Otto Harwen\n---\n\n") -> str:
    return voices(f"# {title}\n\n{text}\n\n# Salt\n\n{PROSE * 9}\n\n# Sand\n\n{PROSE * 9}", head)[title]


@pytest.mark.parametrize(
    ("signed", "voice"),
    [
        ("The Translator", "translator"), ("THE EDITOR.", "editor"), ("Der Übersetzer", "translator"), ("The Author", "author"),
        ("George Other\\\nOxford 1999", "editor"), ("George Other, Cambridge, May 1999", "editor"), ("G. O.", "editor"),
        ("Jane Mill", "editor"), ("Otto Harwen", "author"), ("O. H.", "author"), ("Harwen, Oxford, 1899", "author"),
        ("OTTO HARWEN.", "author"), ("Oxford, May 1899", "author"), ("New York, 1999", "author"), ("1899", "author"),
        ("So much for the salt.", "author"),
    ],
)  # fmt: skip
def test_a_preface_speaks_as_it_is_signed(signed: str, voice: str) -> None:
    for title in ("Preface", "Introduction", "Afterword", "Vorwort"):
        assert preface(title, f"{PROSE * 3}\n\n{signed}") == voice


def test_each_of_several_authors_signs_as_one() -> None:
    head = "---\ntitle: On Salt\nauthor: Otto Harwen and Ina Lund\n---\n\n"
    for signed in ("Otto Harwen", "I. L.", "O. H.", "Ina Lund, Oxford"):
        assert preface("Preface", f"{PROSE * 3}\n\n{signed}", head) == "author"
    assert preface("Preface", f"{PROSE * 3}\n\nGeorge Other", head) == "editor"


@pytest.mark.parametrize(
    ("title", "voice"),
    [
        ("A Note on the Translation", "translator"), ("Note on the Text and Translation", "translator"),
        ("Anmerkung zur Übersetzung", "translator"), ("Translating Harwen", "editor"), ("On Translation", "author"),
        ("Biographical Sketch of the Author", "editor"), ("The Life of the Author", "editor"),
        ("Introduction: Harwen and His World", "editor"), ("Appendix: A Life of Harwen", "editor"),
        ("Otto Harwen: Life and Thought", "editor"), ("Introduction: The Problem of Salt", "author"),
        ("Harwen's Reply to the Objections", "author"), ("Appendix: A Life of Salt", "author"),
        ("A Sketch of the Argument", "author"), ("Prolegomena", "author"), ("Preliminary Essay", "author"),
        ("The Author's Preface", "author"), ("Translation and Salt", "author"),
    ],
)  # fmt: skip
def test_titles_tell_who_speaks_without_a_word_of_the_text(title: str, voice: str) -> None:
    assert preface(title, PROSE * 5) == voice


@pytest.mark.parametrize(
    "title", ["Prolegomena", "Preliminary Essay", "Preliminary Discourse", "Introduction: On Salt"]
)
def test_what_names_the_author_again_and_again_is_not_the_authors(title: str) -> None:
    assert preface(title, f"On the System of Harwen\n\n{ABOUT} {PROSE * 3}") == "editor"


def test_a_book_called_as_others_call_their_prefaces_is_its_authors() -> None:
    about = f"{ABOUT} {PROSE}"
    text = f"# Prolegomena\n\n## Salt\n\n{about}\n\n## Sand\n\n{about}\n\n# Appendix\n\n{PROSE}"
    assert voices(text)["Salt"] == "author"
    text = f"# The Life of Otto Harwen\n\n## Salt\n\n{about}\n\n## Sand\n\n{about}"
    assert set(voices(text).values()) == {"author"}


@pytest.mark.parametrize(
    ("title", "signed", "voice"),
    [
        ("INTRODUCTION BY GEORGE OTHER", "", "editor"), ("PREFATORY NOTE", "G. O.", "editor"), ("TO THE READER", "O. H.", "author"),
        ("AVANT-PROPOS", "Le Traducteur", "translator"), ("INTRODUCTION", "GEORGE OTHER.", "editor"), ("PREFACE", "O. H.", "author"),
        ("PRELIMINARY ESSAY", "GEORGE OTHER, Oxford", "editor"), ("PROLEGOMENA", "", "author"),
    ],
)  # fmt: skip
def test_what_stands_before_the_chapters_of_a_plain_text_speaks_for_itself(title: str, signed: str, voice: str) -> None:
    chapters = "".join(f"CHAPTER {n}\n\n{PROSE * 4}\n\n" for n in ("I", "II"))
    text = f"THE ART OF SALT\n\nBY\n\nOTTO HARWEN\n\n\n{title}\n\n{PROSE * 3}\n\n{signed}\n\n{chapters}"
    book = read_source(text.encode(), "b.txt")
    body = [(section.title, section.voice.value) for section in book.sections if section.kind.value == "body"]
    assert body == [(title, voice), ("CHAPTER I", "author"), ("CHAPTER II", "author")]
    assert (book.title, book.author) == ("THE ART OF SALT", "OTTO HARWEN")


def note_voices(notes: list[str], head: str = TITLE_PAGE) -> list[str]:
    text = "# Salt\n\n" + "".join(f"{PROSE}It is so.[^{n}] {PROSE * 3}\n\n" for n in range(len(notes)))
    book = read_source((head + text + "".join(f"[^{n}]: {note}\n\n" for n, note in enumerate(notes))).encode(), "b.md")
    return [section.voice.value for section in book.sections if section.kind.value == "note"]


THEIRS = [
    "Harwen turns the verses round.", "“Vægt.” Rendered “mass” by Mr. Roe.", "The Danish version and Lund read, “a heavier salt.”",
    "[The example that stood here is left out.]", "Roe reads: “tungt”—which I have translated above.",
]  # fmt: skip
OWN = [
    "I have shown this of sand.",
    "Weigh it twice, as the clerks of the coast do it, and the salt is found to be lighter than before.",
]


def test_what_a_translator_says_in_a_note_is_no_authors() -> None:
    assert note_voices([*THEIRS, *OWN]) == ["translator"] * 5 + ["author"] * 2
    assert (
        note_voices(THEIRS[:3] + OWN, TITLE_PAGE.replace("translator: Jane Mill\n", "") + "Edited by Jane Mill\n\n")[:3]
        == ["editor"] * 3
    )
    assert set(note_voices([*THEIRS, *OWN], TITLE_PAGE.replace("translator: Jane Mill\n", ""))) == {"author"}


def test_where_most_notes_are_theirs_a_short_one_without_an_i_is() -> None:
    assert note_voices(["See the note before.", *THEIRS, *OWN]) == ["translator"] * 6 + ["author"] * 2
    assert note_voices(["See the note before.", *OWN * 3, *THEIRS])[0] == "author"


def test_terms_of_the_original_are_the_translators() -> None:
    terms = ["Empfindung.", "Das sinnliche Bewußtsein.", "Die Vernunft.", "Der freie Geist.", "Die Einbildungskraft."]
    assert note_voices([*terms, *OWN]) == ["translator"] * 5 + ["author"] * 2
    assert (
        note_voices(["Salt.", "The clerk.", "Plato, Phaedo.", "Oppositum. Prius. Simul.", *OWN * 3]) == ["author"] * 10
    )


def test_a_transcribers_note_is_an_editors() -> None:
    assert note_voices(["Original text was “slat”, corrected here by the transcriber.", *OWN], "") == [
        "editor",
        "author",
        "author",
    ]
