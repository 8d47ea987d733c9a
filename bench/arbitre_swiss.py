"""A Swiss of many engines with spectators: does it end, how fast, with how much memory, and are clocks right?

`python bench/arbitre.py --swiss 500` starts a real `ronde serve --referee`, registers so many engines of one
engine process, lets the host found a Swiss in the browser's form, and lets spectators look on: each keeps a
live stream open and asks for pages. The engine notes how long it kept each request; what the referee charged
beyond that is the error of its clock, the way there and back and the engine's own delay included.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector, web
from tests.arena.http.arena import bound
from tests.support.web_server import Browser, server

from ronde.arena.http import EngineCard, EngineStore, Manner

THINKS = 0.03
"""Seconds an engine thinks at most."""
LOOKS = 10.0
"""Seconds after which a spectator asks for another page."""
RIGHT = 20.0
"""Milliseconds by which a clock may be wrong."""


# the engines


async def crowd(port: int, notes: Path) -> None:
    """All engines in one process: a free cell by chance, after a moment; it notes how long it took."""
    chance, kept = random.Random(1), []

    async def answers(request: web.Request) -> web.Response:
        asked, came = request.query, time.monotonic()
        if asked["Status"] != "0":
            return web.Response(text="")
        await asyncio.sleep(chance.random() * THINKS)
        tray = asked["Tray"]
        free = range(9) if tray == "Init" else [at for at, cell in enumerate(tray) if cell == "0"]
        value = str(chance.choice(list(free)) + 1)
        kept.append((asked["Game"], int(asked["Turn"]), 1000 * (time.monotonic() - came)))
        return web.Response(text=value)

    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", answers)
    runner = web.AppRunner(app, access_log=None, keepalive_timeout=600)
    await runner.setup()
    await web.SockSite(runner, bound(port=port), backlog=8192).start()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    notes.write_text(json.dumps(kept))


@contextmanager
def crowd_process(notes: Path) -> Iterator[int]:
    place = bound()
    port: int = place.getsockname()[1]
    place.close()
    command = [sys.executable, str(Path(__file__).with_name("arbitre.py")), "--crowd", str(port), str(notes)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield port
    finally:
        process.communicate(timeout=60)


# the spectators


async def spectate(port: int, at: int, pages: list[str], told: dict[str, list[float]]) -> None:
    """One person: a live stream that stays open, and another page from time to time."""
    connector = TCPConnector(local_addr=(f"127.0.{1 + at // 200}.{1 + at % 200}", 0))
    async with ClientSession(
        f"http://127.0.0.1:{port}",
        connector=connector,
        cookie_jar=DummyCookieJar(),
        timeout=ClientTimeout(60),
    ) as client:
        stream = asyncio.create_task(_listen(client, pages[0] + "/live", told))
        chance = random.Random(at)
        await asyncio.sleep(chance.random() * LOOKS)
        try:
            while True:
                began = time.perf_counter()
                with contextlib.suppress(OSError, TimeoutError):
                    async with client.get(chance.choice(pages)) as answer:
                        await answer.read()
                        told[str(answer.status)] = told.get(str(answer.status), [])
                        told[str(answer.status)].append(time.perf_counter() - began)
                await asyncio.sleep(LOOKS)
        finally:
            stream.cancel()


async def _listen(client: ClientSession, path: str, told: dict[str, list[float]]) -> None:
    while True:
        with contextlib.suppress(OSError, TimeoutError):
            async with client.get(path, timeout=ClientTimeout(None)) as answer:
                told.setdefault(f"stream {answer.status}", []).append(0.0)
                async for _ in answer.content:
                    pass
        await asyncio.sleep(1)


# the host


def register(folder: Path, port: int, engines: int) -> list[int]:
    """Enter the engines into the book before the server starts."""
    book = EngineStore(folder / "arbitre.db")
    cards = [
        EngineCard(0, f"Engine {at:03}", "tictactoe", f"http://127.0.0.1:{port}/{at}", manner=Manner.PRINTED)
        for at in range(engines)
    ]
    numbers = [book.add_engine(card).id for card in cards]
    book.close()
    return numbers


def found(host: Browser, numbers: list[int], rounds: int, games: int) -> str:
    """Found the Swiss as a host does; the path of its page."""
    wish = {"name": "Swiss", "system": "swiss", "rounds": str(rounds), "games": str(games), "timeout": "15"}
    chosen = "".join(f"&engine={number}" for number in numbers)
    body = urllib.parse.urlencode({**wish, "game": "tictactoe"}) + chosen
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    answer = host._ask("POST", "/arbitre/competitions/new", body, headers)
    assert answer.status == 303, answer.text
    while True:
        event = re.search(r"/arbitre/competition/swiss/\d+", host.get("/arbitre/competitions").text)
        if event:
            return event.group()
        time.sleep(0.1)


def memory(pid: int) -> float:
    """Megabytes of a process."""
    words = Path(f"/proc/{pid}/statm").read_text().split()
    return int(words[1]) * resource.getpagesize() / 1e6


def work(pid: int) -> float:
    """Seconds of processor time of a process."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


