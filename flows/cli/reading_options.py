"""The options that say how books are read, for every command that has them."""

from typing import Annotated, Any

import typer

ReaderOption = Annotated[str | None, typer.Option("--reader", help="auto (the default), llm, baseline or recorded.")]
FormatOption = Annotated[str | None, typer.Option("--memory-format", help="derived or json_patch.")]
BoundaryOption = Annotated[str | None, typer.Option("--boundary", help="inline, cohesion or none.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, max=64, help="Chapters read at a time, of all books (2).")
]
WordsOption = Annotated[
    int | None, typer.Option("--chunk-words", min=100, max=5_000, help="About how many words a call reads (1250).")
]
ProfileOption = Annotated[str, typer.Option("--profile", help="standard, or one of glossator.toml in GLOSSATOR_HOME.")]
GapsOption = Annotated[
    str | None,
    typer.Option("--max-gaps", help="More chunks than this that could not be read fail the run, e.g. 5% (100%)."),
]
BudgetOption = Annotated[
    int | None,
    typer.Option(
        "--budget-tokens",
        min=0,
        help="What the reading of these books may use in all; then it stops at a checkpoint, and goes on with a higher one. 0: no limit.",
    ),
]
DollarsOption = Annotated[
    float | None,
    typer.Option("--budget-usd", min=0, max=1_000_000, help="The same in US dollars, by the price file. 0: no limit."),
]


def given(
    reader: str | None = None,
    memory_format: str | None = None,
    boundary: str | None = None,
    workers: int | None = None,
    chunk_words: int | None = None,
    max_gaps: str | None = None,
    budget_tokens: int | None = None,
    budget_usd: float | None = None,
) -> dict[str, Any]:
    """What was said on the command line, None for what wasn't. Raises SettingInvalid."""
    return {
        "reader": reader,
        "memory_format": memory_format,
        "boundary": boundary,
        "workers": workers,
        "chunk_words": chunk_words,
        "max_gaps": None if max_gaps is None else _share(max_gaps),
        "budget_tokens": budget_tokens,
        "budget_usd": budget_usd,
    }


def _share(written: str) -> float:
    """Per cent from "5%" or "5". Raises SettingInvalid."""
    from schemas.errors import SettingInvalid

    try:
        share = float(written.strip().removesuffix("%"))
    except ValueError:
        share = -1.0
    if not 0 <= share <= 100:
        raise SettingInvalid(f"--max-gaps wants a share such as 5%, not {written!r}.")
    return share
