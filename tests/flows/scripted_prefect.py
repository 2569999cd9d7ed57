"""As much of Prefect's API as those ask who look after runs; what happens between two requests can be scripted."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4


class ScriptedPrefect:
    """`runs` has the state type of each flow run, `below` the ids of those below one; a run without a state type isn't
    there any more. `unfinished` are runs above tasks that are. `before` is called with method and path before a request is answered, `asked` has them all."""

    def __init__(self) -> None:
        self.runs: dict[str, str | None] = {}
        self.below: dict[str, list[str]] = {}
        self.unfinished: list[str] = []
        self.asked: list[str] = []
        self.before: Callable[[str], None] = lambda request: None
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/api"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: str, body: dict[str, Any]) -> tuple[int, Any]:
        self.asked.append(request)
        self.before(request)
        _, path = request.split(" /api/")
        if path == "task_runs/filter":
            return 200, self._tasks(body)
        if path == "flow_runs/filter":
            return 200, self._found(body)
        name = path.split("/")[1] if path.startswith("flow_runs/") else ""
        if self.runs.get(name) is None:
            return 404, {"detail": "Flow run not found"}
        if path.endswith("/set_state"):
            self.runs[name] = body["state"]["type"]
            return 201, {"status": "ACCEPT", "details": {"type": "accept_details"}, "state": self._run(name)["state"]}
        return 200, self._run(name)

    def _found(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        wanted = body["flow_runs"].get("parent_flow_run_id")
        if body.get("offset") or wanted is None:
            return []
        return [self._run(name) for above in wanted["any_"] for name in self.below.get(above, [])]

    def _tasks(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        if body.get("flow_runs") is None or body.get("offset"):  # those of one run: none
            return []
        return [
            {"id": str(uuid4()), "flow_run_id": run, "task_key": "t", "dynamic_key": "0"} for run in self.unfinished
        ]

    def _run(self, name: str) -> dict[str, Any]:
        state = {"id": str(uuid4()), "type": self.runs[name] or "RUNNING", "name": "x"}
        return {"id": name, "flow_id": str(uuid4()), "name": "a run", "state": state}

    def _handler(scripted) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def _reply(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                code, found = scripted.answer(f"{self.command} {self.path}", json.loads(body or b"{}"))
                sent = json.dumps(found).encode()
                self.send_response(code)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            do_GET = do_POST = _reply

            def log_message(self, *arguments: Any) -> None:
                pass

        return Handler
