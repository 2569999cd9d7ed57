"""A recording answers for its sentences, whatever prompt and memory ask now."""

import json

import pytest

from pipeline.readers.recorded.reader import RecordedReader
from pipeline.readers.recorded.recording import Line, passage_digest, replayed, shown_handles, written
from pipeline.vocabulary import load_vocabulary
from schemas.errors import NotRecorded, SettingInvalid
from schemas.memory import MemoryEntity, MemoryState, MemoryStatement
from schemas.reading import AnswerForm, NumberedSentence, ReadRequest, Usage

SENTENCES = (NumberedSentence(number=1, text="Salt is white."), NumberedSentence(number=2, text="It melts."))


def request(memory=MemoryState(), sentences=SENTENCES):  # noqa: B008
    return ReadRequest(
        reading="r", chapter=1, step="1", title="T", author=None, language="en", contents="", here="", headings=(),
        vocabulary=load_vocabulary(None), memory=memory, rendered="", sentences=sentences, chapter_text="",
        answer_form=AnswerForm(name="derived"), ask_boundary=True,
    )  # fmt: skip


def memory(**entities):
    found = {handle: MemoryEntity(id=handle, name=name, type="Concept", last=0) for handle, name in entities.items()}
    said = {"s4": MemoryStatement(id="x", text="salt is white", speaker="author", sentence=1, kind="thesis")}
    return MemoryState(active_entities=found, recent_statements=said)


def line(shown, **reply):
    return Line(
        passage=passage_digest(SENTENCES), chapter=1, step="1", words=5, task="read_chunk", model="by hand", prompt="p v1 0",
        usage=Usage(), shown=shown, reply=reply,
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    rows = {"e": ["n1|salt|Concept|1"], "c": ["c1|thesis|author|1|n1|"], "d": 1}
    (tmp_path / "a.jsonl").write_text(written(line({}, **rows)))
    return tmp_path


def test_the_answer_to_these_sentences_is_read_and_says_whose_it_is(folder):
    reader = RecordedReader(folder)
    reading = reader.read(request())
    assert [one.name for one in reading.entities] == ["salt"] and reading.turns == (1,) and reading.calls == 0
    assert (reader.model, reader.prompt) == ("by hand", "p v1 0")


@pytest.mark.parametrize("sign", "\u2028 \u2029 \x85 \x0c \x1c \r".split(" "))
def test_an_answer_may_hold_any_sign_that_parts_lines_elsewhere(tmp_path, sign):
    (tmp_path / "a.jsonl").write_text(
        written(line({}, e=[f"n1|salt{sign}sea|Concept|1"])) * 2, encoding="utf-8", newline=""
    )
    assert [one.name for one in RecordedReader(tmp_path).read(request()).entities] == [f"salt{sign}sea"]


def test_white_space_and_memory_change_nothing_and_other_words_do(folder):
    reader = RecordedReader(folder)
    spaced = (SENTENCES[0].model_copy(update={"text": "Salt  is\nwhite."}), SENTENCES[1])
    assert reader.read(request(memory(e1="water"), spaced)).entities
    with pytest.raises(NotRecorded):
        reader.read(request(sentences=SENTENCES[:1]))


def test_handles_are_those_of_the_memory_as_it_is_now():
    one = line(
        {"e1": "salt", "e2": "water", "s4": "salt is white"},
        e=["e1|salt|Concept|1"],
        r=["e1|CAUSES|e2|1|x||", "e2|IS_A|e1|2|y|s4|"],
    )
    found = replayed(one, request(memory(e7="salt", e8="brine")))
    assert found["e"] == ["e7|salt|Concept|1"]
    assert found["r"] == ["e7|CAUSES|n901|1|x||", "n901|IS_A|e7|2|y|s4|"]


def test_what_the_memory_shows_is_what_a_recording_keeps():
    assert shown_handles(memory(e1="salt"), ()) == {"e1": "salt", "s4": "salt is white"}


@pytest.mark.parametrize("text", ["no JSON", json.dumps({"passage": "x"}), "\ud800".encode("utf-8", "surrogatepass")])
def test_a_file_that_is_no_recording_is_said(tmp_path, text):
    (tmp_path / "a.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SettingInvalid, match="recording"):
        RecordedReader(tmp_path)
