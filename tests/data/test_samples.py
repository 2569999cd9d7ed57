"""The sample book, its built forms, its gold and the default vocabulary fit together."""

import importlib.util
import json
import re
import tomllib
import unicodedata
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pymupdf
import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "data" / "samples"
SOURCE = (SAMPLES / "treatise.md").read_text(encoding="utf-8")
BODY = SOURCE.split("---\n", 2)[2]
TEXT = " ".join(BODY.split())
GOLD = json.loads((SAMPLES / "treatise.gold.json").read_text(encoding="utf-8"))
VOCABULARY = tomllib.loads((ROOT / "data" / "vocabularies" / "philosophy.toml").read_text(encoding="utf-8"))
HEADINGS = [(len(marks), title) for marks, title in re.findall(r"^(#+) (.+)$", BODY, re.MULTILINE)]
CHAPTERS = re.split(r"(?=(?<!#)# (?:Preface|Chapter) ?)", TEXT)[1:]
XHTML = "{http://www.w3.org/1999/xhtml}"
NCX = "{http://www.daisy.org/z3986/2005/ncx/}"


def names(table):
    return {row["name"] for row in VOCABULARY[table]}


def words(text):
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text))


def body_words():
    """The treatise's words in the order in which a built book has them: notes follow their chapter."""
    return words(re.sub(r"\[\^1\]:?", " ", BODY).replace("#", " "))


