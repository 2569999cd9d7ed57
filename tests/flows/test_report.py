"""A run as tables and a page."""

from pathlib import Path

from flows.report import book_rows, chapter_rows, chapter_sentence, markdown, sentence
from schemas.progress import Tally
from schemas.run import BookOutcome, ChapterOutcome, Failure, Outcome

READ = ChapterOutcome(
    chapter=1, title="One", outcome=Outcome.DONE_WITH_GAPS, entities=frozenset("ab"),
    tally=Tally(chunks=4, steps=4, gaps={"reading.refused": 1}, items={"statements": 7}, prompt_tokens=5, completion_tokens=5),
)  # fmt: skip
BROKEN = ChapterOutcome(
    chapter=2,
    title="Two",
    outcome=Outcome.FAILED,
    failure=Failure(code="service.graph", what="Gone.", remedy="Start it."),
)
GOOD = BookOutcome(source=Path("/b/a.md"), title="A | *B*\n# <script>", book="1", chapters=(READ,))
BAD = BookOutcome(source=Path("/b/b.md"), title="b.md", failure=Failure(code="book.no_text", what="No text."))


def test_a_line_for_a_list_of_runs():
    assert sentence([GOOD, BAD]) == "2 books: 1 done with gaps, 1 failed; 4 chunks, 1 gap (25.0 %), 10 tokens"
    assert sentence([]).startswith("0 books: nothing")


def test_rows_say_state_counts_and_failure():
    both = BookOutcome(source=Path("/b/a.md"), title="A", chapters=(READ, BROKEN))
    rows = chapter_rows(both)
    assert [(row["chapter"], row["state"], row["statements"]) for row in rows] == [
        (1, "done with gaps", 7),
        (2, "failed", 0),
    ]
    assert rows[1]["failure"] == "[service.graph] Gone. Start it."
    assert [row["failure"] for row in book_rows([GOOD, BAD])] == ["", "[book.no_text] No text."]


def test_the_report_names_what_failed_and_where_gaps_are_and_a_title_is_no_markup():
    page = markdown("ingest b", [GOOD, BAD], "failed", "http://127.0.0.1:7474/browser/", "r1")
    assert "[book.no_text]" in page.replace("\\", "") and "1 gap (reading.refused)" in page.replace("\\", "")
    assert "<script>" not in page and "\n# <" not in page and "A \\| \\*B\\*" in page
    assert "glossator logs r1" in page and "http://127.0.0.1:7474/browser/" in page


def test_what_was_stopped_says_how_far_it_came_and_what_was_never_begun():
    stopped = ChapterOutcome(
        chapter=1, title="One", outcome=Outcome.INTERRUPTED, tally=Tally(chunks=2, steps=2), done=2, total=3
    )
    unbegun = ChapterOutcome(chapter=2, title="Two", outcome=Outcome.INTERRUPTED, begun=False, total=4)
    assert chapter_sentence(stopped) == "interrupted at chunk 2/3; 2 chunks, 0 gaps (0.0 %), 0 tokens"
    assert chapter_sentence(unbegun).startswith("not begun; 0 chunks")
    book = BookOutcome(source=Path("/b/a.md"), title="A", chapters=(READ, stopped, unbegun))
    assert [row["state"] for row in chapter_rows(book)] == ["done with gaps", "interrupted", "not begun"]
    never = BookOutcome(source=Path("/b/b.md"), title="b.md", begun=False)
    assert [(row["state"], row["chapters"]) for row in book_rows([book, never])] == [
        ("interrupted", "1/3"),
        ("not begun", "0"),
    ]
    assert sentence([book, never]).startswith("2 books: 1 interrupted, 1 not begun; 6 chunks")


def test_a_book_that_stood_complete_is_said():
    stood = BookOutcome(source=Path("/b/a.md"), title="A", chapters=(READ.model_copy(update={"standing": True}),))
    assert sentence([stood]).startswith("1 book: 1 done with gaps (it stood complete already); 4 chunks")
    assert "(1 stood complete already)" in sentence([stood, BAD])
