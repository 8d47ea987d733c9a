"""How fast the web is: news for 1,000 listeners, sizes of pages, public pages while results come in.

    .venv/bin/python bench/web.py [SOURCE]

With the source of another version (its folder `src`) the work of its pages is told too, by turns with ours.

Beside every figure stands the budget of the design (style C.7); rates are also told as a ratio to a bare
page of Starlette that uvicorn serves in the same run: machines differ, ratios less so.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import enter_at_table, open_tournament
from ronde.model.entry import fill_at_random
from ronde.model.player import Player
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round

LISTENERS = 1_000
SECONDS = 4.0
HELLO = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
async def hello(request): return HTMLResponse("<!doctype html><title>hello</title><p>hello")
app = Starlette(routes=[Route("/", hello)])
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", access_log=False)
"""


def tournament(path: Path, players: int, closed: int = 5) -> None:
    """A Swiss with some rounds closed and the next one paired."""
    desk = Desk.create(path)
    desk.act(CHIEF, open_tournament, name=path.stem, date="2026-11-14", settings=Settings(rounds=closed + 2))
    for number in range(1, players + 1):
        name = f"PLAYER{number:03}"
        desk.act(CHIEF, enter_player, player=Player(number, name, "Somebody", "FRA", rating=2000 - number))
    for number in range(closed + 1):
        desk.act(CHIEF, complete_round, seed=number)
        if number < closed:
            desk.act(CHIEF, fill_at_random, random.Random(number))
            desk.act(CHIEF, close_and_freeze)
    desk.close()


