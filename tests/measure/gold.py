"""Scores a reading of the sample book against its gold: found, in the gold, right, precision, recall.

    python tests/measure/gold.py [baseline | recorded [FOLDER]]

No graph and no journal are needed. Boundaries are right within a sentence of the gold's. Statements are the same where their words are the same up to punctuation at the ends,
or one holds the other and is at most twice as long; an attitude is to a statement whose words it cites. Of pronouns the gold has
some, so references are scored with and without them.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.request import request
from pipeline.phases.phase2_entity_discovery.step import ChapterFrame, Read, advance
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import INLINE, turns
from pipeline.phases.phase2_entity_discovery.working_memory.formats import memory_format
from pipeline.readers.baseline.reader import BaselineReader
from pipeline.readers.choice import DEFAULTS
from pipeline.readers.recorded.reader import RecordedReader
from pipeline.vocabulary import load_vocabulary
from schemas.delta import GraphDelta, Provenance
from schemas.errors import ReadingFault
from schemas.ids import entity_id, entity_key, section_id, sentence_id
from schemas.memory import RESERVED
from schemas.progress import ChapterState
from schemas.reading import Reader
from schemas.text import Book, Chapter, StructureOptions

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
GOLD = json.loads((SAMPLES / "treatise.gold.json").read_text(encoding="utf-8"))
TITLED = {"one might say": "someone"}


def read_chapter(book: Book, chapter: Chapter, reader: Reader, boundary: str) -> Iterator[GraphDelta]:
    """The sealed deltas of one chapter, as phase 2 makes them with the reader's defaults; what isn't recorded is a gap."""
    inline = boundary == INLINE
    frame = ChapterFrame(
        book, chapter, f"chapter-{chapter.order}", load_vocabulary(), Provenance(extractor=reader.extractor),
        memory_format("derived"), turns(book, chapter, boundary), inline,
    )  # fmt: skip
    state = ChapterState(episode_first=chapter.first)
    for chunk in book.chunks_by_chapter[chapter.order]:
        ask = request(frame, state, str(chunk.number), chunk.first, chunk.last, inline)
        shown = (*ask.memory.active_entities, *(e.handle for e in ask.recalled), *ask.memory.recent_statements)
        reading, gap = None, None
        try:
            reading = reader.read(ask)
        except ReadingFault as fault:
            gap = fault.code
        stepped = advance(frame, state, Read(ask.step, chunk.first, chunk.last, reading, gap, shown), True)
        state = stepped.state
        yield from stepped.sealed


class Found:
    """The rows of a reading by what the gold names them: entity names, quotes, section titles."""

    def __init__(self, book: Book, deltas: Iterable[GraphDelta]) -> None:
        self.book, self.deltas = book, list(deltas)
        ids = [entity_id(book.book_id, f"@{name}") for name in RESERVED]
        self.names: dict[str, str] = dict(zip(ids, RESERVED, strict=True))
        for delta in self.deltas:
            self.names |= {row.id: row.reserved or row.key for row in delta.entities}
        self.sentences = {sentence_id(book.text_id, s.start, s.end): book.text[s.start : s.end] for s in book.sentences}
        self.statements = {row.id: row for delta in self.deltas for row in delta.statements}
        self.sections = {section_id(book.text_id, s.path): s.title for s in book.sections}


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def same(one: str, other: str) -> bool:
    short, long = sorted((words(one), words(other)), key=len)
    return short in long and len(long) <= 2 * len(short)


def aliases() -> dict[str, str]:
    """Every name and alias of the gold, folded, with the entity's folded name; persons also by their last word."""
    found = {}
    for row in GOLD["entities"]:
        short = [row["name"].split()[-1]] if row["type"] == "Person" else []
        found |= {entity_key(name): entity_key(row["name"]) for name in (*row["aliases"], *short, row["name"])}
    return found


