"""How soon a phone shows the live page, and whether anything on it moves: Chromium's own trace.

    .venv/bin/python bench/paint.py

The phone computes four times slower than this machine and has the "Fast 3G" of Chromium's tools: 562 ms a
request, 1.44 Mbit/s. While the page is open a result comes in. The budget: a first paint below
1.5 s, no layout shift.
"""

from __future__ import annotations

import json
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result
from web import running, tournament  # type: ignore[import-not-found]  # beside this file

SLOWER = 4
FAST_3G = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
PHONE = {"width": 390, "height": 844}
TRIES = 3
GOAL = 1500


def traced(browser: Browser, address: str, file: Path, table: int) -> list[dict[str, Any]]:
    """The trace of one visit with an empty cache, during which a result comes in."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", FAST_3G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=["loading", "blink.user_timing", "devtools.timeline"])
    page.goto(address)
    page.locator("#live-mark:not(.off)").wait_for(timeout=60_000)
    desk = Desk.open(file)
    desk.act(CHIEF, enter_at_table, table=table, result=Result(40, 24))
    desk.close()
    page.locator(f"#table-{table} .sc").wait_for(timeout=60_000)
    page.wait_for_timeout(1000)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return events


def first(events: list[dict[str, Any]], name: str, frame: str) -> float:
    """Milliseconds from the start of the navigation to the first event of that name."""
    mine = [one for one in events if one.get("args", {}).get("frame") == frame]
    start = max(one["ts"] for one in mine if one["name"] == "navigationStart")
    found: float = min(one["ts"] - start for one in mine if one["name"] == name and one["ts"] >= start)
    return found / 1000


def shift(events: list[dict[str, Any]]) -> float:
    """What Chromium counts as layout shift, in sum."""
    moved = [one["args"]["data"] for one in events if one["name"] == "LayoutShift"]
    return sum(float(one["score"]) for one in moved)


def main() -> None:
    """Visit a few times and print the best, the worst, and every shift."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        file = Path(place, "open.ronde")
        tournament(file, 24)
        line = ("-m", "ronde", "serve", str(file), "--port", str(port))
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        with running(*line, port=port):
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            address = f"http://localhost:{port}/t/open"
            paints, shifts = [], []
            for table in range(1, TRIES + 1):
                events = traced(browser, address, file, table)
                painted = [one for one in events if one["name"] == "firstContentfulPaint"]
                frame = painted[-1]["args"]["frame"]
                paints.append(first(events, "firstContentfulPaint", frame))
                shifts.append(shift(events))
            browser.close()
    told = ", ".join(f"{one:.0f}" for one in paints)
    print(f"first paint of the live page, 4x slower CPU, fast 3G: {told} ms (goal {GOAL})")
    print(f"layout shift, with a result coming in: {', '.join(f'{one:.4f}' for one in shifts)} (goal 0)")


if __name__ == "__main__":
    main()
