"""Settings as values: read once from an environment by the command line, then passed in."""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from pydantic import Field, SecretStr

from schemas.base import Schema
from schemas.errors import SettingInvalid
from schemas.spending import Cap, Rates

LEAST_PASSWORD_LENGTH = 8  # Neo4j's own rule; a shorter one fails late or is ignored
_HEAP = re.compile(r"^[1-9][0-9]*[mg]$")
_PORTS = {"GLOSSATOR_BOLT_PORT": 7687, "GLOSSATOR_HTTP_PORT": 7474, "GLOSSATOR_PREFECT_PORT": 4200}


class GraphSettings(Schema):
    """Where Neo4j is. With `uri` set nothing local starts; else the local one at 127.0.0.1:`bolt_port`.

    `password` belongs to `uri`; `local_password` is wanted for the local one (else a random one is made at first start).
    Port 0 means any free one; `heap` is the local one's Java heap at most ("1g", "512m").
    """

    uri: str | None = None
    username: str = "neo4j"
    password: SecretStr | None = None
    local_password: SecretStr | None = None
    bolt_port: int = Field(7687, ge=0, le=65535)
    http_port: int = Field(7474, ge=0, le=65535)
    database: str = "neo4j"
    heap: str = Field("1g", pattern=_HEAP.pattern)


def check_password(password: SecretStr | None) -> None:
    """Of the local Neo4j. Raises SettingInvalid for one that is too short."""
    if password is not None and len(password.get_secret_value()) < LEAST_PASSWORD_LENGTH:
        raise SettingInvalid(
            f"The password in GLOSSATOR_NEO4J_PASSWORD is too short: it needs at least {LEAST_PASSWORD_LENGTH} characters.",
            "Set a longer one, or none to get a random one.",
        )


class ModelSettings(Schema):
    """An OpenAI-compatible endpoint. `rates` hold over all processes, `day` is the most that it gets in a day (UTC);
    `prices` is a price file of the user's own."""

    base_url: str | None = None
    api_key: SecretStr | None = None
    model: str = "gpt-4.1-mini"
    timeout_seconds: float = 120.0
    rates: Rates = Rates()
    run: Cap = Cap()
    day: Cap = Cap()
    prices: Path | None = None

    @property
    def configured(self) -> bool:
        return self.base_url is not None or self.api_key is not None


