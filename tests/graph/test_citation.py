"""Whatever stands in the graph can be cited by its place in the edition."""

import pytest

from pipeline.graph.citation import SENTENCES_SHOWN, citation, cite
from pipeline.graph.commit import commit_episode
from pipeline.graph.rollup import complete_chapter
from pipeline.graph.structure import write_structure
from pipeline.phases.phase1_structure.phase import read_source
from schemas.errors import NothingToRead, SettingInvalid
from tests.graph.books import SENTENCES, every_kind, frame, seal, write_book

PLACE = {
    "title": "On Salt", "author": "Otto Harwen", "translator": "Jane Mill", "editor": None, "edition": None, "year": "1894",
    "voice": "author", "section": "Weight.", "paragraph": 3, "sentence": 2, "ref": None, "printed_page": None,
    "page_label": None, "pdf_page": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("place", "cited"),
    [
        ({}, "Otto Harwen, On Salt, trans. Jane Mill, 1894, Weight, ¶ 3, sentence 2"),
        ({"ref": "E2p7s"}, "Otto Harwen, On Salt, trans. Jane Mill, 1894, E2p7s"),
        ({"pdf_page": 45}, "Otto Harwen, On Salt, trans. Jane Mill, 1894, Weight, PDF p. 45"),
        (
            {"ref": "§ 12", "printed_page": "33", "pdf_page": 45},
            "Otto Harwen, On Salt, trans. Jane Mill, 1894, § 12, p. 33 (PDF p. 45)",
        ),
        ({"page_label": "xii", "pdf_page": 12}, "Otto Harwen, On Salt, trans. Jane Mill, 1894, Weight, p. xii (PDF p. 12)"),
        (
            {"section": "Part I", "parents": ["Of Salt.", "X: Of Rain"], "namesakes": [["Of Salt.", "XI: Of Sand"]]},
            "Otto Harwen, On Salt, trans. Jane Mill, 1894, X: Of Rain, Part I, ¶ 3, sentence 2",
        ),
        (
            {"section": "Part I", "parents": ["Two", "A"], "namesakes": [["One", "A"], ["Two", "B"], []], "pdf_page": 9},
            "Otto Harwen, On Salt, trans. Jane Mill, 1894, Two, A, Part I, PDF p. 9",
        ),
        ({"parents": ["Part I"]}, "Otto Harwen, On Salt, trans. Jane Mill, 1894, Weight, ¶ 3, sentence 2"),
        ({"ref": "4:293", "printed_page": "4:293"}, "Otto Harwen, On Salt, trans. Jane Mill, 1894, 4:293"),
        ({"voice": "translator", "ref": "§ 1"}, "Jane Mill (translator) in Otto Harwen, On Salt, trans. Jane Mill, 1894, § 1"),
        ({"voice": "editor", "author": None, "ref": "§ 1"}, "the editor, On Salt, trans. Jane Mill, 1894, § 1"),
    ],
)  # fmt: skip
def test_a_place_is_cited_by_what_its_source_has(place, cited):
    assert citation(PLACE | place) == cited


@pytest.mark.neo4j
def test_every_kind_of_node_and_edge_can_be_cited(graph, tmp_path):
    book = write_book(tmp_path, "On Standards", {"One": SENTENCES, "Two": SENTENCES})
    write_structure(graph, book)
    delta = seal(frame(book, 2), every_kind())
    commit_episode(graph, delta)
    complete_chapter(graph, book.book_id, delta.owner)
    rows = graph.read(
        "MATCH (n:Sentence|Statement|Reference|Section|Chunk|Episode|Inference|Conflict) RETURN n.id AS id, labels(n)[0] AS kind "
        "UNION MATCH (n:Entity) WHERE n.reserved IS NULL RETURN n.id AS id, labels(n)[0] AS kind "
        "UNION MATCH (:Entity)-[r]->(:Entity) RETURN r.id AS id, 'relation' AS kind "
        "UNION MATCH (:Entity)-[r]->(:Statement) RETURN r.id AS id, 'attitude' AS kind "
        "UNION MATCH ()-[r:MENTIONS|OUTCOME]->() RETURN r.id AS id, type(r) AS kind"
    )
    assert len({row["kind"] for row in rows}) == 13
    for row in rows:
        found = cite(graph, row["id"])
        assert found and all(place.startswith("On Standards, ") for place, _ in found), row
    (statement, *_) = graph.read(
        "MATCH (n:Statement)-[:STATED_IN]->(s) WHERE size(n.sentences) = 1 RETURN n.id AS id, s.text AS text"
    )
    assert [text for _, text in cite(graph, statement["id"][:12])] == [statement["text"]]


