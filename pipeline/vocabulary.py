"""Reads a vocabulary from its data file."""

import tomllib
from pathlib import Path

from pydantic import ValidationError

from schemas.errors import SettingInvalid
from schemas.vocabulary import Vocabulary

DEFAULT_VOCABULARY = Path(__file__).parents[1] / "data" / "vocabularies" / "philosophy.toml"


def load_vocabulary(path: Path | None = None) -> Vocabulary:
    """The vocabulary in `path` (TOML), by default the one for philosophy. Raises SettingInvalid."""
    path = path or DEFAULT_VOCABULARY
    try:
        return Vocabulary.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise SettingInvalid(f"The vocabulary {path} can't be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise SettingInvalid(f"The vocabulary {path} is not valid: {error}") from error
