"""What one attacker without an account can do to the games and the pages of others.

    .venv/bin/python bench/attack.py                       # this tree, two minutes
    .venv/bin/python bench/attack.py --beside /old/src     # and the source of another version
    .venv/bin/python bench/attack.py --only pages90 heads  # some of the attacks

A server with a referee, a tournament of 400 players and a league of 64 engines that answer in 5 ms. First
nothing else happens; then come the attacks, one after the other. Told are the milliseconds of pages that
somebody else asks for (kept: the same ones again; fresh: each is drawn), the delays of the referee's clocks
(what a move took by the record, less the engine's 5 ms), games that were lost although every engine answered
at once, and how much more memory the server has than before. All of it stays on the loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from aiohttp import ClientError, ClientSession, DummyCookieJar, TCPConnector
from aiohttp import web as http
from bench import web
from tests.arena.http.arena import bound
from tests.arena.http.leagues import found_leagues
from yarl import URL

from ronde.arena.http import EngineCard, EngineStore, LeaguePlan
from ronde.arena.referee import Rule

ENGINES = 64
THINKS = 0.005
"""Seconds an engine takes for its answer."""
TIMEOUT = 1.0
ATTACKER, KEPT, FRESH = "127.0.0.2", "127.0.0.3", "127.0.0.4"
"""The addresses of the attacker and of two other visitors."""
FLOODS, FLOOD = 8, 16_000_000
"""Connections with endless heads, and bytes of each."""
STREAMS = 500
BODIES, ADDRESSES = 6_000, 120
"""Bodies that hardly move, and addresses from which they come."""
LOST = (OSError, TimeoutError, asyncio.IncompleteReadError)
GOAL = "goal: pages 150 ms and clocks 50 ms at the 99th percentile, no game lost, +64 MB"


# the engines


async def engines(port: int) -> None:
    """All engines: the first free cell of a Morpion tray, after a moment."""
    client = ClientSession(connector=TCPConnector(limit=0), cookie_jar=DummyCookieJar())

    async def answers(request: http.Request) -> http.Response:
        if request.query["Status"] != "0":
            return http.Response(text="")
        await asyncio.sleep(THINKS)
        tray = request.query["Tray"]
        at = 0 if tray == "Init" else tray.index("0")
        query = f"Game={request.query['Game']}&MoveId={request.query['MoveId']}"
        letter = f"?{query}&Value={'ABCDEFGHIJ'[at % 10]}{at // 10}"
        with suppress(ClientError):  # the referee may have gone, at the end
            async with client.get(URL(request.query["Referee"] + letter, encoded=True)) as answer:
                await answer.read()
        return http.Response(text="")

    app = http.Application()
    app.router.add_route("*", "/{tail:.*}", answers)
    runner = http.AppRunner(app, access_log=None, keepalive_timeout=600)
    await runner.setup()
    await http.SockSite(runner, bound(port=port), backlog=1024).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


# the attacker


class Attack:
    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.until = time.monotonic() + seconds
        self.counts: Counter[str] = Counter()

    async def line(self, own: str = ATTACKER) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", self.port, local_addr=(own, 0)), 5)

    @property
    def left(self) -> float:
        return self.until - time.monotonic()

    async def pages(self, turn: int, *, dear: bool = False) -> None:
        """The cheapest way to make a server draw: lists, data, cards, pages that are not there."""
        while self.left > 0:
            turn += 1
            path = dearest(turn) if dear else cheap(turn)
            with suppress(*LOST):
                async with asyncio.timeout(self.left + 5):
                    answer = await ask(self.port, path, ATTACKER)
                self.counts[answer[9:12].decode() or "cut off"] += 1

    async def head(self) -> None:
        """Heads of requests that never end."""
        sent, line = 0, b"X-More: " + b"a" * 8_000 + b"\r\n"
        while sent < FLOOD and self.left > 0:
            with suppress(*LOST):
                _, writer = await self.line()
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
                while sent < FLOOD and self.left > 0 and not writer.is_closing():
                    writer.write(line)
                    await asyncio.wait_for(writer.drain(), 5)
                    sent += len(line)
                    self.counts["kilobytes"] += len(line) // 1000
                writer.close()
            await asyncio.sleep(0.01)

    async def body(self, at: int) -> None:
        """A form that comes slowly, as often as it is cut off."""
        head = f"POST /enter HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nSec-Fetch-Site: same-origin\r\n"
        head += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n"
        await asyncio.sleep(at / 1_000)  # more at once would wait for each other
        while self.left > 0:
            with suppress(*LOST):
                _, writer = await self.line(f"127.0.1.{1 + at % ADDRESSES}")
                writer.write(head.encode())
                self.counts["bodies"] += 1
                while self.left > 0 and not writer.is_closing():
                    writer.write(b"a" * 2_400)
                    await asyncio.sleep(2)
                writer.close()
            await asyncio.sleep(0.1)

    async def stream(self, at: int) -> None:
        """An event stream that stays open."""
        await asyncio.sleep(at / 500)
        with suppress(*LOST):
            reader, writer = await self.line()
            writer.write(f"GET /t/big/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            self.counts[(await asyncio.wait_for(reader.readline(), 5))[9:12].decode()] += 1
            await asyncio.sleep(max(0.0, self.left))
            writer.close()


def cheap(turn: int) -> str:
    kinds = "/?all", "/api/v1/t/big", f"/t/big/player/{turn % 400 + 1}?theme={turn}", f"/t/nowhere/{turn}"
    return kinds[turn % len(kinds)]


def dearest(turn: int) -> str:
    """Long pages in turn, so that no two in a row are kept from the last time."""
    kinds = (
        f"/t/big/print/sheets?theme={turn}", f"/t/big/print/cards?theme={turn}", "/arbitre/games",
        f"/t/big/crosstable/{turn % 9}?theme={turn}", f"/t/big/crosstable/{turn % 9}.json?theme={turn}",
        f"/t/big/standings/{turn % 9}?theme={turn}&explain", "/arbitre/ladder", "/arbitre/competitions",
        f"/t/big/screen?view=standings&rows={turn % 60}", f"/t/big/print/crosstable?theme={turn}",
    )  # fmt: skip
    return kinds[turn % len(kinds)]


KINDS: dict[str, Callable[[Attack], list[Coroutine[Any, Any, None]]]] = {
    "nothing": lambda one: [],
    "pages90": lambda one: [one.pages(at) for at in range(90)],
    "pages200": lambda one: [one.pages(at) for at in range(200)],
    "dear": lambda one: [one.pages(at, dear=True) for at in range(90)],
    "heads": lambda one: [one.head() for _ in range(FLOODS)],
    "bodies": lambda one: [one.body(at) for at in range(BODIES)],
    "streams": lambda one: [one.stream(at) for at in range(STREAMS)],
}


async def attack(port: int, seconds: float, kind: str) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    one = Attack(port, seconds)
    await asyncio.gather(*KINDS[kind](one))
    print(json.dumps(one.counts), flush=True)


# somebody else


async def ask(port: int, path: str, own: str) -> bytes:
    """A page over a connection of its own."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))
    writer.write(f"{head}Accept-Encoding: gzip\r\n\r\n".encode())
    try:
        return await reader.read()
    finally:
        writer.close()


