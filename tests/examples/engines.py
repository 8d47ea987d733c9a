"""The sample engines as real processes, and a small referee that asks them."""

from __future__ import annotations

import http.client
import io
import re
import select
import socket
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from tests.support.ports import free_port
from tests.support.processes import plain_environment
from tests.support.root import ROOT

from ronde.arena.games import SIDES, Game, Outcome, status
from ronde.arena.http import packed_kit

ENGINES = ROOT / "examples" / "engines"
PATIENCE = 30


@dataclass
class Asked:
    """An engine that listens, and one open connection to it."""

    host: str
    port: int
    path: str = "/"
    line: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}{self.path}"

    def get(self, call: Mapping[str, str], path: str = "") -> tuple[int, str]:
        """Status and body of a request of the manual."""
        status, body, _ = self.send("GET", f"{path or self.path}?{urlencode(call)}")
        return status, body.decode()

    def send(
        self, method: str, target: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        try:
            return self._sent(method, target, body, dict(headers or {}))
        except ConnectionError:  # idle connections are closed; Node waits five seconds
            self.line.close()
            return self._sent(method, target, body, dict(headers or {}))

    def _sent(
        self, method: str, target: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        self.line.request(method, target, body, headers)
        answer = self.line.getresponse()
        return answer.status, answer.read(), answer.headers


@contextmanager
def running(*words: str | Path, folder: Path = ENGINES) -> Iterator[subprocess.Popen[str]]:
    """A process that is killed at the end."""
    process = subprocess.Popen(
        [*map(str, words)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=plain_environment(),
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def started(*words: str | Path, folder: Path = ENGINES) -> Iterator[Asked]:
    """An engine that prints its address once it listens."""
    with running(*words, folder=folder) as process:
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], PATIENCE)[0], "the engine does not start"
        told = process.stdout.readline()
        found = re.search(r"http://([^:/]+):(\d+)(/\S*)", told)
        assert found, told + process.stdout.read()
        engine = Asked(found[1], int(found[2]), found[3])
        yield engine
        engine.line.close()


def python_engine(name: str, *words: str, folder: Path = ENGINES) -> Any:
    """One of the engines in Python, on a free port."""
    return started(sys.executable, f"{name}.py", "--port", "0", *words, folder=folder)


@contextmanager
def php_engine(name: str = "chifoumi.php") -> Iterator[Asked]:
    """The engine in PHP, on the server that PHP brings along."""
    port = free_port()
    with running("php", "-S", f"127.0.0.1:{port}", name):
        await_port(port)
        engine = Asked("127.0.0.1", port)
        yield engine
        engine.line.close()


def unpacked_kit(name: str, place: Path) -> Path:
    """A kit as an author gets it: its folder, unpacked there."""
    with zipfile.ZipFile(io.BytesIO(packed_kit(name))) as packed:
        packed.extractall(place)
        (folder,) = {one.partition("/")[0] for one in packed.namelist()}
    return place / folder


def node_engine(*words: str) -> Any:
    return started("node", "chifoumi.js", "--port", "0", *words)


def await_port(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("nobody listens")


def request(call: Mapping[str, str], referee: str = "") -> dict[str, str]:
    """The parameters of the game with those of the transport."""
    return {**call, "Game": "G7", "MoveId": "m-0123456789abcdef", "TimeOut": "15", "Referee": referee}


def match(game: Game[Any], engines: Mapping[int, Asked | None], seed: int) -> tuple[Outcome, int]:
    """Play a whole game, random moves where there is no engine: its outcome and number of moves."""
    chance = Random(seed)
    position, count = game.start(chance), 0
    while sides := game.to_move(position):
        moves = {}
        for side in sorted(sides):
            engine = engines[side]
            if engine is None:
                moves[side] = game.any_move(position, side, chance)
            else:
                code, body = engine.get(request(game.call(position, side)))
                assert code == 200, body
                moves[side] = game.read(position, side, body)
            count += 1
        position = game.play(position, moves)
    for seat in SIDES:
        if (engine := engines[seat]) is not None:
            call = game.last_call(position, seat, status(game.outcome(position), seat))
            assert engine.get({**call, "Game": "G7"}) == (200, "")
    return game.outcome(position), count


@contextmanager
def referee() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server to call back: its address, and the calls it gets."""
    came: list[dict[str, str]] = []

    class Desk(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            came.append(dict(parse_qsl(urlsplit(self.path).query)))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Desk) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/arbitre?room=7", came
        finally:
            server.shutdown()
            thread.join()
