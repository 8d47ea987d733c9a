"""What one attacker without an account can do to the games and the pages of others.

    .venv/bin/python bench/attack.py                     # this tree
    .venv/bin/python bench/attack.py /elsewhere/src      # and beside it the source of another version
    .venv/bin/python bench/attack.py --kind front        # 60 connections that ask for the list of tournaments
    .venv/bin/python bench/attack.py --kind api          # 60 that ask for a tournament as data
    .venv/bin/python bench/attack.py --kind missing      # 200 that ask for a page that is not there
    .venv/bin/python bench/attack.py --kind bodies       # 6,000 bodies that hardly move, from 120 addresses

A server with a referee, a tournament of 400 players and a league of 20 engines that answer in 5 ms. First
nothing else happens; then one address asks for the dearest pages again and again, sends heads of requests
that never end, and takes 5,000 streams. Told are the delays of a page that somebody else asks for, the delays
of the referee's clocks (what a move took by the record, less the engine's 5 ms), memory, and games that were
lost although every engine answered at once. All of it stays on the loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from aiohttp import ClientError, ClientSession, DummyCookieJar, TCPConnector
from aiohttp import web as http
from bench import web
from tests.http_engines.arena import bound
from tests.http_engines.leagues import found_leagues
from yarl import URL

from ronde.http_engines.door import EngineCard, EngineStore
from ronde.http_engines.league import LeaguePlan
from ronde.referee.door import Rule

ENGINES = 20
THINKS = 0.005
"""Seconds an engine takes for its answer."""
TIMEOUT = 1.0
STREAMS = 5_000
FLOODS = 8
FLOOD = 16_000_000
"""Bytes of header lines on each of so many connections: 128 MB together."""
LOOPS = 6
"""Requests for dear pages that are under way at a time."""
CHEAP = {"front": ("/?all", 60), "api": ("/api/v1/t/big", 60), "missing": ("/t/nowhere", 200)}
"""Pages that the loop draws itself, and how many connections ask for them."""
BODIES, ADDRESSES = 6_000, 120
ATTACKER = "127.0.0.9"
GOAL = 100.0
"""Milliseconds within which 99 of 100 other pages are to be there."""


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
        with contextlib.suppress(ClientError):  # the referee may have gone, at the end
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


async def attack(port: int, seconds: float, kind: str) -> None:
    """Dear pages, heads and streams at once, or another kind; how much of it got through."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    until, counts = time.monotonic() + seconds, {"pages": 0, "refused": 0, "streams": 0, "flooded": 0}
    if kind in CHEAP:
        path, many = CHEAP[kind]
        work = [_pages(port, until, counts, at, path) for at in range(many)]
    elif kind == "bodies":
        work = [_body(port, until, counts, at) for at in range(BODIES)]
    else:
        work = [_pages(port, until, counts, at) for at in range(LOOPS)]
        work += [_flood(port, until, counts) for _ in range(FLOODS)]
        work.append(_streams(port, until, counts))
    await asyncio.gather(*work)
    print(json.dumps(counts), flush=True)


async def _line(port: int, own: str = ATTACKER) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))


async def _body(port: int, until: float, counts: dict[str, int], at: int) -> None:
    """A request whose body comes as slowly as it may, as often as it is cut off."""
    head = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 60000\r\n\r\n".encode()
    await asyncio.sleep(at / 2_000)  # more at once would wait for each other
    while time.monotonic() < until:
        with contextlib.suppress(OSError, TimeoutError):
            _, writer = await asyncio.wait_for(_line(port, f"127.0.1.{1 + at % ADDRESSES}"), 5)
            writer.write(head)
            counts["streams"] += 1
            while time.monotonic() < until and not writer.is_closing():
                writer.write(b"a" * 1_200)
                await asyncio.sleep(1)
            writer.close()
        await asyncio.sleep(0.1)


def _dearest(turn: int) -> str:
    """Pages in turn, so that no two in a row are kept from the last time."""
    player, tongue, theme = turn % 400 + 1, ("en", "fr")[turn % 2], ("light", "dark", "auto")[turn % 3]
    kinds = (
        f"/t/big/print/sheets?lang={tongue}", f"/t/big/player/{player}?theme={theme}",
        f"/t/big/print/cards?lang={tongue}", f"/t/big/crosstable/{turn % 9}?theme={theme}",
        f"/t/big/crosstable/{turn % 9}.json", f"/t/big/screen?view=standings&rows={turn % 60}",
        "/arbitre/ladder", "/arbitre/competitions", f"/t/big/standings/{turn % 9}?lang={tongue}&explain",
        "/arbitre/games", f"/t/big/print/crosstable?paper=letter&lang={tongue}",
    )  # fmt: skip
    return kinds[turn % len(kinds)]


