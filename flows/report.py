"""A run as tables and one Markdown page: pure functions of its outcomes."""

from collections.abc import Sequence
from typing import Any

from flows.estimate import BookEstimate
from flows.paths import shown
from flows.preview import BookPreview
from flows.totals import chapters_done, counted, totals
from schemas.run import NOT_BEGUN, BookOutcome, ChapterOutcome, Failure, Outcome, gap_share

_CELLS = ("chunks", "gaps", "episodes", "entities", "statements", "relations", "inferences", "calls", "tokens")
_SHOWN = ("book", "state", "chapters", "chunks", "gaps", "entities", "statements", "tokens")  # more overlap in the UI
_LONGEST_CELL = 300


def chapter_rows(outcome: BookOutcome) -> list[dict[str, Any]]:
    """A row a chapter."""
    return [
        {"chapter": chapter.chapter, "title": chapter.title, "state": chapter.state}
        | {"failure": line(chapter.failure)}
        | _counts(totals([chapter]))
        for chapter in outcome.chapters
    ]


def book_rows(outcomes: Sequence[BookOutcome]) -> list[dict[str, Any]]:
    """A row a book."""
    return [
        {"book": shown(outcome.title), "state": outcome.state, "failure": line(outcome.failure)}
        | {"chapters": chapters_done(outcome.chapters)}
        | _counts(totals(outcome.chapters))
        | {"cost": outcome.cost or "-"}
        | {"file": shown(str(outcome.source))}
        for outcome in outcomes
    ]


def preview_rows(previews: Sequence[BookPreview]) -> list[dict[str, Any]]:
    return [
        {
            "book": shown(preview.title),
            "language": preview.language,
            "chapters": preview.chapters,
            "calls": preview.calls,
            "words": preview.words,
            "failure": line(preview.failure),
            "file": shown(str(preview.source)),
        }
        for preview in previews
    ]


def estimate_rows(estimates: Sequence[BookEstimate]) -> list[dict[str, Any]]:
    return [
        {
            "book": shown(one.title),
            "model": one.model,
            "calls": one.calls,
            "words": one.words,
            "prompt tokens": one.prompt_tokens,
            "answer tokens": one.completion_tokens,
            "US dollars": "unknown" if one.usd is None else round(one.usd, 4),
            "failure": line(one.failure),
        }
        for one in estimates
    ]


def estimate_sentence(estimates: Sequence[BookEstimate]) -> str:
    """2 books: 118 calls, 341000 prompt and 330000 answer tokens, $4.12; 1 can't be read."""
    good = [one for one in estimates if one.failure is None]
    prices = [one.usd for one in good]
    money = "price unknown" if None in prices else f"${sum(price or 0 for price in prices):.2f}"
    prompt, answer = sum(one.prompt_tokens for one in good), sum(one.completion_tokens for one in good)
    failed = f"; {len(estimates) - len(good)} can't be read" if len(good) < len(estimates) else ""
    calls = counted(sum(one.calls for one in good), "call")
    return f"{counted(len(estimates), 'book')}: {calls}, {prompt} prompt and {answer} answer tokens, {money}{failed}"


def sentence(outcomes: Sequence[BookOutcome]) -> str:
    """One line for a list of runs: 3 books: 2 done, 1 failed; 412 chunks, 3 gaps (0.7 %), 96010 tokens."""
    states = [outcome.state for outcome in outcomes]
    ended = ", ".join(f"{states.count(state)} {state}" for state in (*Outcome, NOT_BEGUN) if state in states)
    chapters = [chapter for outcome in outcomes for chapter in outcome.chapters]
    already = sum(outcome.standing for outcome in outcomes)
    stood = f" ({already if len(outcomes) > 1 else 'it'} stood complete already)" if already else ""
    return f"{counted(len(outcomes), 'book')}: {ended or 'nothing'}{stood}; {_read(chapters)}"


def chapter_sentence(outcome: ChapterOutcome) -> str:
    """One line for a task: done; 12 chunks, 0 gaps (0.0 %), 4170 tokens. Of one that was stopped: interrupted at chunk 2/3; …"""
    at = "" if outcome.complete or not outcome.begun else f" at chunk {outcome.done}/{outcome.total}"
    return line(outcome.failure) or f"{outcome.state}{at}; {_read([outcome])}"


def _read(chapters: Sequence[ChapterOutcome]) -> str:
    total = totals(chapters)
    tokens = "tokens unknown" if total["tokens"] is None else counted(total["tokens"], "token")
    gaps = f"{counted(total['gaps'], 'gap')} ({gap_share(chapters):.1f} %)"
    return f"{counted(total['chunks'], 'chunk')}, {gaps}, {tokens}"


def markdown(name: str, outcomes: Sequence[BookOutcome], ended: str, graph: str | None, log: str) -> str:
    """The report: what was read and found, what failed and why, what is missing and what to do."""
    rows = book_rows(outcomes)
    parts = [f"# {_cell(name)}", f"**{ended}**: {_cell(sentence(outcomes))}", _table(_SHOWN, rows)]
    costs = [f"- {_cell(outcome.title)}: {_cell(outcome.cost)}" for outcome in outcomes if outcome.cost]
    if costs:
        parts += ["## What it cost, over all runs", "\n".join(costs)]
    troubles = [text for outcome in outcomes for text in _troubles(outcome)]
    if troubles:
        parts += ["## What failed or is missing", "\n".join(f"- {text}" for text in troubles)]
    warned = [f"- {_cell(o.title)}: {_cell(warning.message)}" for o in outcomes for warning in o.warnings]
    if warned:
        parts += ["## What was doubtful in the files", "\n".join(warned)]
    where = f"The graph: {graph}. " if graph else ""
    parts.append(f"{where}The log of this run: `glossator logs {log}`.")
    return "\n\n".join(parts) + "\n"


def line(failure: Failure | None) -> str:
    return "" if failure is None else f"[{failure.code}] {failure.what} {failure.remedy}".strip()


def _troubles(outcome: BookOutcome) -> list[str]:
    found = []
    if outcome.failure is not None:
        found.append(f"{_cell(outcome.title)}: {_cell(line(outcome.failure))}")
    for chapter in outcome.chapters:
        if chapter.failure is not None:
            found.append(f"{_cell(outcome.title)}, chapter {chapter.chapter}: {_cell(line(chapter.failure))}")
        for code, count in sorted(chapter.tally.gaps.items()):
            found.append(f"{_cell(outcome.title)}, chapter {chapter.chapter}: {counted(count, 'gap')} ({code})")
    if outcome.outcome is Outcome.PAUSED_BUDGET:
        found.append(
            f"{_cell(outcome.title)}: a cap paused it at a checkpoint; the state of this run says which, and how to go on"
        )
    if outcome.outcome is Outcome.INTERRUPTED:
        how = "stopped before its end; the same run again goes on there" if outcome.begun else NOT_BEGUN
        found.append(f"{_cell(outcome.title)}: {how}")
    return found


def _counts(total: dict[str, Any]) -> dict[str, Any]:
    return {cell: "unknown" if total[cell] is None else total[cell] for cell in _CELLS}


def _table(columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> str:
    lines = [f"| {' | '.join(columns)} |", "|" + " --- |" * len(columns)]
    lines += [f"| {' | '.join(_cell(row[column]) for column in columns)} |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    """Text of a book can't become markup of the report."""
    text = " ".join(shown(str(value)).split())[:_LONGEST_CELL]
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#!" else c for c in text)
