"""A server for an engine of the Tournoyons manual, on Python's standard library alone.

An engine is one function: it gets the parameters of a request and says its move.

    from tournoyons import serve
    serve("My engine", lambda ask, chance: chance.choice("123"))

How the move travels is settled here: called back to `Referee`, printed when `Referee` is empty, or returned
as JSON to a signed POST. `--help` tells the options.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import random
import re
import sys
import traceback
import urllib.request
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlencode, urlsplit

Ask = dict[str, str]
Choose = Callable[[Ask, random.Random], str]

LONGEST = 64 * 1024


def seat(ask: Ask) -> int:
    """1 for the first player, 2 for the second: the parity of Turn, in poker too."""
    return 1 if int(ask.get("Turn") or 1) % 2 else 2


def board(ask: Ask, size: int) -> str:
    """The tray; `Init` and nothing at all are the empty one."""
    tray = ask.get("Tray", "")
    return tray if len(tray) == size else "0" * size


def key(text: str) -> tuple[str, bytes]:
    """The name of a key and its secret."""
    name, _, secret = text.partition(":")
    if not name or not bytes.fromhex(secret):
        raise ValueError
    return name, bytes.fromhex(secret)


def arguments(name: str) -> argparse.Namespace:
    """The options; `@file` reads some of them from a file, where a key is better kept."""
    parser = argparse.ArgumentParser(description=name, fromfile_prefix_chars="@")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 is everywhere")
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    parser.add_argument("--path", default="/", help="the path of the engine's address")
    hosts = "call back this referee only; may be repeated"
    parser.add_argument("--referee-host", action="append", default=[], metavar="HOST[:PORT]", help=hosts)
    keys = "take JSON signed with this key only, its secret as the referee shows it; may be repeated"
    parser.add_argument("--key", action="append", default=[], type=key, metavar="ID:SECRET", help=keys)
    parser.add_argument("--seed", help="the same moves again in the same positions")
    return parser.parse_args()


class Line(BaseHTTPRequestHandler):
    """One connection of a referee."""

    protocol_version = "HTTP/1.1"
    # Head and body leave together. In two writes the second would wait 40 ms for the other side's receipt.
    wbufsize = -1
    disable_nagle_algorithm = True
    timeout = 120
    choose: Choose
    options: argparse.Namespace

    def do_GET(self) -> None:
        """A request of the manual: the parameters stand in the query string."""
        address = urlsplit(self.path)
        if address.path not in (self.options.path, self.options.path + "/"):
            return self.answer(404, b"no engine here")
        if self.options.key:
            return self.answer(403, b"signed JSON only")
        ask = dict(parse_qsl(address.query, keep_blank_values=True))
        referee = ask.get("Referee", "")
        if ask.get("Status", "0") != "0":
            # The game is over: this is news, not a question.
            return self.answer(200, b"")
        if referee and not self.known(referee):
            return self.answer(403, b"not my referee")
        value = self.move(ask)
        if value is None:
            return self.answer(500, b"the engine failed")
        if referee:
            self.call_back(referee, ask, value)
            return self.answer(200, b"")
        return self.answer(200, value.encode())

    def do_POST(self) -> None:
        """A request of chapter VI: JSON in, JSON out, signed both ways."""
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > LONGEST:
            self.close_connection = True
            return self.answer(413, b"too long")
        body = self.rfile.read(int(length))
        secret = self.secret(body)
        if secret is None:
            return self.answer(403, b"wrong signature")
        try:
            ask = {str(name): str(value) for name, value in json.loads(body).items()}
        except (ValueError, AttributeError):
            return self.answer(400, b"not a JSON object")
        value = self.move(ask) if ask.get("Status", "0") == "0" else ""
        if value is None:
            return self.answer(500, b"the engine failed")
        reply = {"Game": ask.get("Game", ""), "MoveId": ask.get("MoveId", ""), "Value": value}
        return self.answer(200, json.dumps(reply).encode(), "application/json", secret)

    def move(self, ask: Ask) -> str | None:
        """Ask the engine itself; None if it fails, and then the log says why."""
        seed = self.options.seed
        told = [ask.get(name, "") for name in ("Game", "Turn", "Tray")]
        try:
            return str(type(self).choose(ask, random.Random("/".join([seed, *told]) if seed else None)))
        except Exception:
            traceback.print_exc()
            return None

    def known(self, referee: str) -> bool:
        """Whether to call this referee: whoever calls any address he is given is a tool for burglars."""
        address = urlsplit(referee)
        hosts = self.options.referee_host
        return address.scheme in ("http", "https") and (
            not hosts or address.netloc in hosts or address.hostname in hosts
        )

    def call_back(self, referee: str, ask: Ask, value: str) -> None:
        """Tell the referee the move, with Game and MoveId as they came."""
        told = urlencode({"Game": ask.get("Game", ""), "MoveId": ask.get("MoveId", ""), "Value": value})
        target = f"{referee}{'&' if '?' in referee else '?'}{told}"
        try:
            with _STRAIGHT.open(target, timeout=float(ask.get("TimeOut") or 15)) as answer:
                answer.read(LONGEST)
        except OSError as trouble:
            self.log_error("call-back failed: %s", trouble)

    def secret(self, body: bytes) -> bytes | None:
        """The key that signed the request, empty where none is asked for, None if the signature is wrong."""
        if not self.options.key:
            return b""
        secret = dict(self.options.key).get(self.headers.get("X-Ronde-Key", ""), b"")
        given = self.headers.get("X-Ronde-Signature", "").encode("latin-1")
        return secret if secret and hmac.compare_digest(signature(secret, body).encode(), given) else None

    def answer(
        self, status: int, body: bytes, kind: str = "text/plain; charset=utf-8", secret: bytes = b""
    ) -> None:
        """Send the answer, signed if there is a secret."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if secret:
            self.send_header("X-Ronde-Signature", signature(secret, body))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *words: object) -> None:
        """Complain, but do not chat: addresses hold MoveId, which is nobody else's business."""
        if format.startswith(("call-back", "code")):
            sys.stderr.write(format % words + "\n")


class _NoDetour(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


_STRAIGHT = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoDetour)
"""No proxy of the environment, and no address but the referee's own."""


def signature(secret: bytes, body: bytes) -> str:
    """What stands in X-Ronde-Signature."""
    return "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()


class Hall(ThreadingHTTPServer):
    """Every request in a thread of its own, many waiting at the door."""

    daemon_threads = True
    request_queue_size = 128


def serve(name: str, choose: Choose) -> None:
    """Answer requests until interrupted; `choose` is the engine."""
    options = arguments(name)
    line = type("EngineLine", (Line,), {"choose": staticmethod(choose), "options": options})
    try:
        with Hall((options.host, options.port), line) as hall:
            print(f"{name}: http://{options.host}:{hall.server_port}{options.path}", flush=True)
            hall.serve_forever()
    except KeyboardInterrupt:
        pass
    except OSError as trouble:
        sys.exit(f"{name} cannot listen on {options.host}, port {options.port}: {trouble.strerror}.")
