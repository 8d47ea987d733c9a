"""Takes pictures of the demo: `./go screenshots [NAME...]`; shots.py lists them.

Those that documents show go to docs/screens, all others to screens/, to be looked at.
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
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Browser, Page, sync_playwright
from screen_events import add_events
from shots import SHOTS, Shot

from ronde.arena.cli.demo import make_demo_tournaments, play_cup

SHOWN = Path(__file__).parents[1] / "docs" / "screens"
OTHERS = Path(__file__).parents[1] / "screens"
ENGINES = Path(__file__).parents[1] / "examples" / "engines"
COLOURS = 48
"""Of a picture: pages have few, and committed files should be small."""
TEXTS = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = [];
    while (walker.nextNode())
        if (walker.currentNode.parentElement.checkVisibility()) seen.push(walker.currentNode.data);
    return seen.join(" ");
}"""
"""The visible texts of a page; names and countries that stand in two elements stay two words."""
SIZES = {"phone": (390, 844), "screen": (1280, 720), "paper": (794, 1123), "letter": (816, 1056)}


@contextmanager
def running(*line: str) -> Iterator[list[str]]:
    """A Python process; yields the first lines it prints."""
    process = subprocess.Popen([sys.executable, "-u", *line], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield [process.stdout.readline() for _ in range(2 if "serve" in line else 1)]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """A server for the demo; yields its address and the arbiter's link."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = ("-m", "ronde", "--lang", "en", "serve", str(folder), "--port", str(port))
    with running(*line, "--referee", "--allow-local", "127.0.0.0/8") as said:
        link = said[1].split("/enter/")[-1].strip()
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://localhost:{port}", f"/enter/{link}"


def opened(browser: Browser, shot: Shot, cookies: list[dict[str, object]]) -> Page:
    """A page of the right size, theme and language."""
    kind, _, theme = shot.kind.partition("-")
    width, height = SIZES.get(kind, (1280, 800))
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=shot.language,
        color_scheme="dark" if "dark" in (kind, theme) else "light",
        device_scale_factor=1,
    )
    if shot.seated:
        context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    if kind in ("paper", "letter"):
        page.emulate_media(media="print")
    return page


def words(page: Page) -> str:
    """The words on a page, each once; tests/web/test_readme_pictures.py compares them with the page."""
    seen = re.findall(r"[^\W\d_]+", page.evaluate(TEXTS))
    return " ".join(dict.fromkeys(word.casefold() for word in seen))


def kept(picture: bytes, words: str, target: Path) -> int:
    """Write a picture, with the words on it as metadata; return its size."""
    told = PngInfo()
    told.add_itxt("words", words, zip=True)
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    # MAXCOVERAGE keeps the colours of small marks, and large areas exact.
    image = whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, 3, dither=Image.Dither.NONE)
    image.save(target, optimize=True, pnginfo=told)
    return target.stat().st_size


def main() -> None:
    OTHERS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        cup = make_demo_tournaments(Path(place), 7)
        add_events(Path(place))
        playing = play_cup(cup, pace=0.3)
        with (
            serving(Path(place)) as (address, link),
            running(str(ENGINES / "reversi.py"), "--port", "0") as engine,
            sync_playwright() as driver,
        ):
            chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            total = take_all(browser, address, link, engine[0].split(": ", 1)[1].strip(), set(sys.argv[1:]))
            browser.close()
        print(f"{total / 1e6:.2f} MB in {SHOWN} and {OTHERS}")
        playing.stop()


def take_all(browser: Browser, address: str, link: str, engine: str, only: set[str]) -> int:
    """Take all pictures, or those named; return their size in bytes."""
    entrance = browser.new_context(locale="en")
    desk = entrance.new_page()
    desk.goto(address + link)
    desk.locator("main form button").click()
    links = personal_links(desk, address, {shot.path for shot in SHOTS if shot.path.startswith("CARD ")})
    propose(browser, links["CARD swiss"], "36")
    links |= let_play(desk, address, engine)
    cookies = [dict(cookie) for cookie in entrance.cookies()]
    total = 0
    for shot in SHOTS:
        if not only or shot.name in only:
            page = opened(browser, shot, cookies)
            picture = taken(page, shot, links.get(shot.path, address + shot.path))
            size = kept(picture, words(page), target(shot))
            total += size
            print(f"{size:>8} {shot.name}", flush=True)
            page.context.close()
    return total


def target(shot: Shot) -> Path:
    shown = SHOWN / f"{shot.name}.png"
    return shown if shown.exists() else OTHERS / shown.name


def taken(page: Page, shot: Shot, address: str) -> bytes:
    if "/game/" in shot.path:
        wait_for(page, address.partition("?")[0])
    page.goto(address)
    for verb, what in shot.steps:
        if verb == "click":
            page.locator(what).first.click()
        elif verb == "press":
            page.keyboard.press(what)
        else:
            page.locator(what).evaluate("thing => thing.scrollIntoView()")
    page.wait_for_timeout(400)
    return page.screenshot(full_page=shot.whole)


def wait_for(page: Page, address: str) -> None:
    """Wait until a game has been played and its page exists."""
    for _ in range(120):
        answer = page.goto(address)
        if answer is not None and answer.ok:
            return
        page.wait_for_timeout(1000)


def personal_links(desk: Page, address: str, wishes: set[str]) -> dict[str, str]:
    """The personal links of players whose result is missing."""
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
    """Propose a result as a player, so that the desk shows a proposal."""
    page = browser.new_page()
    page.goto(link)
    if page.locator("#discs").count():
        page.fill("#discs", said)
        page.click(".tell button.strong")
    page.close()


def let_play(desk: Page, address: str, engine: str) -> dict[str, str]:
    """Register an engine, test it and let it play; return the addresses of the pages."""
    desk.goto(f"{address}/arbitre/engines/new")
    desk.fill("#name", "Sample")
    desk.fill("#url", engine)
    desk.select_option("#game", "reversi")
    desk.click("form.upright button.strong")
    places = {"ENGINE": desk.url, "TESTED": f"{address}/arbitre/tester?engine={desk.url.rpartition('/')[2]}"}
    desk.goto(f"{address}/arbitre/ladder/reversi")
    desk.locator("button[name=on]").first.click()
    desk.goto(f"{address}/arbitre")
    desk.get_by_role("button", name="Reversi").click()
    for _ in range(3):
        desk.get_by_role("button", name="Random move").click()
        desk.wait_for_timeout(300)
    return places | {"GAME": desk.url}


if __name__ == "__main__":
    main()
