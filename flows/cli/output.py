"""What the command writes to: any encoding, any width, and an output that is full or gone."""

import codecs
import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

    from schemas.errors import GlossatorError

INTERRUPTED = 130  # the exit code of a command that a signal ended
_ESCAPED = "glossator_escaped"


def settle_output() -> None:
    """What the output's encoding has no bytes for is written as JSON would escape it, so that JSON stays JSON."""
    codecs.register_error(_ESCAPED, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where it is closed
            stream.reconfigure(errors=_ESCAPED)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def output_fault(error: OSError) -> "GlossatorError | None":
    """The error as ours; None where the reader of our output went away, which is no fault. Nothing more is written to an
    output that takes nothing."""
    from schemas.errors import FileUnusable

    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if isinstance(error, BrokenPipeError):
        return None
    if error.filename is None:  # an open stream, most likely the output
        return FileUnusable(
            f"Writing failed: {error.strerror}.", "Make space where the output goes or GLOSSATOR_HOME is."
        )
    return FileUnusable.of(error)


def print_table(table: "Table") -> None:
    """On a terminal within its width; else as wide as the table is, nothing folded or cut."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console()
    if not console.is_terminal:
        wide = console.options.update(max_width=1_000_000)
        console.width = max(1, Measurement.get(console, wide, table).maximum)
    console.print(table)


def print_json(value: Any) -> None:
    import typer

    typer.echo(json.dumps(value, ensure_ascii=False))
