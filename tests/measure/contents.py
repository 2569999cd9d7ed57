"""Measures the headings found in books that declare no contents (or only coarse ones), against their true ones.

Usage: python tests/measure/contents.py FOLDER. A heading is a section with a printed heading of its own, boilerplate aside;
it is found where title (white space and case folded) and place (offset in the source, or page) agree.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from pipeline.phases.phase1_structure.phase import read_structure
from schemas.text import Book, Section, SectionKind

INFERRED = ("kant_prolegomena", "austen_pride_and_prejudice", "boole_laws_of_thought", "hegel_philosophy_of_mind")


class Score(NamedTuple):
    found: int
    true: int
    right: int
    levels: int

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.true)

    @property
    def level_accuracy(self) -> float:
        return self.levels / max(self.right, 1)


def folded(title: str) -> str:
    return " ".join(title.split()).casefold()


def headings(book: Book, units: bool) -> list[Section]:
    return [
        section
        for section in book.sections
        if section.body_start > section.start
        and section.kind not in {SectionKind.BOILERPLATE, SectionKind.NOTE}
        and (units or section.kind is not SectionKind.UNIT)
    ]


def score(folder: Path, name: str) -> Score:
    """Against the finer headings where the gold has them; units count where the gold lists units."""
    gold = json.loads((folder / f"{name}.toc.json").read_text(encoding="utf-8"))
    entries = [one for one in gold.get("entries_fine") or gold["entries"] if one.get("kind") != "boilerplate"]
    units = any(entry.get("label", "").startswith("§") for entry in entries)
    place = "page" if gold["format"] == "pdf" else "char_start"
    left = [
        (folded(one.title), one.page if place == "page" else one.source_start, one.level)
        for one in headings(read_structure(folder / gold["file"]), units)
    ]
    found = len(left)
    right = levels = 0
    for entry in entries:
        same = next((one for one in left if one[:2] == (folded(entry["title"]), entry[place])), None)
        if same:
            left.remove(same)
            right += 1
            levels += same[2] == entry["level"]
    return Score(found, len(entries), right, levels)


if __name__ == "__main__":
    for book in INFERRED:
        result = score(Path(sys.argv[1]), book)
        print(
            f"{book}: {result.true} true, {result.found} found, {result.right} right, "
            f"F1 {result.f1:.3f}, level accuracy {result.level_accuracy:.3f}"
        )
