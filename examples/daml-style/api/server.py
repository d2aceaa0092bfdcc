"""An HTTP JSON API over a small contract ledger: python3 -m api.server, on 127.0.0.1:$PORT.

STORE is `memory` or the path of an SQLite file, which must not be there yet. FSYNC=on waits for the disk.
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from api.commands import COMMANDS, Rejected, Store
from api.stores import MemoryStore, SqliteStore


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body of an answer go out in one packet: the second would wait for the first to be acknowledged.
    wbufsize = -1
    store: Store

    def do_GET(self) -> None:
        self._answer(*((200, {"status": 200}) if self.path == "/healthz" else (404, error(404, "not found"))))

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers.get("content-length") or 0))
        command = COMMANDS.get(self.path)
        if command is None:
            return self._answer(404, error(404, f"expected one of {', '.join(COMMANDS)}"))
        try:
            body = json.loads(text)
            if not isinstance(body, dict):
                raise Rejected("a command is a JSON object")
            self._answer(200, {"status": 200, "result": command(self.store, body)})
        except (Rejected, ValueError) as problem:
            self._answer(400, error(400, str(problem)))

    def _answer(self, status: int, value: dict) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Errors are in the answers; a line for each request would cost more than the request."""


def error(status: int, text: str) -> dict:
    return {"status": status, "errors": [text]}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


place = os.environ.get("STORE", "memory")
Handler.store = MemoryStore() if place == "memory" else SqliteStore(place, os.environ.get("FSYNC") == "on")
Server(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
