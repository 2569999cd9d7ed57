"""Replies that broke others' products, given to a whole run of the command."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.graph import cases
from tests.scripted_model import completion

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]

GOOD = {
    "e": ["n1|Ilse Varnholt|Person|1", "n2|Harrow Quay|Other|1"],
    "r": ["n1|LIVES_AT|n2|2|lives at"],
}  # what the cases' extraction is in rows
NAMES = "MATCH (e:Entity) RETURN e.name AS name ORDER BY name"
RELATIONS = "MATCH (a:Entity)-[r]->(b:Entity) RETURN a.name AS source, r.predicate AS said, b.name AS target"


def in_rows(content: Any, extraction: dict[str, Any]) -> Any:
    """The content with the whole extraction, a half of it, or its lists' names put in our form."""
    if not isinstance(content, str):
        return content
    found = re.search(r"\{.*\}", content, re.DOTALL)
    start = content.find('{"entities"')
    if (found and _read(found.group()) == extraction) or '"entities": [\n' in content:
        inside = re.search(r"\{\s*\"entities\".*\]\s*\}", content, re.DOTALL)
        assert inside is not None
        return content.replace(inside.group(), json.dumps(GOOD))
    if start >= 0 and _read(content) is None:
        return json.dumps(GOOD)[: len(json.dumps(GOOD)) // 2]
    return content.replace('"entities"', '"e"').replace('"relations"', '"r"')


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def answer(asked: Any, case: dict[str, Any], given: Counter[str], variant: int) -> Any:
    """The case's reply to this request: by rule, by chapter, or in order and then the last again and again."""
    for rule in case.get("rules", ()):
        if "else" in rule or rule["if_request_has"] in asked.body:
            reply = rule.get("else") or rule["reply"]
            break
    else:
        chapter = next((title for title in case.get("by_chapter", ()) if asked.here.startswith(title)), "")
        replies = case["by_chapter"][chapter] if chapter else case["replies"]
        if variant:
            replies = case["variants"][variant - 1 : variant]
        reply = replies[min(given[chapter], len(replies) - 1)]
        given[chapter] += 1
    body = json.loads(json.dumps(reply["body"]))
    for choice in body.get("choices", ()):
        message = choice["message"]
        message["content"] = in_rows(message.get("content"), case["extraction"])
        if message["content"] == json.dumps(GOOD) and "tools" in asked.body:
            call = {"id": "1", "type": "function", "function": {"arguments": message["content"]}}
            call["function"]["name"] = asked.body["tools"][0]["function"]["name"]
            body = completion(None, "tool_calls", body.get("usage"), tool_calls=[call])
    return reply["status"], body


@pytest.mark.parametrize(
    ("number", "variant"),
    [
        *((number, 0) for number in ("B047", "B050", "B051", "B053", "B055", "B056", "B059", "B060")),
        ("B060", 1),
        ("B060", 2),
    ],
)
def test_replies_that_broke_others(number, variant, llm, script):
    folder = cases.case(number)
    if folder is None:
        pytest.skip(f"case {number} is absent from {cases.CASES}")
    case, expected = (cases.load(Path(folder) / name) for name in ("replies.json", "expected.json"))
    given: Counter[str] = Counter()
    script.answer = lambda asked: answer(asked, case, given, variant)
    out = llm.run("ingest", "--json", "--engine", "inline", str(folder / "book.md"), code=None)
    (book,) = json.loads(out)["books"]
    said = (out + llm.err + llm.run("status")).lower()
    ends = {"ok": {"done"}, "partial": {"done with gaps", "failed"}, "error": {"failed"}}
    assert book["outcome"] in ends[expected["outcome"]], book
    graph = expected.get("graph", {})
    if isinstance(graph.get("entities"), list):
        assert [row["name"] for row in llm.rows(NAMES)] == sorted(graph["entities"])
        assert [(row["source"], row["target"]) for row in llm.rows(RELATIONS)] == [
            (source, target) for source, _, target in graph["relations"]
        ]
    elif graph:
        assert llm.rows(NAMES) == []
    assert len(script.asked) <= expected.get("calls_max", 99)
    error = expected.get("error", {})
    wanted = [error] if error else expected.get("failed_chunks", [])
    for one in wanted:
        assert any(word in said for word in one.get("message_any", ())), (one, said)
        assert all(word.lower() in said for word in one.get("message_all", ())), (one, said)
        assert one.get("chapter", "").lower() in said
    assert "nonetype" not in said
    if "prompt_growth_max_chars" in expected:
        sizes = [len(asked.lasting + asked.changing) for asked in script.asked]
        assert max(sizes) - sizes[0] <= expected["prompt_growth_max_chars"]
    if "refusals_max" in expected:
        refused = sum(bool({"temperature", "max_tokens"} & set(asked.body)) for asked in script.asked)
        assert refused <= expected["refusals_max"]
    if expected.get("tokens") == "unknown":
        assert book["tokens"] is None