async def _pages(port: int, until: float, counts: dict[str, int], turn: int, path: str = "") -> None:
    while time.monotonic() < until:
        turn += LOOPS + 1
        head = f"GET {path or _dearest(turn)} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(max(0.1, until - time.monotonic() + 5)):
                reader, writer = await _line(port)
                writer.write(head.encode())
                answer = await reader.read()
                writer.close()
            counts["pages" if answer.startswith(b"HTTP/1.1 200") else "refused"] += 1


async def _flood(port: int, until: float, counts: dict[str, int]) -> None:
    sent, line = 0, b"X-More: " + b"a" * 8_000 + b"\r\n"
    while sent < FLOOD and time.monotonic() < until:
        with contextlib.suppress(OSError, TimeoutError):
            _, writer = await asyncio.wait_for(_line(port), 5)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            while sent < FLOOD and time.monotonic() < until and not writer.is_closing():
                writer.write(line)
                await asyncio.wait_for(writer.drain(), 5)
                sent += len(line)
                counts["flooded"] += len(line)
            if not writer.is_closing():
                await asyncio.sleep(max(0.0, until - time.monotonic()))
            writer.close()
        await asyncio.sleep(0.01)


async def _streams(port: int, until: float, counts: dict[str, int]) -> None:
    held = []
    for _ in range(STREAMS):
        if time.monotonic() > until:
            break
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.wait_for(_line(port), 5)
            writer.write(f"GET /t/big/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            first = await asyncio.wait_for(reader.readline(), 5)
            if b" 200 " in first:
                counts["streams"] += 1
                held.append(writer)
            else:
                writer.close()
                await asyncio.sleep(0.005)
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    for writer in held:
        writer.close()


# somebody else


async def visit(port: int, seconds: float) -> tuple[list[float], int]:
    """Milliseconds of other pages, each over a connection of its own, and how many were refused."""
    pages = "/t/small/standings", "/t/small", "/t/small/round/3"
    times: list[float] = []
    refused, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        head = f"GET {pages[len(times) % 3]} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        start, told = time.perf_counter(), b""
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head.encode())
            told = await reader.read(-1)
            writer.close()
        times.append((time.perf_counter() - start) * 1e3)
        refused += not told.startswith(b"HTTP/1.1 200")
        await asyncio.sleep(0.01)
    return times, refused


# the house


@dataclass
class Phase:
    """What was measured while something happened or did not."""

    pages: list[float]
    clocks: list[float] = field(default_factory=list)
    own: float = 0.0
    """Megabytes of the server's process at most."""
    all: float = 0.0
    """And of its workers with it."""
    refused: int = 0
    """Pages of others that were not given."""

    def __str__(self) -> str:
        page, clock = sorted(self.pages) or [0.0], sorted(self.clocks) or [0.0]
        return (
            f"page {statistics.median(page):7.1f} {_p99(page):7.1f} {page[-1]:7.1f}   "
            f"clock {statistics.median(clock):7.1f} {_p99(clock):7.1f} {clock[-1]:7.1f}   "
            f"{self.own:6.0f} {self.all:6.0f} MB   refused {self.refused}"
        )


