"""A recording: a model's answers by text, sentence range and task, with what the memory showed when each was given."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from schemas.base import Schema
from schemas.errors import SettingInvalid
from schemas.memory import MemoryState
from schemas.reading import NumberedSentence, ReadRequest, RecalledEntity, Usage

RECORDINGS = Path(__file__).parents[3] / "data" / "recordings"
_HANDLE = re.compile(r"\b([esr])\d+\b")
_FIRST_OF_OUR_OWN = 900  # new ids of entities that the memory shows no longer; a model numbers its own from 1


class Line(Schema):
    """One answer. `passage` is the digest of the sentences; `chapter`, `step` and `words` say where they stand and how long they are, for people; `shown` are
    the names of the handles that the memory showed; `model` says what answered."""

    passage: str
    chapter: int
    step: str
    words: int
    task: str
    model: str
    prompt: str
    usage: Usage
    shown: dict[str, str]
    reply: dict[str, Any]


Recording = Mapping[tuple[str, str], Line]


def passage_digest(sentences: Iterable[NumberedSentence]) -> str:
    text = "\n".join(" ".join(sentence.text.split()) for sentence in sentences)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def shown_handles(memory: MemoryState, recalled: Iterable[RecalledEntity]) -> dict[str, str]:
    """What each handle stood for in a prompt."""
    return {
        **{handle: one.name for handle, one in memory.active_entities.items()},
        **{one.handle: one.name for one in recalled},
        **{handle: one.text for handle, one in memory.recent_statements.items()},
        **{handle: f"{one.surface} {one.kind}" for handle, one in memory.unresolved_references.items()},
    }


def load_recordings(folder: Path) -> Recording:
    """All lines of the folder's files (JSON Lines). Raises SettingInvalid."""
    found: dict[tuple[str, str], Line] = {}
    for path in sorted(folder.glob("*.jsonl")):
        try:
            with path.open(encoding="utf-8") as file:
                for text in file:  # lines end at "\n" alone; str.splitlines parts strings in them
                    line = Line.model_validate_json(text)
                    found[line.passage, line.task] = line
        except (OSError, UnicodeDecodeError, ValidationError) as error:
            raise SettingInvalid(f"{path} is no recording: {type(error).__name__}.") from error
    return found


def recordings_digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.jsonl")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def replayed(line: Line, request: ReadRequest) -> dict[str, Any]:
    """The reply in the handles of the memory as it is now: what was said of an entity holds of the one by that name, which
    becomes a new one where the memory doesn't show it."""
    now = {(handle[0], name): handle for handle, name in shown_handles(request.memory, request.recalled).items()}
    renamed = {
        handle: now.get((handle[0], name)) or _unseen(handle, place)
        for place, (handle, name) in enumerate(line.shown.items())
    }
    text = json.dumps(line.reply, ensure_ascii=False)
    reply: dict[str, Any] = json.loads(_HANDLE.sub(lambda found: renamed.get(found.group(), found.group()), text))
    return reply


def _unseen(handle: str, place: int) -> str:
    return f"n{_FIRST_OF_OUR_OWN + place}" if handle.startswith("e") else f"{handle[0]}{_FIRST_OF_OUR_OWN + place}"


def written(line: Line) -> str:
    return line.model_dump_json() + "\n"
