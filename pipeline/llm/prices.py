"""What a model's tokens cost: from the price file, nothing for an endpoint on this machine, unknown for all else."""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import ValidationError

from schemas.errors import SettingInvalid
from schemas.settings import ModelSettings
from schemas.spending import FREE, Price

PRICES = Path(__file__).parents[2] / "data" / "prices.toml"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def price_of(settings: ModelSettings) -> Price | None:
    """The first entry whose pattern fits the model's name. Raises SettingInvalid for a price file that is none."""
    if settings.base_url is not None and is_local(settings.base_url):
        return FREE
    for pattern, price in load_prices(settings.prices or PRICES).items():
        if fnmatchcase(settings.model.rpartition("/")[2], pattern):
            return price
    return None


def is_local(url: str) -> bool:
    """Whether the endpoint runs on this machine: then nobody is paid."""
    try:
        return (urlsplit(url).hostname or "") in _LOOPBACK
    except ValueError:
        return False


def load_prices(path: Path) -> dict[str, Price]:
    """Prices by pattern of a model's name, in the file's order."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["models"]
        return {pattern: Price.model_validate(price) for pattern, price in table.items()}
    except OSError as error:
        raise SettingInvalid(f"The price file {path} can't be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, AttributeError, ValidationError) as error:
        wanted = '[models] with lines such as "gpt-4.1*" = { input = 2.0, cached = 0.5, output = 8.0 }'
        raise SettingInvalid(f"The price file {path} is no price file.", f"It holds {wanted}.") from error
