"""What reading with a model takes beside the model: tokens by part, calls, CPU, memory, waiting.

    python tests/measure/model_side.py sample            the prompts of the sample and the recorded answers to them
    python tests/measure/model_side.py tokens BOOKS      two chapters each of russell, spinoza and kant
    python tests/measure/model_side.py overhead [SHARE]  CPU a chunk, to start, memory; eight chapters of 200 ms calls;
                                                         SHARE of the recording's density (1)

The endpoint is scripted and answers at the density of the recording of the sample: as many rows of each kind a word, names
and numbers taken from the prompt. Tokens are counted as o200k. Needs a Neo4j (the local one is started).
"""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from flows.estimate import chunk_requests
from pipeline.llm.prompts import load_prompt
from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import INLINE
from pipeline.readers.llm.forecast import Forecast, forecast
from pipeline.readers.llm.reader import PROMPT, TASK, render
from pipeline.readers.recorded.reader import RecordedReader
from pipeline.readers.recorded.recording import RECORDINGS, load_recordings, passage_digest
from pipeline.tokens import count_tokens
from schemas.reading import ChunkReading, ReadRequest
from schemas.run import Options
from schemas.settings import Settings
from schemas.spending import Habit
from tests.measure.gold import SAMPLES, read_chapter
from tests.scripted_model import Asked, ScriptedModel

BOOKS = {
    "russell_problems_of_philosophy.epub": "2-3", "spinoza_ethics.html": "3-4", "kant_prolegomena.txt": "2-3",
}  # fmt: skip
KINDS = "ecrialfb"
COUNTED = ("entities", "mentions", "statements", "relations", "inferences")  # of a book in the summary
WORD = re.compile(r"\b[a-z]{5,14}\b")


def density() -> dict[str, float]:
    """Rows of each kind a word of the recorded chunks."""
    lines = load_recordings(RECORDINGS).values()
    words = sum(line.words for line in lines)
    return {kind: sum(len(line.reply.get(kind) or ()) for line in lines) / words for kind in KINDS}


