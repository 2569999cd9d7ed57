"""What a reply means, however it is wrapped; each of its faults said, nothing of it cited."""

from types import SimpleNamespace

import pytest

from pipeline.llm.answers import answer_of
from pipeline.readers.llm.answer import RowReader, RowsAnswer
from pipeline.vocabulary import load_vocabulary
from schemas.errors import ReplyEmpty, ReplyInvalid, ReplyRefused

RIGHT = '{"e": ["n1|salt|Concept|1"]}'
SCHEMA = '{"type": "object", "title": "Answer", "properties": {"e": {"type": "array"}}, "required": ["e"]}'


def completion(content, finish="stop", tools=(), **message):
    calls = [SimpleNamespace(function=SimpleNamespace(name=name, arguments=given)) for name, given in tools]
    said = SimpleNamespace(content=content, tool_calls=calls or None, **message)
    return SimpleNamespace(choices=[SimpleNamespace(message=said, finish_reason=finish)])


def read(content, tool=None, **more):
    return answer_of(completion(content, **more), RowsAnswer, tool)


@pytest.mark.parametrize(
    "content",
    [
        RIGHT,
        f"```json\n{RIGHT}\n```",
        f"Here it is:\n```\n{RIGHT}\n```\nI left {{x}} out.",
        f'<think>Is it {{"e": []}}? No: {{"e": ["n9|x|Concept|1"]}}.</think>{RIGHT}',
        f'thinking without a beginning {{"e": []}} </think>\n{RIGHT}',
        f"The form is {SCHEMA}; so: {RIGHT}",
        f'{{"answer": {RIGHT}}}',
        f'{{"name": "answer", "arguments": {RIGHT}}}',
        '{"name": "answer", "arguments": "{\\"e\\": [\\"n1|salt|Concept|1\\"]}"}',
        [{"type": "text", "text": RIGHT}],
        f"\ufeff  {RIGHT}",
        f"{{ not JSON }} {RIGHT}",
        '{"e": ["n1|salt|Concept|1"], "f": ["1|<think>|pronoun|?"]}',
    ],
)
def test_an_answer_is_found_in_what_stands_around_it(content):
    assert read(content).e == ["n1|salt|Concept|1"]


@pytest.mark.parametrize(
    "content",
    [
        '{"e": ["n1|salt|Concept|1"], "c": [], "e": []}',
        '{"e": [], "e": "n1|salt|Concept|1", "e": null}',
        'So: {"e": ["n1|salt|Concept|1"], "e": []}',
        '{"answer": {"e": null, "e": ["n1|salt|Concept|1"]}}',
        '{"answer": {"e": []}, "answer": {"e": ["n1|salt|Concept|1"]}}',
    ],
)
def test_a_list_that_is_given_twice_is_one_list(content):
    assert read(content).e == ["n1|salt|Concept|1"]


def test_what_is_given_very_often_is_read_at_once():
    assert len(read("{" + ", ".join(['"e": ["n1|salt|Concept|1"]'] * 200_000) + "}").e) == 200_000


def test_the_call_of_the_tool_that_was_offered_is_the_answer():
    assert read(None, "answer", tools=[("search", "{}"), ("answer", RIGHT)]).e == ["n1|salt|Concept|1"]


@pytest.mark.parametrize(
    ("content", "more", "said"),
    [
        (None, {"tools": [("search_library", '{"query": "salt"}')]}, "a tool that was not offered"),
        ("I am sorry, it is about salt.", {}, "no JSON object"),
        (SCHEMA, {}, "wrong in it"),
        ('{"e": {"type": "array", "items": ["n1|salt|Concept|1"]}}', {}, "wrong in it: e"),
        ('{"e": [{"title": "Row", "type": "string"}]}', {}, "wrong in it: e"),
        ("<think>" + RIGHT, {}, "no JSON object"),
        ("[1, 2]", {}, "no JSON object"),
        ('{"e": ["cut', {}, "no JSON object"),
        ("{" * 5_000, {}, "no JSON object"),
    ],
)
def test_what_is_no_answer_is_said(content, more, said):
    with pytest.raises(ReplyInvalid, match=said) as told:
        read(content, **more)
    assert "salt" not in str(told.value) and "search" not in str(told.value)


@pytest.mark.parametrize("content", [None, "", "  \n", []])
def test_nothing_is_empty(content):
    with pytest.raises(ReplyEmpty):
        read(content)


@pytest.mark.parametrize("more", [{"refusal": "I will not."}, {"finish": "content_filter"}])
def test_a_refusal_is_no_gap_of_ours(more):
    with pytest.raises(ReplyRefused):
        read(None, **more)


def test_half_a_surrogate_pair_and_infinite_numbers_sink_only_themselves():
    found = read('{"e": ["n1|sa\\ud800lt|Concept|1", "n2|water|Concept|1"], "d": 1e400, "c": null}')
    reader = RowReader(load_vocabulary(None))
    assert [one.name for one in reader.read(found).entities] == ["water"] and len(reader.unread) == 1
    assert reader.read(found).model_dump_json()


def test_an_object_in_the_place_of_its_text_is_read():
    found = read({"e": ["n1|salt|Concept|1"]})
    assert found.e == ["n1|salt|Concept|1"]
