"""Reads a vocabulary from its data file."""

import tomllib
from pathlib import Path

from pydantic import ValidationError

from schemas.errors import SettingInvalid
from schemas.vocabulary import Vocabulary

DEFAULT_VOCABULARY = Path(__file__).parents[1] / "data" / "vocabularies" / "philosophy.toml"
_REMEDY = f"GLOSSATOR_VOCABULARY wants a file such as {DEFAULT_VOCABULARY}."


def load_vocabulary(path: Path | None = None) -> Vocabulary:
    """The vocabulary in `path` (TOML), by default the one for philosophy. Raises SettingInvalid."""
    path = path or DEFAULT_VOCABULARY
    try:
        return Vocabulary.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise SettingInvalid(f"The vocabulary {path} can't be read: {error.strerror}.", _REMEDY) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingInvalid(f"The vocabulary {path} is no TOML: {error}.", _REMEDY) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the whole file"
        raise SettingInvalid(f"The vocabulary {path} is not valid: {place}: {first['msg']}.", _REMEDY) from error