@contextmanager
def running(*command: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server as a process of its own."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)
    try:
        while not _answers(port):
            if process.poll() is not None:
                raise RuntimeError(f"{' '.join(command)} ended with status {process.returncode}")
            time.sleep(0.05)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def memory(process: subprocess.Popen[bytes]) -> float:
    """Megabytes the process holds."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0.0


def worked(process: subprocess.Popen[bytes]) -> float:
    """Seconds of work of the process and its workers so far."""
    return sum(_worked(number) for number in family(process.pid))


def family(number: int) -> Iterator[int]:
    yield number
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{number}/task/{number}/children").read_text().split():
            yield from family(int(child))


def _worked(number: int) -> float:
    try:
        words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def listen(port: int, number: int, after: int, ready: asyncio.Queue[bool], heard: list[float]) -> None:
    """One open page of a hall where ten share an address: notes when it hears of the next fact."""
    source = (f"127.0.0.{number % (LISTENERS // 10) + 1}", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
    writer.write(f"GET /t/open/live?after={after} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await reader.readuntil(b"retry: 2000")
    await ready.put(True)
    await reader.readuntil(b"event: changed")
    heard.append(time.perf_counter())
    writer.close()


async def bench_listeners(port: int, path: Path, process: subprocess.Popen[bytes]) -> dict[str, float]:
    desk = Desk.open(path)
    before = memory(process)
    ready: asyncio.Queue[bool] = asyncio.Queue()
    heard: list[float] = []
    pages = [asyncio.create_task(listen(port, one, desk.number, ready, heard)) for one in range(LISTENERS)]
    for _ in range(LISTENERS):
        await ready.get()
    held, work = memory(process), worked(process)
    start = time.perf_counter()
    await asyncio.to_thread(desk.act, CHIEF, enter_at_table, table=1, result=Result(40, 24))
    stored = time.perf_counter()
    await asyncio.gather(*pages)
    desk.close()
    times = sorted(one - stored for one in heard)
    print(f"result stored                             {(stored - start) * 1e3:8.1f} ms")
    for name, at in (("first", 0), ("half", LISTENERS // 2), ("last", LISTENERS - 1)):
        print(
            f"  the {name:<5} of {LISTENERS:,} listeners has heard  {times[at] * 1e3:8.1f} ms   budget 300 ms"
        )
    print(f"  memory of the server for them           {held - before:8.1f} MB  ({before:.0f} before)")
    work = worked(process) - work
    return {"stored": stored - start, "last": times[-1], "work": work, "before": before, "held": held}


PACKED, PLAIN = "gzip, deflate, br", "identity"
"""What browsers take, and what sizes are told in."""


ADDRESSES = cycle(f"127.0.1.{number}" for number in range(1, 255))
"""Where visitors come from: of one address a server answers only so many requests a second."""
LINES = 30
"""Connections of one visitor who asks again and again."""


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(next(ADDRESSES), 0))


async def ask(
    port: int,
    path: str,
    until: float,
    counts: list[int],
    sizes: dict[str, int],
    packing: str = PACKED,
    lines: int = 1,
) -> None:
    """One visitor who asks again and again, over each connection in turn."""
    connections = [await connect(port) for _ in range(lines)]
    wish = f"Host: localhost\r\nAccept-Language: en\r\nAccept-Encoding: {packing}"
    request = f"GET {path} HTTP/1.1\r\n{wish}\r\n\r\n".encode()
    for reader, writer in cycle(connections):
        if counts[0] and time.perf_counter() >= until:
            break
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        sizes[path] = length
        counts[0] += 1
    for _, writer in connections:
        writer.close()


async def rate(port: int, paths: list[str]) -> tuple[float, dict[str, int]]:
    """Requests a second by eight visitors."""
    counts, sizes = [0], dict[str, int]()
    start = time.perf_counter()
    await asyncio.gather(
        *(ask(port, paths[at % len(paths)], start + SECONDS, counts, sizes, lines=LINES) for at in range(8))
    )
    return counts[0] / (time.perf_counter() - start), sizes


async def entering(path: Path, stop: asyncio.Event) -> int:
    """Somebody enters ten results a second meanwhile."""
    desk = Desk.open(path)
    tables = [table.number for table in desk.tournament.open_round]
    entered = 0
    while not stop.is_set():
        wish = Result(40, 24) if entered // len(tables) % 2 else Result(24, 40)
        table = tables[entered % len(tables)]
        await asyncio.to_thread(desk.act, CHIEF, enter_at_table, table=table, result=wish, replacing=True)
        entered += 1
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 0.1)
    desk.close()
    return entered


async def bench_rates(port: int, path: Path, bare: float) -> tuple[float, float]:
    pages = [f"/t/open{end}" for end in ("", "/standings", "/round/6", "/player/7")]
    quiet, _ = await rate(port, pages)
    stop = asyncio.Event()
    hand = asyncio.create_task(entering(path, stop))
    busy, _ = await rate(port, pages)
    stop.set()
    entered = await hand
    print(f"bare Starlette page                       {bare:8.0f} /s")
    print(f"public pages, nothing happening           {quiet:8.0f} /s     {quiet / bare:.2f} of bare")
    meanwhile = f"public pages, {entered / SECONDS:.0f} results a second"
    print(f"{meanwhile:<41} {busy:8.0f} /s     {busy / bare:.2f} of bare")
    return quiet, busy


async def bench_sizes(port: int, slug: str) -> None:
    pages = {
        "home": "", "round": "/round/6", "by name": "/round/6?by=name", "standings": "/standings",
        "crosstable": "/crosstable", "player": "/player/7",
    }  # fmt: skip
    for name, end in pages.items():
        counts, sizes = [0], dict[str, int]()
        start = time.perf_counter()
        await ask(port, f"/t/{slug}{end}", start + 0.001, counts, sizes, PLAIN)
        took = time.perf_counter() - start
        size = sizes[f"/t/{slug}{end}"] / 1000
        print(f"  {slug:<8} {name:<10}                     {size:8.1f} kB    drawn in {took * 1e3:.0f} ms")


PAGES = [f"/t/open{end}" for end in ("", "/standings", "/round/6", "/player/7")]
TURNS, RESULTS, ASKED = 3, 10, 400


async def asked(port: int, paths: list[str]) -> None:
    """Every page once, by one visitor."""
    for path in paths:
        await ask(port, path, 0.0, [0], {})


async def work_of_pages(port: int, path: Path, process: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Milliseconds of work for a page that is kept, and for one that is drawn again after a result."""
    await asked(port, PAGES)  # the first visitor pays for templates
    start = worked(process)
    await asked(port, PAGES * (ASKED // len(PAGES)))
    kept = (worked(process) - start) / ASKED
    desk = Desk.open(path)
    start = worked(process)
    for number in range(RESULTS):
        wish = Result(40, 24) if number % 2 else Result(24, 40)
        desk.act(CHIEF, enter_at_table, table=2, result=wish, replacing=True)
        await asyncio.sleep(0.5)  # it is noticed
        await asked(port, PAGES)
    desk.close()
    return kept * 1e3, (worked(process) - start) / RESULTS / len(PAGES) * 1e3


def compared(folder: Path, source: Path) -> None:
    """The work of our pages and of another version's, by turns: work is the same on a busy machine."""
    ours = Path(__file__).parents[1] / "src"
    best = dict.fromkeys((ours, source), (float("inf"), float("inf")))
    for _ in range(TURNS):
        for one in best:
            os.environ["PYTHONPATH"], port = str(one), free_port()
            with running("-m", "ronde", "serve", str(folder), "--port", str(port), port=port) as process:
                found = asyncio.run(work_of_pages(port, folder / "open.ronde", process))
                best[one] = min(best[one][0], found[0]), min(best[one][1], found[1])
    del os.environ["PYTHONPATH"]
    for at, word in enumerate(("kept", "drawn after a result")):
        told = f"{best[ours][at]:.2f} ms of work beside {best[source][at]:.2f} of {source}"
        print(f"a public page, {word:<26} {told}: {best[ours][at] / best[source][at]:.2f}")


def main() -> None:
    """Everything, in half a minute."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for slug, players in (("open", 100), ("large", 500)):
            tournament(folder / f"{slug}.ronde", players)
        port, other = free_port(), free_port()
        os.environ["PYTHONUNBUFFERED"] = "1"
        with running("-m", "ronde", "serve", str(folder), "--port", str(port), port=port) as process:
            print(f"sizes of pages: 100 players (budget 30 kB) and 500, on {os.cpu_count()} cores")
            for slug in ("open", "large"):
                asyncio.run(bench_sizes(port, slug))
            asyncio.run(bench_listeners(port, folder / "open.ronde", process))
            with running("-c", HELLO, str(other), port=other):
                bare, _ = asyncio.run(rate(other, ["/"]))
            asyncio.run(bench_rates(port, folder / "open.ronde", bare))
        if len(sys.argv) > 1:
            compared(folder, Path(sys.argv[1]))


if __name__ == "__main__":
    main()
