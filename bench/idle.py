"""What tournaments cost that nobody plays, and how soon a page hears of what another program wrote.

    .venv/bin/python bench/idle.py                     # this tree
    .venv/bin/python bench/idle.py /elsewhere/src      # and beside it the source of another version

The work of a server is told for each open tournament, as a ratio to the work of asking its journal ten times
a second from this process: machines differ, ratios less so.
"""

from __future__ import annotations

import http.client
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import web

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result

OPEN = 300
SECONDS = 5.0
TOLD = 20
LONG = 1000.0
"""Milliseconds after which news is late."""


def looked(path: Path) -> float:
    """Seconds of work for one question to a journal nobody writes in."""
    desk = Desk.open(path)
    start = time.process_time()
    for _ in range(2_000):
        desk.refresh()
    took = (time.process_time() - start) / 2_000
    desk.close()
    return took


def told(port: int, path: Path) -> list[float]:
    """Milliseconds from a result that was stored by this process to an open page of the server."""
    desk = Desk.open(path)
    stream = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    stream.request("GET", f"/t/{path.stem}/live?after={desk.number}")
    news = stream.getresponse()
    times = []
    for number in range(TOLD):
        wish = Result(40, 24) if number % 2 else Result(24, 40)
        desk.act(CHIEF, enter_at_table, table=1, result=wish, replacing=True)
        stored = time.perf_counter()
        while not news.readline().startswith(f"id: {desk.number}".encode()):
            pass
        times.append((time.perf_counter() - stored) * 1e3)
        time.sleep(0.05 + number * 0.01)
    stream.close()
    desk.close()
    return times


def measured(source: Path, folder: Path, usual: float) -> dict[str, float]:
    """The figures of one version of the server on a folder of tournaments."""
    port = web.free_port()
    os.environ["PYTHONPATH"] = str(source)
    with web.running("-m", "ronde", "serve", str(folder), "--port", str(port), port=port) as process:
        time.sleep(2.0)
        before = web.worked(process)
        time.sleep(SECONDS)
        each = (web.worked(process) - before) / SECONDS / OPEN
        times = told(port, folder / "open-1.ronde")
    return {
        "work": each * 1e6,
        "ratio": each / (usual * 10),
        "median": statistics.median(times),
        "slowest": max(times),
    }


def main() -> None:
    """Everything, in less than a minute."""
    sources = [Path(__file__).parent.parent / "src", *map(Path, sys.argv[1:2])]
    found = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        web.tournament(folder / "open-1.ronde", 20, closed=2)
        for number in range(2, OPEN + 1):
            shutil.copy(folder / "open-1.ronde", folder / f"open-{number}.ronde")
        usual = looked(folder / "open-1.ronde")
        print(f"{OPEN} open tournaments; one question to a journal takes {usual * 1e6:.0f} µs of work")
        for source in sources:
            figures = measured(source, folder, usual)
            found.append(figures)
            print(f"\n{source}")
            print(f"  work for each of them                   {figures['work']:8.1f} µs/s")
            print(f"  as a ratio to ten such questions        {figures['ratio']:8.3f}")
            print(f"  tournaments that fill one core          {1e6 / max(figures['work'], 1e-9):8.0f}")
            print(
                f"  to an open page, median of {TOLD}           {figures['median']:8.1f} ms   budget 300 ms"
            )
            late = "" if figures["slowest"] < LONG else "   late"
            print(f"  the slowest of them                     {figures['slowest']:8.1f} ms{late}")
    if len(found) == 2:
        work, median = (found[0][one] / found[1][one] for one in ("work", "median"))
        print(f"\nthis tree / the other: work {work:.3f}, to an open page {median:.2f}")


if __name__ == "__main__":
    main()
