"""A scripted OpenAI-compatible HTTP server that checks what it is asked and answers from the prompt itself.

It is no mock: the product talks to it over HTTP as to any endpoint. Every request is kept; `answer` may be replaced.
"""

import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SENTENCE = re.compile(r"^\[(\d+)(a?)\] (.*)$", re.MULTILINE)
CAPITALISED = re.compile(r"\b[A-Z][a-z]{3,}\b")


class Asked:
    """One request: its lasting and changing parts, and what was found wrong with it. `rows` are those to be mended, if it
    asks for that."""

    def __init__(self, body: dict[str, Any]) -> None:
        system, user = (message["content"] for message in body["messages"])
        self.body, self.lasting, self.changing = body, system, user
        self.rows = user.split("Rows to mend:\n", 1)[1].splitlines() if "Rows to mend:\n" in user else []
        if self.rows:
            return
        self.chunk = user.split("Chunk:\n", 1)[1]
        self.here = re.search(r"You are here: (.*)", user).group(1)
        self.numbers = [int(number) for number, _, _ in SENTENCE.findall(self.chunk)]
        self.memory = user.split("Memory:\n", 1)[1].split("\n\n", 1)[0]

    def faults(self) -> list[str]:
        faults: list[str] = []
        if self.rows:
            return faults
        if self.numbers != list(range(1, len(self.numbers) + 1)):
            faults.append(f"sentences are numbered {self.numbers}")
        if "Table of contents:" not in self.lasting:
            faults.append("no table of contents")
        return faults

    def sentences(self) -> list[str]:
        """The chunk's sentences without numbers and part marks."""
        lines = [line for line in self.chunk.splitlines() if line.startswith("[")]
        return [re.sub(r"\s*\[\d+[a-z]?\]\s*", " ", line).strip() for line in lines]


def glosses(asked: Asked) -> dict[str, Any]:
    """Rows that follow from the prompt alone: the same prompt has the same answer."""
    sentences = asked.sentences()
    names: dict[str, list[int]] = {}
    for number, text in enumerate(sentences, start=1):
        for word in CAPITALISED.findall(text[1:]):
            names.setdefault(word, []).append(number)
    entities = [f"n{i}|{name}|Concept|{','.join(map(str, at))}" for i, (name, at) in enumerate(names.items(), 1)]
    statements = [f"c{n}|thesis|author|{n}|{'n1' if entities else ''}|" for n in range(1, len(sentences) + 1, 3)]
    relations = [f"n1|CONTRASTS_WITH|n{i}|{names[name][0]}|differs from||" for i, name in enumerate(names, 1) if i > 1]
    inferences = [f"i1|c1|c4|deduction|{len(sentences)}"] if len(statements) > 1 else []
    references = [f"1|{sentences[0].split()[0]}|demonstrative|?"] if sentences else []
    digest = int(hashlib.sha256(asked.changing.encode()).hexdigest(), 16)
    return {
        "e": entities,
        "c": statements,
        "r": relations[:12],
        "i": inferences,
        "f": references,
        "b": ["c1|asserted"] if statements else [],
        "d": [digest % max(1, len(sentences))],
    }


class ScriptedModel:
    """Serves on 127.0.0.1; `answer(asked)` gives the reply's content (a dict is sent as JSON) or (status, body), or these and headers,
    each a pair. A body is JSON, bytes, or an iterator of bytes that are sent piece by piece."""

    def __init__(self, answer: Callable[[Asked], Any] = glosses, usage: dict[str, Any] | None = None) -> None:
        self.asked: list[Asked] = []
        self.faults: list[str] = []
        self.answer = answer
        self.usage = {"prompt_tokens": 100, "completion_tokens": 50} if usage is None else usage
        self.mend: Callable[[Asked], Any] = lambda asked: {"e": []}  # for rows that are asked for again
        self.before: Callable[[], None] = lambda: None
        self._lock, self._first = threading.Lock(), True
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                status, reply, *headers = outer._reply(body)
                if not isinstance(reply, Iterator):
                    raw = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
                    headers, reply = [("content-length", str(len(raw))), *headers], iter([raw])
                try:
                    self.send_response(status)
                    for name, value in ({"content-type": "application/json"} | dict(headers)).items():
                        self.send_header(name, value)
                    if "content-length" not in dict(headers):
                        self.send_header("connection", "close")
                    self.end_headers()
                    for piece in reply:
                        self.wfile.write(piece)
                except OSError:
                    return  # the asker was killed, or has heard enough

            def log_message(self, *_: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def environment(self) -> dict[str, str]:
        return {"OPENAI_BASE_URL": self.url, "GLOSSATOR_MODEL": "scripted-1"}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _reply(self, body: dict[str, Any]) -> tuple[Any, ...]:
        try:
            asked = Asked(body)
        except Exception as error:
            self.faults.append(f"not understood: {error!r}")
            return 400, {"error": {"message": "not understood"}}
        with self._lock:
            self.asked.append(asked)
            self.faults += asked.faults()
            if self._first and "response_format" not in body:  # a bad reply may bring another mode
                self.faults.append("no response_format")
            self._first = False
        self.before()
        content = self.mend(asked) if asked.rows else self.answer(asked)
        if isinstance(content, tuple):
            return content
        if isinstance(content, dict):
            content = json.dumps(content)
        return 200, completion(content, usage=self.usage)


def completion(content: str | None, finish: str = "stop", usage: Any = None, **message: Any) -> dict[str, Any]:
    reply = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 1_760_000_000,
        "model": "scripted-1",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
        ],
    }
    return reply | ({"usage": usage} if usage else {})
