"""Records a model's reading of the sample, chapter by chapter, without graph; the endpoint is that of the environment.

    OPENAI_BASE_URL=… GLOSSATOR_MODEL=… python tests/measure/record.py FILE

FILE gets a line for each chunk (JSON Lines); `gold.py recorded FOLDER` scores it. What was answered before is asked again
only where GLOSSATOR_HOME is another.
"""

import os
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.readers.llm.reader import LlmReader
from pipeline.readers.model_side import ModelSide
from schemas.settings import Settings
from schemas.spending import Caps
from schemas.text import Chapter
from tests.measure.gold import SAMPLES, read_chapter


def main() -> None:
    environment = dict(os.environ) | {"GLOSSATOR_RECORD": sys.argv[1]}
    settings = Settings.from_environment(environment)
    side = ModelSide(settings, uuid.uuid4().hex, Caps(), lambda: None)
    book = read_structure(SAMPLES / "treatise.md")

    def read(chapter: Chapter) -> str:
        reader = LlmReader(side.client, settings.model.model, lambda: False, lambda _: None, side.heard)
        deltas = list(read_chapter(book, chapter, reader, "inline"))
        return f"{chapter.title}: {len(deltas)} episodes, {sum(len(delta.statements) for delta in deltas)} statements"

    with ThreadPoolExecutor(len(book.chapters)) as pool:
        for said in pool.map(read, book.chapters):
            print(said)
    with Path(sys.argv[1]).open(encoding="utf-8") as file:
        lines = set(file)
    Path(sys.argv[1]).write_text("".join(sorted(lines)), encoding="utf-8")
    print(side.spent().model_dump_json())


if __name__ == "__main__":
    main()
