"""A house in which every page has something to show: tournaments of every kind, and what was done in it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from tests.browser.halls import HOSTILE, PEOPLE, House, enter, hall, make

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.app.files import live_path
from ronde.arena.cli.demo import CLOCK, cup_roster, demo_programs, make_demo_tournaments
from ronde.arena.games import find_game
from ronde.arena.pages import LiveFile, follow
from ronde.arena.referee import GameState, Series, play
from ronde.arena.sandbox import Jail, SandboxKind
from ronde.model.decisions.rounds import open_tournament
from ronde.model.settings import Settings

NOBODY = "http://127.0.0.1:9999/"
"""Where no engine answers: its games are over at once."""
OWNED = {"ACCOUNT": "/arbitre/account", "NEWS": "/arbitre/news"}
"""Pages that only the owner of engines may open, by the word that stands for them."""


def everything(folder: Path) -> Path:
    """The usual tournaments, programs that play, hostile names, nobody at all, and a round to be paired."""
    hall(folder)
    (folder / "cup.ronde").unlink()
    make(folder / "hostile.ronde", Settings(rounds=5), (*HOSTILE, *PEOPLE[:3]))
    desk = Desk.open(make(folder / "evening.ronde", Settings(rounds=5)))
    desk.undo(CHIEF)  # the pairing of round 2
    desk.close()
    desk = Desk.create(folder / "empty.ronde")
    desk.act(CHIEF, open_tournament, name="Nobody yet", date="", settings=Settings(rounds=5))
    desk.close()
    _programs(folder)
    return folder


def _programs(folder: Path) -> None:
    """A cup of the exhibition, all of it played, and a game that seems to be going on."""
    elsewhere = folder / "exhibition"
    elsewhere.mkdir()
    desk = make_demo_tournaments(elsewhere, 1, pace=0)
    Series(desk, cup_roster(0), jobs=2).run()
    desk.close()
    path = (elsewhere / "cup.ronde").rename(folder / "programs.ronde")
    live_path(path).write_bytes(_half_a_game(elsewhere / "cup.ronde"))


def _half_a_game(path: Path) -> bytes:
    """The live file of a game in its middle."""
    live, kept = LiveFile(path), [b""]
    tell = follow(live, "1", "Friendly game")

    def watch(sheet: GameState) -> None:
        if len(sheet.plies) == 20 and tell:
            live._written = 0.0  # however fast the programs are
            tell(sheet)
            kept[0] = live.path.read_bytes()

    first, second, *_ = demo_programs(0)
    engines = first.engine(Jail(SandboxKind.NONE)), second.engine(Jail(SandboxKind.NONE))
    play(find_game("reversi"), engines, CLOCK, seed=1, watch=watch)
    live.finish()
    return kept[0]


@dataclass(frozen=True)
class Stage:
    """Who has come, and where the pages are that exist only since something was done."""

    arbiter: list[Any]
    owner: list[Any]
    places: dict[str, str]


def staged(house: House, chromium: Browser) -> Stage:
    """Sign in, preview a round, drop a file, register an engine, play, invite."""
    context = chromium.new_context(locale="en")
    page = context.new_page()
    enter(page, house.link)
    places = {"CARD": _card(page, house), "PREVIEW": _preview(page, house), "INTAKE": _intake(page, house)}
    _engines(page, house)
    places["INVITED"], used = _invitation(page, house), _invitation(page, house)
    places["LINK"] = _link(page, house)
    places |= OWNED
    arbiter: list[Any] = context.cookies()
    context.close()
    return Stage(arbiter, _owner(chromium, house, used), places)


def _link(page: Page, house: House) -> str:
    page.goto(house.at("/seats"))
    page.fill("#who", "Ann")
    page.get_by_role("button", name="Show a code").click()
    return _path(house, page.locator("p.link").inner_text())


def _path(house: House, address: str) -> str:
    return address.removeprefix(house.address)


def _card(page: Page, house: House) -> str:
    page.goto(house.at("/desk/swiss/phones?player=2"))
    found = re.search(r'href="[^"]*(/t/swiss/card/[^"]+)"', page.content())
    assert found
    return found[1]


def _preview(page: Page, house: House) -> str:
    page.goto(house.at("/desk/evening/tables"))
    page.get_by_role("button", name="Pair the round").first.click()
    page.wait_for_url(re.compile("/preview/"))
    page.get_by_role("button", name="Accept").wait_for()
    return _path(house, page.url)


def _intake(page: Page, house: House) -> str:
    page.goto(house.at("/house/import"))
    drop = {
        "name": "people.csv",
        "mimeType": "text/csv",
        "buffer": b"name,rating\nDOE Ann,1500\nROE Bob,1400\n",
    }
    page.locator("input[name=files]").set_input_files(drop)  # type: ignore[arg-type]
    page.locator("#drop button.strong").click()
    page.wait_for_url(re.compile("/house/import/.+"))
    return _path(house, page.url)


def _engines(page: Page, house: House) -> None:
    """An engine that does not answer, on the ladder of its game; and a person who plays the house."""
    page.goto(house.at("/arbitre"))
    page.get_by_role("button", name="Tic-tac-toe", exact=True).click()
    page.wait_for_url(re.compile(r"/arbitre/game/\d+$"))
    page.goto(house.at("/arbitre/engines/new"))
    page.fill("#name", "Nobody")
    page.fill("#url", NOBODY)
    page.select_option("#game", "tictactoe")
    page.locator("form.upright button.strong").click()
    for _ in ("on", "off"):
        page.goto(house.at("/arbitre/ladder/tictactoe"))
        page.locator("button[name=on]").click()
        _until_played(page, house)


def _until_played(page: Page, house: House) -> None:
    for _ in range(600):
        if page.request.get(house.at("/arbitre/competition/ladder/tictactoe")).ok:
            return
        time.sleep(0.1)
    raise AssertionError("the ladder has not begun")


def _invitation(page: Page, house: House) -> str:
    page.goto(house.at("/arbitre/accounts"))
    page.locator("form[action='/arbitre/accounts/invite'] button").first.click()
    page.locator("text=/\\/enter\\/[\\w-]{10,}/").first.wait_for()
    found = re.search(r"/enter/[\w-]+(?=<)", page.content())
    assert found
    return found.group()


def _owner(chromium: Browser, house: House, invitation: str) -> list[Any]:
    """The cookies of somebody who has used an invitation."""
    context = chromium.new_context(locale="en")
    page = context.new_page()
    page.goto(house.at(invitation))
    page.fill("#name", "Zoé")
    page.locator("form.upright button.strong").click()
    page.wait_for_load_state()
    found: list[Any] = context.cookies()
    context.close()
    return found
