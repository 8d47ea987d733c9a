"""An engine that answers what a test tells it to, on the loopback, and remembers what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

LOOPBACK = "127.0.0.0/8"


@dataclass
class Said:
    """What is sent back."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang_up: bool = False


@dataclass
class Asked:
    """What came in."""

    path: str
    query: dict[str, str]
    body: bytes
    headers: dict[str, str]


Answer = Callable[[Asked], Said]


@dataclass
class Scripted:
    """A running engine."""

    url: str
    asked: list[Asked] = field(default_factory=list)


@contextmanager
def scripted(answer: Answer) -> Iterator[Scripted]:
    """Serve that answer until the test is over."""

    class Line(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            asked = Asked(self.path, query, body, {name.lower(): text for name, text in self.headers.items()})
            engine.asked.append(asked)
            said = answer(asked)
            if said.hang_up:
                self.close_connection = True
                return
            self.send_response(said.status)
            for name, text in {"Content-Length": str(len(said.body)), **said.headers}.items():
                self.send_header(name, text)
            with suppress(ConnectionError):  # the referee has hung up
                self.end_headers()
                self.wfile.write(said.body)

        do_POST = do_GET

        def log_message(self, format: str, *words: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Line)
    server.daemon_threads = True
    engine = Scripted(f"http://127.0.0.1:{server.server_port}/engine")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield engine
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def free_cell(asked: Asked) -> str:
    """The first free cell of a TicTacToe tray."""
    tray = asked.query.get("Tray", "Init")
    return "1" if tray == "Init" else str(tray.index("0") + 1)
