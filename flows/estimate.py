"""What reading books with a model will cost, before anything is spent: calls, tokens and money per book."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from flows.preparation import wanted_chapters
from flows.preview import chunks_left
from flows.walking import refuse_closed
from pipeline.journal.engine import exists
from pipeline.journal.journal import Journal
from pipeline.journal.ledger import Ledger
from pipeline.llm.prices import price_of
from pipeline.llm.prompts import load_prompt
from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.request import request
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import INLINE, turns
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.readers.choice import DEFAULTS, LLM
from pipeline.readers.llm.forecast import Forecast, forecast
from pipeline.readers.llm.reader import PROMPT, TASK, render
from pipeline.vocabulary import load_vocabulary
from schemas.base import Schema
from schemas.delta import Provenance
from schemas.errors import SettingInvalid
from schemas.progress import ChapterState
from schemas.reading import ReadRequest
from schemas.run import Failure, Options
from schemas.settings import Settings
from schemas.spending import Habit
from schemas.text import Book, ChunkSpan, StructureOptions


class BookEstimate(Schema):
    """`calls` of what no run has read yet, a call a chunk; `usd` None where the model's price isn't known."""

    source: Path
    title: str
    model: str = ""
    calls: int = 0
    words: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = None
    failure: Failure | None = None


def estimate_book(path: Path, settings: Settings, options: Options, habit: Habit) -> BookEstimate:
    """By how the model answers; an error becomes the estimate's failure."""
    try:
        refuse_closed(path)
        book = read_structure(path, StructureOptions(chunk_words=options.chunk_words, password=settings.book_password))
        left = _left(book, wanted_chapters(book, path, options), settings, options)
        total = Forecast()
        for order in {chunk.chapter for chunk in left}:
            asked = [chunk for chunk in left if chunk.chapter == order]
            total = total.plus(forecast(chunk_requests(book, asked, settings, options), habit))
    except Exception as error:  # whatever is wrong with one book, the others are shown
        return BookEstimate(source=path, title=path.name, failure=Failure.of(error))
    price = price_of(settings.model)
    return BookEstimate(
        source=path,
        title=book.title,
        model=settings.model.model,
        calls=total.calls,
        words=sum(chunk.words for chunk in left),
        prompt_tokens=total.prompt_tokens,
        completion_tokens=total.completion_tokens,
        usd=None if price is None else price.of(total.prompt_tokens, 0, total.completion_tokens),
    )


def known_habit(settings: Settings) -> Habit:
    """How the model answered so far, as the ledger knows; the default where it was hardly asked yet."""
    if not exists(settings.journal):
        return Habit()
    with closing(Journal(settings.journal)) as journal:
        return Ledger(journal).habit(settings.model.model, TASK)


def rendered_prompt(path: Path, settings: Settings, chapter: int, chunk: int) -> tuple[str, str]:
    """(lasting, changing) as a model would be sent them for a chunk, with an empty memory. Raises SettingInvalid."""
    book = read_structure(path, StructureOptions(password=settings.book_password))
    chunks = book.chunks_by_chapter.get(chapter, ())
    if not 1 <= chunk <= len(chunks):
        raise SettingInvalid(f"Chapter {chapter} of {path.name} has {len(chunks)} chunks.")
    (asked,) = chunk_requests(book, chunks[chunk - 1 : chunk], settings, Options())
    return render(load_prompt(*PROMPT), asked)


def chunk_requests(book: Book, chunks: Sequence[ChunkSpan], settings: Settings, options: Options) -> list[ReadRequest]:
    """What a model would be asked about chunks of one chapter, its memory left empty."""
    chapter = next(one for one in book.chapters if one.order == chunks[0].chapter)
    boundary = options.boundary or DEFAULTS[LLM].boundary
    frame = ChapterFrame(
        book=book,
        chapter=chapter,
        owner="",
        vocabulary=load_vocabulary(settings.vocabulary),
        provenance=Provenance(extractor=""),
        memory_format=memory_format(options.memory_format or DEFAULTS[LLM].memory_format),
        turns=turns(book, chapter, boundary),
        inline_boundary=boundary == INLINE,
    )
    state = ChapterState(episode_first=chapter.first)
    return [request(frame, state, str(one.number), one.first, one.last, frame.inline_boundary) for one in chunks]


def _left(book: Book, orders: Sequence[int], settings: Settings, options: Options) -> list[ChunkSpan]:
    """Chunks that are still to be asked; all where no model is configured yet."""
    if settings.model.configured:
        return chunks_left(book, orders, settings, options.model_copy(update={"reader": LLM}))
    return [chunk for order in orders for chunk in book.chunks_by_chapter.get(order, ())]
