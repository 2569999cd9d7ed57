"""Prompts as files: every one loads, and what is undefined is an error."""

import pytest

from pipeline.llm.prompts import PROMPTS, load_prompt
from schemas.errors import InvariantBroken


@pytest.mark.parametrize("path", sorted(PROMPTS.rglob("*.md")), ids=lambda path: path.name)
def test_every_prompt_loads_under_its_name(path):
    name, version = path.relative_to(PROMPTS).as_posix().removesuffix(".md").rsplit(".v", 1)
    prompt = load_prompt(name, int(version))
    assert prompt.lasting.strip() and prompt.changing.strip() and prompt.inputs


def test_inputs_must_be_exactly_the_declared_ones():
    with pytest.raises(InvariantBroken):
        load_prompt("phase2/read_chunk", 1).render(title="only")
