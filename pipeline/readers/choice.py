"""Which reader reads: by name, or the model where one is configured, else the baseline."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from pipeline.readers.model_side import ModelSide
from schemas.errors import LanguageNeedsModel, SettingInvalid
from schemas.reading import Reader
from schemas.settings import ModelSettings, Settings

if TYPE_CHECKING:
    from pipeline.readers.recorded.reader import RecordedReader

AUTO, LLM, BASELINE, RECORDED = "auto", "llm", "baseline", "recorded"
READERS = (AUTO, LLM, BASELINE, RECORDED)


class Defaults(NamedTuple):
    """A reader's memory format and boundary detector until measurements say otherwise."""

    memory_format: str
    boundary: str


DEFAULTS = {
    LLM: Defaults("derived", "inline"),
    BASELINE: Defaults("derived", "cohesion"),
    RECORDED: Defaults("derived", "inline"),
}


def chosen(name: str, settings: ModelSettings) -> str:
    """The reader that was asked for, `auto` decided. Raises SettingInvalid."""
    if name not in READERS:
        raise SettingInvalid(f"There is no reader {name!r}; there are {', '.join(READERS)}.")
    if name == AUTO:
        return LLM if settings.configured else BASELINE
    if name == LLM and not settings.configured:
        raise SettingInvalid("The reader llm needs an endpoint.", "Set OPENAI_API_KEY or OPENAI_BASE_URL.")
    return name


def check_language(reader: str, language: str, title: str) -> None:
    """Raises LanguageNeedsModel where the baseline can't read the book's language."""
    if reader == BASELINE and language != "en":
        raise LanguageNeedsModel(f"{title} is written in {language!r}, which the baseline reader does not read.")


def reader_identity(name: str, settings: Settings) -> tuple[str, ...]:
    """What of the reader of that name (not `auto`) decides what is read; nothing is opened for it."""
    if name == LLM:
        from pipeline.readers.llm.reader import identity

        return identity(settings.model.model)
    if name == RECORDED:
        return _recorded(settings).identity
    from pipeline.readers.baseline.reader import BaselineReader

    return BaselineReader().identity


def make_reader(
    name: str,
    settings: Settings,
    side: ModelSide,
    stop: Callable[[], bool],
    waits: Callable[[str], None],
) -> Reader:
    """The reader of that name (not `auto`)."""
    if name == LLM:
        from pipeline.readers.llm.reader import LlmReader

        return LlmReader(side.client, settings.model.model, stop, waits, side.heard)
    if name == RECORDED:
        return _recorded(settings)
    from pipeline.readers.baseline.reader import BaselineReader

    return BaselineReader()


def _recorded(settings: Settings) -> "RecordedReader":
    from pipeline.readers.recorded.reader import RecordedReader

    return RecordedReader(settings.recordings)
