"""The lock of released prompts: their text never changes again; what is better is a new version."""

import tomllib
from pathlib import Path

from pipeline.llm.prompts import PROMPTS, known_prompts, load_prompt
from schemas.errors import GlossatorError

LOCK = "prompts.lock"
_HEAD = "# Digests of released prompts, with their partials and examples: a change of one of them is a new version.\n"


def locked(folder: Path = PROMPTS) -> dict[str, str]:
    """Digest by "id vN"."""
    path = folder / LOCK
    return dict(tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def faults(folder: Path = PROMPTS) -> list[str]:
    """What is wrong with the prompts there, in words; empty where nothing is."""
    found: list[str] = []
    left = locked(folder)
    for identifier, version in known_prompts(folder):
        try:
            prompt = load_prompt(identifier, version, folder)
        except GlossatorError as error:
            found.append(error.what)
            left.pop(f"{identifier} v{version}", None)
            continue
        released = left.pop(f"{identifier} v{version}", None)
        if released is not None and released != prompt.digest:
            found.append(f"{identifier} v{version} was released with another text: make it a new version.")
    found += [f"{name} was released and is gone." for name in left]
    return found


def release(folder: Path = PROMPTS) -> list[str]:
    """Adds to the lock what isn't in it; the names of what was added."""
    digests = locked(folder)
    new = [(i, v) for i, v in known_prompts(folder) if f"{i} v{v}" not in digests]
    digests |= {f"{i} v{v}": load_prompt(i, v, folder).digest for i, v in new}
    lines = [f'"{name}" = "{digest}"\n' for name, digest in sorted(digests.items())]
    (folder / LOCK).write_text(_HEAD + "".join(lines), encoding="utf-8")
    return [f"{i} v{v}" for i, v in new]
