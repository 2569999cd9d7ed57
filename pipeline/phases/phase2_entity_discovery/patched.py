"""What a reply's memory part means: its names as the chapter's handles, what it can't mean refused."""

from collections.abc import Iterable

from pipeline.phases.phase2_entity_discovery.argument_branch import in_handles, standing
from pipeline.phases.phase2_entity_discovery.session import RESERVED_KEYS, SessionTier
from schemas.memory import Operation, Refusal, Resolve, SetBranch


def grounded_operations(
    operations: Iterable[Operation], tier: SessionTier, visible: Iterable[str], cut: int | None
) -> tuple[list[Operation], list[Refusal]]:
    """The operations with the reply's own names put as the chapter's handles; a branch without what ended at or before
    `cut`. A reference is resolved only to what the reply made or was shown: else it stays open, as with a row."""
    shown = {*visible, *RESERVED_KEYS}
    grounded: list[Operation] = []
    refused: list[Refusal] = []
    for operation in operations:
        match operation:
            case SetBranch():
                grounded.append(standing(in_handles(operation, tier), tier, cut))
            case Resolve(target=str(target)):
                own = tier.step_handles.get(target) or tier.step_names.get(target)
                if own is None and target not in shown:
                    refused.append(Refusal(code="memory.resolve.unknown_target", what=target))
                else:
                    grounded.append(operation.model_copy(update={"target": own or target}))
            case _:
                grounded.append(operation)
    return grounded, refused