def line(kind: str, found: int, gold: int, right_found: int, right_gold: int | None = None, note: str = "") -> None:
    right_gold = right_found if right_gold is None else right_gold
    precision, recall = right_found / max(found, 1), right_gold / max(gold, 1)
    print(f"{kind:26} found {found:4}  gold {gold:4}  right {right_found:4}  P {precision:.2f}  R {recall:.2f}  {note}")


def share(pairs: list[tuple[Any, Any]]) -> str:
    return f"{sum(one == other for one, other in pairs)}/{len(pairs)}"


def score_entities(found: Found) -> None:
    known = aliases()
    types = {entity_key(row["name"]): row["type"] for row in GOLD["entities"]}
    read: dict[str, str] = {}
    for delta in found.deltas:
        for row in delta.mentions:
            key = found.names[row.entity]
            read[known.get(key, key)] = row.type
    right = types.keys() & read.keys()
    line("entities", len(read), len(types), len(right), note=f"type {share([(types[k], read[k]) for k in right])}")


def score_relations(found: Found) -> None:
    known = aliases()
    rows = [row for delta in found.deltas for row in delta.relations]
    gold: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for each in GOLD["relations"]:
        gold.setdefault((entity_key(each["subject"]), entity_key(each["object"])), []).append(each)
    pairs = []
    for row in rows:
        ends = tuple(known.get(found.names[i], found.names[i]) for i in (row.subject, row.object))
        text = " ".join(found.sentences[i] for i in row.sentences)
        pairs += [(each, row) for each in gold.get((ends[0], ends[1]), []) if words(each["quote"]) in words(text)]
    typed = sum(each["type"] == row.type for each, row in pairs)
    negated = share([(each["negated"], row.negated) for each, row in pairs])
    modality = share([(each["modality"], row.modality) for each, row in pairs])
    line("relations", len(rows), len(GOLD["relations"]), typed, note=f"negated {negated}, modality {modality}")
    marks = {
        "entertained": sum(row.entertained for row in rows),
        "negated": sum(row.negated for row in rows),
        "reported": sum(found.names.get(row.speaker or "", "author") != "author" for row in rows),
    }
    print(f"{'':26} {marks}, confidences {sorted({row.confidence for row in rows}, key=str)}")


def score_arguments(found: Found) -> None:
    gold = {row["id"]: row for row in GOLD["statements"]}
    match: dict[str, set[str]] = {}
    for row in found.statements.values():
        match[row.id] = {key for key, each in gold.items() if same(each["quote"], row.text)}
    pairs = [(gold[key], row) for row in found.statements.values() for key in match[row.id]]
    hit, covered = sum(map(bool, match.values())), set().union(*match.values())
    shares = [
        "kind " + share([(each["kind"], row.kind) for each, row in pairs]),
        "speaker "
        + share(
            [(speaker(each["speaker"]), speaker(found.names.get(row.speaker or "", "author"))) for each, row in pairs]
        ),
        "negated " + share([(each["negated"], row.negated) for each, row in pairs]),
        "modality " + share([(each["modality"], row.modality) for each, row in pairs]),
    ]
    line("statements", len(match), len(gold), hit, len(covered), ", ".join(shares))
    inside = {
        row.id: {key for key, each in gold.items() if words(each["quote"]) in words(row.text)}
        for row in found.statements.values()
    }
    for told, kind in ((True, "reported"), (False, "the author's own")):
        stances = [row for delta in found.deltas for row in delta.attitudes if row.reported is told]
        wanted = {(speaker(a["entity"]), a["type"], a["statement"]) for a in GOLD["attitudes"] if a["reported"] is told}
        meant = [
            {(speaker(found.names[row.entity]), row.type, key) for key in inside[row.statement]} & wanted
            for row in stances
        ]
        line(f"attitudes, {kind}", len(stances), len(wanted), sum(map(bool, meant)), len(set().union(*meant)))
    inferences = [row for delta in found.deltas for row in delta.inferences]
    steps = {(premise, row["conclusion"]) for row in GOLD["inferences"] for premise in row["premises"]}
    drawn = [
        {(one, two) for p in row.premises for one in match[p.statement] for two in match[row.conclusion]} & steps
        for row in inferences
    ]
    short = sum(max((len(found.sentences[i].split()) for i in row.sentences), default=99) <= 30 for row in inferences)
    line("inferences (steps)", len(inferences), len(steps), sum(map(bool, drawn)), len(set().union(*drawn)),
         f"{short} in sentences of up to 30 words")  # fmt: skip


