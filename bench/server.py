"""The shared server under load: two web processes on one PostgreSQL, against one process with a file.

    .venv/bin/python bench/server.py [--seconds N] [--writers N] [--listeners N]

In each house writers enter results through the pages of the desk as fast as they are answered; then one
writer enters them at an arbiter's pace while pages listen, on the shared server at the process he does *not*
write to; then visitors ask for public pages meanwhile. Every figure of the shared server stands beside its
ratio to the file's in the same run: machines differ, ratios less so.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.store.server import running_server
from tests.support.web_server import server

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import accept_pairing, open_tournament
from ronde.model.player import Player
from ronde.model.table import Pair

TABLES = 100
PACE = 0.1
"""Seconds between two results of a quick arbiter."""
FROM_ONE_ADDRESS = 150
"""Posts before a writer moves to another address; the guard slows down whoever sends more."""

CHANCE = random.Random(1)


@dataclass
class House:
    """Some web processes that show one tournament."""

    name: str
    path: Path
    ports: list[int]
    cookie: str


@dataclass
class Figures:
    """What was measured of a house."""

    results: float = 0.0
    delays: list[float] = field(default_factory=list)
    pages: float = 0.0
    odd: dict[int, int] = field(default_factory=dict)


def tournament(path: Path) -> None:
    """A round of a hundred tables, waiting for its results."""
    desk = Desk.create(path)
    desk.act(CHIEF, open_tournament, name="Open", date="2026-11-16")
    for number in range(1, 2 * TABLES + 1):
        desk.act(CHIEF, enter_player, player=Player(number, f"PLAYER{number:03}"))
    drawn = {number: Pair(2 * number - 1, 2 * number) for number in range(1, TABLES + 1)}
    desk.act(CHIEF, accept_pairing, tables=drawn, bye=None, system="by hand", seed=0, total=0)
    desk.close()


@contextmanager
def house(name: str, path: Path, processes: int) -> Iterator[House]:
    """So many processes; the arbiter has signed in at one of them."""
    with ExitStack() as stack:
        browsers = [stack.enter_context(server(path)) for _ in range(processes)]
        browser, link = browsers[-1][0], browsers[-1][1]  # each start makes the links of before void
        browser.enter(link)
        cookie = f"ronde-seat={browser.cookies['ronde-seat']}"
        yield House(name, path, [one.port for one, _, _ in browsers], cookie)


class Line:
    """A connection that is kept, from an address of its own, to one process."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.cookie, self.sent = port, cookie, 0

    async def open(self) -> None:
        source = f"127.{CHANCE.randrange(1, 250)}.{CHANCE.randrange(1, 250)}.{CHANCE.randrange(1, 250)}"
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(source, 0)
        )

    async def ask(self, head: str, body: str = "") -> int:
        """Send a request and read its answer; the status."""
        if not self.sent % FROM_ONE_ADDRESS:
            await self.open()
        self.sent += 1
        told = f"{head} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n"
        if body:
            told += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self.writer.write(f"{told}Sec-Fetch-Site: same-origin\r\n\r\n{body}".encode())
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        await self.reader.readexactly(int(length[1]) if length else 0)
        return int(answer.split()[1])

    async def enter(self, table: int, turn: int) -> int:
        """Enter a result at a table, another one each time."""
        entry = urllib.parse.urlencode({"entry": f"{2 * table - 1} {turn % 65}", "replace": "yes"})
        return await self.ask("POST /desk/open/result", entry)