class Dense:
    """Answers at that density; what it answers follows from the prompt alone."""

    def __init__(self, rows_a_word: dict[str, float], share: float = 1) -> None:
        self.rate = {kind: share * rate for kind, rate in rows_a_word.items()}
        self.turn = round(8 / share)  # sentences between two turns of the argument

    def __call__(self, asked: Asked) -> dict[str, Any]:
        sentences = asked.sentences()
        words = sum(len(text.split()) for text in sentences)
        many = {kind: max(1, round(rate * words)) for kind, rate in self.rate.items()}
        known = dict(re.findall(r"^(e\d+)\|([^|\n]+)", asked.changing, re.MULTILINE))
        handles = {name: handle for handle, name in known.items()}
        found: dict[str, list[int]] = {}
        for number, text in enumerate(sentences, start=1):
            for word in WORD.findall(text):
                found.setdefault(word, []).append(number)
        names = sorted(found, key=lambda word: (-len(found[word]), word))[: many["e"]]
        ids = {name: handles.get(name) or f"n{at}" for at, name in enumerate(names, start=1)}
        of = list(ids.values())
        spots = [1 + at * len(sentences) // many["c"] for at in range(many["c"])]
        first = {name: found[name][0] for name in names}
        return {
            "e": [f"{ids[name]}|{name}|Concept|{','.join(map(str, found[name][:6]))}" for name in names],
            "c": [f"c{at}|thesis||{spot}|{of[at % len(of)]}" for at, spot in enumerate(spots, start=1)],
            "r": [
                f"{of[at % len(of)]}|PRESUPPOSES|{of[(at * 7 + 1) % len(of)]}|{first[names[at % len(names)]]}||c{1 + at % many['c']}"
                for at in range(many["r"])
            ],
            "i": [f"i{at + 1}|c{1 + at % many['c']}|c{1 + (at + 1) % many['c']}|deduction" for at in range(many["i"])],
            "a": [f"{of[at % len(of)]}|HOLDS|c{1 + at % many['c']}|reported,rejects" for at in range(many["a"])],
            "l": [f"c{1 + (at + 2) % many['c']}|RESTATES|c{1 + at % many['c']}" for at in range(many["l"])],
            "f": [
                f"{1 + at % len(sentences)}|{(sentences[at % len(sentences)].split() or ['it'])[0]}|demonstrative|?"
                for at in range(many["f"])
            ],
            "b": ["c1|asserted"],
            "d": list(range(self.turn, len(sentences), self.turn)),
        }


def glossator(home: Path, script: ScriptedModel, *arguments: str) -> tuple[dict[str, Any], float, float]:
    """The command's JSON, its CPU seconds and peak in MB."""
    environment = os.environ | script.environment | {"GLOSSATOR_HOME": str(home)}
    command = [sys.executable, "-m", "flows.cli", *arguments]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    out = process.stdout.read()
    _, _, used = os.wait4(process.pid, 0)
    return (json.loads(out) if out.startswith("{") else {}), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


PARTS = (
    ("rules and vocabulary", "lasting", None, "\n\nBook:"), ("table of contents", "lasting", "Table of contents:\n", None),
    ("recalled", "changing", "Recalled from earlier", "\n\nMemory:"), ("memory", "changing", "Memory:\n", "\n\n"),
    ("text before", "changing", "The text before ended:", "\n\nChunk:"), ("chunk", "changing", "Chunk:\n", None),
)  # fmt: skip


def split(asked: Asked) -> Counter[str]:
    """Tokens of a prompt by part."""
    found = Counter[str]()
    for name, half, start, end in PARTS:
        text = getattr(asked, half)
        at = 0 if start is None else text.find(start)
        if at >= 0:
            stop = len(text) if end is None else text.find(end, at + len(start or ""))
            found[name] = count_tokens(text[at : stop if stop >= 0 else len(text)])
    return found


class Rendering(RecordedReader):
    """Counts the prompts that the recorded answers would have been asked with today."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def read(self, request: ReadRequest) -> ChunkReading:
        line = self._lines[passage_digest(request.sentences), TASK]
        self.found += Counter(
            words=line.words,
            prompt=sum(map(count_tokens, render(load_prompt(*PROMPT), request))),
            answer=count_tokens(json.dumps(line.reply, ensure_ascii=False, separators=(",", ":"))),
            items=sum(len(line.reply.get(kind) or ()) for kind in KINDS),
            calls=1,
        )
        return super().read(request)


def of_sample() -> None:
    book, reader = read_structure(SAMPLES / "treatise.md"), Rendering()
    for chapter in book.chapters:
        list(read_chapter(book, chapter, reader, INLINE))
    found, told, settings = reader.found, Forecast(), Settings.from_environment({})
    for chunks in book.chunks_by_chapter.values():
        told = told.plus(forecast(chunk_requests(book, chunks, settings, Options()), Habit()))
    print(f"{found['words']} words, {found['calls']} calls")
    print(f"  prompt tokens a 1,000 words  {1000 * found['prompt'] / found['words']:7.0f}")
    print(f"  items a 1,000 words          {1000 * found['items'] / found['words']:7.0f}")
    print(f"  answer tokens an item        {found['answer'] / found['items']:7.1f}")
    print(
        f"  units an item                {(found['prompt'] + 4 * found['answer']) / found['items']:7.1f}  (prompt + 4 × answer)"
    )
    print(f"  estimate against use         {told.calls / found['calls']:.2f} calls, {told.prompt_tokens / found['prompt']:.2f} prompt, "
          f"{told.completion_tokens / found['answer']:.2f} answer tokens")  # fmt: skip
    shares = _by_the_other_half()
    near = sum(0.85 <= share <= 1.15 for share in shares)
    print(
        f"  three chapters by the others {shares[0]:.2f} to {shares[-1]:.2f} of their answer tokens, {near} of {len(shares)} within 15 %"
    )


def _by_the_other_half() -> list[float]:
    """Answer tokens of each three chunks by the habit of the other three, against their own."""
    lines = load_recordings(RECORDINGS).values()
    parts = {
        (one.words, count_tokens(json.dumps(one.reply, ensure_ascii=False, separators=(",", ":")))) for one in lines
    }
    shares = []
    for known in itertools.combinations(sorted(parts), len(parts) // 2):
        asked = parts - set(known)
        habit = sum(answer for _, answer in known) / sum(words for words, _ in known)
        shares.append(habit * sum(words for words, _ in asked) / sum(answer for _, answer in asked))
    return sorted(shares)


def tokens(books: Path) -> None:
    dense = Dense(density())
    for name, chapters in BOOKS.items():
        answered: list[str] = []

        def answer(asked: Asked, kept: list[str] = answered) -> str:
            kept.append(json.dumps(dense(asked), ensure_ascii=False, separators=(",", ":")))
            return kept[-1]

        script = ScriptedModel(answer)
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            glossator(home, script, "up", "--no-prefect")
            try:
                arguments = ("--json", str(books / name), "--chapters", chapters)
                estimate, _, _ = glossator(home, script, "estimate", *arguments)
                summary, _, _ = glossator(home, script, "ingest", "--engine", "inline", *arguments)
            finally:
                glossator(home, script, "down")
        parts = sum((split(asked) for asked in script.asked), Counter[str]())
        prompt = sum(count_tokens(asked.lasting) + count_tokens(asked.changing) for asked in script.asked)
        answer_tokens = sum(map(count_tokens, answered))
        items = sum(len(reply[kind]) for reply in map(json.loads, answered) for kind in KINDS)
        (book,) = summary["books"]
        words, lasting = book["words"], sum(count_tokens(asked.lasting) for asked in script.asked)
        print(f"\n{name}, chapters {chapters}: {words} words, {book['chunks']} chunks, {len(script.asked)} calls")
        print(
            f"  prompt tokens a 1,000 words  {1000 * prompt / words:7.0f}  ({', '.join(f'{k} {1000 * v / words:.0f}' for k, v in parts.items())})"
        )
        print(f"  of them before the divide    {lasting / prompt:7.2f}")
        print(f"  items a 1,000 words          {1000 * items / words:7.0f}")
        print(f"  answer tokens an item        {answer_tokens / items:7.1f}")
        print(f"  units an item                {(prompt + 4 * answer_tokens) / items:7.1f}  (prompt + 4 × answer)")
        (told,) = estimate["books"]
        print(
            f"  estimate against use         {told['calls'] / len(script.asked):.2f} calls, "
            f"{told['prompt_tokens'] / prompt:.2f} prompt, {told['completion_tokens'] / answer_tokens:.2f} answer tokens"
        )
        print(f"  refused                      {book['refused']}, gaps {book['gaps']}")
        script.close()


def prose(chapters: int, words: int, mark: str) -> str:
    """A book of so many chapters and about so many words in each: the sample's paragraphs, again and again, each with a
    sentence of its own so that no two chapters and no two books (`mark`) are alike."""
    text = (SAMPLES / "treatise.md").read_text(encoding="utf-8").split("---", 2)[2]
    paragraphs = [one for one in text.split("\n\n") if len(one.split()) > 30 and "[^" not in one]
    found: list[str] = []
    for chapter in range(1, chapters + 1):
        many, written = itertools.count(), 0
        found.append(f"# Chapter {chapter}")
        for paragraph in itertools.cycle(paragraphs):
            if written >= words:
                break
            found.append(f"{paragraph} This is case {next(many)} of {mark} in chapter {chapter}.")
            written += len(found[-1].split())
    return "\n\n".join(found)


def overhead(share: float = 1.0) -> None:
    dense = Dense(density(), share)
    with tempfile.TemporaryDirectory() as folder:
        home, book = Path(folder), Path(folder) / "b.md"
        script = ScriptedModel(dense)
        glossator(home, script, "up", "--no-prefect")
        try:
            runs = {}
            for chapters, words in ((1, 1_000), (8, 1_000), (8, 8_000)):
                book.write_text(prose(chapters, words, f"{chapters}x{words}"))
                summary, cpu, peak = glossator(home, script, "ingest", "--json", "--engine", "inline", str(book))
                chunks = summary["books"][0]["chunks"]
                runs[chapters, words] = (chunks, cpu, peak)
                items = sum(summary["books"][0][kind] for kind in COUNTED) / chunks
                print(f"{chapters} chapters, {chunks} chunks, {items:.0f} rows each: {cpu:.2f} CPU s, {peak:.0f} MB")
            (few, first, _), (many, last, peak) = runs[8, 1_000], runs[8, 8_000]
            print(f"CPU a chunk more: {1000 * (last - first) / (many - few):.1f} ms; peak {peak:.0f} MB")
            _, idle, _ = glossator(home, script, "ingest", "--json", "--engine", "inline", str(book))
            print(f"the same again, nothing to ask: {idle:.2f} CPU s")
            script.before = lambda: time.sleep(0.2)
            asked = len(script.asked)
            book.write_text(prose(8, 12_000, "waiting"))
            began = time.monotonic()
            summary, _, _ = glossator(
                home, script, "ingest", "--json", "--engine", "inline", "--workers", "8", str(book)
            )
            wall = time.monotonic() - began
            longest = max(chapter["total"] for chapter in summary["books"][0]["chapters"]) * 0.2
            print(
                f"8 chapters at once, {len(script.asked) - asked} calls of 200 ms: {wall:.1f} s, {wall / longest:.2f} × the longest chapter's calls ({longest:.1f} s)"
            )
        finally:
            glossator(home, script, "down")
        script.close()


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "tokens":
        tokens(Path(rest[0]))
    elif what == "overhead":
        overhead(*map(float, rest))
    else:
        of_sample()