def _p99(ordered: list[float]) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def house(folder: Path, port: int) -> None:
    """The tournaments and the league, which is not over before the attack is."""
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
    process = subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def held(process: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Megabytes of a process, and of it and its children."""
    sizes = {process.pid: 0.0}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if process.pid in (parent, int(place.name)):
                sizes[int(place.name)] = int((place / "statm").read_text().split()[1]) * 4096 / 1e6
    return sizes[process.pid], sum(sizes.values())


async def phase(process: subprocess.Popen[bytes], port: int, seconds: float) -> Phase:
    visiting = asyncio.create_task(visit(port, seconds))
    own = everything = 0.0
    while not visiting.done():
        now = await asyncio.to_thread(held, process)
        own, everything = max(own, now[0]), max(everything, now[1])
        await asyncio.sleep(0.3)
    times, refused = await visiting
    return Phase(times, [], own, everything, refused)


@dataclass
class Games:
    """What the book says of the games that ended in a while."""

    ended: int = 0
    lost: int = 0
    """By time or by the network, although the engines answered at once."""
    annulled: int = 0
    unread: int = 0
    """Answers that lay there at the deadline."""
    clocks: list[float] = field(default_factory=list)


def games(folder: Path, since: str, until: str) -> Games:
    found = Games()
    with closing(sqlite3.connect(folder / "arbitre.db")) as book:
        question = "SELECT record, fault, counts FROM game WHERE ended > ? AND ended <= ?"
        for record, fault, counts in book.execute(question, (since, until)):
            found.ended += 1
            found.lost += bool(fault and counts)
            found.annulled += not counts
            for ply in json.loads(record)["record"]["plies"]:
                for answer in ply:
                    found.clocks.append(max(0.0, answer["milliseconds"] - THINKS * 1e3))
                    found.unread += bool(answer.get("taken"))
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def measured(
    source: Path, folder: Path, quiet: float, loud: float, kind: str, *, apart: bool = False
) -> tuple[Phase, Phase, Games, str]:
    """The figures of one version; apart, of its pages in one process and its referee in another."""
    port, other = web.free_port(), web.free_port()
    os.environ["PYTHONPATH"] = str(source)
    words = ["serve", str(folder), "--referee", "--allow-local", "127.0.0.0/8"]
    pages = ["serve", str(folder / "big.ronde"), str(folder / "small.ronde"), "--port", str(port)]
    with ExitStack() as running:
        words += ["--port", str(other if apart else port)]
        process = running.enter_context(web.running("-m", "ronde", *words, port=other if apart else port))
        if apart:
            process = running.enter_context(web.running("-m", "ronde", *pages, port=port))
        time.sleep(2.0)
        begun = _now()
        before = asyncio.run(phase(process, port, quiet))
        middle = _now()
        with helper("--attack", str(port), str(loud), kind) as attacker:
            during = asyncio.run(phase(process, port, loud))
            ended = _now()
            assert attacker.stdout is not None
            told = attacker.stdout.readline()
    before.clocks = games(folder, begun, middle).clocks
    found = games(folder, middle, ended)
    during.clocks = found.clocks
    return before, during, found, told


def main() -> None:
    """One or two versions, each in half a minute."""
    parser = argparse.ArgumentParser()
    parser.add_argument("source", nargs="?", type=Path)
    parser.add_argument("--quiet", type=float, default=8.0, help="seconds without an attack")
    parser.add_argument("--loud", type=float, default=15.0, help="seconds of it")
    parser.add_argument("--apart", action="store_true", help="the referee in a process without pages, too")
    parser.add_argument("--engines", type=int)
    parser.add_argument("--attack", nargs=3)
    parser.add_argument("--kind", choices=["all", *CHEAP, "bodies"], default="all", help="what is done")
    asked = parser.parse_args()
    if asked.engines:
        asyncio.run(engines(asked.engines))
    elif asked.attack:
        asyncio.run(attack(int(asked.attack[0]), float(asked.attack[1]), asked.attack[2]))
    else:
        sources = [Path(__file__).parent.parent / "src", *filter(None, [asked.source])]
        compare(sources, asked.quiet, asked.loud, asked.kind, apart=asked.apart)


def compare(sources: list[Path], quiet: float, loud: float, kind: str, *, apart: bool) -> None:
    """All versions on copies of the same house."""
    port = web.free_port()
    with tempfile.TemporaryDirectory() as place, helper("--engines", str(port)) as hosting:
        assert hosting.stdout is not None
        hosting.stdout.readline()
        (Path(place) / "house").mkdir()
        house(Path(place) / "house", port)
        print("milliseconds: median, 99th percentile, worst; memory of the server, and with its workers")
        runs = [*((source, False) for source in sources), *([(sources[0], True)] if apart else [])]
        for at, (source, parted) in enumerate(runs):
            folder = Path(place) / f"copy-{at}"
            shutil.copytree(Path(place) / "house", folder)
            before, during, found, told = measured(source, folder, quiet, loud, kind, apart=parted)
            print(f"\n{source}{', referee apart' * parted}\n  quiet    {before}\n  attacked {during}")
            print(f"  games ended {found.ended}, lost without fault {found.lost}, annulled {found.annulled}, "
                  f"answers read after their deadline {found.unread}")  # fmt: skip
            print(f"  the attacker had {told.strip()}")
            page = _p99(sorted(during.pages))
            print(f"  99 of 100 other pages within {page:.0f} ms (goal {GOAL:.0f}), "
                  f"{page / max(_p99(sorted(before.pages)), 1e-9):.1f} times as long as in the quiet; "
                  f"memory +{during.own - before.own:.0f} MB, with workers +{during.all - before.all:.0f} MB "
                  "(goal +64)")  # fmt: skip


if __name__ == "__main__":
    main()
