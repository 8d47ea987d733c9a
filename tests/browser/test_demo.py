"""The demo of `./go` as a visitor sees it: three tournaments, and boards that move by themselves."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.support.ports import free_port
from tests.support.web_server import listening_at

from ronde.app.files import live_path
from ronde.arena.cli.demo import cup_roster, make_demo_tournaments
from ronde.arena.referee import Series


@contextmanager
def demo(folder: Path) -> Iterator[tuple[str, list[str], subprocess.Popen[str]]]:
    """What plain `./go` runs, at a free port: its address, what it said, its process."""
    port = free_port()
    line = [
        sys.executable,
        "-u",
        "-m",
        "ronde",
        "--lang",
        "en",
        "demo",
        str(folder),
        "--show",
        "--port",
        str(port),
    ]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env={**os.environ})
    assert process.stdout is not None
    try:
        said = [process.stdout.readline() for _ in range(3)]
        listening_at(port, process)
        yield f"http://localhost:{port}", said, process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(20)
        process.stdout.close()


def test_the_demo_says_its_address_and_holds_a_swiss_a_season_and_a_cup_that_moves(
    tmp_path: Path, page: Page
) -> None:
    with demo(tmp_path) as (address, said, _):
        assert address in "".join(said)
        page.goto(address)
        expect(page.locator(".events")).to_contain_text("Swiss · 19 players")
        expect(page.locator(".events")).to_contain_text("round 4 of 7, 4 of 9 results")
        expect(page.locator(".events")).to_contain_text("Keizer · 14 players")
        expect(page.locator(".events")).to_contain_text("round 9 of 20")

        page.get_by_role("link", name="Games being played").click()
        watched(page, "Round 1, table 1, game 1")


def watched(page: Page, title: str) -> None:
    """The board of a game changes, and nobody has reloaded the page."""
    card = page.locator("section.card", has_text=title).first
    card.wait_for()
    page.evaluate("window.sameAsBefore = true")
    drawn = card.locator(".board").inner_html()
    move = card.locator("p.quiet").last.inner_text()

    expect(card.locator("p.quiet").last).not_to_have_text(move)

    assert card.locator(".board").inner_html() != drawn
    assert page.evaluate("window.sameAsBefore")


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the demo whose cup has been won."""
    folder: Path = tmp_path_factory.mktemp("won")
    desk = make_demo_tournaments(folder, 7, pace=0)
    Series(desk, cup_roster(0), jobs=2).run()
    desk.close()
    return folder


@pytest.fixture
def over(won: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return shutil.copytree(won, tmp_path, dirs_exist_ok=True)


def test_who_comes_when_the_cup_is_over_sees_friendly_games_and_the_champion(over: Path, page: Page) -> None:
    before = shutil.copyfile(over / "cup.ronde", over / "kept.copy")
    with demo(over) as (address, _, _):
        page.goto(f"{address}/t/cup/games/live")
        watched(page, "Friendly game")
        page.goto(f"{address}/t/cup/bracket")
        expect(page.locator(".head .badge")).to_contain_text("Champion")
        games = page.request.get(f"{address}/t/cup/games.json").json()

    assert len(games) >= 14
    assert (over / "cup.ronde").stat().st_size == before.stat().st_size
    assert not live_path(over / "cup.ronde").exists()
