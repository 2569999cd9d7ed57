"""One step of a chapter: a reading goes in, the next state and the episodes it sealed come out; a pure function."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pipeline.phases.phase2_entity_discovery.argument_branch import branch_by_rule, named_branch, standing
from pipeline.phases.phase2_entity_discovery.grounding import ground
from pipeline.phases.phase2_entity_discovery.outcomes import departed, handed_on, settled_by_memory
from pipeline.phases.phase2_entity_discovery.patched import grounded_operations
from pipeline.phases.phase2_entity_discovery.places import Window
from pipeline.phases.phase2_entity_discovery.rows import Rows
from pipeline.phases.phase2_entity_discovery.scope import Ground
from pipeline.phases.phase2_entity_discovery.sealing import seal
from pipeline.phases.phase2_entity_discovery.session import SessionTier
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import Cut, cuts
from pipeline.phases.phase2_entity_discovery.working_memory.formats import MemoryFormat
from pipeline.phases.phase2_entity_discovery.working_memory.state import BudgetedMemory
from schemas.delta import BoundaryKind, ChunkRow, ChunkStatus, GraphDelta, Provenance
from schemas.errors import NothingFits
from schemas.ids import chunk_id, folded
from schemas.memory import Operation, Refusal, Resolve, SetBranch, SetTopic
from schemas.progress import ChapterState, Tally
from schemas.reading import NOTHING_SPENT, ChunkReading, Usage
from schemas.text import Book, Chapter
from schemas.vocabulary import Vocabulary


class ChapterFrame(NamedTuple):
    """What stays the same through a chapter-reading."""

    book: Book
    chapter: Chapter
    owner: str
    vocabulary: Vocabulary
    provenance: Provenance
    memory_format: MemoryFormat
    turns: frozenset[int]
    inline_boundary: bool


class Read(NamedTuple):
    """What became of sentences [first, last): a reading, or a gap with its reason, and what it cost.

    `visible` are the handles shown, `recalled` the ids of the entities among them that earlier episodes left.
    """

    step: str
    first: int
    last: int
    reading: ChunkReading | None
    gap: str | None = None
    visible: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    calls: int = 0
    usage: Usage = NOTHING_SPENT


class Stepped(NamedTuple):
    state: ChapterState
    sealed: tuple[GraphDelta, ...]
    refused: dict[str, str]


def advance(frame: ChapterFrame, state: ChapterState, read: Read, chunk_done: bool) -> Stepped:
    """The state after `read`. Cuts are applied after the whole step was read: the memory is evicted at each cut, then
    what came after it is applied; items belong to the episode of their last evidence."""
    tier = SessionTier(state.session, frame.book.book_id)
    rows, order = _grounded(frame, state, read, tier)
    if read.reading is not None and _says_something(read.reading) and not rows.counts():
        read = read._replace(reading=None, gap=NothingFits.code)
    _chunk_row(frame, read, rows)
    memory = BudgetedMemory(state.memory, frame.memory_format.render)
    boundaries = cuts(frame.book, frame.chapter, (read.first, read.last), state.episode_first, _turns(frame, read))
    inner = [cut.after for cut in boundaries if cut.after < read.last - 1]
    model_operations, refusals = _model_operations(frame, state, read, tier, inner[-1] if inner else None)
    timed = [*rows.operations, *_timed(model_operations, inner[0] if inner else read.last - 1, read.last - 1)]
    pending, sealed = rows.joined(state.pending), []
    episode_order, episode_first, start = state.episode_order, state.episode_first, read.first
    for cut in (*boundaries, None):
        end = read.last - 1 if cut is None else cut.after
        extra = Rows()
        _apply(frame, memory, tier, timed, (start, end), extra, refusals)
        if cut is not None:
            departed(memory.evict(), tier, extra, end, "memory_budget")
            if cut.kind is BoundaryKind.CHAPTER_END:
                handed_on(tier, extra, end)
        pending = extra.joined(pending)
        if cut is not None:
            delta, pending = seal(
                frame.book, frame.chapter, frame.owner, frame.provenance, pending, tier, episode_order,
                episode_first, cut,
            )  # fmt: skip
            sealed.append(delta)
            episode_order, episode_first = episode_order + 1, cut.after + 1
        start = end + 1
    for refusal in refusals:
        rows.refuse(refusal.code, refusal.what)
    next_state = ChapterState(
        done=state.done + chunk_done,
        halves=0 if chunk_done else state.halves + 1,
        memory=memory.snapshot(),
        session=tier.freeze(),
        pending=pending,
        episode_order=episode_order,
        episode_first=episode_first,
        order=order,
        tally=_tally(state.tally, frame, read, rows, sealed, boundaries, tier, chunk_done),
    )
    return Stepped(next_state, tuple(sealed), rows.examples)


def _says_something(reading: ChunkReading) -> bool:
    kinds = ("entities", "statements", "relations", "attitudes", "inferences", "links", "references", "unread")
    return any(getattr(reading, kind) for kind in kinds)


def _grounded(frame: ChapterFrame, state: ChapterState, read: Read, tier: SessionTier) -> tuple[Rows, int]:
    if read.reading is None:
        return Rows(), state.order
    headings = " ".join(folded(section.title) for section in frame.book.sections)
    window = Window(frame.book, read.first, read.last)
    grounding = Ground(window, frame.owner, frame.chapter.order, frame.vocabulary, read.visible, headings)
    rows = ground(grounding, read.reading, tier, state.order)
    return rows, state.order + len(read.reading.statements) + len(read.reading.relations)


def _chunk_row(frame: ChapterFrame, read: Read, rows: Rows) -> None:
    window = Window(frame.book, read.first, read.last)
    start, end = frame.book.extent(read.first, read.last)
    row = ChunkRow(
        id=chunk_id(frame.owner, read.step),
        step=read.step,
        order=read.first,
        start=start,
        end=end,
        text=frame.book.passage(read.first, read.last),
        status=ChunkStatus.GAP if read.reading is None else ChunkStatus.READ,
        reason=read.gap,
        sentences=tuple(window.sentence_id(index) for index in range(read.first, read.last)),
        recalled=read.recalled,
    )
    rows.add("chunks", read.last - 1, row.id, row)


def _model_operations(
    frame: ChapterFrame, state: ChapterState, read: Read, tier: SessionTier, cut: int | None
) -> tuple[list[Operation], list[Refusal]]:
    """What the format's codec reads from the reply, then the branch: the reader's, else the one that follows by rule."""
    if read.reading is None:
        return [], []
    decoded = frame.memory_format.decode(read.reading.memory, state.memory)
    operations, unknown = grounded_operations(decoded.operations, tier, read.visible, cut)
    if not any(isinstance(operation, SetBranch) for operation in operations):
        named = named_branch(read.reading, tier)
        branch = standing(named, tier, cut) if named else branch_by_rule(read.reading, state.memory, tier, cut)
        operations += [branch] if branch is not None else []
    return operations, [*decoded.refused, *unknown]


def _timed(operations: list[Operation], shown: int, end: int) -> list[tuple[int, Operation]]:
    """What a reply says of the memory it was shown holds before the first cut evicts it (after sentence `shown`); its
    branch and what its own items settle hold at the `end`."""
    late = (SetBranch, Resolve)
    return [(end if isinstance(operation, late) else shown, operation) for operation in operations]


def _turns(frame: ChapterFrame, read: Read) -> frozenset[int]:
    if read.reading is None or not frame.inline_boundary:
        return frame.turns
    return frame.turns | {read.first + turn - 1 for turn in read.reading.turns if 1 <= turn <= read.last - read.first}


def _apply(
    frame: ChapterFrame,
    memory: BudgetedMemory,
    tier: SessionTier,
    timed: Iterable[tuple[int, Operation]],
    span: tuple[int, int],
    rows: Rows,
    refusals: list[Refusal],
) -> None:
    """Applies the operations of the sentences `span` (both ends included) and enters what follows into ledger and tier."""
    first, last = span
    title = frame.book.sections[frame.book.sentences[last].section].title if last >= first else ""
    operations = [tier.redirected(operation) for sentence, operation in timed if first <= sentence <= last]
    applied = memory.apply([SetTopic(topic=title), *operations] if title else operations, last)
    refusals.extend(applied.refused)
    for operation in applied.applied:
        tier.follow(operation)
        settled_by_memory(operation, tier, rows, last)
    departed(applied.left, tier, rows, last, "memory_budget")


def _tally(
    tally: Tally,
    frame: ChapterFrame,
    read: Read,
    rows: Rows,
    sealed: list[GraphDelta],
    boundaries: tuple[Cut, ...],
    tier: SessionTier,
    chunk_done: bool,
) -> Tally:
    total = Usage(prompt_tokens=tally.prompt_tokens, completion_tokens=tally.completion_tokens).plus(read.usage)
    items = Counter(tally.items)
    items.update({kind: count for kind, count in rows.counts().items() if kind not in {"chunks", "outcomes"}})
    statuses = Counter(reference.status for reference in tier.references.values())
    words = sum(len(frame.book.sentence_text(index).split()) for index in range(read.first, read.last))
    return Tally(
        chunks=tally.chunks + chunk_done,
        steps=tally.steps + 1,
        gaps=dict(Counter(tally.gaps) + Counter([read.gap] if read.gap else [])),
        episodes=dict(Counter(tally.episodes) + Counter(cut.kind.value for cut in boundaries)),
        items=dict(items) | {"entities": len(tier.entities)},
        refused=dict(Counter(tally.refused) + rows.refused),
        references=dict(statuses),
        words=tally.words + words,
        calls=tally.calls + read.calls,
        prompt_tokens=total.prompt_tokens,
        completion_tokens=total.completion_tokens,
    )
