"""Loads prompts from their files: TOML front matter, then the lasting part, ‖, and the part that changes by step."""

import hashlib
import json
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from schemas.base import Schema
from schemas.errors import InvariantBroken

PROMPTS = Path(__file__).parents[2] / "prompts"
PARTIALS = "partials"
DIVIDE = "\n‖\n"


class Front(Schema):
    """What a prompt's file says of it before its text. `response` names the form of the answer, `changes` what is new in
    this version and why."""

    id: str = Field(pattern=r"[a-z0-9_]+/[a-z0-9_]+")
    version: int = Field(ge=1)
    purpose: str = Field(min_length=10)
    response: str
    inputs: tuple[str, ...]
    partials: tuple[str, ...] = ()
    changes: str


class Example(Schema):
    """Numbered sentences as a prompt shows them, and what is to be answered about them."""

    chunk: tuple[str, ...]
    answer: dict[str, Any]

    @property
    def text(self) -> str:
        return "\n".join(self.chunk) + "\n" + json.dumps(self.answer, ensure_ascii=False, separators=(",", ":"))


class Prompt(Schema):
    """`lasting` is what is byte-identical within a chapter, `changing` what follows it; both are templates."""

    front: Front
    lasting: str
    changing: str
    partials: dict[str, str]
    examples: tuple[Example, ...]
    digest: str

    @property
    def name(self) -> str:
        return f"{self.front.id} v{self.front.version} {self.digest}"

    def render(self, **values: Any) -> tuple[str, str]:
        """(lasting, changing) with `values` put in; exactly the declared inputs must be given."""
        if set(values) != set(self.front.inputs):
            raise InvariantBroken(f"Prompt {self.front.id} takes {sorted(self.front.inputs)}, not {sorted(values)}.")
        given = values | {"examples": [example.text for example in self.examples]}
        lasting, changing = (template.render(**given).strip() for template in self._templates)
        return lasting, changing

    @cached_property
    def _templates(self) -> tuple[Any, Any]:
        from jinja2 import DictLoader, StrictUndefined
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        loader = DictLoader(self.partials)
        environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False, loader=loader)
        return environment.from_string(self.lasting), environment.from_string(self.changing)


def load_prompt(identifier: str, version: int, folder: Path = PROMPTS) -> Prompt:
    """The prompt of that id ("phase2/read_chunk") and version. Raises InvariantBroken for a malformed file."""
    path = folder / f"{identifier}.v{version}.md"
    try:
        raw = path.read_text(encoding="utf-8")
        _, head, body = raw.split("+++\n", 2)
        lasting, changing = body.split(DIVIDE)
        front = Front.model_validate(tomllib.loads(head))
        if (front.id, front.version) != (identifier, version):
            raise ValueError(f"it says that it is {front.id} v{front.version}")
        partials = {name: (folder / PARTIALS / name).read_text(encoding="utf-8") for name in front.partials}
        shown = path.with_suffix(".examples.json")
        examples = shown.read_text(encoding="utf-8") if shown.exists() else "[]"
        found = tuple(Example.model_validate(one) for one in json.loads(examples))
    except (OSError, ValueError, KeyError, ValidationError, tomllib.TOMLDecodeError) as error:
        raise InvariantBroken(f"The prompt {path.name} is malformed: {error}.") from error
    whole = "\0".join([raw, *(partials[name] for name in sorted(partials)), examples])
    digest = hashlib.sha256(whole.encode()).hexdigest()[:16]
    return Prompt(front=front, lasting=lasting, changing=changing, partials=partials, examples=found, digest=digest)


def known_prompts(folder: Path = PROMPTS) -> list[tuple[str, int]]:
    """Id and version of every prompt there is a file for."""
    names = [path.relative_to(folder).as_posix().removesuffix(".md") for path in sorted(folder.glob("*/*.v*.md"))]
    return [(name.rpartition(".v")[0], int(name.rpartition(".v")[2])) for name in names]
