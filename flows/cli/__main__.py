"""`python -m flows.cli` is the command `glossator`."""

from flows.cli.main import run

run()
