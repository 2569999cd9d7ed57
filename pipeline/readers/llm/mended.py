"""Puts rows that were asked for again in the place of those that could not be read."""

from collections.abc import Sequence
from typing import Any

from pipeline.readers.llm.answer import BadRow, RowsAnswer, rows_of, shown_row


def with_mended(
    answer: dict[str, Any], bad: Sequence[BadRow], asked: int, mended: dict[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The answer with the rows `bad` replaced by those that came for them, list by list and no more than were asked for,
    and the bad rows for which none came; only the first `asked` were asked for again."""
    found, gone, lost = dict(answer), {(one.kind, repr(one.row)) for one in bad}, list(bad[asked:])
    for name in RowsAnswer.model_fields:
        wanted = [one for one in bad[:asked] if one.kind == name]
        came = rows_of(mended.get(name))[: len(wanted)]
        found[name] = [row for row in rows_of(answer.get(name)) if (name, repr(row)) not in gone] + came
        lost += wanted[len(came) :]
    return found, tuple(shown_row(one.row) for one in lost)