async def write_all(place: House, writers: int, seconds: float, figures: Figures) -> None:
    """As many results as are answered; the writers sit at all processes in turn."""
    end, taken = time.perf_counter() + seconds, [0]

    async def hand(at: int) -> None:
        line, turn = Line(place.ports[at % len(place.ports)], place.cookie), 0
        while time.perf_counter() < end:
            status = await line.enter(at + 1 + writers * (turn % (TABLES // writers)), turn)
            turn += 1
            taken[0] += status == 303
            if status != 303:
                figures.odd[status] = figures.odd.get(status, 0) + 1

    await asyncio.gather(*map(hand, range(writers)))
    figures.results = taken[0] / seconds


async def follow(port: int, number: int, heard: dict[int, list[float]]) -> None:
    """One open page: notes when it hears of each number."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /t/open/live?after={number} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    try:
        while True:
            line = await reader.readuntil(b"\n")
            if line.startswith(b"id: "):
                now, told = time.perf_counter(), int(line[4:])
                for missed in range(number + 1, told + 1):
                    heard.setdefault(missed, []).append(now)
                number = told
    finally:
        writer.close()


async def listen(place: House, listeners: int, seconds: float, figures: Figures) -> None:
    """One arbiter at the first process; pages that listen at the last one."""
    desk = Desk.open(place.path)
    number = desk.number
    there = {table.number: int(table.result.first) for table in desk.tournament.open_round if table.result}
    desk.close()
    heard: dict[int, list[float]] = {}
    pages = [asyncio.create_task(follow(place.ports[-1], number, heard)) for _ in range(listeners)]
    await asyncio.sleep(1)
    line, sent = Line(place.ports[0], place.cookie), dict[int, float]()
    end = time.perf_counter() + seconds
    for turn in range(10**6):
        number += 1
        sent[number] = time.perf_counter()
        table = 1 + turn % TABLES
        there[table] = (there.get(table, 0) + 1) % 65  # never the same again, which would be no fact
        if await line.enter(table, there[table]) != 303:
            raise SystemExit("a result was refused")
        if time.perf_counter() > end:
            break
        await asyncio.sleep(PACE)
    await asyncio.sleep(1)
    for page in pages:
        page.cancel()
    figures.delays = [at - sent[told] for told, times in heard.items() if told in sent for at in times]
    missing = len(sent) * listeners - len(figures.delays)
    if missing:
        print(f"*** {missing} times somebody did not hear of a result within a second ***")


async def visit(place: House, seconds: float, figures: Figures) -> None:
    """Eight visitors, on all processes in turn, while results come in at an arbiter's pace."""
    end, seen = time.perf_counter() + seconds, [0]

    async def visitor(at: int) -> None:
        page = ("", "/standings", "/round/1", "/player/7")[at % 4]
        line = Line(place.ports[at % len(place.ports)])
        while time.perf_counter() < end:
            seen[0] += await line.ask(f"GET /t/open{page}") == 200

    async def arbiter() -> None:
        line = Line(place.ports[0], place.cookie)
        for turn in range(10**6):
            if time.perf_counter() > end:
                return
            await line.enter(1 + turn % TABLES, turn)
            await asyncio.sleep(PACE)

    await asyncio.gather(arbiter(), *map(visitor, range(8)))
    figures.pages = seen[0] / seconds


def measured(place: House, wish: argparse.Namespace) -> Figures:
    """All three, one after the other."""

    async def everything() -> Figures:
        figures = Figures()
        await write_all(place, wish.writers, wish.seconds, figures)
        await listen(place, wish.listeners, wish.seconds, figures)
        await visit(place, wish.seconds, figures)
        return figures

    return asyncio.run(everything())


def tell(shared: Figures, file: Figures, wish: argparse.Namespace) -> None:
    """A line for each figure: the shared server, the file, the ratio."""

    def line(name: str, one: float, other: float, unit: str) -> None:
        print(f"{name:<52} {one:9.1f} {other:9.1f} {unit:<3} {one / other if other else 0:7.2f}")

    print(f"{'':52} {'2 on pg':>9} {'1 on file':>9} {'':3} {'ratio':>7}")
    line(f"results a second, {wish.writers} writers", shared.results, file.results, "/s")
    for name, at in (("half", 0.5), ("95 of 100", 0.95)):
        one, other = (1e3 * _quantile(figures.delays, at) for figures in (shared, file))
        line(f"key to page, {name} of {wish.listeners} listeners elsewhere", one, other, "ms")
    line("public pages a second, 10 results a second", shared.pages, file.pages, "/s")
    print(f"answers other than taken: {shared.odd or 'none'} on the server, {file.odd or 'none'} on the file")


def _quantile(values: list[float], at: float) -> float:
    return statistics.quantiles(values, n=100)[int(100 * at) - 1] if len(values) > 1 else 0.0


def main() -> None:
    """Both houses, about a minute."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=6)
    asked.add_argument("--writers", type=int, default=10)
    asked.add_argument("--listeners", type=int, default=100)
    wish = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_server() as database:
        os.environ["RONDE_DATABASE"] = database.address
        path = Path(folder) / "open.ronde"
        for place in (path, Path("pg:open")):
            tournament(place)
        with house("file", path, 1) as one:
            file = measured(one, wish)
        with house("server", Path("pg:open"), 2) as two:
            shared = measured(two, wish)
    with suppress(OSError):
        load = "{:.1f}, {:.1f}, {:.1f}".format(*os.getloadavg())
        print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load {load}")
    tell(shared, file, wish)


if __name__ == "__main__":
    main()
