"""Laws that hold for every book: nothing lost, nothing doubled, every offset at its text."""

import itertools

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.phases.phase1_structure.phase import read_source
from schemas.text import Book, SectionKind, StructureOptions

WORDS = st.sampled_from(
    "the tide ledger because clerk therefore weighs salt; barrel, if quay: but truth — night 12 vol. Prop. i.e. Mr. "
    "§ 3. (a) J. S. “yes” harbour whereas law Cf. then".split()
)
SENTENCE = st.lists(WORDS, min_size=1, max_size=60).map(lambda words: "The " + " ".join(words) + ".")
PARAGRAPH = st.lists(SENTENCE, min_size=1, max_size=5).map(" ".join)
TITLES = st.sampled_from(
    ["The Quay", "Part One", "Chapter 2", "Notes", "Contents", "Index", "Preface", "References", "1.1 Salt", "Book III"]
)
HEADING = st.tuples(st.integers(1, 5), TITLES).map(lambda pair: "#" * pair[0] + " " + pair[1])
DOCUMENT = st.lists(st.one_of(HEADING, PARAGRAPH, PARAGRAPH), min_size=1, max_size=14).map("\n\n".join)


def words(text: str) -> list[str]:
    return text.split()


def check_laws(book: Book) -> None:
    check_sections(book)
    check_sentences(book)
    check_chunks(book)


def check_sections(book: Book) -> None:
    assert book.sections
    assert len({section.path for section in book.sections}) == len(book.sections)
    assert [section.start for section in book.sections] == sorted(section.start for section in book.sections)
    for index, section in enumerate(book.sections):
        assert 0 <= section.start <= section.body_start <= section.end <= len(book.text)
        for above in list(book.ancestors(index))[1:]:
            outer = book.sections[above]
            assert outer.start <= section.start and section.end <= outer.end and outer.level < section.level


def check_sentences(book: Book) -> None:
    position = 0
    gaps = []
    for sentence in book.sentences:
        assert position <= sentence.start < sentence.end <= len(book.text)
        gaps.append(book.text[position : sentence.start])
        position = sentence.end
        section = book.sections[sentence.section]
        assert section.body_start <= sentence.start and sentence.end <= section.end
        text = book.text[sentence.start : sentence.end]
        assert text == text.strip() and "\n" not in text
        at = sentence.start
        for start, end in sentence.parts:
            assert book.text[at:start].strip() == "" and start < end
            at = end
        assert not sentence.parts or (len(sentence.parts) > 1 and at == sentence.end)
    headings = words(" ".join(book.text[one.start : one.body_start] for one in book.sections))
    between = words(" ".join([*gaps, book.text[position:]]))
    assert sorted(between) == sorted(headings)


def check_chunks(book: Book) -> None:
    for chapter in book.chapters:
        chunks = book.chunks_by_chapter[chapter.order]
        assert [chunk.number for chunk in chunks] == list(range(1, len(chunks) + 1))
        assert chunks[0].first == chapter.first and chunks[-1].last == chapter.last
        assert all(left.last == right.first for left, right in itertools.pairwise(chunks))
        for chunk in chunks:
            assert chunk.words == sum(len(words(book.sentence_text(at))) for at in range(chunk.first, chunk.last))
    read = {at for chapter in book.chapters for at in range(chapter.first, chapter.last)}
    wanted = {
        at
        for at, sentence in enumerate(book.sentences)
        if book.sections[sentence.section].kind in {SectionKind.BODY, SectionKind.NOTE, SectionKind.UNIT}
    }
    assert read == wanted
    assert sum(chapter.last - chapter.first for chapter in book.chapters) == len(wanted)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENT, st.sampled_from([5, 40, 1000]))
def test_laws_hold_for_markdown(document: str, target: int) -> None:
    options = StructureOptions(chunk_words=target, language="en")
    book = read_source(document.encode(), "book.md", options)
    check_laws(book)
    assert sorted(words(book.text)) == sorted(words(document.replace("#", "")))
    assert read_source(document.encode(), "book.md", options) == book
    assert read_source(document.encode(), "other name.md", options).text_id == book.text_id


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(PARAGRAPH, TITLES), min_size=1, max_size=12), st.sampled_from(["\n\n", "\r\n\r\n"]))
def test_laws_hold_for_plain_text_and_html(pieces: list[str], blank: str) -> None:
    options = StructureOptions(chunk_words=30, language="en")
    text = blank.join(pieces)
    book = read_source(text.encode(), "book.txt", options)
    check_laws(book)
    assert sorted(words(book.text)) == sorted(words(text))
    html = "".join(f"<h2>{piece}</h2>" if len(piece) < 12 else f"<p>{piece}</p>" for piece in pieces)
    book = read_source(f"<html><body>{html}</body></html>".encode(), "book.html", options)
    check_laws(book)
    assert sorted(words(book.text)) == sorted(words(" ".join(pieces)))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 90), min_size=1, max_size=40), st.integers(10, 60))
def test_chunks_are_about_as_long_as_wanted(lengths: list[int], target: int) -> None:
    text = " ".join("Word" + " word" * (length - 1) + "." for length in lengths)
    book = read_source(text.encode(), "book.txt", StructureOptions(chunk_words=target, language="en"))
    check_chunks(book)
    for chunk in book.chunks:
        longest = max(len(words(book.sentence_text(at))) for at in range(chunk.first, chunk.last))
        assert chunk.words <= 1.3 * target or chunk.last - chunk.first == 1 or longest > 1.3 * target