def speaker(name: str) -> str:
    """As the reading has it: persons go by their last word."""
    known = TITLED.get(name) or aliases().get(entity_key(name))
    return known or entity_key(name.split()[-1] if name.istitle() else name)


def score_references(found: Found) -> None:
    settled = {o.reference: o.target or "" for d in found.deltas for o in d.outcomes if o.status == "resolved"}
    rows = [row for delta in found.deltas for row in delta.references]
    for kind, pronoun in (("references but pronouns", False), ("references by pronouns", True)):
        gold = [row for row in GOLD["references"] if (row["kind"] == "pronoun") is pronoun]
        noticed = [(each, row) for each in gold if (row := _noticed(found, each, rows)) is not None]
        told = [(each, row) for each, row in noticed if each["status"] == "resolved"]
        right = sum(means(found, each["target"], settled.get(row.id, "")) for each, row in told)
        here = [row for row in rows if (row.kind == "pronoun") is pronoun]
        wanted = sum(each["status"] == "resolved" for each in gold)
        left = sum(
            row.id not in settled or means(found, each["target"], settled[row.id])
            for each, row in noticed
            if each["status"] != "resolved"
        )
        line(kind, sum(row.id in settled for row in here), wanted, right,
             note=f"{len(here)} noticed, {len(noticed)} of the gold's {len(gold)} among them; "
             f"{left} of {len(gold) - wanted} into other chapters left open or right")  # fmt: skip


def _noticed(found: Found, each: dict[str, Any], rows: Iterable[Any]) -> Any:
    for row in rows:
        if words(row.surface) == words(each["surface"]) and words(each["quote"]) in words(
            found.sentences[row.sentence]
        ):
            return row
    return None


def means(found: Found, target: dict[str, str], identifier: str) -> bool:
    if "quote" in target:
        statement = found.statements.get(identifier)
        return statement is not None and same(target["quote"], statement.text)
    if "section" in target:
        return found.sections.get(identifier) == target["section"]
    return speaker(found.names.get(identifier, "?")) == speaker(target["entity"])


def score_boundaries(found: Found) -> None:
    """Of the turns of the argument that no heading marks."""
    texts = [words(found.book.text[s.start : s.end]) for s in found.book.sentences]
    gold = {texts.index(words(row["after"])) for row in GOLD["boundaries"] if row["kind"] == "semantic"}
    ends = {s.end: index for index, s in enumerate(found.book.sentences)}
    read = {ends[d.episode.end] for d in found.deltas if d.episode.boundary == "semantic" and d.episode.end in ends}
    near = {one for one in read if gold & {one - 1, one, one + 1}}
    met = {one for one in gold if read & {one - 1, one, one + 1}}
    line("boundaries (semantic)", len(read), len(gold), len(near), len(met))


def chosen(arguments: list[str]) -> tuple[Reader, str]:
    """The reader and its detector of boundaries."""
    name = arguments[0] if arguments else "baseline"
    folder = Path(arguments[1]) if arguments[1:] else None
    return (RecordedReader(folder) if name == "recorded" else BaselineReader()), DEFAULTS[name].boundary


def main() -> None:
    book = read_structure(SAMPLES / "treatise.md", StructureOptions())
    reader, boundary = chosen(sys.argv[1:])
    found = Found(book, (delta for chapter in book.chapters for delta in read_chapter(book, chapter, reader, boundary)))
    score_boundaries(found)
    score_entities(found)
    score_relations(found)
    score_arguments(found)
    score_references(found)


if __name__ == "__main__":
    main()
