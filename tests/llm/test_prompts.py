"""Prompts as files: sound, frozen once released, their examples readable; what is undefined is an error."""

import json
import shutil

import pytest

from pipeline.llm.prompt_lock import LOCK, faults, locked, release
from pipeline.llm.prompts import PROMPTS, known_prompts, load_prompt
from pipeline.readers.llm.answer import RowReader, RowsAnswer
from pipeline.readers.llm.reader import MEND, PROMPT
from pipeline.vocabulary import load_vocabulary
from schemas.errors import InvariantBroken

KNOWN = known_prompts()


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(PROMPTS, tmp_path / "prompts")


@pytest.mark.parametrize(("identifier", "version"), KNOWN)
def test_every_prompt_loads_and_says_what_it_is_for(identifier, version):
    prompt = load_prompt(identifier, version)
    assert prompt.changing.strip() and prompt.front.inputs and prompt.front.changes


def test_what_is_asked_with_is_released_and_nothing_released_was_changed():
    assert faults() == []
    assert {f"{identifier} v{version}" for identifier, version in (PROMPT, MEND)} <= set(locked())


@pytest.mark.parametrize("part", ["read_chunk.v2.md", "read_chunk.v2.examples.json", "../partials/vocabulary.md"])
def test_a_change_of_a_released_prompt_is_a_fault(folder, part):
    path = folder / "phase2" / part
    path.write_text(path.read_text() + " ")
    assert any("released with another text" in fault for fault in faults(folder))


def test_a_new_one_is_released_and_a_lost_one_missed(folder):
    (folder / LOCK).unlink()
    assert set(release(folder)) == {f"{i} v{v}" for i, v in KNOWN} and faults(folder) == [] == release(folder)
    (folder / "phase2" / "read_chunk.v1.md").unlink()
    assert faults(folder) == ["phase2/read_chunk v1 was released and is gone."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('version = 2', "version = 3"), ("purpose =", "porpoise ="), ("changes =", "# changes ="), ("\n‖\n", "\n"),
        ('id = "phase2/read_chunk"', 'id = "../x"'), ("+++", "---"), ('"vocabulary.md"', '"missing.md"'),
    ],
)  # fmt: skip
def test_a_malformed_file_is_said(folder, old, new):
    path = folder / "phase2" / "read_chunk.v2.md"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(InvariantBroken, match="malformed"):
        load_prompt("phase2/read_chunk", 2, folder)


def test_inputs_must_be_exactly_the_declared_ones():
    with pytest.raises(InvariantBroken):
        load_prompt(*PROMPT).render(title="only")


def test_a_book_s_own_braces_are_text():
    _, changing = load_prompt(*MEND).render(rows="{{ 7 * 7 }} {% raw %} <b>&")
    assert "{{ 7 * 7 }} {% raw %} <b>&" in changing


@pytest.mark.parametrize(("identifier", "version"), KNOWN)
def test_examples_are_read_without_a_bad_row_and_cite_what_is_there(identifier, version):
    for example in load_prompt(identifier, version).examples:
        reader = RowReader(load_vocabulary())
        reading = reader.read(RowsAnswer.model_validate(example.answer))
        assert not reader.unread and not reader.unknown
        shown = " ".join(example.chunk)
        cites = [
            cite
            for kind in (reading.entities, reading.statements, reading.relations)
            for one in kind
            for cite in one.cites
        ]
        assert cites and all(
            f"[{cite.sentence}{cite.part}]" in shown or (not cite.part and f"[{cite.sentence}a]" in shown)
            for cite in cites
        )
        handles = {one.handle for kind in (reading.entities, reading.statements) for one in kind}
        ends = {end for one in reading.relations for end in (one.subject, one.object)}
        ends |= {end for one in reading.inferences for end in (*one.premises, one.conclusion)}
        ends |= {end for one in reading.links for end in (one.source, one.target)}
        assert ends <= handles
        terms = load_vocabulary().model_dump_json()
        assert all(f'"{one.type}"' in terms for one in (*reading.entities, *reading.relations, *reading.attitudes))
        assert json.dumps(example.answer)