# the whole


async def follow(host: Browser, page: str, pid: int) -> tuple[float, float]:
    """Say every few seconds how far it is, as the page does; the most memory, and the seconds it took."""
    began, most, before = time.perf_counter(), 0.0, (0, work(pid))
    while True:
        text = (await asyncio.to_thread(host.get, page)).text
        told = " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())
        sentence = re.search(r"(\d+) games played, (\d+) left\..*?(?= Pause| Go on| Stop| Delete)", told)
        assert sentence, told[:300]
        most = max(most, memory(pid))
        took, now = time.perf_counter() - began, (int(sentence.group(1)), work(pid))
        each = 1000 * (now[1] - before[1]) / max(1, now[0] - before[0])
        print(f"{took:6.1f} s  {most:5.0f} MB  {each:5.2f} ms of work a game  {sentence.group()}", flush=True)
        before = now
        if sentence.group(2) == "0":
            return most, took
        await asyncio.sleep(5)


def errors(folder: Path, notes: Path) -> tuple[list[float], int]:
    """By how many milliseconds each clock was wrong, and how many answers were read after their deadline."""
    held = {(game, turn): spent for game, turn, spent in json.loads(notes.read_text())}
    wrong, unread = [], 0
    book = sqlite3.connect(folder / "arbitre.db")
    for word, record in book.execute("SELECT word, record FROM game WHERE event IS NOT NULL"):
        for turn, ply in enumerate(json.loads(record)["record"]["plies"], 1):
            for answer in ply:
                unread += bool(answer.get("taken"))
                charged = answer["milliseconds"] - answer.get("taken", 0.0)
                wrong.append(charged - held[word, turn])
    book.close()
    return sorted(wrong), unread


async def play(engines: int, rounds: int, games: int, spectators: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, notes = Path(name), Path(name) / "notes.json"
        with crowd_process(notes) as port:
            numbers = register(folder, port, engines)
            options = ("--referee", "--allow-local", "127.0.0.0/8")
            with server(folder, options=options, cold=True) as (host, link, process):
                assert host.enter(link).status == 303
                page = found(host, numbers, rounds, games)
                pages = ["/t/swiss", "/t/swiss/standings", page, "/arbitre", "/arbitre/games"]
                told: dict[str, list[float]] = {}
                watching = [
                    asyncio.create_task(spectate(host.port, at, pages, told)) for at in range(spectators)
                ]
                most, took = await follow(host, page, process.pid)
                for one in watching:
                    one.cancel()
                await asyncio.gather(*watching, return_exceptions=True)
        report(folder, notes, most, took, told)


def report(folder: Path, notes: Path, most: float, took: float, told: dict[str, list[float]]) -> None:
    wrong, unread = errors(folder, notes)
    book = sqlite3.connect(folder / "arbitre.db")
    ((count,),) = book.execute("SELECT count(*) FROM game WHERE event IS NOT NULL")
    book.close()
    load = Path("/proc/loadavg").read_text().split()[0]
    print(f"{count} games, {len(wrong)} moves in {took:.1f} s: {count / took:.1f} games/s, load {load}")
    print(f"server: {most:.0f} MB at most; answers read after their deadline: {unread}")
    parts = ", ".join(f"{part} {wrong[int(part * (len(wrong) - 1))]:.1f}" for part in (0.5, 0.99, 0.999))
    over = sum(one > RIGHT for one in wrong)
    parts = f"least {wrong[0]:.1f}, {parts}"
    print(f"error of the clocks in ms: {parts}, worst {wrong[-1]:.1f}; over {RIGHT:.0f} ms: {over}")
    for status, times in sorted(told.items()):
        slowest = 1000 * max(times)
        print(f"spectators: {len(times)} x {status}, slowest {slowest:.0f} ms")