def load_builder():
    spec = importlib.util.spec_from_file_location("sample_build", SAMPLES / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    load_builder().build(folder)
    return folder


def pdf_pages(path):
    with pymupdf.open(path) as book:
        return [page.get_text() for page in book], book.get_toc()


def chapter_of(quote):
    return next(number for number, chapter in enumerate(CHAPTERS) if quote in chapter)


def test_every_quote_of_the_gold_occurs_exactly_once():
    quotes = [row["after"] for row in GOLD["boundaries"]]
    for field in ("references", "statements", "relations"):
        quotes += [row["quote"] for row in GOLD[field]]
    quotes += [row["target"]["quote"] for row in GOLD["references"] if "quote" in row["target"]]
    assert [quote for quote in quotes if TEXT.count(quote) != 1] == []


def test_every_type_of_the_gold_is_in_the_vocabulary():
    fields = [
        ("statements", "kind", "statement_kinds"),
        ("statements", "modality", "modalities"),
        ("statements", "hedge", "hedges"),
        ("statements", "basis", "bases"),
        ("inferences", "scheme", "inference_schemes"),
        ("conflicts", "kind", "conflict_kinds"),
        ("attitudes", "type", "attitudes"),
        ("attitudes", "take", "takes"),
        ("entities", "type", "entity_types"),
        ("relations", "type", "relation_types"),
        ("relations", "modality", "modalities"),
    ]
    for field, key, table in fields:
        assert {row[key] for row in GOLD[field]} <= names(table), (field, key)
    assert {row["kind"] for row in GOLD["boundaries"]} == {"structural", "semantic"}
    kinds = {"pronoun", "demonstrative", "shell_noun", "ordinal", "section", "former_latter"}
    assert {row["kind"] for row in GOLD["references"]} == kinds
    assert {row["status"] for row in GOLD["references"]} == {"resolved", "handed_on"}


def test_the_vocabulary_explains_every_name_once():
    assert (VOCABULARY["name"], VOCABULARY["version"]) == ("philosophy", 1)
    for table, rows in VOCABULARY.items():
        if isinstance(rows, list):
            assert len(rows) == len(names(table)), table
            assert all(row["definition"].endswith(".") and row["example"] for row in rows), table
    assert all(row["group"] for row in VOCABULARY["relation_types"])
    assert VOCABULARY["entity_types"][-1]["name"] == "Other"


def test_ids_are_unique_and_every_id_that_is_cited_exists():
    numbered = ("references", "statements", "inferences", "conflicts")
    ids = [row["id"] for field in numbered for row in GOLD[field]]
    assert len(ids) == len(set(ids))
    statements = {row["id"] for row in GOLD["statements"]}
    inferences = {row["id"] for row in GOLD["inferences"]}
    for row in GOLD["inferences"]:
        assert row["premises"] and {*row["premises"], row["conclusion"]} <= statements
        assert row["conclusion"] not in row["premises"]
    assert all(row["source"] in statements for row in GOLD["conflicts"])
    for row in GOLD["conflicts"]:
        assert row["target"] in (inferences if row["kind"] == "undercut" else statements)
    assert all(row["statement"] in statements for row in GOLD["attitudes"])
    entities = {row["name"] for row in GOLD["entities"]}
    assert len(entities) == len(GOLD["entities"])
    assert all({row["subject"], row["object"]} <= entities for row in GOLD["relations"])


def test_what_is_denied_or_impossible_is_negated():
    rows = GOLD["statements"] + GOLD["relations"]
    assert all(row["negated"] for row in rows if row["modality"] == "impossible")


def test_a_reference_is_handed_on_exactly_if_its_target_stands_in_another_chapter():
    titles = [title for level, title in HEADINGS if level == 1]
    for row in GOLD["references"]:
        assert re.search(rf"\b{re.escape(row['surface'])}\b", row["quote"]), row["id"]
        if "entity" in row["target"]:
            continue
        target = row["target"]
        there = chapter_of(target["quote"]) if "quote" in target else titles.index(target["section"])
        assert (row["status"] == "handed_on") == (chapter_of(row["quote"]) != there), row["id"]


def test_every_subsection_ends_with_a_structural_boundary():
    after = {row["after"] for row in GOLD["boundaries"] if row["kind"] == "structural"}
    parts = re.split(r"^#+ .+$", BODY, flags=re.MULTILINE)[1:]
    parts = [" ".join(re.sub(r"^\[\^1\]:.*$", "", part, flags=re.MULTILINE).split()) for part in parts]
    ends = [part for part in parts if part]
    assert len(ends) == len(after)
    assert all(any(part.endswith(sentence) for sentence in after) for part in ends)


def test_the_text_has_what_it_was_written_for():
    lower = TEXT.lower()
    phrases = ["this assumption", "the second premise", "as shown in chapter two", "suppose that", "[^1]"]
    phrases += ["the former", "the latter", "can a whole people be in error?", "an example", "mutual keeping"]
    phrases += ["common custody", "therefore", "hence", "because", "it follows that"]
    phrases += [", for ", " but ", "is called"]
    assert [phrase for phrase in phrases if phrase not in lower] == []
    sentences = re.split(r"(?<=[.?!])\s+", TEXT)
    longest = max(sentences, key=lambda sentence: len(words(sentence)))
    assert len(words(longest)) >= 120
    assert all(mark in longest for mark in ";:—")
    assert 4700 <= len(body_words()) <= 5600
    assert len(GOLD["statements"]) >= 150


def test_the_epub_holds_the_words_and_the_outline():
    with zipfile.ZipFile(SAMPLES / "treatise.epub") as archive:
        infos = archive.infolist()
        assert (infos[0].filename, infos[0].compress_type) == ("mimetype", zipfile.ZIP_STORED)
        files = {info.filename.removeprefix("OEBPS/"): archive.read(info) for info in infos}
    found = []
    for name in sorted(files, key=lambda name: (name != "preface.xhtml", name)):
        if re.fullmatch(r"(preface|chapter-\d)\.xhtml", name):
            body = ElementTree.fromstring(files[name]).find(f"{XHTML}body")
            found += words(re.sub(r"\[1\]|↩︎?", " ", " ".join(body.itertext())))
    assert found == body_words()
    outline = []
    for link in ElementTree.fromstring(files["nav.xhtml"]).iter(f"{XHTML}a"):
        name, anchor = link.get("href").split("#")
        page = ElementTree.fromstring(files[name])
        heading = next(each for each in page.iter() if each.get("id") == anchor)
        assert heading.text == link.text
        outline.append((int(heading.tag[-1]), link.text))
    assert outline == HEADINGS
    labels = [each.text for each in ElementTree.fromstring(files["toc.ncx"]).iter(f"{NCX}text")]
    assert labels[1:] == [title for _, title in HEADINGS]


def test_the_pdf_holds_the_words_and_the_outline():
    with pymupdf.open(SAMPLES / "treatise.pdf") as book:
        assert book.metadata["title"] == "On the Possibility of Error"
        assert book.metadata["author"] == "Ottilie Harwen"
        assert [page.get_label() for page in book][:4] == ["i", "ii", "1", "2"]
    pages, toc = pdf_pages(SAMPLES / "treatise.pdf")
    assert [(level, title) for level, title, _ in toc] == HEADINGS
    assert all(title in " ".join(pages[number - 1].split()) for _, title, number in toc)
    text = " ".join(re.sub(r"\n\w+\s*$", "\n", page) for page in pages[1:])
    found = words(re.sub(r"\[1\]|↩︎?", " ", text))
    expected = body_words()
    assert [word for word in found if not word.isdigit()] == expected


def test_a_rebuild_gives_the_same_books(rebuilt):
    assert (rebuilt / "treatise.epub").read_bytes() == (SAMPLES / "treatise.epub").read_bytes()
    assert pdf_pages(rebuilt / "treatise.pdf") == pdf_pages(SAMPLES / "treatise.pdf")