@pytest.mark.neo4j
def test_paragraph_and_sentence_are_counted_in_their_section(graph):
    text = "# Salt\n\nOne weighs. Two weigh.\n\n# Sand\n\nThree weigh.\n\nFour weigh. Five weigh, as was said.\n\n# Silt\n\nSix."
    book = read_source(text.encode(), "b.md")
    write_structure(graph, book)
    (row,) = graph.read("MATCH (s:Sentence) WHERE s.text STARTS WITH 'Five' RETURN s.id AS id")
    assert cite(graph, row["id"]) == [("b, Sand, ¶ 2, sentence 2", "Five weigh, as was said.")]


@pytest.mark.neo4j
def test_a_note_is_no_paragraph_of_what_stands_around_it(graph):
    text = "# Sand\n\nOne weighs.[^1]\n\nTwo weigh.\n\nThree weigh, as was said.\n\n[^1]: A note weighs nothing.\n"
    book = read_source(text.encode(), "b.md")
    write_structure(graph, book)
    (row,) = graph.read("MATCH (s:Sentence) WHERE s.text STARTS WITH 'Three' RETURN s.id AS id")
    assert cite(graph, row["id"]) == [("Sand, Sand, ¶ 3, sentence 1", "Three weigh, as was said.")]


@pytest.mark.neo4j
def test_an_id_that_is_nothing_or_several_is_told(graph):
    with pytest.raises(NothingToRead):
        cite(graph, "0123456789ab")
    with pytest.raises(NothingToRead):
        cite(graph, "a")


@pytest.mark.neo4j
def test_a_reference_is_cited_and_told_from_that_of_another_book(graph):
    paragraphs = "".join(f"§ {n}. Salt is weighed {n} times. It is sold.\n\n" for n in range(1, 9))
    for name in ("Salt", "Sand"):
        text = f"---\ntitle: On {name}\n---\n\n# {name}\n\n{paragraphs}"
        write_structure(graph, read_source(text.encode(), f"{name}.md"))
    (book,) = graph.read("MATCH (b:Book {title: 'On Sand'}) RETURN b.id AS id")
    for named in ("On Sand", "on sand", "Sand", book["id"], book["id"][:8]):
        assert [place for place, _ in cite(graph, "§ 7", named)] == ["On Sand, § 7", "On Sand, § 7"]
    assert cite(graph, "§7", "Sand") == cite(graph, "§ 7", "Sand")
    with pytest.raises(SettingInvalid, match=r"On Salt \(.*On Sand \("):
        cite(graph, "§ 7")
    with pytest.raises(NothingToRead):
        cite(graph, "§ 70", "On Sand")


@pytest.mark.neo4j
def test_a_passage_is_cited_whole_and_a_long_one_says_what_is_left_out(graph):
    sentences = [f"Salt number {n} is heavy." for n in range(1, SENTENCES_SHOWN + 2)]
    text = f"# Short\n\n{' '.join(sentences[:-1])}\n\n# Long\n\n{' '.join(sentences)}\n"
    write_structure(graph, read_source(text.encode(), "b.md"))
    rows = graph.read("MATCH (s:Section) RETURN s.id AS id ORDER BY s.order")
    assert [said for _, said in cite(graph, rows[0]["id"])] == sentences[:-1]
    said = [said for _, said in cite(graph, rows[1]["id"])]
    assert said == [sentences[0], f"[… {SENTENCES_SHOWN - 1} sentences …]", sentences[-1]]


@pytest.mark.neo4j
def test_a_title_that_comes_again_is_cited_with_what_it_stands_in(graph):
    text = (
        "# Salt\n\n## Rain\n\n### Part I\n\nIt rains.\n\n## Snow\n\n### Part I\n\nIt snows.\n\n# Sand\n\nIt is dry.\n"
    )
    write_structure(graph, read_source(text.encode(), "b.md"))
    (row,) = graph.read("MATCH (s:Sentence {text: 'It snows.'}) RETURN s.id AS id")
    assert cite(graph, row["id"]) == [("b, Snow, Part I, ¶ 1, sentence 1", "It snows.")]
