"""Phase 2 for one chapter, order and I/O alone: recall, ask, store, advance, checkpoint, commit; step by step."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from pipeline.journal.journal import COMPLETE, RUNNING, Journal
from pipeline.phases.phase2_entity_discovery.request import request
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame, Read, advance
from schemas.base import Schema
from schemas.delta import GraphDelta
from schemas.errors import BudgetReached, InvariantBroken, ReadingFault, ReplyCut, Stopped
from schemas.progress import ChapterProgress, ChapterState
from schemas.reading import NOTHING_SPENT, ChunkReading, Reader, ReadRequest, Usage
from schemas.text import ChunkSpan

CUT_BY_LENGTH = ReplyCut.code


class Answer(Schema):
    """A step's stored answer: a reading, or why there is none and what that cost."""

    reading: ChunkReading | None = None
    gap: str | None = None
    calls: int = 0
    usage: Usage | None = None

    @property
    def spent(self) -> Usage:
        """Unknown where calls were made and no usage was told."""
        return self.usage or (Usage() if self.calls else NOTHING_SPENT)

    def after(self, earlier: "Answer") -> "Answer":
        """With what an earlier answer cost, of which nothing else is kept."""
        return self.model_copy(update={"calls": self.calls + earlier.calls, "usage": self.spent.plus(earlier.spent)})


class EpisodeGraph(Protocol):
    """The graph as a chapter-reading needs it."""

    def committed(self, owner: str) -> Mapping[str, str]:
        """Ids and digests of the owner's episodes that stand in the graph."""
        ...

    def commit(self, delta: GraphDelta) -> None: ...

    def complete(self, book: str, owner: str) -> None:
        """Rolls up the entities that the owner mentions."""
        ...


class Surroundings(NamedTuple):
    """What a chapter is read with. `watch` is told at the beginning and after each step, `stop` says that no further call may be made."""

    journal: Journal
    reader: Reader
    graph: EpisodeGraph
    watch: Callable[[ChapterProgress], None]
    stop: Callable[[], bool]


def read_chapter(frame: ChapterFrame, surroundings: Surroundings, lease: str) -> ChapterState | None:
    """Reads the chapter from its checkpoint to its end; None when it was stopped before.

    The journal's order holds at each step: what was recalled, then the call, its answer stored by compare-and-set, then
    memory, delta and checkpoint, and at a boundary the commit. Raises BudgetReached at a checkpoint, ServiceFault where nothing can be read now;
    the same call later goes on from the checkpoint. A chapter that is complete is only compared with the graph.
    """
    journal, book, chapter = surroundings.journal, frame.book, frame.chapter
    _commit_sealed(frame.owner, journal, surroundings.graph)
    was_complete = journal.status_of(frame.owner) == COMPLETE
    state = journal.checkpoint(frame.owner) or ChapterState(episode_first=chapter.first)
    chunks = book.chunks_by_chapter.get(chapter.order, ())
    surroundings.watch(progress(frame, state, len(chunks)))
    for chunk in chunks[state.done :]:
        if surroundings.stop():
            return None
        journal.renew(frame.owner, lease)
        try:
            state = _read_chunk(frame, surroundings, state, chunk)
        except BudgetReached:
            raise
        except Stopped:
            return None
        surroundings.watch(progress(frame, state, len(chunks)))
    if not was_complete:
        surroundings.graph.complete(book.book_id, frame.owner)
        journal.conclude(frame.owner, COMPLETE)
    return state


def _commit_sealed(owner: str, journal: Journal, graph: EpisodeGraph) -> None:
    """Commits what was sealed and isn't in the graph, whatever the marks say: they are a cache. A chapter that lacks
    something there is no longer complete, until it is rolled up again."""
    standing, missing = graph.committed(owner), False
    for sealed in journal.sealed(owner):
        if sealed.id not in standing:
            if not missing:
                journal.conclude(owner, RUNNING)
                missing = True
            graph.commit(GraphDelta.model_validate_json(sealed.delta))
        elif standing[sealed.id] != sealed.digest:
            raise InvariantBroken(f"Episode {sealed.id} stands in the graph with other content than was sealed.")
        if not sealed.committed:
            journal.mark_committed(sealed.id)