class Visitor:
    """Asks for one page after the other, and notes the milliseconds of each."""

    def __init__(self, port: int, own: str) -> None:
        self.port, self.own = port, own
        self.times: list[float] = []
        self.refused = 0

    def path(self) -> str:
        turn = len(self.times)
        fresh = f"/t/small/player/{turn % 20 + 1}?theme={turn}-{time.time()}"
        return fresh if self.own == FRESH else ("/t/small/standings", "/t/small")[turn % 2]

    async def visit(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            start, answer = time.perf_counter(), b""
            with suppress(OSError):
                answer = await ask(self.port, self.path(), self.own)
            self.times.append((time.perf_counter() - start) * 1e3)
            self.refused += not answer.startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.02)


def told(times: list[float]) -> str:
    """Median, 99th percentile, worst."""
    ordered = sorted(times) or [0.0]
    at = len(ordered) // 2, min(len(ordered) - 1, len(ordered) * 99 // 100), -1
    return " ".join(f"{ordered[one]:6.1f}" for one in at)


# the server


def house(folder: Path, port: int) -> None:
    """The tournaments and the league, which is not over before the attacks are."""
    web.tournament(folder / "big.ronde", 400, closed=9)
    web.tournament(folder / "small.ronde", 20, closed=3)
    with closing(EngineStore(folder / "arbitre.db")) as book:
        url = f"http://127.0.0.1:{port}/e"
        cards = [
            book.add_engine(EngineCard(0, f"engine {at}", "morpion", url, public=True))
            for at in range(1, ENGINES + 1)
        ]
    found_leagues(folder, LeaguePlan("league", laps=9, rule=Rule(games=1), timeout=TIMEOUT, seed=1), cards)


