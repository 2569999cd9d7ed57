"""What a Project Gutenberg header says about its book."""

import re
from dataclasses import replace

from pipeline.phases.phase1_structure.parsed import Metadata

_FIELDS = re.compile(
    r"\b(Title|Author|Translator|Editor|Language|Release Date|Posting Date|Last Updated|"
    r"Illustrator|Credits|Produced by|"
    r"Character set encoding|Original publication|First Posted|Most recently updated|Commentator)\s*:\s*"
)


def header_metadata(header: str, metadata: Metadata) -> Metadata:
    """`metadata` with what the header names; the header is the better witness for title and author."""
    found: dict[str, str] = {}
    pieces = list(_FIELDS.finditer(header))
    for index, piece in enumerate(pieces):
        stop = pieces[index + 1].start() if index + 1 < len(pieces) else len(header)
        value = re.split(r"\n\n|\*\*\*", header[piece.end() : stop])[0]
        found.setdefault(piece.group(1), " ".join(value.split()))
    return replace(
        metadata,
        title=found.get("Title") or metadata.title,
        author=found.get("Author") or metadata.author,
        translator=found.get("Translator") or metadata.translator,
        language=found.get("Language") or metadata.language,
    )
