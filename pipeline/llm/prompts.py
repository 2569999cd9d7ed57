"""Loads prompts from their files: TOML front matter, then the lasting part, ‖, and the part that changes by step."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from schemas.errors import InvariantBroken

PROMPTS = Path(__file__).parents[2] / "prompts"
DIVIDE = "\n‖\n"


class Prompt(NamedTuple):
    """`lasting` is what is byte-identical within a chapter, `changing` what follows it; both are templates."""

    id: str
    version: int
    digest: str
    inputs: tuple[str, ...]
    lasting: str
    changing: str

    @property
    def name(self) -> str:
        return f"{self.id} v{self.version} {self.digest}"

    def render(self, **values: Any) -> tuple[str, str]:
        """(lasting, changing) with `values` put in; exactly the declared inputs must be given."""
        from jinja2 import StrictUndefined
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        if set(values) != set(self.inputs):
            raise InvariantBroken(f"Prompt {self.id} takes {sorted(self.inputs)}, not {sorted(values)}.")
        environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
        lasting = environment.from_string(self.lasting).render(**values)
        return lasting.strip(), environment.from_string(self.changing).render(**values).strip()


def load_prompt(identifier: str, version: int) -> Prompt:
    """The prompt of that id ("phase2/read_chunk") and version. Raises InvariantBroken for a malformed file."""
    path = PROMPTS / f"{identifier}.v{version}.md"
    raw = path.read_text(encoding="utf-8")
    try:
        _, front, body = raw.split("+++\n", 2)
        lasting, changing = body.split(DIVIDE)
        meta = tomllib.loads(front)
        inputs = tuple(meta["inputs"])
    except (ValueError, KeyError, tomllib.TOMLDecodeError) as error:
        raise InvariantBroken(f"The prompt {path.name} is malformed: {error}.") from error
    digest = hashlib.sha256(raw.encode()).hexdigest()[:16]
    return Prompt(identifier, version, digest, inputs, lasting, changing)
