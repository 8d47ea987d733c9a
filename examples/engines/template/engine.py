"""My engine. Change `choose`; the rest brings the move to the referee.

python3 engine.py --port 8000
"""

from __future__ import annotations

import argparse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlencode, urlsplit

MY_REFEREE = ""
"""Your referee's machine, such as "arbitre.example"; empty calls back any. Fill it in before going online."""


def choose(ask: dict[str, str]) -> str:
    """The move: TicTacToe, the centre if it is free, else the first free cell. Do better!"""
    tray = ask.get("Tray", "Init")
    if tray == "Init":
        tray = "000000000"
    return "5" if tray[4] == "0" else str(tray.index("0") + 1)


class Engine(BaseHTTPRequestHandler):
    """One request of the referee."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one write: in two, each answer would take 40 ms

    def do_GET(self) -> None:
        """Play, call back or print, as the manual says."""
        ask = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        value = ""
        if ask.get("Status", "0") == "0":  # anything else: the game is over, nothing to answer
            value = choose(ask)
            if ask.get("Referee"):
                call_back(ask, value)
                value = ""
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(value)))
        self.end_headers()
        self.wfile.write(value.encode())


def call_back(ask: dict[str, str], value: str) -> None:
    """Send the move to the referee, with Game and MoveId as they came."""
    referee = urlsplit(ask["Referee"])
    if referee.scheme in ("http", "https") and MY_REFEREE in ("", referee.hostname):
        told = urlencode({"Game": ask.get("Game", ""), "MoveId": ask.get("MoveId", ""), "Value": value})
        urllib.request.urlopen(f"{ask['Referee']}{'&' if referee.query else '?'}{told}", timeout=15).close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    with ThreadingHTTPServer((options.host, options.port), Engine) as server:
        print(f"http://{options.host}:{server.server_port}/", flush=True)
        server.serve_forever()