def progress(frame: ChapterFrame, state: ChapterState, total: int) -> ChapterProgress:
    return ChapterProgress(
        book=frame.book.book_id,
        title=frame.book.title,
        chapter=frame.chapter.order,
        chapter_title=frame.chapter.title,
        done=state.done,
        total=total,
        tally=state.tally,
        entities=frozenset(entity.id for entity in state.session.entities.values()),
        complete=state.done == total,
    )


def _read_chunk(frame: ChapterFrame, surroundings: Surroundings, state: ChapterState, chunk: ChunkSpan) -> ChapterState:
    """One chunk; a reply cut by length halves it once, which the answer of the whole step records."""
    ask, whole = _answer(frame, surroundings, state, str(chunk.number), chunk.first, chunk.last)
    middle = _middle(frame, chunk)
    if whole.gap != CUT_BY_LENGTH or middle is None:
        return _advance(frame, surroundings, state, ask, chunk.first, chunk.last, whole, True)
    for number, (first, last) in enumerate(((chunk.first, middle), (middle, chunk.last)), start=1):
        if number <= state.halves:
            continue
        if surroundings.stop():
            raise Stopped("Stopped between two halves of a chunk.")
        ask, answer = _answer(frame, surroundings, state, f"{chunk.number}.{number}", first, last)
        if number == 1:
            answer = answer.after(whole)
        state = _advance(frame, surroundings, state, ask, first, last, answer, last == chunk.last)
    return state


def _answer(
    frame: ChapterFrame, surroundings: Surroundings, state: ChapterState, step: str, first: int, last: int
) -> tuple[ReadRequest, Answer]:
    ask = request(frame, state, step, first, last, frame.inline_boundary)
    stored = surroundings.journal.answer(frame.owner, step)
    if stored is None:
        surroundings.journal.ask(frame.owner, step, [entity.id for entity in ask.recalled])
        try:
            reading = surroundings.reader.read(ask)
            answer = Answer(reading=reading, calls=reading.calls, usage=reading.usage)
        except ReadingFault as fault:
            answer = Answer(gap=fault.code, calls=fault.calls, usage=fault.usage)
        stored = surroundings.journal.store_answer(frame.owner, step, answer.model_dump_json(exclude_defaults=True))
    return ask, Answer.model_validate_json(stored)


def _advance(
    frame: ChapterFrame,
    surroundings: Surroundings,
    state: ChapterState,
    ask: ReadRequest,
    first: int,
    last: int,
    answer: Answer,
    chunk_done: bool,
) -> ChapterState:
    memory = ask.memory
    visible = (*memory.active_entities, *(entity.handle for entity in ask.recalled), *memory.recent_statements)
    recalled = tuple(entity.id for entity in ask.recalled)
    read = Read(ask.step, first, last, answer.reading, answer.gap, visible, recalled, answer.calls, answer.spent)
    stepped = advance(frame, state, read, chunk_done)
    surroundings.journal.save(frame.owner, stepped.state, stepped.sealed)
    for delta in stepped.sealed:
        surroundings.graph.commit(delta)
    if stepped.sealed:
        surroundings.journal.mark_committed(*(delta.episode.id for delta in stepped.sealed))
    return stepped.state


def _middle(frame: ChapterFrame, chunk: ChunkSpan) -> int | None:
    """The sentence at which the chunk falls into halves of about equal words; None for a single sentence."""
    if chunk.last - chunk.first < 2:
        return None
    words = [len(frame.book.sentence_text(index).split()) for index in range(chunk.first, chunk.last)]
    half, so_far = sum(words) / 2, 0
    for offset, count in enumerate(words[:-1]):
        so_far += count
        if so_far >= half:
            return chunk.first + offset + 1
    return chunk.last - 1
