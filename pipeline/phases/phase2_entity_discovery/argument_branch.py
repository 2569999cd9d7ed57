"""The argument branch after a step: as the reader names it, or by rule from the statements it made."""

from pipeline.phases.phase2_entity_discovery.session import SessionTier
from pipeline.phases.phase2_entity_discovery.working_memory.operations import LONGEST_BRANCH
from schemas.memory import BranchStep, MemoryState, SetBranch
from schemas.reading import ChunkReading

OPENING = frozenset({"question", "programme"})  # kinds that begin a branch


def named_branch(reading: ChunkReading, tier: SessionTier) -> SetBranch | None:
    """The reader's own branch, its new statements' handles ("c1") put as the chapter's ("s7")."""
    return in_handles(SetBranch(branch=reading.branch[-LONGEST_BRANCH:]), tier) if reading.branch else None


def in_handles(branch: SetBranch, tier: SessionTier) -> SetBranch:
    """The branch as a reply names it, in the chapter's handles; the reply's own names come first."""
    handles = tier.step_handles
    steps = tuple(step.model_copy(update={"step": handles.get(step.step, step.step)}) for step in branch.branch)
    return SetBranch(branch=steps)


def standing(branch: SetBranch, tier: SessionTier, cut: int | None) -> SetBranch:
    """The branch without the statements that ended at or before `cut`: their episode is sealed and evicted."""
    if cut is None:
        return branch
    gone = {handle for handle, statement in tier.statements.items() if statement.last <= cut}
    return SetBranch(branch=tuple(step for step in branch.branch if step.step not in gone))


def branch_by_rule(reading: ChunkReading, memory: MemoryState, tier: SessionTier, cut: int | None) -> SetBranch | None:
    """A question or programme begins a branch, a supposition deepens it, a conclusion takes the last step's place.

    What ended at or before `cut` (a sentence after which the memory was evicted) is no step any more.
    """
    handles = tier.step_handles
    conclusions = {inference.conclusion for inference in reading.inferences}
    branch = list(memory.current_argument_branch) if cut is None else []
    before = tuple(branch)
    for statement in reading.statements:
        handle = handles.get(statement.handle)
        if handle is None or (cut is not None and tier.statements[handle].last <= cut):
            continue
        if statement.kind in OPENING:
            branch = [BranchStep(step=handle, stance="asked" if statement.kind == "question" else "announced")]
        elif statement.kind == "supposition":
            branch = [*branch[: LONGEST_BRANCH - 1], BranchStep(step=handle, stance="supposed")]
        elif statement.handle in conclusions:
            kept = branch[:-1] if branch and branch[-1].stance == "concluded" else branch[: LONGEST_BRANCH - 1]
            branch = [*kept, BranchStep(step=handle, stance="concluded")]
    return SetBranch(branch=tuple(branch)) if tuple(branch) != before else None
