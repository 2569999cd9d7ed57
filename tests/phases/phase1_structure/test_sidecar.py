"""What a user says of a book in the file beside it."""

from pathlib import Path

import pytest

from pipeline.phases.phase1_structure.phase import read_structure
from schemas.errors import SidecarInvalid
from schemas.text import Book, SectionKind

PROSE = "The clerk weighs the salt, and the salt is heavier than the clerk had thought when he bought it. " * 4
TEXT = (
    f"# Preface\n\n{PROSE}\n\n# Part One\n\n## Salt\n\n{PROSE}\n\n## Sand\n\n{PROSE}\n\n# Part Two\n\n## Silt\n\n{PROSE}\n\n"
    f"# Index\n\nsalt, 3\n"
)


def read(folder: Path, sidecar: str, name: str = "b.md.glossator.toml", text: str = TEXT) -> Book:
    (folder / "b.md").write_text(text)
    (folder / name).write_text(sidecar)
    return read_structure(folder / "b.md")


@pytest.mark.parametrize("name", ["b.md.glossator.toml", "b.glossator.toml"])
def test_it_names_who_made_the_book(tmp_path: Path, name: str) -> None:
    book = read(
        tmp_path,
        'title = "On Salt"\nauthor = "Otto Harwen"\ntranslator = "Jane Mill"\neditor = "A. Roe"\nedition = "2nd"\nyear = 1894\n'
        'language = "en"\n',
        name,
    )
    assert (book.title, book.author, book.translator, book.editor, book.edition, book.year, book.language) == (
        "On Salt", "Otto Harwen", "Jane Mill", "A. Roe", "2nd", "1894", "en",
    )  # fmt: skip


def test_it_says_who_speaks_and_what_is_read(tmp_path: Path) -> None:
    book = read(
        tmp_path, 'read = ["Index"]\nskip = ["Part Two"]\n[voices]\nPreface = "translator"\n"part one" = "editor"\n'
    )
    assert {section.title: section.voice.value for section in book.sections} == {
        "Preface": "translator", "Part One": "editor", "Salt": "editor", "Sand": "editor", "Part Two": "author",
        "Silt": "author", "Index": "author",
    }  # fmt: skip
    read_titles = {book.sections[book.sentences[chapter.first].section].title for chapter in book.chapters}
    assert "Index" in read_titles and not {"Part Two", "Silt"} & read_titles
    assert book.warnings == ()


def test_it_chooses_the_chapters_and_how_units_are_cited(tmp_path: Path) -> None:
    book = read(tmp_path, "chapter_level = 2\n")
    assert [chapter.title for chapter in book.chapters] == ["Preface", "Salt", "Sand", "Silt"]
    units = "# Salt\n\n" + "".join(f"{n}. {PROSE}\n\n" for n in range(1, 7))
    book = read(tmp_path, 'reference_scheme = "numbered"\nreference_prefix = "OS "\n', text=f"{units}# Sand\n\n{PROSE}")
    assert [section.ref for section in book.sections if section.ref] == [f"OS {n}" for n in range(1, 7)]
    book = read(tmp_path, 'reference_scheme = "none"\n', text=f"{units}# Sand\n\n{PROSE}")
    assert not any(section.ref for section in book.sections)


def test_a_title_that_the_book_lacks_is_told(tmp_path: Path) -> None:
    book = read(tmp_path, 'skip = ["Appendix"]\n[voices]\nForeword = "editor"\n')
    (warning,) = book.warnings
    assert warning.code == "sidecar.title_not_found" and warning.names == ("Appendix", "Foreword")


@pytest.mark.parametrize(
    ("sidecar", "words"),
    [
        ("autor = 'X'", "there is no setting 'autor'"),
        ("[voices]\nPreface = 'the devil'", "voices.Preface"),
        ("chapter_level = 0", "chapter_level"),
        ("chapter_level = ", "no TOML"),
        ("read = 'Index'", "read is a list of titles"),
        ("read = ['Index']\nskip = ['INDEX']", "in both read and skip"),
        ("language = 'klingon'", "'klingon' is none"),
        ("language = 'xx'", "'xx' is none"),
    ],
)
def test_a_wrong_one_is_one_clear_error(tmp_path: Path, sidecar: str, words: str) -> None:
    with pytest.raises(SidecarInvalid, match=r"b\.md\.glossator\.toml") as error:
        read(tmp_path, sidecar)
    assert words in str(error.value) and "\n" not in str(error.value)


def test_one_that_is_no_text_or_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text(TEXT)
    (tmp_path / "b.glossator.toml").mkdir()
    with pytest.raises(SidecarInvalid, match="a folder"):
        read_structure(tmp_path / "b.md")
    (tmp_path / "b.glossator.toml").rmdir()
    (tmp_path / "b.glossator.toml").symlink_to(tmp_path / "gone")
    with pytest.raises(SidecarInvalid, match="a link that leads nowhere"):
        read_structure(tmp_path / "b.md")
    (tmp_path / "b.glossator.toml").unlink()
    (tmp_path / "b.md.glossator.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SidecarInvalid):
        read_structure(tmp_path / "b.md")


def test_a_level_that_no_section_has_is_told(tmp_path: Path) -> None:
    (warning,) = read(tmp_path, "chapter_level = 7\n").warnings
    assert warning.code == "sidecar.level_not_found" and "level 7" in warning.message
    for language in ("en-GB", "eng", "English", "hu"):
        assert not read(tmp_path, f'language = "{language}"\n').warnings


def test_the_same_words_with_another_voice_or_language_are_another_text(tmp_path: Path) -> None:
    plain = read(tmp_path, "")
    other = read(tmp_path, '[voices]\nPreface = "editor"\n')
    split = read(tmp_path, 'language = "de"\n')
    assert plain.text == other.text == split.text
    assert len({plain.text_id, other.text_id, split.text_id}) == 3
    assert [s.kind for s in plain.sections][-1] is SectionKind.BACK


def test_a_given_voice_holds_for_all_below_the_authors_too(tmp_path: Path) -> None:
    text = f"# Lives\n\n## Translator's Preface\n\n{PROSE}\n\n## Salt\n\n{PROSE}\n\n# Sand\n\n{PROSE}"
    book = read(tmp_path, '[voices]\nLives = "author"\n', text=text)
    assert {section.voice.value for section in book.sections} == {"author"}


def test_the_same_words_cited_otherwise_are_another_text(tmp_path: Path) -> None:
    text = "# Salt\n\n" + "".join(f"{n}. {PROSE}\n\n" for n in range(1, 7)) + f"# Sand\n\n{PROSE}"
    assert read(tmp_path, "", text=text).text_id != read(tmp_path, 'reference_prefix = "OS "\n', text=text).text_id


def test_what_is_left_out_by_the_users_word_is_called_so(tmp_path: Path) -> None:
    kinds = {section.title: section.kind for section in read(tmp_path, 'skip = ["Part Two"]\n').sections}
    assert kinds["Part Two"] is kinds["Silt"] is SectionKind.SKIPPED and kinds["Index"] is SectionKind.BACK


def test_two_sidecars_of_one_book_are_an_error_that_names_both(tmp_path: Path) -> None:
    (tmp_path / "b.glossator.toml").write_text("author = 'X'\n")
    with pytest.raises(SidecarInvalid, match=r"b\.md\.glossator\.toml and b\.glossator\.toml"):
        read(tmp_path, "author = 'Y'\n")
