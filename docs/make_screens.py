"""Makes the pictures of docs/screens: every page of the exhibition, light and dark, on a phone and on paper.

./go screenshots
"""

from __future__ import annotations

import io
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from ronde.cli.exhibition import fill, play_cup

SCREENS = Path(__file__).with_name("screens")
COLOURS = 48
"""Pages have few colours, and pictures that are kept should be small."""


@dataclass(frozen=True)
class Shot:
    """One picture: its name, the address, and how it is looked at."""

    name: str
    path: str
    kind: str = "light"
    language: str = "en"
    seated: bool = False
    whole: bool = False


SHOTS = (
    Shot("games-live", "/t/cup/games/live"),
    Shot("games-live-dark", "/t/cup/games/live", "dark", "fr"),
    Shot("tournaments", "/?all"),
    Shot("home", "/t/swiss"),
    Shot("round-by-name", "/t/swiss/round/4?by=name", "dark", "fr"),
    Shot("standings", "/t/swiss/standings"),
    Shot("standings-dark", "/t/swiss/standings", "dark"),
    Shot("crosstable", "/t/swiss/crosstable", "light", "fr"),
    Shot("player", "/t/swiss/player/4"),
    Shot("player-phone", "/t/swiss/player/4", "phone"),
    Shot("teams", "/t/swiss/teams"),
    Shot("keizer", "/t/keizer/standings?explain", "light", "fr"),
    Shot("keizer-phone", "/t/keizer/standings", "phone-dark"),
    Shot("bracket", "/t/cup/bracket"),
    Shot("bracket-dark", "/t/cup/bracket", "dark"),
    Shot("games", "/t/cup/games", "light", "fr"),
    Shot("game", "/t/cup/game/1-1-1?move=30"),
    Shot("game-phone", "/t/cup/game/1-1-1?move=30", "phone-dark", "fr"),
    Shot("embedded", "/t/swiss/round/4?embed", "phone"),
    Shot("card-phone", "CARD swiss", "phone", "fr"),
    Shot("card-keizer-phone", "CARD keizer", "phone-dark"),
    Shot("proposals", "/desk/swiss/proposals", seated=True),
    Shot("phones", "/desk/swiss/phones?player=4", seated=True),
    Shot("seats", "/seats", seated=True),
    Shot("enter", "/enter", "dark", "fr"),
    Shot("screen", "/t/swiss/screen?view=pairings", "screen"),
    Shot("screen-names", "/t/swiss/screen?view=names&lang=fr,en", "screen"),
    Shot("screen-standings", "/t/swiss/screen?view=standings", "screen-dark"),
    Shot("steer", "/desk/swiss/screens", seated=True),
    Shot("print", "/t/swiss/print"),
    Shot("paper-pairings", "/t/swiss/print/pairings", "paper"),
    Shot("paper-slips", "/t/swiss/print/slips", "paper", "fr"),
    Shot("paper-standings", "/t/swiss/print/standings", "paper"),
    Shot("paper-crosstable", "/t/swiss/print/crosstable", "paper"),
    Shot("paper-sheets", "/t/swiss/print/sheets", "paper"),
    Shot("paper-cards", "/t/swiss/print/cards", "paper", seated=True),
    Shot("desk", "/desk/swiss", seated=True),
    Shot("desk-dark", "/desk/swiss", "dark", "fr", seated=True),
    Shot("desk-tables", "/desk/swiss/tables", seated=True),
    Shot("desk-players", "/desk/swiss/players", seated=True),
    Shot("desk-settings", "/desk/swiss/settings", seated=True),
    Shot("desk-history", "/desk/swiss/history", seated=True),
    Shot("desk-export", "/desk/swiss/export", seated=True),
    Shot("desk-phone", "/desk/swiss", "phone", seated=True),
)
SIZES = {"phone": (360, 720), "screen": (1280, 720), "paper": (794, 1123)}


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """A server for the exhibition: its address and the arbiter's link."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-u", "-m", "ronde", "--lang", "en", "serve", str(folder), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        link = process.stdout.readline().split("/enter/")[-1].strip()
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://localhost:{port}", f"/enter/{link}"
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def opened(browser: Browser, shot: Shot, cookies: list[dict[str, object]]) -> Page:
    """A page of the right size, theme and language."""
    kind, _, theme = shot.kind.partition("-")
    width, height = SIZES.get(kind, (1100, 760))
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=shot.language,
        color_scheme="dark" if "dark" in (kind, theme) else "light",
        device_scale_factor=1,
    )
    if shot.seated:
        context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    if kind == "paper":
        page.emulate_media(media="print")
    return page


def kept(picture: bytes, target: Path) -> int:
    """Write a picture with few colours; its size."""
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(target, optimize=True)
    return target.stat().st_size


def main() -> None:
    """Take every picture."""
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        cup = fill(Path(place), 7)
        playing = play_cup(cup, pace=0.3)
        with serving(Path(place)) as (address, link), sync_playwright() as driver:
            chromium = shutil.which("chromium") or "/usr/bin/chromium"
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            total = take_all(browser, address, link, set(sys.argv[1:]))
            browser.close()
        print(f"{total / 1e6:.2f} MB in {SCREENS}")
        while playing.is_alive() and cup.tournament.open_round.number < 4:
            playing.join(1)


def take_all(browser: Browser, address: str, link: str, only: set[str]) -> int:
    """All pictures, or those named; their size in bytes."""
    entrance = browser.new_context()
    desk = entrance.new_page()
    desk.goto(address + link)
    links = personal_links(desk, address, {shot.path for shot in SHOTS if shot.path.startswith("CARD ")})
    propose(browser, links["CARD swiss"], "36")
    cookies = [dict(cookie) for cookie in entrance.cookies()]
    total = 0
    for shot in SHOTS:
        if only and shot.name not in only:
            continue
        page = opened(browser, shot, cookies)
        if "/game/" in shot.path:
            wait_for(page, address + shot.path.partition("?")[0])
        page.goto(links.get(shot.path, address + shot.path))
        page.wait_for_timeout(400)
        size = kept(page.screenshot(full_page=shot.whole), SCREENS / f"{shot.name}.png")
        total += size
        print(f"{size:>8} {shot.name}")
        page.context.close()
    return total


def wait_for(page: Page, address: str) -> None:
    """Until a game has been played and its page is there."""
    for _ in range(120):
        answer = page.goto(address)
        if answer is not None and answer.ok:
            return
        page.wait_for_timeout(1000)


def personal_links(desk: Page, address: str, wishes: set[str]) -> dict[str, str]:
    """The personal links of players whose result is missing, as the desk shows them."""
    links = {}
    waiting = {}
    for slug in ("swiss", "keizer"):
        told = desk.request.get(f"{address}/t/{slug}.json").json()
        tables = desk.request.get(f"{address}/t/{slug}/round/{told['open_round']}.json").json()["tables"]
        waiting[slug] = next(table["first"] for table in tables if table["score"] is None)
    for wish in wishes:
        slug = wish.split()[1]
        desk.goto(f"{address}/desk/{slug}/phones?player={waiting[slug]}")
        found = re.search(r'href="([^"]+/card/[^"]+)"', desk.content())
        assert found is not None
        links[wish] = found[1]
    return links


def propose(browser: Browser, link: str, said: str) -> None:
    """A player proposes his result, so that the desk has something to hear."""
    page = browser.new_page()
    page.goto(link)
    if page.locator("#discs").count():
        page.fill("#discs", said)
        page.click(".proposal button")
    page.close()


if __name__ == "__main__":
    main()
