"""Where each choice of a reading comes from: a flag, the environment, a profile of glossator.toml, or the default."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from flows.profiles import Profile, profile
from schemas.errors import SettingInvalid
from schemas.run import Options
from schemas.settings import Settings

VARIABLES = {
    "reader": "GLOSSATOR_READER",
    "memory_format": "GLOSSATOR_MEMORY_FORMAT",
    "boundary": "GLOSSATOR_BOUNDARY",
    "workers": "GLOSSATOR_WORKERS",
    "chunk_words": "GLOSSATOR_CHUNK_WORDS",
    "max_gaps": "GLOSSATOR_MAX_GAPS",
    "budget_tokens": "GLOSSATOR_BUDGET_TOKENS",
    "budget_usd": "GLOSSATOR_BUDGET_USD",
    "model": "GLOSSATOR_MODEL",
    "base_url": "OPENAI_BASE_URL",
}
_OF_THE_ENDPOINT = ("model", "base_url")


class Layered(NamedTuple):
    """A value and who said it: "flag --workers", "environment GLOSSATOR_WORKERS", "profile lab" or "default"."""

    value: Any
    source: str


def layered(
    flags: Mapping[str, Any], environment: Mapping[str, str], settings: Settings, profile_name: str
) -> dict[str, Layered]:
    """Every choice by name; a flag that is None was not given. Raises SettingInvalid, which names the layer."""
    named = profile(settings.home, profile_name)
    found: dict[str, Layered] = {}
    for name, variable in VARIABLES.items():
        said = environment.get(variable) or None
        of_profile = getattr(named, name)
        if flags.get(name) is not None:
            found[name] = Layered(flags[name], f"flag --{name.replace('_', '-')}")
        elif said is not None:
            found[name] = Layered(_parsed(name, said), f"environment {variable}")
        elif of_profile is not None:
            found[name] = Layered(of_profile, f"profile {profile_name}")
        else:
            found[name] = Layered(_default(name), "default")
    return found


def _parsed(name: str, said: str) -> Any:
    """A variable's value checked as the profile's would be."""
    try:
        return getattr(Profile.model_validate({name: said.strip().removesuffix("%")}), name)
    except ValidationError as error:
        raise SettingInvalid(f"{VARIABLES[name]}: {error.errors()[0]['msg']}.") from None


def _default(name: str) -> Any:
    of_endpoint = Settings.model_fields["model"].default
    return getattr(of_endpoint, name) if name in _OF_THE_ENDPOINT else Options.model_fields[name].default


def options_of(choices: Mapping[str, Layered], chapters: tuple[int, ...] = ()) -> Options:
    return Options(
        chapters=chapters,
        **{name: choice.value for name, choice in choices.items() if name not in _OF_THE_ENDPOINT},
    )


def with_endpoint(settings: Settings, choices: Mapping[str, Layered]) -> Settings:
    """The settings with model and address of the endpoint as chosen."""
    update = {name: choices[name].value for name in _OF_THE_ENDPOINT}
    return settings.model_copy(update={"model": settings.model.model_copy(update=update)})
