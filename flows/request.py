"""From the form's values to settings and options, checked before a book is opened."""

from collections.abc import Mapping
from pathlib import Path

from flows.chapters import chapter_orders
from flows.form import BooksForm, ReaderChoice, ReadingForm
from flows.layers import layered, options_of, with_endpoint
from flows.paths import books_fitting, distinct, expanded, named
from flows.preparation import check_choices
from flows.walking import is_folder
from pipeline.graph.connection import connect
from pipeline.graph.local_server import state
from pipeline.readers.choice import LLM, chosen
from pipeline.readers.model_side import check_budget
from pipeline.vocabulary import load_vocabulary
from schemas.errors import SettingInvalid
from schemas.run import Options
from schemas.settings import Settings

_SEEN = "The runs see the environment that `glossator up` had: set it, then `glossator down` and `glossator up`."


def requested(reading: ReadingForm, environment: Mapping[str, str]) -> tuple[Settings, Options]:
    """Raises UsageFault for values that make no sense."""
    settings, options = choices_of(reading, environment)
    if options.reader == LLM and not settings.model.configured:
        raise SettingInvalid("The reader llm needs an endpoint: OPENAI_API_KEY or OPENAI_BASE_URL.", _SEEN)
    check(settings, options)
    return settings, options


def choices_of(reading: ReadingForm, environment: Mapping[str, str]) -> tuple[Settings, Options]:
    """What the form, the environment and the profile come to; whether it can be run is not looked at."""
    settings = Settings.from_environment(environment)
    said = {
        "reader": None if reading.reader is None else reading.reader.value,
        "workers": reading.workers,
        "max_gaps": reading.max_gaps,
        "budget_tokens": reading.budget_tokens,
        "budget_usd": reading.budget_usd,
    }
    choices = layered(said, environment, settings, reading.profile)
    return with_endpoint(settings, choices), options_of(choices, chapter_orders(reading.chapters))


def check(settings: Settings, options: Options) -> str:
    """The name of the reader. Raises UsageFault for what can be known to be wrong before a book is opened."""
    name = chosen(options.reader, settings.model)
    check_choices(options.memory_format, options.boundary)
    if name == LLM:
        check_budget(settings.model, options.caps(settings.model), options.budgeted)
    load_vocabulary(settings.vocabulary)
    return name


def graph_answers(settings: Settings) -> None:
    """Raises ServiceFault at once where no graph is there, before a book is opened."""
    connect(settings).close()


def graph_address(settings: Settings) -> str:
    """Where people look at the graph: the local Neo4j Browser, or the address of another Neo4j; never a secret."""
    found = state(settings)
    return found.browser or found.address or "no Neo4j"


def wanted_books(books: BooksForm) -> list[Path]:
    """The books that the form names, each once, in order. Raises SettingInvalid, PathNotFound, NothingToRead."""
    names = [_whole(path) for path in books.paths if path.strip()]
    folder = _whole(books.folder) if books.folder.strip() else None
    if folder is None and not names:
        raise SettingInvalid("No book is named.", "Give a folder, or the paths of single files.")
    found = [path for name in names for path in named(name)]
    if folder is not None:
        pattern = books.glob.strip()
        every = not pattern or pattern == BooksForm.model_fields["glob"].default
        found += named(folder) if every or not is_folder(Path(folder)) else books_fitting(Path(folder), pattern)
    return distinct(found)


def _whole(path: str) -> str:
    """A relative path would mean a folder of the process that runs the flow, which nobody chose."""
    found = expanded(path.strip())
    if not found.is_absolute():
        raise SettingInvalid(f"{path!r} is no whole path.", "Write it from / or from ~.")
    return str(found)


def form_of(options: Options) -> ReadingForm:
    """What the list of runs shows of a command's options; what only a profile can say in the form is left out."""
    return ReadingForm(
        reader=ReaderChoice(options.reader),
        budget_tokens=options.budget_tokens,
        budget_usd=options.budget_usd,
        workers=options.workers,
        chapters=",".join(map(str, options.chapters)),
        max_gaps=options.max_gaps,
    )
