"""Reading profiles: named choices (reader, model, workers, budget, what only developers need) in a file of the home."""

import tomllib
from pathlib import Path

from pydantic import Field, ValidationError

from schemas.base import Schema
from schemas.errors import FileUnusable, SettingInvalid

STANDARD = "standard"
FILE = "glossator.toml"
_EXAMPLE = '[profile.lab] with memory_format = "json_patch", boundary = "inline", chunk_words = 800'


class Profile(Schema):
    """What it doesn't say is left to the environment and the defaults; `max_gaps` is in per cent."""

    reader: str | None = Field(None, pattern="^(auto|llm|baseline|recorded)$")
    memory_format: str | None = None
    boundary: str | None = None
    workers: int | None = Field(None, ge=1, le=64)
    chunk_words: int | None = Field(None, ge=100, le=5_000)
    max_gaps: float | None = Field(None, ge=0, le=100)
    budget_tokens: int | None = Field(None, ge=0)
    budget_usd: float | None = Field(None, ge=0)
    model: str | None = None
    base_url: str | None = None


def profile(home: Path, name: str) -> Profile:
    """`standard` is every default; another stands in `glossator.toml` as a table [profile.NAME].

    Raises SettingInvalid for a profile that isn't there or holds something else, FileUnusable for an unreadable file.
    """
    if name == STANDARD:
        return Profile()
    file = home / FILE
    try:
        profiles = tomllib.loads(file.read_text(encoding="utf-8")).get("profile", {})
        wanted = profiles.get(name) if isinstance(profiles, dict) else None
    except FileNotFoundError:
        profiles, wanted = {}, None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingInvalid(f"{file} is no TOML: {error}.") from None
    except OSError as error:
        raise FileUnusable.of(error) from error
    if not isinstance(wanted, dict):
        known = ", ".join([STANDARD, *(profiles if isinstance(profiles, dict) else ())])
        raise SettingInvalid(
            f"There is no profile {name!r}; there is: {known}.", f"Write it into {file}, for instance {_EXAMPLE}."
        )
    try:
        return Profile.model_validate(wanted)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise SettingInvalid(f"Profile {name!r} in {file}: {where}: {first['msg']}.") from None
