"""The protocol that every parser follows."""

from typing import Protocol

from pipeline.phases.phase1_structure.parsed import ParsedBook
from schemas.text import StructureOptions


class Parser(Protocol):
    """Turns a file's bytes into blocks and marks; `name` is the file's name, for messages only."""

    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook: ...