@contextmanager
def helper(*words: str) -> Iterator[subprocess.Popen[str]]:
    """This program as another process."""
    ours = {**os.environ, "PYTHONPATH": ""}
    process = subprocess.Popen(
        [sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True, env=ours
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def memory(process: subprocess.Popen[bytes]) -> float:
    """Megabytes of a process and its workers."""
    found = 0.0
    for number in web.family(process.pid):
        with suppress(OSError):
            found += int(Path(f"/proc/{number}/statm").read_text().split()[1]) * 4096 / 1e6
    return found


@dataclass
class Games:
    """What the store says of the games that ended in a while."""

    moves: int
    lost: int
    """By time or by the network, although the engines answered at once; annulled ones too."""
    clocks: list[float]


def games(folder: Path, since: str, until: str) -> Games:
    found = Games(0, 0, [])
    with closing(sqlite3.connect(folder / "arbitre.db")) as book:
        question = "SELECT record, fault FROM game WHERE ended > ? AND ended <= ?"
        for record, fault in book.execute(question, (since, until)):
            found.lost += bool(fault)
            answers = [one for ply in json.loads(record)["record"]["plies"] for one in ply]
            found.moves += len(answers)
            found.clocks += [max(0.0, one["milliseconds"] - THINKS * 1e3) for one in answers]
    return found


class Server:
    """A version of the server under attack."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
        self.process, self.port, self.folder = process, port, folder
        self.before = 0.0
        """Megabytes at rest."""

    def measure(self, kind: str, seconds: float) -> None:
        begun = datetime.now(UTC).isoformat(timespec="milliseconds")
        with helper("--attack", str(self.port), str(seconds), kind) as attacker:
            kept, fresh, most = asyncio.run(self._visited(seconds))
            assert attacker.stdout is not None
            counts = attacker.stdout.readline().strip()
        found = games(self.folder, begun, datetime.now(UTC).isoformat(timespec="milliseconds"))
        self.before = self.before or most
        print(
            f"{kind:<9} {told(kept.times)}  {told(fresh.times)}  {told(found.clocks)}  "
            f"{found.moves / seconds:5.0f} {found.lost:4} {most:4.0f} {most - self.before:+4.0f} "
            f"{kept.refused + fresh.refused:4}  {counts}",
            flush=True,
        )

    async def _visited(self, seconds: float) -> tuple[Visitor, Visitor, float]:
        kept, fresh = Visitor(self.port, KEPT), Visitor(self.port, FRESH)
        visiting = asyncio.gather(kept.visit(seconds), fresh.visit(seconds))
        most = 0.0
        while not visiting.done():
            most = max(most, await asyncio.to_thread(memory, self.process))
            await asyncio.sleep(0.3)
        await visiting
        return kept, fresh, most


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--beside", type=Path, help="the source of another version")
    parser.add_argument("--only", nargs="*", choices=KINDS, default=[*KINDS][1:])
    parser.add_argument("--seconds", type=float, default=12.0, help="of each attack")
    parser.add_argument("--engines", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--attack", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.engines:
        asyncio.run(engines(asked.engines))
    elif asked.attack:
        port, seconds, kind = asked.attack
        asyncio.run(attack(int(port), float(seconds), kind))
    else:
        ours = Path(__file__).parents[1] / "src"
        compare([ours, *filter(None, [asked.beside])], asked.only, asked.seconds)


def compare(sources: list[Path], kinds: list[str], seconds: float) -> None:
    """All versions on copies of the same folder."""
    port = web.free_port()
    with tempfile.TemporaryDirectory() as place, helper("--engines", str(port)) as hosting:
        assert hosting.stdout is not None
        hosting.stdout.readline()
        original = Path(place) / "original"
        original.mkdir()
        house(original, port)
        print(f"median, 99th percentile and worst in milliseconds; {GOAL}")
        for at, source in enumerate(sources):
            folder = Path(place) / f"copy{at}"
            shutil.copytree(original, folder)
            print(f"\n{source}\n{'':9} {'kept pages':22}{'fresh pages':22}{'clocks':22}"
                  "moves/s lost  MB more refused, and what the attacker got")  # fmt: skip
            os.environ["PYTHONPATH"], own = str(source), web.free_port()
            words = "-m", "ronde", "serve", str(folder), "--referee", "--allow-local", "127.0.0.0/8"
            with web.running(*words, "--port", str(own), port=own) as process:
                server = Server(process, own, folder)
                for kind in ("nothing", *kinds):
                    time.sleep(3.0)
                    server.measure(kind, seconds)


if __name__ == "__main__":
    main()
