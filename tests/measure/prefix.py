"""What the order of a prompt saves at an endpoint that caches prefixes: prompt tokens it needn't read, time to the first token.

    OPENAI_BASE_URL=… GLOSSATOR_MODEL=… python tests/measure/prefix.py BOOK CHAPTER [CHUNKS]

The prompts of a chapter's first chunks (6) are sent one after another, answered with one token: first with what changes before
what lasts, then as they are sent by the reader. Needs an endpoint that tells `cached_tokens`, as llama.cpp does.
"""

import json
import os
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from flows.estimate import chunk_requests
from pipeline.llm.prompts import load_prompt
from pipeline.phases.phase1_structure.phase import read_structure
from pipeline.readers.llm.reader import PROMPT, render
from schemas.run import Options
from schemas.settings import Settings

TIMEOUT_SECONDS = 600


class Asked(NamedTuple):
    prompt_tokens: int
    cached_tokens: int
    seconds: float


def ask(system: str, user: str) -> Asked:
    body = {
        "model": os.environ.get("GLOSSATOR_MODEL", "local"),
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        "max_tokens": 1,
        "temperature": 0,
    }
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"].rstrip("/") + "/chat/completions",
        json.dumps(body).encode(),
        {"content-type": "application/json", "authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none')}"},
    )
    began = time.monotonic()
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as reply:
        usage: dict[str, Any] = json.load(reply)["usage"]
    cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
    return Asked(usage["prompt_tokens"], cached, time.monotonic() - began)


def main() -> None:
    book = read_structure(Path(sys.argv[1]))
    chunks = book.chunks_by_chapter[int(sys.argv[2])][: int(sys.argv[3]) if sys.argv[3:] else 6]
    requests = chunk_requests(book, chunks, Settings.from_environment({}), Options())
    prompts = [render(load_prompt(*PROMPT), request) for request in requests]
    seconds: list[float] = []
    for name, turned in (("what changes first", True), ("what lasts first", False)):
        asked = [ask(*((changing, lasting) if turned else (lasting, changing))) for lasting, changing in prompts]
        later = asked[1:]  # the first finds nothing in the cache
        share = sum(one.cached_tokens for one in later) / sum(one.prompt_tokens for one in later)
        seconds.append(sum(one.seconds for one in later) / len(later))
        print(f"{name}: {share:.2f} of the prompt tokens from the cache, {seconds[-1]:.1f} s to the first token")
    print(f"time to the first token, ordered against turned: {seconds[1] / seconds[0]:.2f} ({len(prompts)} chunks)")


if __name__ == "__main__":
    main()