class Settings(Schema):
    """`home` is GLOSSATOR_HOME: everything a run writes goes below it (0700). `cache` holds what is only fetched and
    may be shared by several homes. `redact` keeps texts out of the journal. `recordings` is the
    folder that the recorded reader answers from, `record` a file to which a model's answers are added. With `prefect_url` (an API's) no local Prefect starts; else it is at `prefect_port`."""

    home: Path
    graph: GraphSettings = GraphSettings()
    model: ModelSettings = ModelSettings()
    journal_url: str | None = None
    book_password: SecretStr | None = None
    vocabulary: Path | None = None
    cache: Path | None = None
    prefect_url: str | None = None
    prefect_port: int = Field(4200, ge=0, le=65535)
    redact: bool = False
    recordings: Path | None = None
    record: Path | None = None

    @property
    def cache_folder(self) -> Path:
        return self.cache or _at_home("GLOSSATOR_CACHE", ".cache", "glossator")

    @property
    def journal(self) -> str:
        """A URL; what means something in one is quoted in the path."""
        return self.journal_url or f"sqlite:///{quote(str(self.home / 'memory.db'))}"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Raises SettingInvalid, which names the variable and never its value if that is secret."""

        def text(name: str) -> str | None:
            value = environment.get(name) or None
            try:
                (value or "").encode()
            except UnicodeEncodeError:
                raise SettingInvalid(f"{name} is no text in UTF-8.") from None
            return value

        def secret(name: str) -> SecretStr | None:
            value = text(name)
            return None if value is None else SecretStr(value)

        def path(name: str) -> Path | None:
            value = text(name)
            try:
                return None if value is None else Path(value).expanduser().absolute()
            except RuntimeError:
                raise SettingInvalid(f"{name} names the home of a user who isn't there: {value!r}.") from None

        def number(name: str) -> int:
            value = text(name)
            try:
                found = _PORTS[name] if value is None else int(value)
            except ValueError:
                found = -1
            if not 0 < found < 65536:
                raise SettingInvalid(f"{name} must be a port from 1 to 65535, not {value!r}.")
            return found

        def amount(name: str, least: float, whole: bool) -> float | None:
            value = text(name)
            if value is None:
                return None
            try:
                found = float(value)
            except ValueError:
                found = math.nan
            if not math.isfinite(found) or found < least or (whole and found != int(found)):
                raise SettingInvalid(
                    f"{name} must be a {'whole ' if whole else ''}number from {least:g}, not {value!r}."
                )
            return found

        def count(name: str, least: int = 1) -> int | None:
            found = amount(name, least, whole=True)
            return None if found is None else int(found)

        local_password = secret("GLOSSATOR_NEO4J_PASSWORD")
        check_password(local_password)
        heap = text("GLOSSATOR_NEO4J_HEAP") or GraphSettings().heap
        if not _HEAP.fullmatch(heap):
            raise SettingInvalid(f"GLOSSATOR_NEO4J_HEAP must be a size such as 512m or 2g, not {heap!r}.")
        home = path("GLOSSATOR_HOME")
        return cls(
            home=home or _at_home("GLOSSATOR_HOME", ".glossator"),
            graph=GraphSettings(
                uri=text("NEO4J_URI"),
                username=text("NEO4J_USERNAME") or "neo4j",
                password=secret("NEO4J_PASSWORD"),
                local_password=local_password,
                bolt_port=number("GLOSSATOR_BOLT_PORT"),
                http_port=number("GLOSSATOR_HTTP_PORT"),
                database=text("NEO4J_DATABASE") or "neo4j",
                heap=heap,
            ),
            model=ModelSettings(
                base_url=text("OPENAI_BASE_URL"),
                api_key=secret("OPENAI_API_KEY"),
                model=text("GLOSSATOR_MODEL") or ModelSettings().model,
                timeout_seconds=amount("GLOSSATOR_TIMEOUT_SECONDS", 1, whole=False) or ModelSettings().timeout_seconds,
                rates=Rates(
                    requests_per_minute=count("GLOSSATOR_REQUESTS_PER_MINUTE"),
                    tokens_per_minute=count("GLOSSATOR_TOKENS_PER_MINUTE"),
                    in_flight=count("GLOSSATOR_CALLS_IN_FLIGHT"),
                ),
                run=Cap(tokens=count("GLOSSATOR_RUN_TOKENS", 0), usd=amount("GLOSSATOR_RUN_USD", 0, whole=False)),
                day=Cap(tokens=count("GLOSSATOR_DAY_TOKENS", 0), usd=amount("GLOSSATOR_DAY_USD", 0, whole=False)),
                prices=path("GLOSSATOR_PRICES"),
            ),
            journal_url=text("GLOSSATOR_JOURNAL_URL"),
            book_password=secret("GLOSSATOR_BOOK_PASSWORD"),
            vocabulary=path("GLOSSATOR_VOCABULARY"),
            cache=path("GLOSSATOR_CACHE"),
            prefect_url=text("PREFECT_API_URL"),
            prefect_port=number("GLOSSATOR_PREFECT_PORT"),
            redact=bool(text("GLOSSATOR_REDACT")),
            recordings=path("GLOSSATOR_RECORDINGS"),
            record=path("GLOSSATOR_RECORD"),
        )


def _at_home(variable: str, *parts: str) -> Path:
    try:
        return Path.home().joinpath(*parts)
    except RuntimeError:
        raise SettingInvalid("This user has no home folder.", f"Set {variable}.") from None
